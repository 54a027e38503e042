package dev.tidemark.run;

import dev.tidemark.bookmark.Generation;
import dev.tidemark.sink.StagedFile;
import dev.tidemark.spi.Condition;
import dev.tidemark.spi.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Finishes a commit that was decided, by its record alone (PROTOCOL "Settle"). Any number may do it at once; doing
/// it
/// again changes nothing.
public final class Settlement {

    /// How many files are completed between two moves of the cursor.
    static final int FILES_A_STRIDE = 1_000;

    private static final long SEAT_MILLIS = 60_000;

    private final JobContext context;
    private final Ports ports;
    private final JobState state;

    public Settlement(JobContext context) {
        this.context = context;
        this.ports = context.ports();
        this.state = new JobState(context);
    }

    /// Returns when the head is no longer PUBLISHING this record.
    ///
    /// @throws PublishingException  when somebody else is at it: try again
    /// @throws PublishLostException when a staged file is gone; the head stays PUBLISHING
    public void settle() {
        Head head = state.head();
        if (head.state() != Head.State.PUBLISHING) {
            return;
        }
        String runId = head.runId().orElseThrow();
        String recordName = head.record().orElseThrow();
        if (!takeSeat(head, runId, recordName)) {
            return;
        }
        CommitRecord record = ports.codec().readRecord(state.read(recordName), recordName);
        complete(runId, record);
        if (!record.remove().isEmpty()) {
            ports.objects().delete(record.remove());
        }
        new CatalogPublishing(ports.catalog()).apply(record.catalog());
        finish(runId, recordName, record);
    }

    /// The seat is politeness for data and bookmark; where claims cannot be alive it decides nothing.
    ///
    /// @return false when the commit was finished in the meantime
    private boolean takeSeat(Head head, String runId, String recordName) {
        long now = ports.now();
        if (!context.soleClaimant() && now < head.publisherUntil()) {
            throw new PublishingException(context.job().name(), runId);
        }
        List<Condition> conditions = new ArrayList<>(publishing(runId, recordName));
        if (!context.soleClaimant()) {
            conditions.add(new Condition.NumberBelow(Head.PUBLISHER_UNTIL, now + 1));
        }
        boolean seated = state.update(
                context.headKey(),
                Map.of(Head.PUBLISHER, ports.attempt()),
                Map.of(Head.PUBLISHER_UNTIL, now + SEAT_MILLIS),
                conditions);
        if (!seated && state.head().state() == Head.State.PUBLISHING) {
            throw new PublishingException(context.job().name(), runId);
        }
        return seated;
    }

    private void complete(String runId, CommitRecord record) {
        Run run = state.run(runId).orElseThrow();
        int from = (int) Math.min(run.cursor(), record.files().size());
        while (from < record.files().size()) {
            int to = Math.min(from + FILES_A_STRIDE, record.files().size());
            List<StagedFile> lost = ports.staging().complete(record.files().subList(from, to));
            if (!lost.isEmpty()) {
                throw new PublishLostException(runId, lost.getFirst().target(), lost.size());
            }
            if (to < record.files().size()) {
                // Refused when another settler is ahead: then there is nothing to note.
                boolean _ = state.update(
                        context.runKey(runId),
                        Map.of(),
                        Map.of(Run.CURSOR, (long) to),
                        List.of(
                                new Condition.TextIs(Run.STATE, Run.State.PUBLISHING.name()),
                                new Condition.NumberBelow(Run.CURSOR, to)));
            }
            from = to;
        }
    }

    /// Head, run and generation in one: head first would name a generation that does not exist.
    private void finish(String runId, String recordName, CommitRecord record) {
        Generation next = record.next();
        Map<String, Long> numbers = new TreeMap<>();
        numbers.put(Head.FAILURES, 0L);
        if (next != null) {
            numbers.put(Head.GENERATION, next.number());
        }
        List<Write> writes = new ArrayList<>();
        writes.add(new Write.Update(
                context.headKey(),
                Map.of(Head.STATE, Head.State.IDLE.name()),
                numbers,
                record.wake() ? Map.of(Head.MARK, 1L) : Map.of(),
                Set.of(Head.RUN_ID, Head.LEASE_UNTIL, Head.RECORD, Head.PUBLISHER, Head.PUBLISHER_UNTIL),
                publishing(runId, recordName)));
        writes.add(state.runBecomes(
                runId, Run.State.COMMITTED, List.of(Run.State.PUBLISHING), Map.of(Run.REPORT, record.report())));
        if (next != null) {
            writes.add(state.put(next));
        }
        if (!state.transact(writes) && state.run(runId).orElseThrow().state() != Run.State.COMMITTED) {
            throw new PublishingException(context.job().name(), runId);
        }
    }

    private static List<Condition> publishing(String runId, String recordName) {
        return List.of(
                new Condition.TextIs(Head.STATE, Head.State.PUBLISHING.name()),
                new Condition.TextIs(Head.RUN_ID, runId),
                new Condition.TextIs(Head.RECORD, recordName));
    }
}
