package dev.tidemark.testkit;

import dev.tidemark.listing.SourceObject;
import dev.tidemark.plan.Chunk;
import dev.tidemark.plan.ChunkInput;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.run.Ports;
import dev.tidemark.sink.ChunkResult;
import dev.tidemark.spi.Item;
import dev.tidemark.spi.ItemKey;
import dev.tidemark.spi.StateStore.Outcome;
import dev.tidemark.spi.StorageUnavailableException;
import dev.tidemark.spi.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullUnmarked;

/// Mistakes of the protocol's last-but-one section, each made by a port that does a step's call wrongly, and the
/// scenario that finds it.
@NullUnmarked // reflection hands objects through that may be null
@SuppressWarnings("ImmutableEnumChecker") // functions without state
enum Mistake {
    M01_OWN_RESULT_TAKEN_FOR_ANOTHERS(
            Scenario.CRASH,
            ports -> TwinPorts.withCodec(withLostAnswer(ports), "readResult", (real, in) -> {
                ChunkResult result = (ChunkResult) real.call(in);
                return with(result, "somebody else", result.taken(), result.deferred());
            })),
    M02_LOSER_DISCARDS_BY_LISTING(
            Scenario.TWIN_WORKERS,
            ports -> TwinPorts.withStaging(ports, "discard", (real, in) -> {
                int _ = ports.staging().discardRun("mem:///out/", "A");
                return null;
            })),
    M04_NO_IF_MATCH(
            Scenario.OVERWRITE, ports -> TwinPorts.withObjects(ports, "open", (real, in) -> real.call(in[0], null))),
    M05_BOOKMARK_FROM_THE_PLAN(
            Scenario.OVERWRITE,
            ports -> TwinPorts.withCodec(ports, "readResult", (real, in) -> {
                ChunkResult result = (ChunkResult) real.call(in);
                List<ChunkInput> all = new ArrayList<>(result.taken());
                all.addAll(result.deferred());
                return with(result, result.attempt(), all, List.of());
            })),
    M06_HALF_OF_A_SPLIT_OBJECT(
            Scenario.OVERWRITE_SPLIT,
            ports -> TwinPorts.withCodec(ports, "readPlan", (real, in) -> {
                WorkPlan plan = (WorkPlan) real.call(in);
                return new WorkPlan(
                        plan.flows(),
                        plan.chunks().stream().map(Mistake::forgettingTheObject).toList());
            })),
    M07_DISCARD_BEFORE_THE_ABORT(
            Scenario.ABORT,
            ports -> TwinPorts.withState(ports, "transact", (real, in) -> {
                if (TwinPorts.sets(TwinPorts.writes(in), "ABORTED")) {
                    int _ = ports.staging().discardRun("mem:///out/", "A");
                    throw new StorageUnavailableException("abort", "the process dies here", null);
                }
                return real.call(in);
            })),
    M08_NO_TOMBSTONE(Scenario.ABORT, Mistake::withoutTombstone),
    M10_DECIDE_WITHOUT_CLAIM(
            Scenario.TAKEOVER, ports -> TwinPorts.unconditional(ports, writes -> TwinPorts.sets(writes, "PUBLISHING"))),
    M14_FINISH_UNCONDITIONAL(
            Scenario.TAKEOVER, ports -> TwinPorts.unconditional(ports, writes -> TwinPorts.sets(writes, "COMMITTED"))),
    M15_TAKEOVER_OF_PUBLISHING(
            Scenario.TAKEOVER,
            ports -> TwinPorts.withState(
                    TwinPorts.unconditional(ports, writes -> TwinPorts.sets(writes, "CLAIMED")),
                    "get",
                    (real, in) -> blind(real.call(in)))),
    M16_RUN_ID_CLAIMED_AGAIN(
            Scenario.ABORT,
            ports -> TwinPorts.unconditional(
                    ports, writes -> writes.stream().anyMatch(write -> write instanceof Write.Put put && claims(put)))),
    M17_PLAN_OVERWRITTEN(
            Scenario.DUPLICATE,
            ports -> TwinPorts.withState(ports, "write", (real, in) -> {
                Write write = (Write) in[0];
                return real.call(TwinPorts.sets(List.of(write), "PLANNED") ? TwinPorts.bare(write) : write);
            })),
    M27_HEAD_AND_RUN_APART(
            Scenario.CRASH,
            ports -> TwinPorts.withState(ports, "transact", (real, in) -> {
                Object answer = new Outcome.Applied();
                for (Write write : TwinPorts.writes(in)) {
                    answer = real.call(List.of(write));
                    if (answer instanceof Outcome.Refused) {
                        return answer;
                    }
                }
                return answer;
            }));

    final Scenario foundBy;
    final UnaryOperator<Ports> made;

    Mistake(Scenario foundBy, UnaryOperator<Ports> made) {
        this.foundBy = foundBy;
        this.made = made;
    }

    /// No mistake: every PUT of a result is answered as if it had been tried twice, its first answer lost.
    static Ports withLostAnswer(Ports ports) {
        return TwinPorts.withObjects(ports, "putIfAbsent", (real, in) -> {
            Object written = real.call(in);
            return String.valueOf(in[0]).contains("/result-") ? (Object) false : written;
        });
    }

    private static Ports withoutTombstone(Ports ports) {
        Map<ItemKey, Item> pretended = new HashMap<>();
        Ports blind = TwinPorts.withState(ports, "write", (real, in) -> {
            if (in[0] instanceof Write.Put put
                    && put.item().text("state").filter("ABORTED"::equals).isPresent()) {
                pretended.put(put.key(), put.item());
                return new Outcome.Applied();
            }
            return real.call(in);
        });
        return TwinPorts.withState(blind, "get", (real, in) -> {
            Item item = pretended.get((ItemKey) in[0]);
            return item == null ? real.call(in) : Optional.of(item);
        });
    }

    private static Object blind(Object answer) {
        if (answer instanceof Optional<?> found
                && found.isPresent()
                && found.get() instanceof Item item
                && item.has("generation")
                && item.text("state").filter("PUBLISHING"::equals).isPresent()) {
            return Optional.of(item.with("state", "CLAIMED"));
        }
        return answer;
    }

    private static Chunk forgettingTheObject(Chunk chunk) {
        List<ChunkInput> inputs = chunk.inputs().stream()
                .map(input -> input.from() == 0
                        ? input
                        : new ChunkInput(renamed(input.object()), input.partition(), input.from(), input.to(), false))
                .toList();
        return new Chunk(chunk.number(), chunk.flow(), chunk.groups(), inputs);
    }

    private static SourceObject renamed(SourceObject object) {
        return new SourceObject(
                object.location() + "#2", object.sizeBytes(), object.lastModified(), object.etag(), null);
    }

    private static ChunkResult with(
            ChunkResult result, String attempt, List<ChunkInput> taken, List<ChunkInput> deferred) {
        return new ChunkResult(
                result.chunk(),
                result.flow(),
                attempt,
                taken,
                deferred,
                result.gone(),
                result.files(),
                result.counts(),
                result.sinkSchemas(),
                result.newFields(),
                result.warnings(),
                result.startMillis(),
                result.endMillis());
    }

    private static boolean claims(Write.Put put) {
        return put.key().sk().startsWith("run#")
                && put.item().text("state").filter("CLAIMED"::equals).isPresent();
    }
}
