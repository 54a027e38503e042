package dev.tidemark.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HivePathTest {

    /// PW-01; the expected spelling is Hive's.
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "`a/b`,a%2Fb", "`a=b`,a%3Db", "`100%`,100%25", "`x:y`,x%3Ay",
                "`/lead`,%2Flead", "`:lead`,%3Alead", "`it's`,it%27s", "`[z]`,%5Bz%5D",
                "`q?`,q%3F", "`t\tb`,t%09b", "` sp `,` sp `", "`ü`,ü",
                "`a+b`,a+b", "`.`,.", "`..`,..",
                        "`\"#%'*/:=?\\{[]^\u007f`,%22%23%25%27%2A%2F%3A%3D%3F%5C%7B%5B%5D%5E%7F",
                "`}~|<>&$,;!@()`,`}~|<>&$,;!@()`"
            })
    void specialCharactersAreEscapedAsHiveDoesAlsoInFirstPosition(String raw, String escaped) {
        assertThat(HivePath.escape(raw)).isEqualTo(escaped);
        assertThat(HivePath.folder("k", raw)).isEqualTo("k=" + escaped);
        assertThat(HivePath.read("k=" + escaped)).isEqualTo(new HivePath.Step("k", raw));
    }

    @Test
    void everyControlCharacterIsEscaped() {
        for (char c = 1; c < 0x20; c++) {
            assertThat(HivePath.escape(c + "x")).isEqualTo("%%%02Xx".formatted((int) c));
        }
    }

    /// PW-03. The literal name of the default partition cannot be told from null, as in Hive and Spark.
    @Test
    void nullAndEmptyAreTheDefaultPartitionAndOtherWordsForNullStayText() {
        assertThat(HivePath.folder("k", null)).isEqualTo("k=__HIVE_DEFAULT_PARTITION__");
        assertThat(HivePath.folder("k", "")).isEqualTo("k=__HIVE_DEFAULT_PARTITION__");
        assertThat(HivePath.folder("k", "NULL")).isEqualTo("k=NULL");
        assertThat(HivePath.folder("k", "null")).isEqualTo("k=null");
        assertThat(HivePath.read("k=__HIVE_DEFAULT_PARTITION__")).isEqualTo(new HivePath.Step("k", null));
        assertThat(HivePath.read("k=")).isEqualTo(new HivePath.Step("k", null));
        assertThat(HivePath.read("k=NULL")).isEqualTo(new HivePath.Step("k", "NULL"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "=v", "", "2026"})
    void aFolderWithoutKeyAndEqualsSignIsNoPartition(String folder) {
        assertThat(HivePath.read(folder)).isNull();
    }

    @Test
    void escapesOfOtherWritersAreRead() {
        assertThat(HivePath.read("city=New%20York")).isEqualTo(new HivePath.Step("city", "New York"));
        assertThat(HivePath.read("k=a%2fb")).isEqualTo(new HivePath.Step("k", "a/b"));
        assertThat(HivePath.read("k=a=b")).isEqualTo(new HivePath.Step("k", "a=b"));
        assertThat(HivePath.unescape("100%")).isEqualTo("100%");
        assertThat(HivePath.unescape("%4")).isEqualTo("%4");
        assertThat(HivePath.unescape("%zz%+1")).isEqualTo("%zz%+1");
    }

    @Test
    void aPathHoldsTheKeysInOrder() {
        Partition partition = new Partition(List.of("year", "city"), Arrays.asList("2026", null));
        assertThat(HivePath.path(partition)).isEqualTo("year=2026/city=__HIVE_DEFAULT_PARTITION__/");
        assertThat(HivePath.partition("raw/year=2026/x/city=__HIVE_DEFAULT_PARTITION__/a=b.csv"))
                .isEqualTo(partition);
        assertThat(HivePath.path(Partition.NONE)).isEmpty();
        assertThat(HivePath.partition("a.csv")).isEqualTo(Partition.NONE);
    }

    @Test
    void everyPartitionReadsBackEqualAndNeverLeavesItsFolder() {
        assertThat(firstBroken(HivePath::escape)).isNull();
    }

    /// The broken twin leaves the first character as it is.
    @Test
    void theTwinThatSkipsTheFirstPositionIsCaught() {
        assertThat(firstBroken(text -> text.isEmpty() ? text : text.charAt(0) + HivePath.escape(text.substring(1))))
                .isNotNull();
    }

    /// Returns the first of many random values that does not survive, or null.
    private static @Nullable String firstBroken(UnaryOperator<String> escape) {
        long seed = Long.getLong("tidemark.seed", System.nanoTime());
        System.out.println("tidemark.seed=" + seed);
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int round = 0; round < 20_000; round++) {
            String value = text(random);
            String folder = "k=" + escape.apply(value);
            HivePath.Step step = HivePath.read(folder);
            if (folder.contains("/") || step == null || !value.equals(step.value())) {
                return value;
            }
        }
        return null;
    }

    @Test
    void wholePartitionsReadBackEqual() {
        long seed = Long.getLong("tidemark.seed", System.nanoTime());
        System.out.println("tidemark.seed=" + seed);
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int round = 0; round < 2_000; round++) {
            List<String> keys = new ArrayList<>();
            List<@Nullable String> values = new ArrayList<>();
            for (int i = random.nextInt(4); i >= 0; i--) {
                keys.add(text(random));
                values.add(random.nextInt(8) == 0 ? null : text(random));
            }
            Partition partition = new Partition(keys, values);
            assertThat(HivePath.partition(HivePath.path(partition) + "part-0.csv"))
                    .isEqualTo(partition);
        }
    }

    private static String text(RandomGenerator random) {
        String alphabet = "ab.%/=:25F'[]{}^ +ü\u00e9\ud83d\ude00\t\u007f";
        int[] points = alphabet.codePoints().toArray();
        StringBuilder out = new StringBuilder();
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            out.appendCodePoint(points[random.nextInt(points.length)]);
        }
        return out.toString();
    }
}
