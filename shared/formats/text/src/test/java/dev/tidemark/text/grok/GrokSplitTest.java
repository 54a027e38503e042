package dev.tidemark.text.grok;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.spi.ReadTask;
import dev.tidemark.text.BytesInput;
import dev.tidemark.text.FormatReading;
import dev.tidemark.text.RepeatedInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Logs read in pieces give what they give as a whole; records that are too long are told.
final class GrokSplitTest {

    private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime());
    private static final Map<String, String> OPTIONS = Map.of("logFormat", "^%{INT:n:int} %{GREEDYDATA:rest}$");

    private final Random random = new Random(SEED);

    private String log() {
        StringBuilder log = new StringBuilder(random.nextBoolean() ? "\uFEFF" : "");
        for (int i = 0; i < 40; i++) {
            log.append(
                    switch (random.nextInt(6)) {
                        case 0 -> "bad " + i;
                        case 1 -> "";
                        case 2 -> i + " é\uD83D\uDE00";
                        default -> i + " " + "x".repeat(random.nextInt(30));
                    });
            log.append(random.nextInt(4) == 0 ? "\r\n" : "\n");
        }
        return log.append(random.nextBoolean() ? "40 end" : "").toString();
    }

    private static List<List<@Nullable Object>> read(byte[] bytes, List<Long> borders, List<String> bad)
            throws IOException {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int i = 0; i + 1 < borders.size(); i++) {
            FormatReading piece = GrokReading.of(
                    new BytesInput(bytes), borders.get(i), borders.get(i + 1), OPTIONS, "n int", "rest string");
            rows.addAll(piece.rows());
            piece.bad().forEach(record -> bad.add(record.offset() + ": " + record.reason()));
        }
        return rows;
    }

    @Test
    void everyOffsetSplitsWithoutLossOrRepetition() throws IOException {
        System.out.println("GrokSplitTest: -Dtidemark.seed=" + SEED);
        byte[] bytes = log().getBytes(StandardCharsets.UTF_8);
        List<String> wholeBad = new ArrayList<>();
        List<List<@Nullable Object>> whole = read(bytes, List.of(0L, ReadTask.END), wholeBad);
        assertThat(whole).as("seed %d", SEED).isNotEmpty();
        for (long cut = 1; cut < bytes.length; cut++) {
            List<String> bad = new ArrayList<>();
            assertThat(read(bytes, List.of(0L, cut, ReadTask.END), bad))
                    .as("seed %d, cut %d", SEED, cut)
                    .isEqualTo(whole);
            assertThat(bad).as("seed %d, cut %d", SEED, cut).isEqualTo(wholeBad);
        }
        List<Long> borders = new ArrayList<>();
        for (long at = 0; at < bytes.length; at += 1 + random.nextInt(9)) {
            borders.add(at);
        }
        borders.add(ReadTask.END);
        assertThat(read(bytes, borders, new ArrayList<>())).as("seed %d", SEED).isEqualTo(whole);
    }

    /// The broken twin: ranges that begin at the byte they name, as if a record began there, give other rows.
    @Test
    void rangesThatBeginWhereTheyAreCutAreFound() throws IOException {
        byte[] bytes = "10 abc\n20 def\n".getBytes(StandardCharsets.UTF_8);
        List<List<@Nullable Object>> whole = read(bytes, List.of(0L, ReadTask.END), new ArrayList<>());
        int different = 0;
        for (int cut = 1; cut < bytes.length; cut++) {
            byte[] tail = java.util.Arrays.copyOfRange(bytes, cut, bytes.length);
            List<List<@Nullable Object>> twin = read(bytes, List.of(0L, (long) cut), new ArrayList<>());
            twin.addAll(read(tail, List.of(0L, ReadTask.END), new ArrayList<>()));
            different += twin.equals(whole) ? 0 : 1;
        }
        assertThat(different).isPositive();
    }

    /// More than 128 MB in one line, between two that are read.
    @Test
    void aLineThatIsTooLongIsToldAndTheNextOneIsRead() throws IOException {
        byte[] head = "1 a\n2 ".getBytes(StandardCharsets.US_ASCII);
        byte[] tail = "\n3 c\n".getBytes(StandardCharsets.US_ASCII);
        FormatReading reading = GrokReading.of(new RepeatedInput(head, (byte) 'x', 140L << 20, tail), OPTIONS, "n int");
        assertThat(reading.values()).containsExactly(1, 3);
        assertThat(reading.reasons()).singleElement().asString().startsWith("a record of more than 128 MB");
        assertThat(reading.bad().getFirst().raw()).hasSize(1 << 20);
    }
}
