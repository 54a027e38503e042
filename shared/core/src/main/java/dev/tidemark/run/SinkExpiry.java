package dev.tidemark.run;

import dev.tidemark.job.Flow;
import dev.tidemark.job.Sink;
import dev.tidemark.spi.StagedExpiry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Looks at the rules by which a flow's sinks would lose files that wait for their commit.
final class SinkExpiry {

    /// A run takes a day at most before its commit; the rest is for one that is finished by others.
    private static final Duration ENOUGH = Duration.ofDays(3);

    private static final Duration TOO_SHORT = Duration.ofDays(1);

    private SinkExpiry() {}

    /// @return warnings for the report
    /// @throws HiddenFilesExpireException when they are dropped within a day
    static List<String> check(JobContext context, Flow flow) {
        List<String> warnings = new ArrayList<>();
        for (String root : roots(context, flow)) {
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

    /// Where a run of the flow has files that wait: its sinks, and its own place for bad records.
    private static List<String> roots(JobContext context, Flow flow) {
        List<String> roots = new ArrayList<>();
        for (Sink sink : flow.sinks()) {
            roots.add(context.sinkRoot(sink));
        }
        if (flow.quarantinePath() != null) {
            roots.add(flow.quarantinePath());
        }
        return roots;
    }
}
