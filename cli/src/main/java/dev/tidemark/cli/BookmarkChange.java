package dev.tidemark.cli;

import dev.tidemark.bookmark.DamagedSegmentException;
import dev.tidemark.bookmark.Generation;
import dev.tidemark.bookmark.NewerSegmentException;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.json.CountWords;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.run.JobListing;
import dev.tidemark.run.JobState;
import dev.tidemark.run.OperatorStep;
import dev.tidemark.run.Settlement;
import dev.tidemark.run.StateMissingException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// An operator's act that makes a generation. Refused while a run holds the job; with `--dry-run` it only says what
/// it would do.
abstract class BookmarkChange extends JobCommand {

    @Option(names = "--reason", paramLabel = "TEXT", description = "Kept in the history.")
    String reason = "";

    @Option(names = "--dry-run", description = "Say what would change; change nothing.")
    boolean dryRun;

    @Option(names = "--abort-run", description = "End a dead run's claim in the same step.")
    boolean abortRun;

    /// Refuses what is wrong before anything is touched.
    void check(JobState state) {}

    /// What stays as it is, for who must act on it; may be empty.
    String consequence() {
        return "";
    }

    /// What was done, once it is done; may be empty.
    String did() {
        return "";
    }

    /// One sentence.
    abstract String wouldDo(Session session, JobState state);

    abstract Generation act(Session session, JobState state, OperatorStep step);

    @Override
    final Answer answer(Session session) {
        JobState state = new JobState(session.context());
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("job", session.job().name());
        fields.put("dryRun", dryRun);
        check(state);
        if (dryRun) {
            String would = (wouldDo(session, state) + "\n" + consequence()).strip();
            fields.put("generationBefore", state.head().generation());
            fields.put("text", would);
            return say(fields, would);
        }
        session.lock();
        // Before the act is reckoned from the bookmark: a decided commit still moves that.
        new Settlement(session.context()).settle();
        Generation made = act(session, state, new OperatorStep(session.context(), user(), abortRun));
        // Not what was read before the lock: a decided commit was finished since.
        long before = made.number() - 1;
        fields.put("generationBefore", before);
        fields.put("generationAfter", made.number());
        return say(
                fields,
                "Bookmark of job %s: generation %d → %d (%s).\n%s"
                        .formatted(
                                session.job().name(),
                                before,
                                made.number(),
                                made.kind().wireName(),
                                did() + consequence()));
    }

    /// Rows of what is read again stand beside those of the first time.
    private static String readAgain() {
        return "Published files stay: the next run reads these objects again and appends their rows a second time,"
                + " unless the sink overwrites partitions. Delete the output first, or use a sink with"
                + " mode: overwritePartitions.";
    }

    private static String user() {
        return System.getProperty("user.name", "unknown");
    }

    private static String would(String format, long objects) {
        return CountWords.of(String.format(Locale.ROOT, format, objects));
    }

    /// Empty when a segment is lost or damaged: these acts are what mends that, so they must not need it.
    private static OptionalLong counted(LongSupplier objects) {
        try {
            return OptionalLong.of(objects.getAsLong());
        } catch (DamagedSegmentException | NewerSegmentException | StateMissingException lost) {
            return OptionalLong.empty();
        }
    }

    /// `bookmark reset`.
    @Command(name = "reset", description = "Forget everything, of all flows together.", mixinStandardHelpOptions = true)
    static final class Reset extends BookmarkChange {

        @Override
        String consequence() {
            return readAgain();
        }

        @Override
        String wouldDo(Session session, JobState state) {
            Generation held = state.standing();
            OptionalLong objects = counted(() -> held.flows().values().stream()
                    .mapToLong(state::objectsTaken)
                    .sum());
            return objects.isEmpty()
                    ? "Would forget what was taken in: the next run reads everything again."
                    : would("Would forget %,d objects: the next run reads everything again.", objects.getAsLong());
        }

