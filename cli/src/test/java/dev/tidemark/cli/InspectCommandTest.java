package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.testkit.Seeded;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `tidemark inspect` as people and programs see it. With `-Dtidemark.golden=write` the golden files are made anew.
class InspectCommandTest {

    private static final Path SAMPLES = Path.of("../conformance/samples");
    private static final Path GOLDEN = Path.of("src/test/resources/inspect");

    @TempDir
    private Path folder;

    private Random random;
    private Desk desk;

    @BeforeEach
    void setUp() {
        random = Seeded.of("InspectCommandTest").random();
        desk = new Desk(folder, random);
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }

    private JsonNode file(String... words) {
        List<String> all = new ArrayList<>(List.of("inspect", "--json"));
        all.addAll(Arrays.asList(words));
        JsonNode document = desk.done(all.toArray(String[]::new)).document();
        assertThat(Schemas.complaints(document)).isEmpty();
        return document.path("files").path(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "apache-avro/weather-zstd.avro",
                "apache-parquet-testing/alltypes_plain.snappy.parquet",
                "apache-parquet-testing/nested_maps.snappy.parquet",
                "spark-xml/cars.xml.gz",
                "made-here/quoted_newline_group_b.csv",
                "made-here/logical_types_3_rows.avro"
            })
    void textAndDocumentAreThoseOfTheGoldenFiles(String sample) throws IOException {
        Path copy = folder.resolve(Path.of(sample).getFileName());
        Files.copy(SAMPLES.resolve(sample), copy);
        golden(copy, ".txt", desk.done("inspect", copy.toString()).out());
        golden(copy, ".json", desk.done("inspect", "--json", copy.toString()).out());
    }

    private void golden(Path file, String suffix, String said) throws IOException {
        Path golden = GOLDEN.resolve(file.getFileName() + suffix);
        String without = said.replace(folder.toString(), "FOLDER");
        if (Objects.equals(System.getProperty("tidemark.golden"), "write")) {
            Files.createDirectories(GOLDEN);
            Files.writeString(golden, without);
        }
        assertThat(without).isEqualTo(Files.readString(golden));
    }

    /// The executed twins: a field less, a field more, one of another type.
    @Test
    void documentsFitTheShippedSchemaAndBrokenOnesDoNot() {
        Desk.Said said = desk.done(
                "inspect",
                "--json",
                SAMPLES.resolve("apache-avro/weather.avro").toString(),
                SAMPLES.resolve("spark-xml/cars.xml").toString());
        JsonNode document = said.document();
        assertThat(document.path("files")).hasSize(2);
        assertThat(Schemas.complaints(document)).isEmpty();
        JsonNode first = document.path("files").path(0);
        first.fieldNames().forEachRemaining(name -> {
            ObjectNode twin = document.deepCopy();
            ObjectNode file = (ObjectNode) twin.path("files").path(0);
            file.remove(name);
            assertThat(Schemas.complaints(twin)).as(name).isNotEmpty();
            file.putArray(name).add(true);
            assertThat(Schemas.complaints(twin)).as(name).isNotEmpty();
        });
        ((ObjectNode) first).put("more", 1);
        assertThat(Schemas.complaints(document)).isNotEmpty();
    }

    /// Names prove nothing: each is found by what it holds.
    @ParameterizedTest
    @CsvSource({
        "apache-avro/weather.avro, a.csv, avro",
        "apache-avro/weather.avro, a, avro",
        "apache-parquet-testing/int32_decimal.parquet, a.json, parquet",
        "apache-avro/weather.json, a.txt, json",
        "spark-xml/cars.xml, a.txt, xml",
        "spark-xml/cars.xml.bz2, a.xml, xml",
        "spark-xml/cars.xml.gz, a.dat, xml",
        "made-here/null_vs_empty.csv, a.txt, csv"
    })
    void theFormatIsFoundInTheContent(String sample, String name, String format) throws IOException {
        Files.copy(SAMPLES.resolve(sample), folder.resolve(name));
        JsonNode file = file(path(name));
        assertThat(file.path("format").asText()).isEqualTo(format);
        assertThat(file.path("rows").asLong())
                .isEqualTo(file(SAMPLES.resolve(sample).toString()).path("rows").asLong());
    }

