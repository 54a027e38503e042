package dev.tidemark.listing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathGlobTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "**/_tmp/** _tmp/x true",
                "**/_tmp/** a/b/_tmp/c/x true",
                "**/_tmp/** a/my_tmp/x false",
                "*.csv a.csv true",
                "*.csv a/b.csv false",
                "**.csv a/b.csv true",
                "a/**/b a/b true",
                "a/**/b a/x/y/b true",
                "a/**/b a/xb false",
                "a/** a/b/c true",
                "a? ab true",
                "a?b a/b false",
                "[a-c]x bx true",
                "[!a-c]x bx false",
                "[!a-c]x dx true",
                "{2024,2025}/* 2025/x true",
                "{2024,2025}/* 2026/x false",
                "a.b axb false",
                "a\\*b a*b true",
                "a\\*b axb false",
                "a+(b) a+(b) true",
                "s3://lake/in/x* xyz true"
            })
    void aGlobMatchesTheWholeKeyBelowThePath(String glob, String key, boolean matches) {
        assertThat(PathGlob.of(glob).matches("s3://lake/in/" + key, key)).isEqualTo(matches);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{a,b", "[a", "a\\"})
    void aGlobThatIsNotClosedIsRefusedByName(String glob) {
        assertThatThrownBy(() -> PathGlob.of(glob))
                .isInstanceOf(InvalidExclusionException.class)
                .hasMessageContaining("'" + glob + "'");
    }

    @Test
    void itShowsAsItWasWritten() {
        assertThat(PathGlob.of("**/x")).hasToString("**/x");
    }
}
