package dev.tidemark.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.data.TidemarkException;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.FormatOption;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.FormatReader;
import dev.tidemark.spi.FormatWriter;
import dev.tidemark.spi.Formats;
import dev.tidemark.testkit.MemoryOutput;
import dev.tidemark.testkit.Values;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// docs/reference/formats.md has every option of every format and no other one, and says the truth of each: another
/// value than the default gives other rows (of a sink: another file), or the table says "accepted, no effect".
class OptionsTest {

    private static final String NO_EFFECT = "accepted, no effect";
    private static final Path PAGE = Path.of("../docs/reference/formats.md");
    private static final Formats FORMATS = Formats.load();

    /// Sections of the page by format.
    private static final Map<String, String> SECTIONS = Map.of(
            "csv", "CSV",
            "json", "JSON",
            "xml", "XML",
            "grokLog", "Logs",
            "ion", "Ion",
            "avro", "Avro",
            "parquet", "Parquet",
            "orc", "ORC");

    private static final Path SAMPLES = Path.of("samples");

    /// One use of an option of a source.
    ///
    /// @param needed options that stand beside it, `name=value`
    /// @param value  other than the default
    private record Use(List<String> needed, String value, byte[] content) {}

    private static Use use(String value, String content, String... needed) {
        return new Use(List.of(needed), value, content.getBytes(StandardCharsets.UTF_8));
    }

    private static Map<String, Use> csv() {
        String header = "withHeader=true";
        Map<String, Use> uses = new HashMap<>();
        uses.put("separator", use(";", "\"a,b\";c\n1,2;3\n", header));
        uses.put("quoteChar", use("'", "a\n'x'\n", header));
        uses.put("escaper", use("\\", "a\nx\\\\y\n", header));
        uses.put("multiLine", use("true", "a\n\"x\ny\"\n", header));
        uses.put("withHeader", use("true", "a\n1\n", "withHeader=false"));
        uses.put("skipFirst", use("true", "a\n1\n2\n", header));
        uses.put("nullValue", use("NA", "a\nNA\n", header));
        uses.put(
                "encoding",
                new Use(List.of(header), "ISO-8859-1", "a\n\u00E9\n".getBytes(StandardCharsets.ISO_8859_1)));
        uses.put("columns", use("pad", "a,b\n1\n", header));
        uses.put("inferSchema", use("true", "a\n1\n", header));
        uses.put("maxRecordSize", use("100", "a\n" + "x".repeat(200) + "\n", header));
        uses.put("optimizePerformance", use("true", "a\n1\n", header));
        uses.put("compression", use("gzip", "a\n1\n", header));
        uses.put("compressionType", use("bzip2", "a\n1\n", header));
        return uses;
    }

    private static Map<String, Use> json() {
        return Map.of(
                "multiLine", use("true", "{\"a\":\n1}\n"),
                "jsonPath", use("$.r[*]", "{\"r\":[{\"a\":1},{\"a\":2}]}\n"),
                "duplicateKeys", use("first", "{\"a\":1,\"a\":2}\n"),
                "withSchema", use("struct<a:string,b:int>", "{\"a\":1}\n"),
                "optimizePerformance", use("true", "{\"a\":1}\n"),
                "compression", use("gzip", "{\"a\":1}\n"),
                "compressionType", use("bzip2", "{\"a\":1}\n"));
    }

    private static Map<String, Use> xml() {
        String tag = "rowTag=r";
        Map<String, Use> uses = new HashMap<>();
        uses.put("rowTag", use("q", "<a><r><x>1</x></r><q><y>2</y></q></a>", tag));
        uses.put(
                "encoding",
                new Use(
                        List.of(tag),
                        "windows-1252",
                        "<a><r><x>\u00E9</x></r></a>".getBytes(StandardCharsets.ISO_8859_1)));
        uses.put("excludeAttribute", use("true", "<a><r k='1'><x>1</x></r></a>", tag));
        uses.put("treatEmptyValuesAsNulls", use("true", "<a><r><x> </x></r></a>", tag));
        uses.put("attributePrefix", use("@", "<a><r k='1'><x>1</x></r></a>", tag));
        uses.put("valueTag", use("text", "<a><r k='1'>1</r></a>", tag));
        uses.put("ignoreSurroundingSpaces", use("true", "<a><r><x> b </x></r></a>", tag));
        uses.put("withSchema", use("struct<x:string,y:int>", "<a><r><x>1</x></r></a>", tag));
        uses.put("inferSchema", use("false", "<a><r><x>1</x></r></a>", tag));
        uses.put("ignoreNamespace", use("true", "<a xmlns:n='u'><r><n:x>1</n:x></r></a>", tag));
        uses.put("compression", use("gzip", "<a><r><x>1</x></r></a>", tag));
        uses.put("compressionType", use("bzip2", "<a><r><x>1</x></r></a>", tag));
        return uses;
    }

