package dev.tidemark.run;

import dev.tidemark.bookmark.FlowState;
import dev.tidemark.bookmark.Generation;
import dev.tidemark.listing.ListPage;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.spi.Condition;
import dev.tidemark.spi.Item;
import dev.tidemark.spi.ItemKey;
import dev.tidemark.spi.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Deletes what no bookmark and no run can need any more (PROTOCOL "Clean-up"). Any number may do it at once, beside
/// any run.
///
/// Its order is what makes it safe: generations first, so that nothing can return to them; then what might go, of
/// runs that have ended only; then, read last, what the generations that are left name.
public final class CleanUpStep {

    /// How long plans and results of an ended run stay.
    public static final Duration WORK_STAYS = Duration.ofDays(30);

    /// Name of the run's own copy of its job file, in its folder. The first that a run writes, before its claim.
    public static final String JOB_COPY = "job.json";

    private static final Duration EVERY = Duration.ofDays(1);
    private static final String DONE_AT = "doneAt";
    private static final String GENERATION = "generation";
    private static final int NAMES_A_CALL = 1_000;

    private final JobContext context;
    private final Ports ports;
    private final JobState state;

    /// @param generations that were deleted
    /// @param objects     of the work area that were deleted
    public record Cleaned(int generations, int objects) {}

    public CleanUpStep(JobContext context) {
        this.context = context;
        this.ports = context.ports();
        this.state = new JobState(context);
    }

    /// Cleans up once a day, and when as many generations as are kept were made since the last time. Otherwise two
    /// reads.
    public Cleaned runWhenDue() {
        ItemKey key = new ItemKey(context.headKey().pk(), "cleanup");
        Item last = ports.state().get(key).orElse(Item.EMPTY);
        long now = ports.now();
        long generation = state.head().generation();
        long doneAt = last.number(DONE_AT).orElse(Long.MIN_VALUE);
        boolean today = doneAt <= now && now - EVERY.toMillis() < doneAt;
        if (today
                && generation - last.number(GENERATION).orElse(0)
                        < context.job().keepGenerations()) {
            return new Cleaned(0, 0);
        }
        Cleaned cleaned = run();
        boolean _ = state.update(key, Map.of(), Map.of(DONE_AT, now, GENERATION, generation), List.of());
        return cleaned;
    }

    /// Cleans up.
    public Cleaned run() {
        Head head = state.head();
        int generations = deleteGenerations(head.generation());
        List<SourceObject> candidates = candidates(head.generation());
        KeptNames kept = KeptNames.of(context, state);
        List<String> garbage = candidates.stream()
                .map(SourceObject::location)
                .filter(location -> !kept.names(location))
                .toList();
        for (int from = 0; from < garbage.size(); from += NAMES_A_CALL) {
            ports.objects().delete(garbage.subList(from, Math.min(from + NAMES_A_CALL, garbage.size())));
        }
        return new Cleaned(generations, garbage.size());
    }

    /// The head's own generation never goes: numbers only grow, so it cannot become one of these either.
    private int deleteGenerations(long head) {
        int deleted = 0;
        for (Generation generation : state.generations()) {
            if (generation.number() < head
                    && generation.number() <= head - context.job().keepGenerations()) {
                var _ = ports.state()
                        .write(new Write.Delete(
                                context.generationKey(generation.number()), List.of(new Condition.Present())));
                deleted++;
            }
        }
        return deleted;
    }

    /// Segments and work objects of runs that have ended.
    private List<SourceObject> candidates(long head) {
        Map<String, Long> endedAt = new HashMap<>();
        Set<String> known = new HashSet<>();
        for (Run run : state.runs()) {
            known.add(run.runId());
            if (run.state().ended()) {
                endedAt.put(run.runId(), run.endedAt());
            }
        }
        List<SourceObject> candidates = new ArrayList<>();
        for (SourceObject segment : list(SegmentWriting.folder(context))) {
            if (SegmentWriting.isOver(context, segment.location(), endedAt.keySet(), head)) {
                candidates.add(segment);
            }
        }
        String runs = context.workRoot() + "runs/";
        for (SourceObject object : list(runs)) {
            int end = object.location().indexOf('/', runs.length());
            if (end < 0) {
                continue;
            }
            String runId = object.location().substring(runs.length(), end);
            Long ended = known.contains(runId) ? endedAt.get(runId) : neverBegan(object, end);
            if (ended != null && ports.now() - ended >= WORK_STAYS.toMillis()) {
                candidates.add(object);
            }
        }
        return candidates;
    }

    /// A run that found the job held by another has a copy of the job file and no item. Of a run whose item is gone
    /// because it ended long ago nothing else may go: kept generations may name it.
    ///
    /// @param end of the name of the run's folder
    /// @return when the copy was made, or null
    private static @Nullable Long neverBegan(SourceObject object, int end) {
        return object.location().substring(end + 1).equals(JOB_COPY)
                ? object.lastModified().toEpochMilli()
                : null;
    }

    private List<SourceObject> list(String folder) {
        List<SourceObject> objects = new ArrayList<>();
        String token = null;
        do {
            ListPage page = ports.objects().list(folder, false, token);
            objects.addAll(page.objects());
            token = page.next();
        } while (token != null);
        return objects;
    }

    /// What must stay, read when all candidates are known.
    ///
    /// @param segments   locations of those of the generations that are kept
    /// @param runObjects of runs: the reports of those that made a kept generation, and of commits that bookmarks
    ///     go back to the record and its manifest
    private record KeptNames(Set<String> segments, Set<String> runObjects) {

        static KeptNames of(JobContext context, JobState state) {
            Map<Long, Generation> kept = new HashMap<>();
            Set<String> segments = new HashSet<>();
            for (Generation generation : state.generations()) {
                kept.put(generation.number(), generation);
                for (FlowState flow : generation.flows().values()) {
                    flow.segments().forEach(name -> segments.add(context.location(name)));
                }
            }
            // Where a parent is not kept any more, its own parents are not known: all before it count.
            long unknown = kept.values().stream()
                    .mapToLong(Generation::parent)
                    .filter(parent -> !kept.containsKey(parent))
                    .max()
                    .orElse(0);
            String owed = state.head().owed().orElse("");
            Set<String> runObjects = new HashSet<>();
            for (Run run : state.runs()) {
                if (made(kept, run)) {
                    run.report().map(context::location).ifPresent(runObjects::add);
                }
                run.record().ifPresent(record -> {
                    long made = run.base() + 1;
                    boolean goneBackTo = committed(run) && (kept.containsKey(made) || made <= unknown);
                    if (goneBackTo || record.equals(owed)) {
                        String attempt = record.substring(record.lastIndexOf('-') + 1);
                        runObjects.add(context.location(record));
                        runObjects.add(context.runFolder(run.runId()) + "inputs-" + attempt);
                    }
                });
            }
            return new KeptNames(segments, runObjects);
        }

        boolean names(String location) {
            return segments.contains(location) || runObjects.contains(location);
        }

        /// Whether the run made a generation that is kept.
        private static boolean made(Map<Long, Generation> kept, Run run) {
            Generation generation = kept.get(run.base() + 1);
            return generation != null && run.runId().equals(generation.runId());
        }

        private static boolean committed(Run run) {
            return run.state() == Run.State.COMMITTED
                    && run.item().text(Run.MODE).filter("enable"::equals).isPresent();
        }
    }
}
