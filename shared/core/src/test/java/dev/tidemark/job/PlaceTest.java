package dev.tidemark.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PlaceTest {

    private final Place predicate = new Place(9, 26, "flows[0].source.pushDownPredicate");

    @Test
    void anOffsetIntoAVerbatimExpressionIsAColumn() {
        assertThat(new ExpressionText("year > 1", predicate, true).at(5))
                .isEqualTo(new Place(9, 31, "flows[0].source.pushDownPredicate"));
    }

    @Test
    void anOffsetIntoAFoldedExpressionIsItsStart() {
        assertThat(new ExpressionText("year > 1", predicate, false).at(5)).isEqualTo(predicate);
    }

    @Test
    void aKeyThatWasLeftOutIsAtThePlaceOfItsPart() {
        Place source = new Place(8, 5, "flows[0].source");
        Places places = new Places(source, Map.of("pushDownPredicate", predicate));
        assertThat(places.of("pushDownPredicate")).isEqualTo(predicate);
        assertThat(places.of("format")).isEqualTo(source);
        assertThat(places.says("format")).isFalse();
    }

    @Test
    void theExceptionListsEveryMistakeWithItsPlaceAndHint() {
        JobFileException refused = new JobFileException(
                "job.yaml",
                List.of(
                        new Mistake("job", 1, 6, "'A' is no job name.", "Use small letters."),
                        new Mistake("flows", 0, 0, "is missing.", null)));
        assertThat(refused).hasMessage("""
                job.yaml has 2 mistakes; nothing was written:
                  line 1, column 6 (job): 'A' is no job name. Use small letters.
                  flows: is missing.""");
        assertThat(refused.retryable()).isFalse();
    }
}
