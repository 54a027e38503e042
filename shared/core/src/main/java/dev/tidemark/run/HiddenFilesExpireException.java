package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;
import java.time.Duration;

/// A store would drop a run's hidden files before the run could commit them.
public final class HiddenFilesExpireException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// @param flow whose sink it is
    /// @param root the sink
    /// @param age  at which the store drops them
    public HiddenFilesExpireException(String flow, String root, Duration age) {
        super(
                ("flow %s: the lifecycle rules of %s drop files that no run has committed yet after %d hours. Files wait there as"
                                + " incomplete uploads until their run commits: let the rule abort incomplete uploads after 7 days.")
                        .formatted(flow, root, age.toHours()));
    }
}
