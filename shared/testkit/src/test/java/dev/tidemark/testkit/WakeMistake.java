package dev.tidemark.testkit;

import dev.tidemark.run.Ports;
import dev.tidemark.spi.Item;
import dev.tidemark.spi.ItemKey;
import dev.tidemark.spi.Write;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullUnmarked;

/// Mistakes of waking, and the scenario that finds each.
@NullUnmarked // reflection hands objects through that may be null
@SuppressWarnings("ImmutableEnumChecker") // functions without state
enum WakeMistake {
    B1_LOOK_BEFORE_MARK(WakeScenario.SLOW_TRIGGER, Who.TRIGGER, ports -> {
        Queue<Object> looks = new ArrayDeque<>();
        return TwinPorts.withState(
                TwinPorts.withState(ports, "get", (real, in) -> looks.isEmpty() ? real.call(in) : looks.remove()),
                "write",
                (real, in) -> {
                    Write write = (Write) in[0];
                    looks.add(ports.state().get(write.key()));
                    return real.call(in);
                });
    }),

    B2_NOTHING_TO_DO_IGNORES_THE_MARK(
            WakeScenario.ARRIVAL_DURING_AN_EMPTY_RUN,
            Who.RUN,
            ports -> TwinPorts.withState(ports, "transact", (real, in) -> {
                Object done = real.call(in);
                if (TwinPorts.sets(TwinPorts.writes(in), "NOTHING_TO_DO")) {
                    seesAll(ports);
                }
                return done;
            })),

    B3_SEEN_AFTER_LISTING(
            WakeScenario.ARRIVAL,
            Who.RUN,
            ports -> TwinPorts.withState(ports, "write", (real, in) -> {
                if (TwinPorts.sets(List.of((Write) in[0]), "PLANNED")) {
                    seesAll(ports);
                }
                return real.call(in);
            })),

    /// The head is read before the release, to know whether another run is due after it.
    B4_RELEASE_IN_TWO_CALLS(WakeScenario.ARRIVAL, Who.RUN, ports -> {
        Item[] before = new Item[1];
        Ports reading = TwinPorts.withState(
                ports,
                "get",
                (real, in) -> ((ItemKey) in[0]).sk().equals("head") && before[0] != null
                        ? Optional.of(before[0])
                        : real.call(in));
        return TwinPorts.withState(reading, "transact", (real, in) -> {
            if (releases(TwinPorts.writes(in))) {
                before[0] = head(ports).with("state", "IDLE");
            }
            return real.call(in);
        });
    }),

    /// Nobody sweeps: what the dead execution would have started is never started.
    B5_NO_SWEEP(
            WakeScenario.ARRIVAL_AND_DEATH,
            Who.SWEEP,
            ports -> TwinPorts.withState(
                    ports,
                    "get",
                    (real, in) -> ((ItemKey) in[0]).sk().equals("head")
                            ? ((Optional<?>) real.call(in))
                                    .map(Item.class::cast)
                                    .map(item -> item.with(
                                            "seen", item.number("mark").orElse(0)))
                            : real.call(in))),

    B6_MARK_CLEARED(
            WakeScenario.ARRIVAL,
            Who.RUN,
            ports -> TwinPorts.withState(ports, "transact", (real, in) -> {
                List<Write> writes = TwinPorts.writes(in);
                if (!releases(writes)) {
                    return real.call(in);
                }
                long seen = head(ports).number("seen").orElse(0);
                return real.call(
                        writes.stream().map(write -> changed(write, seen, true)).toList());
            })),

    B9_FAILED_RUN_LEAVES_NO_MARK(WakeScenario.FAILURE, Who.RUN, ports -> withoutMark(ports, "ABORTED")),

    B10_BOUNDED_RUN_LEAVES_NO_MARK(WakeScenario.BOUNDED, Who.RUN, ports -> withoutMark(ports, "COMMITTED"));

    /// Ports of each, with a mistake in one of them.
    record Broken(UnaryOperator<Ports> trigger, UnaryOperator<Ports> run, UnaryOperator<Ports> sweep) {
        static final Broken NOTHING =
                new Broken(UnaryOperator.identity(), UnaryOperator.identity(), UnaryOperator.identity());
    }

    private enum Who {
        TRIGGER,
        RUN,
        SWEEP
    }

    final WakeScenario foundBy;
    private final Who who;
    private final UnaryOperator<Ports> made;

    WakeMistake(WakeScenario foundBy, Who who, UnaryOperator<Ports> made) {
        this.foundBy = foundBy;
        this.who = who;
        this.made = made;
    }

    Broken broken() {
        return new Broken(
                who == Who.TRIGGER ? made : UnaryOperator.identity(),
                who == Who.RUN ? made : UnaryOperator.identity(),
                who == Who.SWEEP ? made : UnaryOperator.identity());
    }

    private static final ItemKey HEAD = new ItemKey("job#j", "head");

    private static Item head(Ports ports) {
        return ports.state().get(HEAD).orElseThrow();
    }

    private static void seesAll(Ports ports) {
        long mark = head(ports).number("mark").orElse(0);
        var _ = ports.state()
                .write(new Write.Update(HEAD, Map.of(), Map.of("seen", mark), Map.of(), Set.of(), List.of()));
    }

    private static boolean releases(List<Write> writes) {
        return writes.stream()
                .anyMatch(write -> write.key().equals(HEAD)
                        && write instanceof Write.Update update
                        && "IDLE".equals(update.setTexts().get("state")));
    }

    private static Ports withoutMark(Ports ports, String ending) {
        return TwinPorts.withState(
                ports,
                "transact",
                (real, in) -> real.call(
                        TwinPorts.sets(TwinPorts.writes(in), ending)
                                ? TwinPorts.writes(in).stream()
                                        .map(write -> changed(write, 0, false))
                                        .toList()
                                : in[0]));
    }

    /// The write of the head without its mark, which is set to `mark` where `set` says so.
    private static Write changed(Write write, long mark, boolean set) {
        if (!write.key().equals(HEAD) || !(write instanceof Write.Update update)) {
            return write;
        }
        Map<String, Long> add = new TreeMap<>(update.add());
        add.remove("mark");
        Map<String, Long> numbers = new TreeMap<>(update.setNumbers());
        if (set) {
            numbers.put("mark", mark);
        }
        return new Write.Update(HEAD, update.setTexts(), numbers, add, update.remove(), update.conditions());
    }
}
