package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.compression.Compression;
import dev.tidemark.spi.ReadTask;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// However a file is cut into ranges, and wherever the border of a buffer falls, the records are the same.
final class CsvSplitTest {

    private final long seed = Long.getLong("tidemark.seed", System.nanoTime());

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void everyCutGivesTheSameRecords(String end) throws IOException {
        String file = String.join(
                end,
                "id,t",
                "1,\"a\"\"b\"",
                "",
                "2,\u00fc",
                "bad",
                "3,\"open",
                "44444444,\"x,y\"",
                ",",
                "5,e",
                "6,\"\"");
        for (String bytes : List.of(file, file + end, "\uFEFF" + file)) {
            for (String skipFirst : List.of("false", "true")) {
                everyCut(bytes, "withHeader", "true", "skipFirst", skipFirst);
            }
        }
        everyCut(file.substring(4 + end.length()), "withHeader", "false");
    }

    private void everyCut(String text, String... options) throws IOException {
        byte[] file = text.getBytes(StandardCharsets.UTF_8);
        CsvReading whole = reading(options).read(file);
        assertThat(whole.rows).hasSizeGreaterThan(3);
        for (int first = 1; first <= file.length; first++) {
            for (int second = first; second <= file.length; second += 3) {
                CsvReading pieces = reading(options);
                pieces.read(file, 0, first).read(file, first, second).read(file, second, ReadTask.END);
                assertSame(pieces, whole, "cut at " + first + " and " + second + " of " + file.length);
            }
        }
    }

    private static CsvReading reading(String... options) {
        return CsvReading.with(options).text("id", "t").buffer(7, 3);
    }

    private static void assertSame(CsvReading some, CsvReading whole, String how) {
        assertThat(some.rows).as(how).isEqualTo(whole.rows);
        assertThat(some.offsets).as(how).isEqualTo(whole.offsets);
        assertThat(some.raws).as(how).isEqualTo(whole.raws);
        assertThat(some.bad)
                .as(how)
                .extracting(record -> record.offset() + record.reason())
                .isEqualTo(whole.bad.stream()
                        .map(record -> record.offset() + record.reason())
                        .toList());
    }

    /// The twin reads each range as if it were a file of its own, which is what a naive split does.
    @Test
    void theCheckFindsABrokenTwinThatOwnsBytesInsteadOfRecords() throws IOException {
        byte[] file = "1,a\n2,b\n3,c\n".getBytes(StandardCharsets.UTF_8);
        CsvReading whole = reading().read(file);
        int wrong = 0;
        for (int cut = 1; cut < file.length; cut++) {
            CsvReading twin = reading();
            twin.read(Arrays.copyOf(file, cut)).read(Arrays.copyOfRange(file, cut, file.length));
            wrong += twin.rows.equals(whole.rows) ? 0 : 1;
        }
        // It is right only between records, or between a record and its line end.
        assertThat(wrong).isEqualTo(6);
    }

    @Test
    void everyBorderOfABufferGivesTheSameRecords() throws IOException {
        String file = "id,t\r\n1,\"a\r\nb\"\r\n2,\"c\"\"\n,d\"\r3,e\r\n\r\n4,\"\"\n5,\"not closed\n";
        for (String multiLine : List.of("true", "false")) {
            CsvReading whole = CsvReading.with("withHeader", "true", "multiLine", multiLine)
                    .text("id", "t")
                    .read(file);
            for (int buffer = 1; buffer <= file.length() + 2; buffer++) {
                for (int piece = 1; piece <= 2; piece++) {
                    CsvReading pieces = CsvReading.with("withHeader", "true", "multiLine", multiLine)
                            .text("id", "t")
                            .buffer(buffer, piece)
                            .read(file);
                    assertSame(pieces, whole, "buffer of " + buffer + ", multiLine " + multiLine);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void garbageIsReadAsTheSimpleParserReadsIt(boolean multiLine) throws IOException {
        Random random = new Random(seed);
        for (int round = 0; round < 1500; round++) {
            StringBuilder text = new StringBuilder();
            int pieces = random.nextInt(30);
            for (int i = 0; i < pieces; i++) {
                text.append(random.nextInt(3) == 0 ? "," : CsvRandom.text(random))
                        .append(random.nextInt(4) == 0 ? "\n" : "");
            }
            int columns = random.nextInt(3) + 1;
            String[] names = Arrays.copyOf(new String[] {"x", "y", "z"}, columns);
            SimpleCsv expected = new SimpleCsv(text.toString(), multiLine, columns);
            CsvReading read = CsvReading.with("multiLine", String.valueOf(multiLine))
                    .text(names)
                    .buffer(random.nextInt(40) + 1, random.nextInt(5) + 1)
                    .read(text.toString());
            assertThat(read.rows).as("seed %d round %d: %s", seed, round, text).isEqualTo(expected.rows);
            assertThat(read.bad).as("seed %d round %d: %s", seed, round, text).hasSize(expected.bad);
        }
    }

    @Test
    void caseGf01IsTwoRecordsWithMultiLineAndNeverSplit() throws IOException {
        String file = "id,t\n1,\"a\nb\"\n2,\"c\"\"\n,d\"\n";
        CsvReading read = CsvReading.with("withHeader", "true", "multiLine", "true")
                .text("id", "t")
                .read(file);
        assertThat(read.rows).containsExactly(List.of("1", "a\nb"), List.of("2", "c\"\n,d"));
        assertThat(new CsvFormatReader()
                        .splittable("a.csv", new dev.tidemark.spi.FormatOptions(java.util.Map.of("multiLine", "true"))))
                .isFalse();
    }

    @Test
    void quotedNewlinesOfDuckDb() throws IOException {
        byte[] file = BytesInput.resource("duckdb/quotednewlines.csv");
        for (int buffer : List.of(10, 100, 4096, 1 << 20)) {
            CsvReading read = CsvReading.with("withHeader", "true", "multiLine", "true")
                    .text("i", "'world'")
                    .buffer(buffer, 1000)
                    .read(file);
            assertThat(read.bad).isEmpty();
            assertThat(read.rows).hasSize(10_100);
            assertThat(read.rows.get(10_099)).containsExactly("99", "h\n1,e\n2,l\n3,l\n4,o");
        }
    }

    @Test
    void compressedTextThatWasPlannedInRangesIsReadByItsFirstOne() throws IOException {
        byte[] file = CompressionTest.encode(Compression.GZIP, "1,a\n2,b\n".getBytes(StandardCharsets.UTF_8));
        CsvReading pieces = reading().read(file, 0, 3).read(file, 3, 10).read(file, 10, ReadTask.END);
        List<List<@Nullable String>> expected = new ArrayList<>(List.of(List.of("1", "a"), List.of("2", "b")));
        assertThat(pieces.rows).isEqualTo(expected);
    }
}
