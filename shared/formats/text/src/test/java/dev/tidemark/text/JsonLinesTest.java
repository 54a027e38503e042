package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.tidemark.compression.Compression;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.spi.UnreadableObjectException;
import dev.tidemark.text.window.RecordWindow;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What a line is and who owns it; wrong lines and their neighbours; cases JS-05 and the JSON part of GF-01.
final class JsonLinesTest {

    private static final String SMALL = """
            {"v":1,"t":"ü€😀"}

            {"v":2}{"v":3} {"t":"x\\ny"}
              {"v":4}\t\r
            {"v":oops}
            [1]
            {"v":"text"}{"v":5}
            \t
            {"v":6,
            {"v":7}{"v":8}}
            {"v":9}""";

    private static JsonReading read(byte[] bytes, long from, long to) throws IOException {
        return JsonReading.of(new BytesInput(bytes), from, to, Map.of(), JsonReading.specs("v bigint", "t string"));
    }

    private static List<String> outcome(JsonReading... parts) {
        List<String> all = new ArrayList<>();
        for (JsonReading part : parts) {
            for (int i = 0; i < part.rows().size(); i++) {
                all.add(part.offsets().get(i) + " " + part.rows().get(i) + " "
                        + part.raws().get(i));
            }
        }
        for (JsonReading part : parts) {
            part.bad()
                    .forEach(bad -> all.add(bad.offset() + " bad " + bad.column() + " " + bad.reason() + " "
                            + new String(bad.raw(), StandardCharsets.UTF_8)));
        }
        return all;
    }

    @Test
    void linesAreJudgedOneByOne() throws IOException {
        JsonReading reading = read(SMALL.getBytes(StandardCharsets.UTF_8), 0, ReadTask.END);
        assertThat(reading.values()).containsExactly(1L, 2L, 3L, null, 4L, 5L, 9L);
        assertThat(reading.badRaws())
                .containsExactly("{\"v\":oops}", "[1]", "{\"v\":\"text\"}", "{\"v\":6,", "{\"v\":7}{\"v\":8}}");
        assertThat(reading.numbers()).containsExactly(1L, 2L, 3L, 4L, 5L, 9L, 12L);
        for (int i = 0; i < reading.rows().size(); i++) {
            byte[] raw = reading.raws().get(i).getBytes(StandardCharsets.UTF_8);
            int offset = reading.offsets().get(i).intValue();
            assertThat(raw)
                    .isEqualTo(Arrays.copyOfRange(SMALL.getBytes(StandardCharsets.UTF_8), offset, offset + raw.length));
        }
    }

    @Test
    void everyCutGivesTheSameRecords() throws IOException {
        assertThat(firstCutThatDiffers(0)).isEqualTo(-1);
    }

    /// The twin does not look at the byte before its range and so loses a line that starts right at the cut.
    @Test
    void theTwinThatDoesNotLookBackIsFoundOut() throws IOException {
        assertThat(firstCutThatDiffers(1)).isPositive();
    }

    private static int firstCutThatDiffers(int twinStartsLate) throws IOException {
        byte[] bytes = SMALL.getBytes(StandardCharsets.UTF_8);
        List<String> whole = outcome(read(bytes, 0, ReadTask.END));
        for (int cut = 1; cut < bytes.length; cut++) {
            if (!outcome(read(bytes, 0, cut), read(bytes, cut + twinStartsLate, ReadTask.END))
                    .equals(whole)) {
                return cut;
            }
        }
        for (int cut = 1; cut < bytes.length - 3; cut++) {
            JsonReading middle = read(bytes, cut + twinStartsLate, cut + 3);
            if (!outcome(read(bytes, 0, cut), middle, read(bytes, cut + 3, ReadTask.END))
                    .equals(whole)) {
                return cut;
            }
        }
        return -1;
    }

    @Test
    void everySizeOfPiecesThatTheStoreGivesIsTheSame() throws IOException {
        byte[] bytes = SMALL.getBytes(StandardCharsets.UTF_8);
        List<String> whole = outcome(read(bytes, 0, ReadTask.END));
        for (int piece = 1; piece < 60; piece++) {
            assertThat(outcome(JsonReading.of(
                            new BytesInput(bytes, piece),
                            0,
                            ReadTask.END,
                            Map.of(),
                            JsonReading.specs("v bigint", "t string"))))
                    .isEqualTo(whole);
        }
    }

