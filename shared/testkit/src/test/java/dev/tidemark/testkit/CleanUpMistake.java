package dev.tidemark.testkit;

import dev.tidemark.run.Ports;
import dev.tidemark.spi.Item;
import dev.tidemark.spi.ItemKey;
import dev.tidemark.spi.StateStore.Outcome;
import dev.tidemark.spi.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullUnmarked;

/// Mistakes of clean-up's order, and the scenario that finds each.
@NullUnmarked // reflection hands objects through that may be null
@SuppressWarnings("ImmutableEnumChecker") // functions without state
enum CleanUpMistake {

    /// Objects of runs that have not ended are candidates.
    H0_LIVE_RUNS_TOO(
            CleanUpScenario.CLEAN_UP_DURING_COMMIT,
            ports -> TwinPorts.withState(ports, "query", (real, in) -> {
                Map<ItemKey, Item> items = new LinkedHashMap<>(answer(real.call(in)));
                items.replaceAll((key, item) ->
                        key.sk().startsWith("run#") && !item.has("endedAt") ? item.with("state", "ABORTED") : item);
                return items;
            })),

    /// What generations name is read before the candidates are listed.
    H1_NAMES_READ_BEFORE_LISTING(CleanUpScenario.COMMIT_DURING_CLEAN_UP, ports -> {
        Map<Object, Object> first = new HashMap<>();
        return TwinPorts.withState(
                ports,
                "query",
                (real, in) -> in[1].equals("gen#")
                        ? first.computeIfAbsent("gen#", absent -> answer(through(real, in)))
                        : real.call(in));
    }),

    /// Generations are deleted after the objects that only they name.
    H2_GENERATIONS_DELETED_LAST(CleanUpScenario.REWIND_DURING_CLEAN_UP, ports -> {
        List<Write> postponed = new ArrayList<>();
        Ports late = TwinPorts.withState(ports, "write", (real, in) -> {
            if (in[0] instanceof Write.Delete delete) {
                postponed.add(delete);
                return new Outcome.Applied();
            }
            return real.call(in);
        });
        Ports pretending = TwinPorts.withState(late, "query", (real, in) -> {
            Map<ItemKey, Item> items = new LinkedHashMap<>(answer(real.call(in)));
            postponed.forEach(delete -> items.remove(delete.key()));
            return items;
        });
        return TwinPorts.withObjects(pretending, "delete", (real, in) -> {
            Object done = real.call(in);
            postponed.forEach(delete -> ports.state().write(delete));
            return done;
        });
    }),

    /// An operator goes back to a generation without the condition that it is still there.
    H3_REWIND_WITHOUT_ITS_GENERATION(
            CleanUpScenario.CLEAN_UP_DURING_REWIND,
            ports -> TwinPorts.withState(
                    ports,
                    "transact",
                    (real, in) -> real.call(TwinPorts.writes(in).stream()
                            .filter(write -> !write.conditions().contains(new dev.tidemark.spi.Condition.Present()))
                            .toList())));

    final CleanUpScenario foundBy;
    final UnaryOperator<Ports> made;

    CleanUpMistake(CleanUpScenario foundBy, UnaryOperator<Ports> made) {
        this.foundBy = foundBy;
        this.made = made;
    }

    @SuppressWarnings("unchecked")
    private static Map<ItemKey, Item> answer(Object items) {
        return (Map<ItemKey, Item>) items;
    }

    private static Object through(PortProxy.Real real, Object[] in) {
        try {
            return real.call(in);
        } catch (Throwable thrown) {
            throw new AssertionError(thrown);
        }
    }
}
