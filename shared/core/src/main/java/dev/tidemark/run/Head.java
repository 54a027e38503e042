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
    static final long FORMAT_VERSION = 1;

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

    public long leaseUntil() {
        return number(LEASE_UNTIL);
    }

    public long publisherUntil() {
        return number(PUBLISHER_UNTIL);
    }

    public long mark() {
        return number(MARK);
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
        conditions.add(new Condition.TextIs(STATE, state().name()));
        conditions.add(runId().<Condition>map(run -> new Condition.TextIs(RUN_ID, run))
                .orElse(new Condition.AttributeAbsent(RUN_ID)));
        conditions.add(new Condition.NumberIs(GENERATION, generation()));
        return conditions;
    }
}
