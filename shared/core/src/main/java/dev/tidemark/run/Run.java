package dev.tidemark.run;

import dev.tidemark.spi.Item;
import java.util.List;
import java.util.Optional;

/// The item `job#J / run#R`.
public record Run(String runId, Item item) {

    public enum State {
        CLAIMED,
        PLANNED,
        PUBLISHING,
        COMMITTED,
        NOTHING_TO_DO,
        ABORTED;

        /// Whether a run in this state is over for good.
        public boolean ended() {
            return this == COMMITTED || this == NOTHING_TO_DO || this == ABORTED;
        }
    }

    static final String STATE = "state";
    static final String MODE = "mode";
    static final String BASE = "base";
    static final String PLAN = "plan";
    /// Name of the plan without what files tell.
    static final String DRAFT = "draft";
    /// Name of what files told of the draft.
    static final String SCHEMA = "schema";

    static final String RECORD = "record";
    /// Names of objects that gather results for the commit, in order, separated by spaces.
    static final String GATHERED = "gathered";

    static final String CURSOR = "cursor";
    /// Since when a decided file is neither staged nor published.
    static final String MISSING_SINCE = "missingSince";

    static final String REASON = "reason";
    static final String REPORT = "report";
    static final String CLAIMED_AT = "claimedAt";
    static final String ENDED_AT = "endedAt";
    static final String GENERATION_AFTER = "generationAfter";
    static final String AS_OF = "asOf";

    public State state() {
        return State.valueOf(item.text(STATE).orElseThrow());
    }

    public long base() {
        return item.number(BASE).orElse(0);
    }

    public Optional<String> plan() {
        return item.text(PLAN);
    }

    Optional<String> draft() {
        return item.text(DRAFT);
    }

    Optional<String> schema() {
        return item.text(SCHEMA);
    }

    List<String> gathered() {
        String names = item.text(GATHERED).orElse("");
        return names.isEmpty() ? List.of() : List.of(names.split(" "));
    }

    public Optional<String> record() {
        return item.text(RECORD);
    }

    /// What `run_timestamp()` said in it, as ISO-8601 text.
    public Optional<String> asOf() {
        return item.text(AS_OF);
    }

    public Optional<String> report() {
        return item.text(REPORT);
    }

    public Optional<String> reason() {
        return item.text(REASON);
    }

    public long cursor() {
        return item.number(CURSOR).orElse(0);
    }

    public long claimedAt() {
        return item.number(CLAIMED_AT).orElse(0);
    }

    public long endedAt() {
        return item.number(ENDED_AT).orElse(0);
    }
}
