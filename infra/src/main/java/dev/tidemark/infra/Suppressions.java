package dev.tidemark.infra;

import io.github.cdklabs.cdknag.NagPackSuppression;
import io.github.cdklabs.cdknag.NagSuppressions;
import java.util.List;
import software.amazon.awscdk.Stack;
import software.constructs.IConstruct;

/// Findings of cdk-nag that are meant to be so: each is one path, one rule and a reason.
final class Suppressions {

    private Suppressions() {}

    static void add(IConstruct construct, String rule, String reason) {
        NagSuppressions.addResourceSuppressions(
                construct,
                List.of(NagPackSuppression.builder().id(rule).reason(reason).build()));
    }

    /// One for all jobs of a stack, however many they are: it is of these resources, letter by letter, and what else is
    /// found in the stack stays found.
    static void addWildcards(Stack stack, String reason, List<Grant> grants) {
        List<String> findings = grants.stream()
                .flatMap(grant -> grant.resources().stream())
                .filter(resource -> resource.contains("*"))
                .map(resource -> "Resource::" + resource)
                .distinct()
                .sorted()
                .toList();
        NagSuppressions.addStackSuppressions(
                stack,
                List.of(NagPackSuppression.builder()
                        .id("AwsSolutions-IAM5")
                        .reason(reason)
                        .appliesTo(findings)
                        .build()));
    }
}
