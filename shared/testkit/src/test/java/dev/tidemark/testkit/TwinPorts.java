package dev.tidemark.testkit;

import dev.tidemark.run.Ports;
import dev.tidemark.run.RunCodec;
import dev.tidemark.spi.Catalog;
import dev.tidemark.spi.Condition;
import dev.tidemark.spi.ObjectStore;
import dev.tidemark.spi.Staging;
import dev.tidemark.spi.StateStore;
import dev.tidemark.spi.Write;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.NullUnmarked;

/// Ports one of whose calls is done wrongly: how broken twins of the protocol are made.
@NullUnmarked // reflection hands objects through that may be null
final class TwinPorts {

    private TwinPorts() {}

    @SuppressWarnings("unchecked")
    static List<Write> writes(Object[] in) {
        return (List<Write>) in[0];
    }

    static boolean sets(List<Write> writes, String state) {
        return writes.stream()
                .anyMatch(write -> write instanceof Write.Update update
                        && state.equals(update.setTexts().get("state")));
    }

    static Write bare(Write write) {
        return switch (write) {
            case Write.Put put -> new Write.Put(put.key(), put.item(), List.of());
            case Write.Delete delete -> new Write.Delete(delete.key(), List.of());
            case Write.Update update ->
                new Write.Update(
                        update.key(),
                        update.setTexts(),
                        update.setNumbers(),
                        update.add(),
                        Set.copyOf(update.remove()),
                        List.of());
        };
    }

    /// The write without its conditions on one attribute.
    static Write without(Write write, String attribute) {
        if (!(write instanceof Write.Update update)) {
            return write;
        }
        List<Condition> others = update.conditions().stream()
                .filter(condition -> switch (condition) {
                    case Condition.TextIs is -> !is.attribute().equals(attribute);
                    case Condition.NumberIs is -> !is.attribute().equals(attribute);
                    case Condition.Absent _,
                            Condition.Present _,
                            Condition.TextIn _,
                            Condition.NumberBelow _,
                            Condition.AttributeAbsent _ -> true;
                })
                .toList();
        return new Write.Update(
                update.key(), update.setTexts(), update.setNumbers(), update.add(), update.remove(), others);
    }

    static Ports unconditional(Ports ports, Predicate<List<Write>> which) {
        return withState(
                ports,
                "transact",
                (real, in) -> real.call(
                        which.test(writes(in))
                                ? writes(in).stream().map(TwinPorts::bare).toList()
                                : in[0]));
    }

    static Ports withState(Ports ports, String method, PortProxy.Instead instead) {
        StateStore state = PortProxy.of(StateStore.class, ports.state(), method, instead);
        return new Ports(
                ports.objects(), ports.staging(), state, ports.catalog(), ports.codec(), ports.clock(), ports.random());
    }

    static Ports withObjects(Ports ports, String method, PortProxy.Instead instead) {
        ObjectStore objects = PortProxy.of(ObjectStore.class, ports.objects(), method, instead);
        return new Ports(
                objects, ports.staging(), ports.state(), ports.catalog(), ports.codec(), ports.clock(), ports.random());
    }

    static Ports withStaging(Ports ports, String method, PortProxy.Instead instead) {
        Staging staging = PortProxy.of(Staging.class, ports.staging(), method, instead);
        return new Ports(
                ports.objects(), staging, ports.state(), ports.catalog(), ports.codec(), ports.clock(), ports.random());
    }

    static Ports withCodec(Ports ports, String method, PortProxy.Instead instead) {
        RunCodec codec = PortProxy.of(RunCodec.class, ports.codec(), method, instead);
        return new Ports(
                ports.objects(), ports.staging(), ports.state(), ports.catalog(), codec, ports.clock(), ports.random());
    }

    static Ports withCatalog(Ports ports, String method, PortProxy.Instead instead) {
        Catalog catalog = PortProxy.of(Catalog.class, ports.catalog(), method, instead);
        return new Ports(
                ports.objects(), ports.staging(), ports.state(), catalog, ports.codec(), ports.clock(), ports.random());
    }
}