        @Override
        Generation act(Session session, JobState state, OperatorStep step) {
            return step.reset(reason);
        }
    }

    /// `bookmark rewind`.
    @Command(name = "rewind", description = "Return to right after a run.", mixinStandardHelpOptions = true)
    static final class Rewind extends BookmarkChange {

        @Parameters(
                index = "1",
                arity = "0..1",
                paramLabel = "RUN|g:N|TIME",
                description = "The point to return to: right after this run, generation, or what was last at a time.")
        @Nullable
        String target;

        @Option(
                names = "--before",
                paramLabel = "TIME",
                description = "Return to what was last before a time, ISO 8601.")
        @Nullable
        Instant before;

        @Override
        void check(JobState state) {
            long _ = number(state);
        }

        /// Objects that the bookmark holds now and would not hold then; empty when the bookmark is lost.
        private OptionalLong again = OptionalLong.empty();

        @Override
        String consequence() {
            return again.isPresent() && again.getAsLong() == 0
                    ? "No object is read again for it: that generation had taken in all that the bookmark holds."
                    : readAgain();
        }

        @Override
        String wouldDo(Session session, JobState state) {
            long to = number(state);
            again = again(state, to);
            String returned = "Would return to what generation " + to + " had taken in.";
            return again.isEmpty()
                    ? returned
                    : returned + " "
                            + would("%,d objects would be read again, as far as they still exist.", again.getAsLong());
        }

        @Override
        Generation act(Session session, JobState state, OperatorStep step) {
            long to = number(state);
            again = again(state, to);
            return step.rewind(to, reason);
        }

        private static OptionalLong again(JobState state, long to) {
            long at = state.head().generation();
            List<Generation> kept = state.generations();
            if (at > 0 && kept.stream().noneMatch(generation -> generation.number() == at)) {
                return OptionalLong.empty();
            }
            Generation target = state.generation(to);
            Generation held = state.standing();
            return counted(() -> held.flows().entrySet().stream()
                    .mapToLong(flow -> state.takenBeyond(target.flow(flow.getKey()), flow.getValue()))
                    .sum());
        }

        private long number(JobState state) {
            if ((target == null) == (before == null)) {
                throw new UsageException("Name one point to return to: a RUN, g:N, a TIME, or --before TIME.");
            }
            Generations generations = new Generations(state);
            return before != null ? generations.before(before) : generations.number(Objects.requireNonNull(target));
        }
    }

    /// `bookmark set-now`.
    @Command(
            name = "set-now",
            description = "Record everything that exists now as taken in, unread.",
            mixinStandardHelpOptions = true)
    static final class SetNow extends BookmarkChange {

        @Option(
                names = "--before",
                paramLabel = "TIME",
                description = "Only objects whose last write is before this time, ISO 8601.")
        @Nullable
        Instant before;

        private long recorded;

        @Override
        String wouldDo(Session session, JobState state) {
            return would("Would record %,d objects as taken in without reading them.", count(pending(session, state)));
        }

        @Override
        String did() {
            return would("Recorded %,d objects as taken in without reading them.", recorded);
        }

        @Override
        Generation act(Session session, JobState state, OperatorStep step) {
            Map<String, List<SourceObject>> pending = pending(session, state);
            recorded = count(pending);
            return step.setNow(pending, reason);
        }

        private static long count(Map<String, List<SourceObject>> pending) {
            return pending.values().stream().mapToLong(List::size).sum();
        }

        private Map<String, List<SourceObject>> pending(Session session, JobState state) {
            Generation base = state.standing();
            Map<String, List<SourceObject>> pending = new TreeMap<>();
            new JobListing()
                    .pending(session.context(), PlanCommand.request(session, BookmarkMode.ENABLE), base)
                    .forEach((flow, objects) -> pending.put(
                            flow,
                            objects.stream()
                                    .filter(object -> before == null
                                            || object.lastModified().isBefore(before))
                                    .toList()));
            return pending;
        }
    }
}
