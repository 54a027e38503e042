package dev.tidemark.run;

import dev.tidemark.job.Flow;
import dev.tidemark.job.Sink;
import dev.tidemark.spi.StagedExpiry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Looks at the rules by which a flow's sinks would lose files that wait for their commit.
final class SinkExpiry {

    /// A commit begins within five days of a run's first hidden file or not at all; most do within the hour.
    private static final Duration ENOUGH = Duration.ofDays(3);

    private static final Duration TOO_SHORT = Duration.ofDays(1);

    private SinkExpiry() {}

    /// @return warnings for the report
    /// @throws HiddenFilesExpireException when they are dropped within a day
    static List<String> check(JobContext context, Flow flow) {
        List<String> warnings = new ArrayList<>();
        for (Sink sink : flow.sinks()) {
            String root = context.sinkRoot(sink);
            switch (context.ports().staging().expiry(root)) {
                case StagedExpiry.Never _ -> {}
                case StagedExpiry.After(Duration age) -> {
                    if (age.compareTo(TOO_SHORT) < 0) {
                        throw new HiddenFilesExpireException(flow.name(), root, age);
                    }
                    if (age.compareTo(ENOUGH) < 0) {
                        warnings.add(
                                ("The lifecycle rules of %s abort incomplete uploads after %d days, and files wait there as"
                                                + " incomplete uploads until their run commits. Let it be 7 days.")
                                        .formatted(root, age.toDays()));
                    }
                }
                case StagedExpiry.Unknown(String why) ->
                    warnings.add("Nobody knows whether lifecycle rules of " + root
                            + " abort uploads that wait for their commit: " + why);
            }
        }
        return warnings;
    }
}