    /// The parser's own buffer ends at 8,000 bytes, ours first at 65,536.
    @ParameterizedTest
    @ValueSource(ints = {8_000, 16_000, 65_536})
    void everyBufferBorderIsTheSame(int border) throws IOException {
        byte[] small = SMALL.getBytes(StandardCharsets.UTF_8);
        List<String> plain = values(read(small, 0, ReadTask.END));
        for (int before = 0; before <= small.length; before += 1) {
            String padding = "{\"p\":\"" + "x".repeat(border - before - 9) + "\"}\n";
            byte[] padded = (padding + SMALL).getBytes(StandardCharsets.UTF_8);
            List<String> found = values(read(padded, 0, ReadTask.END));
            assertThat(found.subList(1, found.size()))
                    .as("%d before the border", before)
                    .isEqualTo(plain);
        }
    }

    private static List<String> values(JsonReading reading) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < reading.rows().size(); i++) {
            values.add(reading.rows().get(i) + " " + reading.raws().get(i));
        }
        reading.bad().forEach(bad -> values.add(bad.reason() + new String(bad.raw(), StandardCharsets.UTF_8)));
        // Of the padding, only that it is there.
        values.set(0, values.getFirst().length() > 1000 ? "padding" : values.getFirst());
        return values;
    }

    @Test
    void aLineWithoutEndIsReadRecordByRecordAndItsBadEndTakesNoMoreThanAMegabyteBack() throws IOException {
        String record = "{\"v\":1,\"t\":\"" + "x".repeat(1000) + "\"}";
        String text = record.repeat(4000) + "oops" + record.repeat(3000) + "\n{\"v\":2}";
        JsonReading reading = JsonReading.of(text, "v bigint");
        assertThat(reading.bad()).hasSize(1);
        assertThat(reading.rows().size()).isBetween(2900, 4001);
        assertThat(reading.values().getLast()).isEqualTo(2L);
    }

    @Test
    void manyBatchesKeepTheirNumbersAndBytes() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= 20_000; i++) {
            text.append("{\"v\":")
                    .append(i)
                    .append(",\"t\":\"")
                    .append("y".repeat(i % 97))
                    .append("\"}\n");
        }
        JsonReading reading = JsonReading.of(text.toString(), "V bigint", "T string");
        assertThat(reading.rows()).hasSize(20_000);
        for (int i = 0; i < 20_000; i++) {
            assertThat(reading.rows().get(i).getFirst()).isEqualTo(i + 1L);
            assertThat(reading.numbers().get(i)).isEqualTo(i + 1L);
            assertThat(reading.raws().get(i))
                    .startsWith("{\"v\":" + (i + 1) + ",")
                    .endsWith("\"}");
        }
    }

    @Test
    void aByteOrderMarkIsSkippedAndUtf16IsRefused() throws IOException {
        JsonReading reading = JsonReading.of("\uFEFF{\"v\":1}\n\uFEFF{\"v\":2}\n{\"v\":3}", "v bigint");
        assertThat(reading.values()).containsExactly(1L, 3L);
        assertThat(reading.offsets().getFirst()).isEqualTo(3L);
        assertThat(reading.bad()).hasSize(1);
        byte[] utf16 = "\uFEFF{\"v\":1}".getBytes(StandardCharsets.UTF_16LE);
        assertThatThrownBy(() -> read(utf16, 0, ReadTask.END))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining("UTF-16");
    }

    @Test
    void aCompressedObjectIsReadWholeAndNeverInPieces() throws IOException {
        byte[] gzip = CompressionTest.encode(Compression.GZIP, SMALL.getBytes(StandardCharsets.UTF_8));
        assertThat(outcome(read(gzip, 0, ReadTask.END)))
                .isEqualTo(outcome(read(SMALL.getBytes(StandardCharsets.UTF_8), 0, ReadTask.END)));
        assertThatThrownBy(() -> read(gzip, 0, 10))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining(".gz");
    }

    @Test
    void prettyPrintedJsonIsABadRecordThatNamesMultiLine() throws IOException {
        JsonReading reading = JsonReading.of("{\n  \"v\": 1,\n  \"w\": [\n    2\n  ]\n}\n", "v bigint");
        assertThat(reading.rows()).isEmpty();
        assertThat(reading.reasons()).hasSize(6).allMatch(reason -> reason.contains("multiLine: true"));
        assertThat(JsonReading.of("[{\"v\":1},{\"v\":2}]", "v bigint").reasons())
                .singleElement()
                .asString()
                .contains("multiLine: true");
    }

    @Test
    void hostileDepthIsABadRecordAndTheNextLineIsRead() throws IOException {
        for (String opening : List.of("[", "{\"v\":", "{\"v\":[", "{\"other\":[")) {
            String hostile = opening.startsWith("{\"other") ? opening + "[".repeat(100_000) : opening.repeat(100_000);
            JsonReading reading = JsonReading.of("{\"v\":1}\n" + hostile + "\n{\"v\":2}", "v string");
            assertThat(reading.values()).containsExactly("1", "2");
            assertThat(reading.bad()).hasSize(1);
            if (!opening.equals("[")) {
                assertThat(reading.reasons().getFirst()).contains("500").doesNotContain("StreamReadConstraints");
            }
        }
        String deep = "[".repeat(400) + "]".repeat(400);
        assertThat(JsonReading.of("{\"v\":" + deep + "}", "v string").values()).containsExactly(deep);
    }

    /// The broken twin, a parser whose limit is another one, reads both or neither.
    @Test
    void aRecordNestsFiveHundredDeepAndNoDeeper() throws IOException {
        String most = "[".repeat(499) + "]".repeat(499);
        String more = "[" + most + "]";
        assertThat(JsonReading.of("{\"v\":" + most + "}", "v string").values()).containsExactly(most);
        JsonReading beyond = JsonReading.of("{\"v\":" + more + "}\n{\"v\":2}", "v string");
        assertThat(beyond.values()).containsExactly("2");
        assertThat(beyond.reasons()).singleElement().asString().contains("500");
        try (JsonParser twin = JsonFactory.builder()
                .streamReadConstraints(
                        StreamReadConstraints.builder().maxNestingDepth(501).build())
                .build()
                .createParser(more)) {
            int arrays = 0;
            for (JsonToken token = twin.nextToken(); token != null; token = twin.nextToken()) {
                arrays += token == JsonToken.START_ARRAY ? 1 : 0;
            }
            assertThat(arrays).isEqualTo(500);
        }
    }

    @Test
    void aHugeRecordIsABadRecordAndTheNextLineIsRead() throws IOException {
        byte[] open = "{\"v\":1}\n{\"t\":\"".getBytes(StandardCharsets.UTF_8);
        byte[] close = "\"}\n{\"v\":2}".getBytes(StandardCharsets.UTF_8);
        byte[] bytes = new byte[open.length + RecordWindow.MAX_RECORD_BYTES + (5 << 20) + close.length];
        Arrays.fill(bytes, (byte) 'x');
        System.arraycopy(open, 0, bytes, 0, open.length);
        System.arraycopy(close, 0, bytes, bytes.length - close.length, close.length);
        JsonReading reading = read(bytes, 0, ReadTask.END);
        assertThat(reading.values()).containsExactly(1L, 2L);
        assertThat(reading.reasons()).singleElement().asString().contains("128 MB");
        assertThat(reading.bad().getFirst().raw().length).isLessThanOrEqualTo(1 << 20);
    }

    @Test
    void bytesThatAreNoUtf8AreABadRecordAlsoInFieldsThatNobodyAskedFor() throws IOException {
        int[][] wrong = {
            {0x80},
            {0xC0, 0x80},
            {0xC3},
            {0xE2, 0x82},
            {0xE0, 0x80, 0x80},
            {0xED, 0xA0, 0x80},
            {0xF0, 0x80, 0x80, 0x80},
            {0xF4, 0x90, 0x80, 0x80},
            {0xF5, 0x80, 0x80, 0x80},
            {0xFE},
            {0xFF}
        };
        for (int[] sequence : wrong) {
            for (String field : List.of("t", "other")) {
                ByteArrayOutputStream line = new ByteArrayOutputStream();
                line.writeBytes(("{\"v\":1}\n{\"" + field + "\":\"12345678").getBytes(StandardCharsets.UTF_8));
                for (int value : sequence) {
                    line.write(value);
                }
                line.writeBytes("\"}\n{\"v\":2}".getBytes(StandardCharsets.UTF_8));
                JsonReading reading = read(line.toByteArray(), 0, ReadTask.END);
                assertThat(reading.values()).as(Arrays.toString(sequence)).containsExactly(1L, 2L);
                assertThat(reading.bad()).hasSize(1);
            }
        }
    }
}