    private static Map<String, Use> logs() {
        String pattern = "logFormat=%{WORD:a} %{NOTSPACE:b}";
        return Map.of(
                "logFormat", use("%{WORD:a} %{NUMBER:b:int}", "x 1\n", pattern),
                "customPatterns", use("WORD [a-z]", "xy 1\n", pattern),
                "MISSING", use("none", "x none\n", pattern),
                "LineCount", use("2", "x 1\ny 2\n", pattern),
                "StrictMode", use("true", "- x 1 -\n", pattern),
                "multiLineStart", use("^x", "x 1\ny 2\n", pattern),
                "compression", use("gzip", "x 1\n", pattern),
                "compressionType", use("bzip2", "x 1\n", pattern));
    }

    private static Map<String, Map<String, Use>> sources() throws IOException {
        byte[] avro = Files.readAllBytes(SAMPLES.resolve("made-here/logical_types_3_rows.avro"));
        byte[] orc = Files.readAllBytes(SAMPLES.resolve("apache-orc/TestOrcFile.test1.orc"));
        byte[] parquet = Files.readAllBytes(SAMPLES.resolve("apache-parquet-testing/alltypes_plain.parquet"));
        return Map.of(
                "csv", csv(),
                "json", json(),
                "xml", xml(),
                "grokLog", logs(),
                "ion",
                        Map.of(
                                "duplicateKeys", use("first", "{a: 1, a: 2}"),
                                "compression", use("gzip", "{a: 1}"),
                                "compressionType", use("bzip2", "{a: 1}")),
                "orc",
                        Map.of(
                                "compression",
                                new Use(List.of(), "zlib", orc),
                                "stripeSize",
                                new Use(List.of(), "1MB", orc)),
                "avro", Map.of("version", new Use(List.of(), "1.8", avro)),
                "parquet",
                        Map.of(
                                "compression", new Use(List.of(), "gzip", parquet),
                                "blockSize", new Use(List.of(), "1MB", parquet),
                                "pageSize", new Use(List.of(), "1KB", parquet),
                                "useGlueParquetWriter", new Use(List.of(), "true", parquet)));
    }

    /// Values other than the defaults, of sinks.
    private static final Map<String, Map<String, String>> SINKS = Map.of(
            "csv",
            Map.of(
                    "separator",
                    ";",
                    "quoteChar",
                    "'",
                    "escaper",
                    "\\",
                    "writeHeader",
                    "false",
                    "nullValue",
                    "NA",
                    "encoding",
                    "UTF-8",
                    "strictCheckForQuoting",
                    "true",
                    "compression",
                    "gzip",
                    "compressionType",
                    "zstd"),
            "json",
            Map.of("compression", "gzip", "compressionType", "zstd"),
            "xml",
            Map.of(
                    "rootTag",
                    "all",
                    "rowTag",
                    "one",
                    "attributePrefix",
                    "c",
                    "valueTag",
                    "d",
                    "compression",
                    "gzip",
                    "compressionType",
                    "zstd"),
            "ion",
            Map.of("encoding", "text", "compression", "gzip", "compressionType", "zstd"),
            "avro",
            Map.of("compression", "deflate", "version", "1.8"),
            "orc",
            Map.of("compression", "zlib", "stripeSize", "1KB"),
            "parquet",
            Map.of(
                    "compression",
                    "gzip",
                    "blockSize",
                    "1KB",
                    "pageSize",
                    "1KB",
                    "useGlueParquetWriter",
                    "true",
                    "sortBy",
                    "a desc",
                    "bloomFilterColumns",
                    "a",
                    "bloomFilterFpp",
                    "0.2"));

    /// What options of sinks mean nothing without.
    private static final Map<String, Map<String, String>> BESIDE =
            Map.of("bloomFilterFpp", Map.of("bloomFilterColumns", "a"));

    @TestFactory
    Stream<DynamicTest> optionsOfSources() throws IOException {
        Map<String, Map<String, Use>> sources = sources();
        return FORMATS.readers().values().stream()
                .flatMap(reader -> reader.options().stream()
                        .map(option -> DynamicTest.dynamicTest(reader.format() + " " + option.name(), () -> {
                            Use use = sources.getOrDefault(reader.format(), Map.of())
                                    .get(option.name());
                            assertThat(use)
                                    .as("nothing tries it here: add a use")
                                    .isNotNull();
                            assertThat(hasEffect(reader, option, Objects.requireNonNull(use)))
                                    .as("what the page says of %s", option.name())
                                    .isEqualTo(!saysNoEffect(reader.format(), true, option.name()));
                        })));
    }

    private static boolean hasEffect(FormatReader reader, FormatOption option, Use use) throws IOException {
        Map<String, String> options = new TreeMap<>();
        use.needed().forEach(each -> options.put(each.split("=", 2)[0], each.split("=", 2)[1]));
        Object without = outcome(reader.format(), options, use.content());
        options.put(option.name(), use.value());
        Object with = outcome(reader.format(), options, use.content());
        // One of the two may be a refusal, but rows are needed to see a difference in rows.
        assertThat(List.of(without, with)).hasAtLeastOneElementOfType(WholeRun.Rows.class);
        return !with.equals(without);
    }

