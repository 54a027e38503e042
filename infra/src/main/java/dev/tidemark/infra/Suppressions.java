package dev.tidemark.infra;

import io.github.cdklabs.cdknag.NagPackSuppression;
import io.github.cdklabs.cdknag.NagSuppressions;
import java.util.List;
import software.constructs.IConstruct;

/// Findings of cdk-nag that are meant to be so: each is one construct, one rule and a reason.
final class Suppressions {

    private Suppressions() {}

    static void add(IConstruct construct, String rule, String reason) {
        NagSuppressions.addResourceSuppressions(
                construct,
                List.of(NagPackSuppression.builder().id(rule).reason(reason).build()));
    }
}