    @Test
    void everyCompressionIsSeen() {
        assertThat(file(SAMPLES.resolve("spark-xml/cars.xml.gz").toString())
                        .path("compression")
                        .asText())
                .isEqualTo("gzip");
        assertThat(file(SAMPLES.resolve("spark-xml/cars.xml.bz2").toString())
                        .path("compression")
                        .asText())
                .isEqualTo("bzip2");
        for (String codec : List.of("deflate", "snappy")) {
            assertThat(file(SAMPLES.resolve("apache-avro/weather-" + codec + ".avro")
                                    .toString())
                            .path("codecs")
                            .path(0)
                            .asText())
                    .isEqualTo(codec);
        }
    }

    @Test
    void ionAndLogsAreFoundToo() {
        desk.write("a.ion", "{t: 2020-11-05T07:18:59.968Z, n: 5}\n{n: 6}\n");
        JsonNode ion = file(path("a.ion"));
        assertThat(ion.path("format").asText()).isEqualTo("ion");
        assertThat(ion.path("rows").asLong()).isEqualTo(2);
        desk.write("b.txt2", "$ion_1_0 {n: 6}\n");
        assertThat(file(path("b.txt2")).path("format").asText()).isEqualTo("ion");
        desk.write(
                "access.log",
                "127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] \"GET /a.gif HTTP/1.0\" 200 2326\n".repeat(3));
        JsonNode log = file(path("access.log"));
        assertThat(log.path("format").asText()).isEqualTo("grokLog");
        assertThat(log.at("/formatOptions/logFormat").asText()).isEqualTo("%{COMMONAPACHELOG}");
        assertThat(log.path("rows").asLong()).isEqualTo(3);
        assertThat(log.path("typesFrom").asText()).isEqualTo("OPTIONS");
    }

    @Test
    void optionsOverrideWhatTheContentSays() {
        desk.write("a.csv", "x;y\n1;2\n");
        assertThat(file(path("a.csv")).path("schema")).hasSize(2);
        assertThat(file("--option", "separator=;", "--option", "withHeader=false", path("a.csv"))
                        .path("rows")
                        .asLong())
                .isEqualTo(2);
        JsonNode inferred = file("--option", "INFERSCHEMA=true", path("a.csv"));
        assertThat(inferred.at("/schema/0/type").asText()).isEqualTo("bigint");
        assertThat(inferred.path("typesFrom").asText()).isEqualTo("SAMPLE");
        assertThat(inferred.at("/formatOptions/inferSchema").asText()).isEqualTo("true");
        JsonNode lines = file("--format", "groklog", "--option", "logFormat=%{GREEDYDATA:all}", path("a.csv"));
        assertThat(lines.path("rows").asLong()).isEqualTo(2);
    }

    @Test
    void rowsAndQuickSayHowMuchIsReadAndShown() {
        StringBuilder csv = new StringBuilder("id\n");
        int rows = random.nextInt(20_000, 30_000);
        for (int row = 0; row < rows; row++) {
            csv.append(row).append('\n');
        }
        desk.write("a.csv", csv.toString());
        JsonNode whole = file(path("a.csv"));
        assertThat(whole.path("rows").asInt()).isEqualTo(rows);
        assertThat(whole.path("first")).hasSize(10);
        assertThat(whole.at("/first/9/id").asText()).isEqualTo("9");
        JsonNode quick = file("--quick", "--rows", "3", path("a.csv"));
        assertThat(quick.path("rows").isNull()).isTrue();
        assertThat(quick.path("first")).hasSize(3);
        assertThat(file("--rows", "0", path("a.csv")).path("first")).isEmpty();
    }

