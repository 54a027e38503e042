package dev.tidemark.run;

import dev.tidemark.spi.Condition;
import dev.tidemark.spi.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The item `job#J / head`: who holds a job, and its generation.
///
/// @param item as stored; null when the job never ran
public record Head(@Nullable Item item) {

    public enum State {
        IDLE,
        CLAIMED,
        PUBLISHING
    }

    /// Version of the state items that this program writes; newer ones are refused.
    ///
    /// 1 named objects of the work area by their full locations, 2 by names relative to it.
    static final long FORMAT_VERSION = 2;

    static final String GENERATION = "generation";
    static final String STATE = "state";
    static final String RUN_ID = "runId";
    static final String LEASE_UNTIL = "leaseUntil";
    static final String RECORD = "record";
    static final String PUBLISHER = "publisher";
    static final String PUBLISHER_UNTIL = "publisherUntil";
    static final String MARK = "mark";
    static final String SEEN = "seen";
    static final String FAILURES = "failures";
    static final String VERSION = "formatVersion";

    /// Name of a record whose catalog change was put off by an operator.
    static final String OWED = "owed";

    /// What runs since the last commit kept of new fields that they met: names below the folder `runs/`, separated
    /// by spaces.
    static final String GROWN = "grown";

    /// Ids of runs whose commits nobody has told of yet, oldest first, separated by spaces.
    static final String UNTOLD = "untold";

    /// So many are noted, 27 KB; of more that nobody can tell of the oldest are let go.
    static final int MOST_UNTOLD = 1_000;

    /// When the last run failed; with `failures`, the next one is started later.
    static final String FAILED_AT = "failedAt";

    /// Attributes that are numbers, of which one that is none would pass for 0.
    static final List<String> NUMBERS =
            List.of(GENERATION, LEASE_UNTIL, PUBLISHER_UNTIL, MARK, SEEN, FAILURES, FAILED_AT, VERSION);

    public long generation() {
        return number(GENERATION);
    }

    public State state() {
        return item == null ? State.IDLE : State.valueOf(item.text(STATE).orElse("IDLE"));
    }

    public Optional<String> runId() {
        return item == null ? Optional.empty() : item.text(RUN_ID);
    }

    public Optional<String> record() {
        return item == null ? Optional.empty() : item.text(RECORD);
    }

    /// The commit record whose catalog change is still to be applied.
    public Optional<String> owed() {
        return item == null ? Optional.empty() : item.text(OWED);
    }

    /// Oldest first.
    public List<String> grown() {
        String names = item == null ? "" : item.text(GROWN).orElse("");
        return names.isEmpty() ? List.of() : List.of(names.split(" "));
    }

    /// Runs whose commits nobody has told of yet, oldest first.
    public List<String> untold() {
        String ids = untoldText().strip();
        return ids.isEmpty() ? List.of() : List.of(ids.split(" +"));
    }

    /// The same as stored.
    String untoldText() {
        return item == null ? "" : item.text(UNTOLD).orElse("");
    }

    /// What is noted once run `runId` has committed.
    String untoldWith(String runId) {
        List<String> ids = new ArrayList<>(untold());
        if (!ids.contains(runId)) {
            ids.add(runId);
        }
        return String.join(" ", ids.subList(Math.max(0, ids.size() - MOST_UNTOLD), ids.size()));
    }

    Optional<String> publisher() {
        return item == null ? Optional.empty() : item.text(PUBLISHER);
    }

    public long leaseUntil() {
        return number(LEASE_UNTIL);
    }

    public long publisherUntil() {
        return number(PUBLISHER_UNTIL);
    }

    public long mark() {
        return number(MARK);
    }

    /// The mark as it was when the last run claimed the job: another one since means that somebody came after its
    /// listing began.
    public long seen() {
        return number(SEEN);
    }

    /// Whether a run is to be started at once: somebody came after the last listing began. After failures the sweep
    /// does it, which waits longer each time.
    public boolean due() {
        return state() == State.IDLE && mark() != seen() && failures() == 0;
    }

    /// Runs that failed since the last commit.
    public long failures() {
        return number(FAILURES);
    }

    long failedAt() {
        return number(FAILED_AT);
    }

    long number(String name) {
        return item == null ? 0 : item.number(name).orElse(0);
    }

    /// Holds as long as state, holder and generation are those read.
    List<Condition> unchanged() {
        List<Condition> conditions = new ArrayList<>();
        if (item == null) {
            conditions.add(new Condition.Absent());
            return conditions;
        }
        conditions.add(textIs(item, STATE));
        conditions.add(textIs(item, RUN_ID));
        conditions.add(numberIs(item, GENERATION));
        return conditions;
    }

    /// A head that a mark created has nothing but the mark.
    private static Condition textIs(Item item, String name) {
        return item.text(name)
                .<Condition>map(value -> new Condition.TextIs(name, value))
                .orElse(new Condition.AttributeAbsent(name));
    }

    private static Condition numberIs(Item item, String name) {
        return item.number(name).isPresent()
                ? new Condition.NumberIs(name, item.number(name).getAsLong())
                : new Condition.AttributeAbsent(name);
    }
}
