package dev.tidemark.infra;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Names that have to fit into what a service takes.
final class StageNamesTest {

    private static final StageNames LONGEST = StageNames.of("production", "123456789012", "eu-central-1");

    /// `tidemark-production-<job>-after` with a job of 38 and of 39 characters.
    @Test
    void aRuleOf64CharactersIsNamedAsItIsAndALongerOneByADigest() {
        String fits = LONGEST.rule("j".repeat(38), "after");
        assertThat(fits).hasSize(64).isEqualTo("tidemark-production-" + "j".repeat(38) + "-after");
        String longer = LONGEST.rule("j".repeat(39), "after");
        assertThat(longer).hasSize(64).startsWith("tidemark-production-jjjj").matches("[a-z-]+-[0-9a-f]{12}");
    }

    /// The longest job's, of which only the last characters differ.
    @Test
    void longNamesStayApartAndTheSame() {
        String job = "j".repeat(40);
        assertThat(LONGEST.rule(job, "new10")).isNotEqualTo(LONGEST.rule(job, "new11"));
        assertThat(LONGEST.rule(job, "after")).isEqualTo(LONGEST.rule(job, "after"));
    }
}