    @Test
    void badRecordsAreCountedAndTheFirstIsShown() {
        desk.write("a.json", "{\"a\":1}\n{\"a\":\n{\"a\":2}\n3\n");
        JsonNode file = file(path("a.json"));
        assertThat(file.path("rows").asLong()).isEqualTo(2);
        assertThat(file.path("badRecords").asLong()).isEqualTo(2);
        assertThat(file.path("firstBadRecord").asText()).startsWith("byte 8: ");
    }

    /// A field behind the sample is a column all the same, as in runs.
    @Test
    void aFieldBehindTheSampleIsAColumn() {
        desk.write("a.json", "{\"a\":\"%s\"}\n".formatted("x".repeat(1_000)).repeat(1_200) + "{\"late\":1}\n");
        assertThat(file(path("a.json")).path("schema")).hasSize(2);
    }

    /// Exit 1 and a typed error that names the file: as a run says it.
    @Test
    void damagedFilesAreTypedErrors() throws IOException {
        for (String sample : List.of(
                "apache-avro/weather-zstd.avro",
                "apache-parquet-testing/alltypes_plain.snappy.parquet",
                "spark-xml/cars.xml.gz",
                "spark-xml/cars.xml.bz2",
                "made-here/two_members_aligned.csv.gz")) {
            byte[] whole = Files.readAllBytes(SAMPLES.resolve(sample));
            String name = Path.of(sample).getFileName().toString();
            Files.write(folder.resolve(name), Arrays.copyOf(whole, whole.length - 1 - random.nextInt(20)));
            Desk.Said said = desk.call("inspect", "--json", path(name));
            JsonNode error = said.document().path("error");
            assertThat(said.exit()).as(sample + said.out()).isEqualTo(1);
            assertThat(error.path("type").asText()).as(said.out()).isEqualTo("UnreadableObjectException");
            assertThat(error.path("message").asText()).contains(name);
            assertThat(Schemas.complaints(said.document())).isEmpty();
            assertThat(desk.call("inspect", path(name)).err())
                    .startsWith("tidemark: Cannot read ")
                    .contains(name);
        }
        for (String empty : List.of("e.parquet", "e.avro")) {
            desk.write(empty, "");
            assertThat(desk.call("inspect", path(empty)).exit()).isEqualTo(1);
        }
    }

    @Test
    void wrongUsageIsExitTwo() {
        desk.write("a.csv", "x\n1\n");
        desk.write("a.what", "words and words\n");
        refused("There is no file", path("none.csv"));
        refused("is a folder", folder.toString());
        desk.write("a.log", "words and words\n");
        refused("Say yours: --option logFormat=PATTERN", path("a.log"));
        desk.write("a.xml", "");
        refused("holds no element that could be a row", path("a.xml"));
        refused("Cannot tell the format", path("a.what"));
        refused("Did you mean parquet?", "--format", "parket", path("a.csv"));
        refused("Did you mean separator?", "--option", "seperator=;", path("a.csv"));
        refused("it is true or false", "--option", "multiLine=maybe", path("a.csv"));
        refused("one of strict, pad", "--option", "columns=loose", path("a.csv"));
        refused("0 or more", "--rows", "-1", path("a.csv"));
        refused("this machine", "--on", "aws", "--stage", "dev", path("a.csv"));
    }

    private void refused(String message, String... words) {
        List<String> all = new ArrayList<>(List.of("inspect"));
        all.addAll(Arrays.asList(words));
        Desk.Said said = desk.call(all.toArray(String[]::new));
        assertThat(said.err()).contains(message);
        assertThat(said.exit()).isEqualTo(2);
        assertThat(said.out()).isEmpty();
    }

    @Test
    void namesAndValuesCannotBreakALine() {
        desk.writeBytes("a\n.csv", "x\u001b[31m,y\n\"a\u001b\",\u202Eb\n".getBytes(StandardCharsets.UTF_8));
        assertThat(desk.done("inspect", path("a\n.csv")).out()).doesNotContain("\u001b", "\u202E", "a\n.csv");
    }
}
