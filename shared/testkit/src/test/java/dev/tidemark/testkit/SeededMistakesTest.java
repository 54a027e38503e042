package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The scenarios of [CommitProtocolTest] have teeth: each mistake makes the scenario fail that is named beside it.
/// `docs/reference/mistakes.md` lists them all, those of other tests too.
class SeededMistakesTest {

    @ParameterizedTest
    @EnumSource(Mistake.class)
    void theScenarioFindsTheMistake(Mistake mistake) {
        assertThat(Scenario.firstFailure(mistake.foundBy, mistake.made, false))
                .as("%s under %s", mistake, mistake.foundBy)
                .isNotNull();
    }

    @Test
    void aResultWhoseAnswerWasLostIsRecognisedAsOnesOwn() {
        assertThat(Scenario.firstFailure(Scenario.CRASH, Mistake::withLostAnswer, false))
                .isNull();
        assertThat(Scenario.firstFailure(Scenario.DUPLICATE, Mistake::withLostAnswer, true))
                .isNull();
    }
}
