package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;

/// A state item can be read but says what no Tidemark writes. No retry helps.
public final class DamagedStateException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// @param item  which one: "head", "run R", "generation 7"
    /// @param wrong what it says or lacks
    public DamagedStateException(String job, String item, String wrong) {
        super(
                ("The state of job %s is damaged: its %s %s. Nothing was touched. Restore all of the job's state from one "
                                + "copy. If there is none, start the job on another --state, after `tidemark bookmark set-now` "
                                + "there: what is in the output already is then not read again.")
                        .formatted(job, item, wrong));
    }
}
