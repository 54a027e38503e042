package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.DataType;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.UnreadableObjectException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a header may be: text of its encoding, in names that the separator of the options divides.
final class CsvHeaderTest {

    private static final int ROUNDS = 200;

    private final Random random = new Random(seed());

    private static long seed() {
        long seed = Long.getLong("tidemark.seed", System.nanoTime());
        System.out.println("CsvHeaderTest: -Dtidemark.seed=" + seed);
        return seed;
    }

    /// The broken twin is what `new String` makes of the same bytes: names with U+FFFD, without a word.
    @ParameterizedTest
    @CsvSource({"UTF-8, FF", "UTF-8, C3", "UTF-8, EDA080", "UTF-8, C080", "windows-1252, 81", "US-ASCII, E9"})
    void bytesThatAreNoTextOfTheEncodingAreNamedWithTheirOffset(String encoding, String wrong) throws IOException {
        byte[] insertion = java.util.HexFormat.of().parseHex(wrong);
        for (int round = 0; round < ROUNDS; round++) {
            byte[] header = header().getBytes(StandardCharsets.US_ASCII);
            int at;
            do {
                at = random.nextInt(header.length);
                // Within a name, or right behind one.
            } while (header[at] == '"' || (at > 0 && header[at - 1] == '"'));
            byte[] file = joined(header, at, insertion);
            FormatOptions options = new FormatOptions(Map.of("withHeader", "true", "encoding", encoding));
            int offset = at;
            assertThatThrownBy(() -> sample(file, options, Set.of()))
                    .as("byte %d of %s", at, new String(file, StandardCharsets.ISO_8859_1))
                    .isInstanceOf(UnreadableObjectException.class)
                    .hasMessageContaining("Cannot read s3://test/object.csv")
                    .hasMessageContaining("not text in " + encoding)
                    .hasMessageContaining("byte 0x" + wrong.substring(0, 2) + " at offset " + offset + " ")
                    .hasMessageContaining("Set the option encoding");
            assertThatThrownBy(() -> CsvReading.with("withHeader", "true", "encoding", encoding)
                            .text("id")
                            .buffer(16, 4)
                            .read(file))
                    .isInstanceOf(UnreadableObjectException.class)
                    .hasMessageContaining("at offset " + offset + " ");
            assertThat(new String(file, Charset.forName(encoding))).contains("\uFFFD");
            assertThat(sample(joined(header, at, new byte[0]), options, Set.of()))
                    .noneMatch(name -> name.contains("\uFFFD"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "Shift_JIS"})
    void aHeaderCutInACharacterIsNamedWithItsOffset(String encoding) {
        for (int round = 0; round < ROUNDS; round++) {
            byte[] whole = (header() + "表").getBytes(Charset.forName(encoding));
            byte[] cut = Arrays.copyOf(whole, whole.length - 1);
            assertThatThrownBy(() -> sample(
                            cut, new FormatOptions(Map.of("withHeader", "true", "encoding", encoding)), Set.of()))
                    .isInstanceOf(UnreadableObjectException.class)
                    .hasMessageContaining(
                            "from offset " + (cut.length - 1) + " on are not text in " + Charset.forName(encoding))
                    .hasMessageContaining("Set the option encoding");
        }
    }

    /// The broken twin skips the mark and reads on: an umlaut is two other letters.
    @ParameterizedTest
    @ValueSource(strings = {"windows-1252", "ISO-8859-1", "US-ASCII"})
    void aMarkOfUtf8IsNotOverreadInAnotherEncoding(String encoding) throws IOException {
        String file = "\uFEFFid,gr\u00F6\u00DFe\n1,2\n";
        assertThatThrownBy(() -> CsvReading.with("withHeader", "true", "encoding", encoding)
                        .text("id")
                        .read(file))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining("byte order mark of UTF-8 but is to be read as " + encoding)
                .hasMessageContaining("encoding: UTF-8");
        assertThat(sample(
                        file.substring(1).getBytes(StandardCharsets.UTF_8),
                        new FormatOptions(Map.of("withHeader", "true", "encoding", "windows-1252")),
                        Set.of()))
                .containsExactly("id", "gr\u00C3\u00B6\u00C3\u0178e");
        assertThat(sample(
                        file.getBytes(StandardCharsets.UTF_8),
                        new FormatOptions(Map.of("withHeader", "true")),
                        Set.of()))
                .containsExactly("id", "gr\u00F6\u00DFe");
    }

    @Test
    void aNulInANameIsNoText() {
        byte[] utf16 = "id,v\n1,2\n".getBytes(StandardCharsets.UTF_16LE);
        assertThatThrownBy(() -> sample(utf16, new FormatOptions(Map.of("withHeader", "true")), Set.of()))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining("NUL")
                .hasMessageContaining("UTF-16LE");
    }

    /// The broken twin knows the name that is there, as a sample that teaches it does: nothing is refused.
    @Test
    void aHeaderOfAnotherSeparatorIsRefusedBeforeItTeachesAColumn() throws IOException {
        List<String> separators = List.of(",", ";", "\t", "|");
        for (int round = 0; round < ROUNDS; round++) {
            String read = separators.get(random.nextInt(4));
            String written = separators.get(random.nextInt(4));
            List<String> names = names(random.nextInt(2, 6));
            String header = String.join(written, names);
            byte[] file = (header + "\n" + "1" + (written + "1").repeat(names.size() - 1) + "\n")
                    .getBytes(StandardCharsets.UTF_8);
            FormatOptions options = new FormatOptions(Map.of("withHeader", "true", "separator", read));
            if (read.equals(written)) {
                assertThat(sample(file, options, Set.of())).isEqualTo(names);
                continue;
            }
            for (Set<String> known : List.of(Set.<String>of(), Set.copyOf(names), Set.of("else"))) {
                assertThatThrownBy(() -> sample(file, options, known))
                        .isInstanceOf(UnreadableObjectException.class)
                        .hasMessageContaining("Cannot read s3://test/object.csv")
                        .hasMessageContaining("separator: \"" + (written.equals("\t") ? "\\t" : written) + "\"")
                        .hasMessageContaining("declare");
            }
            assertThat(sample(file, options, Set.of(header))).containsExactly(header);
            // In quotes it is a name, whoever knows it.
            byte[] quoted = ("\"" + header + "\"\n1\n").getBytes(StandardCharsets.UTF_8);
            assertThat(sample(quoted, options, Set.of())).containsExactly(header);
        }
    }

    @Test
    void namesThatAreKnownBetweenOtherSeparatorsAreFoundInLongerHeadersToo() throws IOException {
        FormatOptions comma = new FormatOptions(Map.of("withHeader", "true"));
        byte[] file = "id;price, EUR;note\n1;2,3;x\n".getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> sample(file, comma, Set.of("note")))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining("separator: \";\"");
        assertThatThrownBy(() -> CsvReading.with("withHeader", "true")
                        .text("note", "more")
                        .read(file))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining("separator: \";\"");
        assertThat(sample(file, comma, Set.of("else"))).containsExactly("id;price", " EUR;note");
        assertThat(sample(file, comma, Set.of("id;price", "note"))).hasSize(2);
    }

    /// The broken twin is `getBytes`, which writes `?` for what the encoding lacks: a value `?` would be null.
    @Test
    void wordsThatNoFileOfTheEncodingCanHoldAreRefused() throws IOException {
        assertThatThrownBy(() -> CsvReading.with("encoding", "ISO-8859-1", "nullValue", "—")
                        .text("a")
                        .read("?\n"))
                .isInstanceOf(CsvOptionException.class)
                .hasMessageContaining("nullValue is '—'")
                .hasMessageContaining("ISO-8859-1");
        ColumnSpec yes = new ColumnSpec("ok", DataType.BOOLEAN, null, null, '.', List.of("да"), List.of());
        assertThatThrownBy(() ->
                        CsvReading.with("encoding", "windows-1252").columns(yes).read("??\n"))
                .isInstanceOf(CsvOptionException.class)
                .hasMessageContaining("trueValues of column ok");
        assertThat("—".getBytes(StandardCharsets.ISO_8859_1)).containsExactly('?');
        assertThat(CsvReading.with("encoding", "windows-1252", "nullValue", "—")
                        .text("a", "b")
                        .read("—,?\n".getBytes(Charset.forName("windows-1252")))
                        .rows)
                .containsExactly(Arrays.asList(null, "?"));
    }

    /// The broken twin asks the encoder of UTF-8, into which these files are translated, and which refuses nothing.
    @Test
    void wordsThatNoTranslatedFileCanHoldAreRefusedToo() throws IOException {
        Charset japanese = Charset.forName("Shift_JIS");
        assertThatThrownBy(() -> CsvReading.with("encoding", "Shift_JIS", "nullValue", "é")
                        .text("a")
                        .read("?\n"))
                .isInstanceOf(CsvOptionException.class)
                .hasMessageContaining("nullValue is 'é'")
                .hasMessageContaining("Shift_JIS");
        assertThat(StandardCharsets.UTF_8.newEncoder().canEncode("é")).isTrue();
        assertThat(CsvReading.with("encoding", "Shift_JIS", "nullValue", "表")
                        .text("a", "b")
                        .read("表,?\n".getBytes(japanese))
                        .rows)
                .containsExactly(Arrays.asList(null, "?"));
    }

    private static List<String> sample(byte[] file, FormatOptions options, Set<String> known) throws IOException {
        return new CsvFormatReader()
                .sample(new BytesInput(file, 7), 1 << 20, options, known)
                .schema()
                .names();
    }

    private List<String> names(int count) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            names.add(Integer.toString(random.nextInt(36 * 36 * 36), 36) + "_" + i);
        }
        return names;
    }

    /// Some names, some of them in quotes.
    private String header() {
        List<String> names = names(random.nextInt(1, 6));
        names.replaceAll(name -> random.nextInt(3) == 0 ? "\"" + name + "\"" : name);
        return String.join(",", names);
    }

    private static byte[] joined(byte[] header, int at, byte[] insertion) {
        byte[] record = "\n1\n".getBytes(StandardCharsets.US_ASCII);
        byte[] file = Arrays.copyOf(header, header.length + insertion.length + record.length);
        System.arraycopy(insertion, 0, file, at, insertion.length);
        System.arraycopy(header, at, file, at + insertion.length, header.length - at);
        System.arraycopy(record, 0, file, header.length + insertion.length, record.length);
        return file;
    }
}
