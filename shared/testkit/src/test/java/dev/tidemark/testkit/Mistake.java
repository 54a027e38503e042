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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    /// The last result wins, and its worker drops what the one before it named.
    M03_RESULT_OVERWRITTEN(
            Scenario.LATE_WORKER,
            ports -> TwinPorts.withObjects(ports, "putIfAbsent", (real, in) -> {
                String name = String.valueOf(in[0]);
                if (name.contains("/result-") && ports.objects().head(name).isPresent()) {
                    ChunkResult before = ports.codec().readResult(ProtocolChunks.read(ports, name), name);
                    ports.staging().discard(before.files());
                    ports.objects().delete(List.of(name));
                }
                return real.call(in);
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
    M09_DECIDE_WITHOUT_GENERATION(
            Scenario.FOREIGN_GENERATION,
            ports -> TwinPorts.withState(
                    ports,
                    "transact",
                    (real, in) -> real.call(
                            TwinPorts.sets(TwinPorts.writes(in), "PUBLISHING")
                                    ? TwinPorts.writes(in).stream()
                                            .map(write -> TwinPorts.without(write, "generation"))
                                            .toList()
                                    : in[0]))),
    M10_DECIDE_WITHOUT_CLAIM(
            Scenario.TAKEOVER, ports -> TwinPorts.unconditional(ports, writes -> TwinPorts.sets(writes, "PUBLISHING"))),
    /// An operator's act takes a head that is being published for a free one.
    M11_ACT_PASSES_PUBLISHING(
            Scenario.OPERATOR,
            ports -> TwinPorts.withState(
                    TwinPorts.unconditional(
                            ports,
                            writes -> writes.stream()
                                    .anyMatch(write -> write.key().sk().startsWith("gen#"))),
                    "get",
                    (real, in) -> Mistake.seen(real.call(in), "PUBLISHING", "IDLE"))),
    M12_GENERATION_LOWERED(
            Scenario.REWIND,
            ports -> TwinPorts.withState(
                    ports,
                    "transact",
                    (real, in) -> real.call(
                            TwinPorts.writes(in).stream().map(Mistake::lowered).toList()))),
    M14_FINISH_UNCONDITIONAL(
            Scenario.TAKEOVER, ports -> TwinPorts.unconditional(ports, writes -> TwinPorts.sets(writes, "COMMITTED"))),
    M15_TAKEOVER_OF_PUBLISHING(Scenario.TAKEOVER, Mistake::takingOverPublishing),
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
    /// Commit makes do with the results that are there.
    M20_RESULTS_NOT_COUNTED(
            Scenario.MISSING_RESULT,
            ports -> TwinPorts.withObjects(
                    TwinPorts.withObjects(takingAny(ports), "open", (real, in) -> {
                        String name = String.valueOf(in[0]);
                        boolean missing = name.contains("/result-")
                                && ports.objects().head(name).isEmpty();
                        return missing ? real.call(otherResult(ports, name), null) : real.call(in);
                    }),
                    "head",
                    (real, in) -> {
                        String name = String.valueOf(in[0]);
                        return name.contains("/result-") ? real.call(otherResult(ports, name)) : real.call(in);
                    })),
    M21B_BASE_READ_BEFORE_THE_CLAIM(Scenario.RIVAL, Mistake::withOldBase),
    /// Lifecycle before Decide: commit does not ask how old the staged files are.
    M22_COMMIT_OF_EXPIRED_FILES(
            Scenario.EXPIRED_BEFORE_DECIDE,
            ports -> TwinPorts.withCodec(
                    ports, "readResult", (real, in) -> stagedJustNow((ChunkResult) real.call(in), ports.now()))),
    /// Lifecycle after Decide: a staged file that is gone is taken for one that is published.
    M23_EXPIRED_FILE_TAKEN_FOR_PUBLISHED(
            Scenario.EXPIRED_AFTER_DECIDE,
            ports -> TwinPorts.withStaging(ports, "complete", (real, in) -> {
                Object _ = real.call(in);
                return List.of();
            })),
    M24_ENTRY_ERRORS_UNREAD(
            Scenario.PARTITION_ELSEWHERE,
            ports -> TwinPorts.withCatalog(ports, "writePartitions", (real, in) -> {
                Object _ = real.call(in);
                return List.of();
            })),
    /// Whoever finds a lease over drops the run's files before the run is ended, and dies.
    M25_DISCARD_BY_LEASE(
            Scenario.TAKEOVER,
            ports -> TwinPorts.withState(ports, "transact", (real, in) -> {
                if (TwinPorts.sets(TwinPorts.writes(in), "CLAIMED")
                        && TwinPorts.sets(TwinPorts.writes(in), "ABORTED")) {
                    int _ = ports.staging().discardRun("mem:///out/", "A");
                    throw new StorageUnavailableException("claim", "the process dies here", null);
                }
                return real.call(in);
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
    private static final Pattern RESULT = Pattern.compile("/result-([0-9]+)");

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

    private static boolean isTombstone(Write write) {
        return write instanceof Write.Put put
                && put.item().text("state").filter("ABORTED"::equals).isPresent();
    }

    private static Ports withoutTombstone(Ports ports) {
        Map<ItemKey, Item> pretended = new HashMap<>();
        Ports without = TwinPorts.withState(ports, "write", (real, in) -> {
            if (in[0] instanceof Write write && isTombstone(write)) {
                pretended.put(write.key(), ((Write.Put) write).item());
                return new Outcome.Applied();
            }
            return real.call(in);
        });
        Ports blind = TwinPorts.withState(without, "transact", (real, in) -> {
            for (Write write : TwinPorts.writes(in)) {
                if (isTombstone(write)) {
                    pretended.put(write.key(), ((Write.Put) write).item());
                    return new Outcome.Applied();
                }
            }
            return real.call(in);
        });
        return TwinPorts.withState(blind, "get", (real, in) -> {
            Item item = pretended.get((ItemKey) in[0]);
            return item == null ? real.call(in) : Optional.of(item);
        });
    }

    private static Object seen(Object answer, String state, String instead) {
        if (answer instanceof Optional<?> found
                && found.isPresent()
                && found.get() instanceof Item item
                && item.has("generation")
                && item.text("state").filter(state::equals).isPresent()) {
            return Optional.of(item.with("state", instead));
        }
        return answer;
    }

    /// Another run's PUBLISHING passes for a claim whose lease is over.
    private static Ports takingOverPublishing(Ports ports) {
        Set<String> own = new HashSet<>();
        Ports claiming = TwinPorts.withState(
                TwinPorts.unconditional(ports, writes -> TwinPorts.sets(writes, "CLAIMED")), "transact", (real, in) -> {
                    TwinPorts.writes(in).stream()
                            .filter(write -> write instanceof Write.Put put && claims(put))
                            .forEach(write -> own.add(write.key().sk().substring("run#".length())));
                    return real.call(in);
                });
        return TwinPorts.withState(claiming, "get", (real, in) -> {
            Object answer = real.call(in);
            boolean ownHead = answer instanceof Optional<?> found
                    && found.map(Item.class::cast)
                            .flatMap(item -> item.text("runId"))
                            .filter(own::contains)
                            .isPresent();
            return ownHead ? answer : seen(answer, "PUBLISHING", "CLAIMED");
        });
    }

    /// The result itself, or that of another chunk.
    private static String otherResult(Ports ports, String name) {
        return ports.objects().list("mem:///work/runs/A/", true, null).objects().stream()
                .map(SourceObject::location)
                .filter(other -> other.contains("/result-"))
                .filter(other -> other.compareTo(name) >= 0)
                .findFirst()
                .orElse("mem:///work/runs/A/result-00000.json");
    }

    private static Write lowered(Write write) {
        return write instanceof Write.Update update
                        && update.setNumbers().containsKey("generation")
                        && !update.setTexts().containsKey("runId")
                ? new Write.Update(
                        update.key(),
                        update.setTexts(),
                        Map.of("generation", 0L),
                        update.add(),
                        update.remove(),
                        update.conditions())
                : write;
    }

    /// The bookmark is that of the head's first reading, whatever is committed before the claim.
    private static Ports withOldBase(Ports ports) {
        Map<String, Item> first = new HashMap<>();
        Item start = Item.EMPTY.with("flows", ports.codec().flows(Map.of()));
        Ports claiming = TwinPorts.withState(ports, "transact", (real, in) -> {
            List<Write> writes = TwinPorts.writes(in);
            if (writes.stream().noneMatch(write -> write instanceof Write.Put put && claims(put))) {
                return real.call(in);
            }
            Item head = ports.state().get(writes.getFirst().key()).orElse(Item.EMPTY.with("state", "IDLE"));
            long generation = head.number("generation").orElse(0);
            return head.text("state").filter("IDLE"::equals).isEmpty()
                    ? real.call(in)
                    : real.call(writes.stream()
                            .map(write -> claimedAt(write, generation))
                            .toList());
        });
        return TwinPorts.withState(claiming, "get", (real, in) -> {
            Optional<?> answer = (Optional<?>) real.call(in);
            String name = ((ItemKey) in[0]).sk();
            if (name.equals("head")) {
                first.computeIfAbsent(
                        "flows",
                        absent -> answer.map(Item.class::cast)
                                .map(item -> item.number("generation").orElse(0))
                                .filter(number -> number > 0)
                                .flatMap(number -> ports.state()
                                        .get(new ItemKey(((ItemKey) in[0]).pk(), "gen#%012d".formatted(number))))
                                .orElse(start));
            }
            return name.startsWith("gen#")
                    ? answer.map(Item.class::cast)
                            .map(item -> item.with(
                                    "flows", first.get("flows").text("flows").orElseThrow()))
                    : answer;
        });
    }

    private static Write claimedAt(Write write, long generation) {
        return switch (write) {
            case Write.Put put -> new Write.Put(put.key(), put.item().with("base", generation), put.conditions());
            case Write.Delete delete -> delete;
            case Write.Update update ->
                new Write.Update(
                        update.key(),
                        update.setTexts(),
                        Map.of(
                                "generation",
                                generation,
                                "leaseUntil",
                                update.setNumbers().get("leaseUntil")),
                        update.add(),
                        update.remove(),
                        List.of());
        };
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
        return with(result, attempt, taken, deferred, result.startMillis());
    }

    private static ChunkResult stagedJustNow(ChunkResult result, long now) {
        return with(result, result.attempt(), result.taken(), result.deferred(), now);
    }

    /// Whatever chunk's result lies under a chunk's name, it is taken for that one's.
    private static Ports takingAny(Ports ports) {
        return TwinPorts.withCodec(ports, "readResult", (real, in) -> {
            ChunkResult result = (ChunkResult) real.call(in);
            Matcher name = RESULT.matcher(String.valueOf(in[1]));
            int chunk = name.find() ? Integer.parseInt(name.group(1)) : result.chunk();
            return with(chunk, result, result.attempt(), result.taken(), result.deferred(), result.startMillis());
        });
    }

    private static ChunkResult with(
            ChunkResult result, String attempt, List<ChunkInput> taken, List<ChunkInput> deferred, long startMillis) {
        return with(result.chunk(), result, attempt, taken, deferred, startMillis);
    }

    private static ChunkResult with(
            int chunk,
            ChunkResult result,
            String attempt,
            List<ChunkInput> taken,
            List<ChunkInput> deferred,
            long startMillis) {
        return new ChunkResult(
                chunk,
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
                startMillis,
                Math.max(startMillis, result.endMillis()));
    }

    private static boolean claims(Write.Put put) {
        return put.key().sk().startsWith("run#")
                && put.item().text("state").filter("CLAIMED"::equals).isPresent();
    }
}