    private static Object outcome(String format, Map<String, String> options, byte[] content) throws IOException {
        ObjectNode source = JsonNodeFactory.instance.objectNode().put("format", format);
        ObjectNode formatOptions = source.putObject("formatOptions");
        options.forEach(formatOptions::put);
        Sample sample = new Sample(format, PAGE, "object", content, source, new Sample.Anything());
        try {
            return WholeRun.of(sample);
        } catch (TidemarkException refused) {
            return String.valueOf(refused.getMessage());
        }
    }

    @TestFactory
    Stream<DynamicTest> optionsOfSinks() {
        return FORMATS.writers().values().stream()
                .flatMap(writer -> writer.options().stream()
                        .map(option -> DynamicTest.dynamicTest(writer.format() + " " + option.name(), () -> {
                            String value = SINKS.getOrDefault(writer.format(), Map.of())
                                    .get(option.name());
                            assertThat(value)
                                    .as("nothing tries it here: add a value")
                                    .isNotNull();
                            Map<String, String> without = BESIDE.getOrDefault(option.name(), Map.of());
                            Map<String, String> with = new TreeMap<>(without);
                            with.put(option.name(), String.valueOf(value));
                            boolean other = !Arrays.equals(written(writer, without), written(writer, with));
                            assertThat(other)
                                    .as("what the page says of %s", option.name())
                                    .isEqualTo(!saysNoEffect(writer.format(), false, option.name()));
                        })));
    }

    private static byte[] written(FormatWriter writer, Map<String, String> options) throws IOException {
        Schema schema = Schema.of(
                new Field("a", DataType.BIGINT), new Field("cc", DataType.STRING), new Field("d", DataType.STRING));
        MemoryOutput output = new MemoryOutput();
        FileWriter file = writer.create(output, schema, new FormatOptions(options));
        for (int batch = 0; batch < 10; batch++) {
            List<List<@Nullable Object>> rows = new ArrayList<>();
            for (int row = 0; row < 100; row++) {
                rows.add(Values.row((long) row * batch, row % 7 == 0 ? null : "x, '\"y\\" + row, "d;" + row));
            }
            file.append(Values.batch(schema, rows), IntStream.range(0, 100).toArray(), 100);
        }
        file.finish();
        return output.toBytes();
    }

    /// Both ways: nothing of the code is missing in the page, and nothing of the page in the code.
    @Test
    void thePageListsTheOptionsOfTheCodeAndNoOthers() throws IOException {
        String page = Files.readString(PAGE);
        assertThat(wrongLists(page)).isEmpty();
        // The executed twins: an option less, an option more.
        assertThat(wrongLists(page.replaceFirst("\\| `skipFirst`", "| `skipLast`")))
                .hasSize(1);
        assertThat(wrongLists(page.replaceFirst("\n\\| `jsonPath`[^\n]*", ""))).hasSize(1);
        assertThat(wrongLists(page.replaceFirst("\n\\| `pageSize`", "\n| `other` | – | – | – |\n| `pageSize`")))
                .hasSize(1);
    }

    private static List<String> wrongLists(String page) {
        List<String> wrong = new ArrayList<>();
        SECTIONS.forEach((format, heading) -> {
            FormatReader reader = FORMATS.readers().get(format);
            FormatWriter writer = FORMATS.writers().get(format);
            compare(
                    wrong,
                    heading + ", source",
                    rows(page, heading, true),
                    reader == null ? List.of() : reader.options());
            compare(
                    wrong,
                    heading + ", sink",
                    rows(page, heading, false),
                    writer == null ? List.of() : writer.options());
        });
        return wrong;
    }

    private static void compare(
            List<String> wrong, String what, Map<String, String> listed, List<FormatOption> options) {
        TreeSet<String> names = new TreeSet<>();
        options.forEach(option -> names.add(option.name()));
        if (!names.equals(new TreeSet<>(listed.keySet()))) {
            wrong.add(what + ": " + listed.keySet() + " in the page, " + names + " in the code");
        }
    }

    private static boolean saysNoEffect(String format, boolean source, String option) throws IOException {
        String heading = String.valueOf(SECTIONS.get(format));
        String row = rows(Files.readString(PAGE), heading, source).getOrDefault(option, "");
        return row.toLowerCase(Locale.ROOT).contains(NO_EFFECT);
    }

    /// The rows of the table of options in a section, by each name in the first cell.
    private static Map<String, String> rows(String page, String heading, boolean source) {
        Map<String, String> rows = new TreeMap<>();
        boolean inSection = false;
        boolean inTable = false;
        for (String line : page.lines().toList()) {
            if (line.startsWith("## ")) {
                inSection = line.equals("## " + heading);
                inTable = false;
            } else if (line.startsWith("### ")) {
                inTable = inSection && line.equals("### Options of a " + (source ? "source" : "sink"));
            } else if (inTable && line.startsWith("| `")) {
                for (String name : line.split("\\|")[1].split(",")) {
                    rows.put(name.replace("`", "").strip(), line);
                }
            }
        }
        return rows;
    }
}
