package dev.tidemark.run;

import dev.tidemark.bookmark.Generation;
import dev.tidemark.sink.StagedFile;
import dev.tidemark.spi.Condition;
import dev.tidemark.spi.UnreadableObjectException;
import dev.tidemark.spi.Write;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Finishes a commit that was decided, by its record alone (PROTOCOL "Settle"). Any number may do it at once; doing
/// it again changes nothing.
public final class Settlement {

    /// How long a file that is neither staged nor published may still be in the middle of somebody's completion.
    public static final Duration COMPLETION_MAY_TAKE = Duration.ofHours(1);

    /// How many files are completed between two moves of the cursor.
    static final int FILES_A_STRIDE = 1_000;

    /// A seat outlives its holder's deadline by this.
    public static final Duration SEAT = Duration.ofMinutes(1);

    private static final Duration LOOK_AGAIN = Duration.ofSeconds(10);

    private final JobContext context;
    private final Ports ports;
    private final JobState state;
    private final String publisher;

    public Settlement(JobContext context) {
        this.context = context;
        this.ports = context.ports();
        this.state = new JobState(context);
        this.publisher = ports.attempt();
    }

    /// Returns when the head is no longer PUBLISHING this record.
    ///
    /// @throws PublishingException  when somebody else is at it, or time is up: try again
    /// @throws PublishLostException when a staged file is gone; the head stays PUBLISHING
    /// @throws RecordLostException  when its record cannot be read; the head stays PUBLISHING
    /// @throws StateContradictionException when the run is not the one whose commit was decided
    public void settle() {
        settle(true);
    }

    /// Settles all but the catalog. Its change is owed from then on: the job's next commit applies it.
    ///
    /// @throws PublishingException  as above
    /// @throws PublishLostException as above
    public void settleWithoutCatalog() {
        settle(false);
    }

    private void settle(boolean withCatalog) {
        Head head = state.head();
        if (head.state() != Head.State.PUBLISHING) {
            return;
        }
        String runId = head.runId().orElseThrow();
        String recordName = head.record().orElseThrow();
        if (!takeSeat(head, runId, recordName)) {
            return;
        }
        CommitRecord record = record(runId, recordName);
        complete(runId, recordName, record);
        if (!record.remove().isEmpty()) {
            ports.objects().delete(record.remove());
        }
        if (withCatalog) {
            keepSeat(runId, recordName);
            new CatalogPublishing(ports.catalog(), () -> stopAtDeadline(runId)).apply(record.catalog());
        }
        finish(head, runId, recordName, record, withCatalog || record.catalog().isEmpty());
    }

    private CommitRecord record(String runId, String recordName) {
        try {
            return state.record(recordName);
        } catch (StateMissingException lost) {
            throw RecordLostException.found(runId, context.location(recordName), lost);
        } catch (UnreadableObjectException unreadable) {
            throw unreadable.isOfOtherVersion()
                    ? unreadable
                    : RecordLostException.found(runId, context.location(recordName), unreadable);
        }
    }

    /// Whoever decides a commit has the seat from the start.
    Map<String, String> seatHolder() {
        return Map.of(Head.PUBLISHER, publisher);
    }

    /// @see #seatHolder()
    Map<String, Long> seatEnd() {
        long deadline = context.patience().deadline();
        long until = deadline == Long.MAX_VALUE ? ports.now() : deadline;
        return Map.of(Head.PUBLISHER_UNTIL, until + SEAT.toMillis());
    }

    /// The seat is politeness for data and bookmark; where claims cannot be alive it decides nothing.
    ///
    /// @return false when the commit was finished in the meantime
    private boolean takeSeat(Head head, String runId, String recordName) {
        if (sitsHere(head)) {
            return true;
        }
        if (!context.soleClaimant() && ports.now() < head.publisherUntil()) {
            throw new PublishingException(context.job().name(), runId);
        }
        List<Condition> conditions = new ArrayList<>(publishing(runId, recordName));
        if (!context.soleClaimant()) {
            conditions.add(new Condition.NumberBelow(Head.PUBLISHER_UNTIL, ports.now() + 1));
        }
        if (state.update(context.headKey(), seatHolder(), seatEnd(), conditions)) {
            return true;
        }
        Head now = state.head();
        if (now.state() != Head.State.PUBLISHING
                || now.record().filter(recordName::equals).isEmpty()) {
            return false;
        }
        // Our own answer may have been lost: then the seat is ours.
        if (sitsHere(now)) {
            return true;
        }
        throw new PublishingException(context.job().name(), runId);
    }

    boolean sitsHere(Head head) {
        return head.publisher().filter(publisher::equals).isPresent();
    }

    /// A caller without a deadline keeps its seat as long as it works.
    private void keepSeat(String runId, String recordName) {
        if (context.soleClaimant() || context.patience().deadline() != Long.MAX_VALUE) {
            return;
        }
        List<Condition> own = new ArrayList<>(publishing(runId, recordName));
        own.add(new Condition.TextIs(Head.PUBLISHER, publisher));
        if (!state.update(context.headKey(), seatHolder(), seatEnd(), own)) {
            throw new PublishingException(context.job().name(), runId);
        }
    }

    private void complete(String runId, String recordName, CommitRecord record) {
        Optional<Run> found = state.run(runId);
        Run run = found.orElseThrow(() -> state.contradiction(state.head(), runId, found));
        refuseMoved(context, runId, record);
        List<StagedFile> files = record.files();
        int from = (int) Math.min(run.cursor(), files.size());
        boolean noted = run.item().number(Run.MISSING_SINCE).isPresent();
        while (from < files.size()) {
            stopAtDeadline(runId);
            int to = Math.min(from + FILES_A_STRIDE, files.size());
            complete(runId, recordName, files.subList(from, to), noted, to < files.size());
            noted = false;
            if (to < files.size()) {
                // Refused when another settler is ahead: then there is nothing to note.
                List<Condition> behind = new ArrayList<>(runPublishing(recordName));
                behind.add(new Condition.NumberBelow(Run.CURSOR, to));
                boolean _ = state.update(context.runKey(runId), Map.of(), Map.of(Run.CURSOR, (long) to), behind);
                keepSeat(runId, recordName);
            }
            from = to;
        }
    }

