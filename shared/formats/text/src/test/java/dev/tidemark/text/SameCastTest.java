package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DataTypeParser;
import dev.tidemark.spi.FormatReader;
import dev.tidemark.text.grok.GrokFormat;
import dev.tidemark.text.xml.XmlFormat;
import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// One text is one value, whether it stands in CSV, XML or a log, or is refused in all of them with the same words.
final class SameCastTest {

    private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime());
    private static final List<String> TYPES = List.of(
            "boolean",
            "tinyint",
            "smallint",
            "int",
            "bigint",
            "float",
            "double",
            "decimal(5,2)",
            "decimal(38,10)",
            "string",
            "binary",
            "date",
            "timestamp");
    private static final List<String> TEXTS = List.of(
            "true",
            "FALSE",
            "yes",
            "0",
            "-1",
            "+7",
            "007",
            "127",
            "128",
            "-32769",
            "2147483648",
            "9223372036854775808",
            "1.5",
            "1,5",
            "1.005",
            "123.456",
            "1234.56",
            "1.234,56",
            "1e3",
            "1e400",
            "NaN",
            "-Infinity",
            "0x1F",
            "١",
            "2026-02-28",
            "2026-02-30",
            "28.02.2026",
            "28.02.2026 23:30",
            "2026-03-29T02:30:00",
            "2026-03-01T10:00:00Z",
            "2026-03-01 10:00:00.1234567+01:00",
            "0001-01-01",
            "10000-01-01",
            "1767225600000",
            "AAEC",
            "AAE",
            "AA==",
            " 5",
            "5 ",
            "null",
            "-",
            "\\N",
            "é",
            "'",
            "a b");

    private final Random random = new Random(SEED);

    private List<ColumnSpec> columns() {
        List<ColumnSpec> columns = new ArrayList<>();
        for (String name : TYPES) {
            DataType type = DataTypeParser.parse(name);
            columns.add(ColumnSpec.of("v", type));
            columns.add(new ColumnSpec("v", type, null, null, ',', List.of(), List.of()));
            columns.add(new ColumnSpec("v", type, null, null, '.', List.of("yes", "0"), List.of("-1", "é")));
            if (type.equals(DataType.DATE) || type.equals(DataType.TIMESTAMP)) {
                for (String format : List.of("dd.MM.yyyy", "dd.MM.yyyy HH:mm", "epoch_millis")) {
                    columns.add(new ColumnSpec(
                            "v", type, format, ZoneId.of("America/New_York"), '.', List.of(), List.of()));
                }
            }
        }
        return columns;
    }

    /// A text of the table, or one of them with a letter changed.
    private String text() {
        StringBuilder text = new StringBuilder(TEXTS.get(random.nextInt(TEXTS.size())));
        if (random.nextInt(3) == 0) {
            text.setCharAt(random.nextInt(text.length()), "0123456789.-+:TZe ".charAt(random.nextInt(18)));
        }
        return text.toString();
    }

    private static String read(FormatReader format, String object, Map<String, String> options, ColumnSpec column)
            throws IOException {
        FormatReading reading = FormatReading.of(format, BytesInput.of(object), options, List.of(column));
        return reading.rows() + " " + reading.reasons();
    }

    private static String csv(String text, ColumnSpec column) throws IOException {
        return read(new CsvFormatReader(), "v\n\"" + text + "\"\n", Map.of("withHeader", "true"), column);
    }

    private static String xml(String text, ColumnSpec column) throws IOException {
        return read(new XmlFormat(), "<a><b><v>" + text + "</v></b></a>", Map.of("rowTag", "b"), column);
    }

    private static String grok(String text, ColumnSpec column) throws IOException {
        return read(
                new GrokFormat(), "[" + text + "]\n", Map.of("logFormat", "^\\[(?<v>.*)]$", "MISSING", "#"), column);
    }

    @Test
    void oneTextIsOneValue() throws IOException {
        System.out.println("SameCastTest: -Dtidemark.seed=" + SEED);
        int taken = 0;
        for (ColumnSpec column : columns()) {
            for (int i = 0; i < 120; i++) {
                String text = i < TEXTS.size() ? TEXTS.get(i) : text();
                if (text.isBlank()) {
                    continue;
                }
                String expected = csv(text, column);
                taken += expected.startsWith("[]") ? 0 : 1;
                assertThat(xml(text, column).replaceFirst("; ignoreSurroundingSpaces: .*?around it", ""))
                        .as("seed %d, XML, %s, '%s'", SEED, column, text)
                        .isEqualTo(expected);
                assertThat(grok(text, column))
                        .as("seed %d, log, %s, '%s'", SEED, column, text)
                        .isEqualTo(expected);
            }
        }
        assertThat(taken).as("seed %d", SEED).isGreaterThan(500);
    }

    /// The broken twin: a reader that trims its texts, as many do, differs.
    @Test
    void aReaderThatTrimsIsFound() throws IOException {
        ColumnSpec column = ColumnSpec.of("v", DataType.INT);
        assertThat(xml(" 5".strip(), column)).isNotEqualTo(csv(" 5", column));
    }
}
