package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Objects that stand one behind the other are the same records wherever lines end between them, for every cut.
final class JsonConcatenatedTest {

    private static final List<String> BETWEEN = List.of("", "", " ", "\t", "\n", "\r\n", "\n\n", " \n ");

    private final long seed = Long.getLong("tidemark.seed", System.nanoTime());
    private final Random random = new Random(seed);

    private record Drawn(String text, List<List<@Nullable Object>> rows) {}

    private Drawn drawn(List<String> between) {
        StringBuilder text = new StringBuilder();
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int i = random.nextInt(1, 40); i > 0; i--) {
            long value = random.nextLong();
            String inner = List.of("", "}{", "\\n", "\\\"", "é", "[").get(random.nextInt(6));
            text.append("{\"v\":")
                    .append(value)
                    .append(",\"t\":\"")
                    .append(inner)
                    .append("\"}");
            text.append(between.get(random.nextInt(between.size())));
            rows.add(List.of(value, inner.replace("\\n", "\n").replace("\\\"", "\"")));
        }
        return new Drawn(text.toString(), rows);
    }

    @Test
    void everyLayoutGivesTheSameRecords() throws IOException {
        for (int round = 0; round < 200; round++) {
            Drawn drawn = drawn(BETWEEN);
            JsonReading reading = JsonReading.of(drawn.text(), "v bigint", "t string");
            assertThat(reading.bad()).as("seed %d: %s", seed, drawn.text()).isEmpty();
            assertThat(reading.rows()).as("seed %d: %s", seed, drawn.text()).isEqualTo(drawn.rows());
            JsonReading document = JsonReading.of(drawn.text(), Map.of("multiLine", "true"), "v bigint", "t string");
            assertThat(document.rows()).as("seed %d: %s", seed, drawn.text()).isEqualTo(drawn.rows());
        }
    }

    @Test
    void everyCutGivesEachRecordOnce() throws IOException {
        for (int round = 0; round < 20; round++) {
            Drawn drawn = drawn(BETWEEN);
            byte[] bytes = drawn.text().getBytes(StandardCharsets.UTF_8);
            for (int cut = 1; cut < bytes.length; cut++) {
                List<List<@Nullable Object>> rows = new ArrayList<>();
                for (long[] range : new long[][] {{0, cut}, {cut, Long.MAX_VALUE}}) {
                    JsonReading reading = JsonReading.of(
                            new BytesInput(bytes),
                            range[0],
                            range[1],
                            Map.of(),
                            JsonReading.specs("v bigint", "t string"));
                    assertThat(reading.bad()).isEmpty();
                    rows.addAll(reading.rows());
                }
                assertThat(rows)
                        .as("seed %d, cut at %d: %s", seed, cut, drawn.text())
                        .isEqualTo(drawn.rows());
            }
        }
    }

    /// The executed twin: with commas between them they are no JSON, and their line is one bad record.
    @Test
    void withCommasBetweenThemTheyAreABadRecord() throws IOException {
        JsonReading reading = JsonReading.of("{\"v\":0}\n{\"v\":1},{\"v\":2}\n{\"v\":3}{\"v\":4}\n", "v bigint");
        assertThat(reading.values()).containsExactly(0L, 3L, 4L);
        assertThat(reading.badRaws()).containsExactly("{\"v\":1},{\"v\":2}");
    }
}