    /// A retry goes on from the cursor.
    private void stopAtDeadline(String runId) {
        if (ports.now() >= context.patience().deadline()) {
            throw new PublishingException(context.job().name(), runId);
        }
    }

    /// A record is rolled forward wherever it leads: the job file may have changed since. But on one machine a folder
    /// may be copied with state and data in it, and then its record leads into the original.
    ///
    /// @throws JobFolderMovedException when what the run staged lies in the job's folders as well
    static void refuseMoved(JobContext context, String runId, CommitRecord record) {
        if (!context.soleClaimant()) {
            return;
        }
        List<String> roots = context.stagingRoots();
        for (StagedFile file : record.files()) {
            if (roots.stream().noneMatch(file.target()::startsWith)) {
                for (String root : roots) {
                    if (context.ports().staging().runs(root).contains(runId)) {
                        throw new JobFolderMovedException(runId, file.target(), root);
                    }
                }
                return;
            }
        }
    }

    /// A file that is neither staged nor published is lost, unless somebody else is completing it just now.
    ///
    /// @param notedBefore whether an earlier settler missed files: the hour of others does not begin with theirs
    /// @param more        whether the record has further files
    private void complete(String runId, String recordName, List<StagedFile> files, boolean notedBefore, boolean more) {
        List<StagedFile> missing = ports.staging().complete(files);
        boolean noted = notedBefore || !missing.isEmpty();
        while (!missing.isEmpty()) {
            if (context.soleClaimant()
                    || ports.now() - missingSince(runId, recordName) >= COMPLETION_MAY_TAKE.toMillis()) {
                throw new PublishLostException(runId, missing.getFirst().target(), missing.size(), more);
            }
            if (!context.patience().pause(LOOK_AGAIN)) {
                throw new PublishingException(context.job().name(), runId);
            }
            missing = ports.staging().complete(missing);
        }
        if (noted) {
            var _ = ports.state()
                    .write(new Write.Update(
                            context.runKey(runId),
                            Map.of(),
                            Map.of(),
                            Map.of(),
                            Set.of(Run.MISSING_SINCE),
                            runPublishing(recordName)));
        }
    }

    /// The hour is counted over all settlers, from the first that missed a file.
    private long missingSince(String runId, String recordName) {
        List<Condition> first = new ArrayList<>(runPublishing(recordName));
        first.add(new Condition.AttributeAbsent(Run.MISSING_SINCE));
        boolean _ = state.update(context.runKey(runId), Map.of(), Map.of(Run.MISSING_SINCE, ports.now()), first);
        return state.run(runId).orElseThrow().item().number(Run.MISSING_SINCE).orElse(ports.now());
    }

    /// Head, run and generation in one: head first would name a generation that does not exist.
    ///
    /// @param before the head as it was when this began: what it notes as untold may be told meanwhile, and is told
    ///     again then
    private void finish(Head before, String runId, String recordName, CommitRecord record, boolean catalogDone) {
        Generation next = record.next();
        Map<String, String> texts = new TreeMap<>(Map.of(Head.STATE, Head.State.IDLE.name()));
        Map<String, Long> numbers = new TreeMap<>();
        numbers.put(Head.FAILURES, 0L);
        if (next != null) {
            numbers.put(Head.GENERATION, next.number());
        }
        Set<String> gone =
                new TreeSet<>(Set.of(Head.RUN_ID, Head.LEASE_UNTIL, Head.RECORD, Head.PUBLISHER, Head.PUBLISHER_UNTIL));
        if (next != null) {
            // Its columns have whatever fields were met.
            gone.add(Head.GROWN);
        }
        // A record holds what was owed before it, so there is never more than one to remember.
        if (catalogDone) {
            gone.add(Head.OWED);
        } else {
            texts.put(Head.OWED, recordName);
        }
        // On one machine nobody waits to be told.
        if (!context.soleClaimant()) {
            texts.put(Head.UNTOLD, before.untoldWith(runId));
        }
        List<Write> writes = new ArrayList<>();
        writes.add(new Write.Update(
                context.headKey(),
                texts,
                numbers,
                record.wake() ? Map.of(Head.MARK, 1L) : Map.of(),
                gone,
                publishing(runId, recordName)));
        writes.add(state.runBecomes(
                runId, Run.State.COMMITTED, List.of(Run.State.PUBLISHING), Map.of(Run.REPORT, record.report())));
        if (next != null) {
            writes.add(state.put(next));
        }
        if (!state.transact(writes)) {
            state.refuseContradiction(runId);
            if (state.run(runId).orElseThrow().state() != Run.State.COMMITTED) {
                throw new PublishingException(context.job().name(), runId);
            }
        }
    }

    static List<Condition> publishing(String runId, String recordName) {
        return List.of(
                new Condition.TextIs(Head.STATE, Head.State.PUBLISHING.name()),
                new Condition.TextIs(Head.RUN_ID, runId),
                new Condition.TextIs(Head.RECORD, recordName));
    }

    private static List<Condition> runPublishing(String recordName) {
        return List.of(
                new Condition.TextIs(Run.STATE, Run.State.PUBLISHING.name()),
                new Condition.TextIs(Run.RECORD, recordName));
    }
}
