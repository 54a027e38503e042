package dev.tidemark.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The broken twins of conformance: an expected file that is wrong in one place is found, whatever is wrong.
class WrongExpectationsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private static final String CSV = "id,v\n1,a\n2,b\n3,\n";
    private static final String RIGHT =
            "{\"columns\":{\"id\":[\"1\",\"2\",\"3\"],\"v\":[\"a\",\"b\",null]},\"ordered\":true}";

    private List<String> differences() throws IOException {
        List<String> all = new ArrayList<>();
        for (Sample sample : new SampleFolder(folder).samples()) {
            all.addAll(Judge.differences(sample));
        }
        return all;
    }

    private List<String> differences(String file, String content, String expected) throws IOException {
        Files.writeString(folder.resolve(file), content);
        Files.writeString(folder.resolve(file + ".expected.json"), expected);
        return differences();
    }

    private List<String> csv(Consumer<ObjectNode> wrong) throws IOException {
        ObjectNode expected = (ObjectNode) SampleFolder.JSON.readTree(RIGHT);
        wrong.accept(expected);
        return differences("a.csv", CSV, expected.toString());
    }

    private static ObjectNode columns(ObjectNode expected) {
        return (ObjectNode) Objects.requireNonNull(expected.get("columns"));
    }

    @Test
    void theRightOneIsRight() throws IOException {
        assertThat(csv(_ -> {})).isEmpty();
    }

    @Test
    void anotherValueIsFound() throws IOException {
        assertThat(csv(expected -> ((ArrayNode) columns(expected).get("v")).set(1, "c")))
                .singleElement()
                .asString()
                .contains("row 2, column 'v' (string): b, expected \"c\"");
        assertThat(csv(expected -> ((ArrayNode) columns(expected).get("v")).set(2, "")))
                .as("null is not an empty text")
                .isNotEmpty();
        assertThat(csv(expected -> ((ArrayNode) columns(expected).get("id")).set(0, 1)))
                .as("a text is not a number")
                .isNotEmpty();
    }

    @Test
    void anExpectationWithoutItsFileIsFound() throws IOException {
        Files.writeString(folder.resolve("gone.csv.expected.json"), RIGHT);
        assertThatThrownBy(() -> new SampleFolder(folder).samples())
                .hasMessageContaining("gone.csv.expected.json stands alone");
    }

    /// What is called like a licence is a sample when somebody says what it holds.
    @Test
    void aNameIsNoReasonToPassAFileOver() throws IOException {
        Files.writeString(folder.resolve("README.txt"), "no sample");
        assertThat(new SampleFolder(folder).samples()).isEmpty();
        assertThat(differences("notice.csv", CSV, RIGHT)).isEmpty();
        assertThat(differences("notice.csv", CSV, RIGHT.replace("\"a\"", "\"z\"")))
                .hasSize(1);
    }

    @Test
    void aColumnTooFewOrTooManyIsFound() throws IOException {
        assertThat(csv(expected -> columns(expected).remove("v"))).contains("columns that nobody expected: [v]");
        assertThat(csv(expected ->
                        columns(expected).putArray("w").add("1").add("2").add("3")))
                .contains("columns are missing: [w]");
        assertThat(csv(expected -> columns(expected).set("V", columns(expected).remove("v"))))
                .as("a name in another case")
                .hasSize(2);
    }

    @Test
    void aRowTooFewOrTooManyIsFound() throws IOException {
        assertThat(csv(expected -> columns(expected).forEach(values -> ((ArrayNode) values).remove(2))))
                .contains("column 'v' has 3 values, expected 2");
        assertThat(csv(expected -> columns(expected).forEach(values -> ((ArrayNode) values).addNull())))
                .isNotEmpty();
        assertThat(csv(expected -> expected.put("rows", 4))).contains("3 rows, expected 4");
    }

    @Test
    void anotherOrderIsFoundUnlessOrderMeansNothing() throws IOException {
        Consumer<ObjectNode> turned = expected -> columns(expected).forEach(values -> {
            JsonNode first = ((ArrayNode) values).remove(0);
            ((ArrayNode) values).add(first);
        });
        assertThat(csv(turned)).isNotEmpty();
        assertThat(csv(turned.andThen(expected -> expected.put("ordered", false))))
                .isEmpty();
        assertThat(csv(turned.andThen(expected -> {
                    expected.put("ordered", false);
                    // The same values in rows of other partners.
                    ((ArrayNode) columns(expected).get("v"))
                            .set(0, "a")
                            .set(1, "b")
                            .setNull(2);
                })))
                .as("columns are turned apart")
                .isNotEmpty();
        assertThat(csv(turned.andThen(expected -> {
                    expected.put("ordered", false);
                    ((ArrayNode) columns(expected).get("id")).set(0, "1");
                    ((ArrayNode) columns(expected).get("v")).set(0, "a");
                })))
                .as("a row twice for another one")
                .isNotEmpty();
    }

    @Test
    void anErrorThatDoesNotComeOrSaysOtherwiseIsFound() throws IOException {
        assertThat(differences("a.csv", CSV, "{\"error\":\"checksum\"}"))
                .singleElement()
                .asString()
                .contains("3 rows were read");
        assertThat(differences("a.csv", CSV + "4\n", "{\"error\":\"1 field, expected 2\"}"))
                .hasSizeLessThan(2);
        assertThat(differences("a.csv", CSV + "4\n", "{\"error\":\"checksum\"}"))
                .singleElement()
                .asString()
                .contains("the error lacks 'checksum'");
        assertThat(differences("a.csv", CSV + "4\n", RIGHT))
                .singleElement()
                .asString()
                .contains("it was refused");
    }

    @Test
    void optionsAreThoseOfTheJobFile() throws IOException {
        String ours = """
                {"columns": {"when": ["2026-01-31"], "at": ["2026-01-31T22:30:00"], "n": [{"$dec": "1.50"}], "$": ["x"]},
                 "options": {"format": "csv", "timezone": "Europe/Berlin",
                             "formatOptions": {"withHeader": true, "separator": ";"},
                             "schema": [{"name": "when", "type": "date", "format": "dd.MM.yyyy"},
                                        {"name": "at", "type": "timestamp"},
                                        {"name": "n", "type": "decimal(5,2)", "decimalSeparator": ","}]}}
                """;
        String data = "when;at;n;$\n31.01.2026;2026-01-31 23:30:00;1,5;x\n";
        assertThat(differences("a.data", data, ours)).isEmpty();
        assertThat(differences("a.data", data, ours.replace("Berlin", "Lisbon")))
                .singleElement()
                .asString()
                .contains("column 'at'");
        assertThat(differences("a.data", data, ours.replace("\"1.50\"", "\"1.51\"")))
                .hasSize(1);
        assertThat(differences("a.data", data, ours.replace("\"separator\"", "\"seperator\"")))
                .singleElement()
                .asString()
                .contains("it was refused");
    }

    @Test
    void everyMarkStandsForItsValue() throws IOException {
        String data = """
                {"m":{"k":[1,2]},"s":{"a":null,"b":"x"},"b":"AAE=","f":"NaN","d":1.25,"n":9007199254740993,"l":true}
                """;
        String right = """
                {"columns": {"m": [{"$map": [["k", [1, 2]]]}], "s": [{"a": null, "b": "x"}], "b": [{"$b64": "AAE="}],
                             "f": [{"$f": "NaN"}], "d": [1.25], "n": [9007199254740993], "l": [true]},
                 "options": {"schema": [{"name": "m", "type": "map<string,array<int>>"},
                                        {"name": "s", "type": "struct<a:string,b:string>"},
                                        {"name": "b", "type": "binary"}, {"name": "f", "type": "double"}]}}
                """;
        assertThat(differences("a.json", data, right)).isEmpty();
        for (Map.Entry<String, String> wrong : Map.of(
                        "[1, 2]", "[2, 1]",
                        "\"b\": \"x\"", "\"b\": null",
                        "AAE=", "AAI=",
                        "{\"$f\": \"NaN\"}", "{\"$f\": \"inf\"}",
                        "[1.25]", "[1.26]",
                        "9007199254740993", "9007199254740992",
                        "[true]", "[false]",
                        "\"k\"", "\"K\"")
                .entrySet()) {
            assertThat(differences("a.json", data, right.replace(wrong.getKey(), wrong.getValue())))
                    .as(wrong.getValue())
                    .hasSize(1);
        }
    }

    /// Bad documents of JSONTestSuite that read as values, and good ones that do not, would be found.
    @Test
    void documentsOfJsonTestSuiteAreJudgedByTheirNames() throws IOException {
        Files.writeString(folder.resolve("y_a.json"), "[1,\"x\",null]");
        Files.writeString(folder.resolve("n_a.json"), "[1,");
        Files.writeString(folder.resolve("n_b.json"), "1]");
        Files.writeString(folder.resolve("i_a.json"), "[\"\\uD800\"]");
        assertThat(differences()).isEmpty();
        Files.writeString(folder.resolve("n_c.json"), "[1]");
        assertThat(differences()).singleElement().asString().contains("1 rows were read");

        Sample good = new SampleFolder(folder)
                .samples().stream()
                        .filter(sample -> sample.name().equals("y_a.json"))
                        .findFirst()
                        .orElseThrow();
        assertThat(Judge.differences(ofBytes(good, "{\"v\":[1,}")))
                .singleElement()
                .asString()
                .contains("it was refused");
        assertThat(Judge.differences(ofBytes(good, "{\"v\":[1,\"y\",null]}"))).hasSize(1);
    }

    private static Sample ofBytes(Sample sample, String text) {
        return new Sample(
                sample.name(),
                sample.file(),
                sample.object(),
                text.getBytes(StandardCharsets.UTF_8),
                sample.options(),
                sample.expected());
    }

    @Test
    void wrongRowsOfOtherProjectsAreFound() throws IOException {
        Path own = Path.of("samples/apache-avro");
        Files.copy(own.resolve("weather.avro"), folder.resolve("weather.avro"));
        String rows = Files.readString(own.resolve("weather.json"));
        Files.writeString(folder.resolve("weather.json"), rows);
        assertThat(differences()).isEmpty();
        Files.writeString(folder.resolve("weather.json"), rows.replace("\"temp\":78", "\"temp\":77"));
        assertThat(differences()).hasSize(1);

        Files.createDirectories(folder.resolve("csvs"));
        Files.createDirectories(folder.resolve("json"));
        Files.writeString(folder.resolve("weather.json"), rows);
        Files.writeString(folder.resolve("csvs/a.csv"), "a,b\n1,\n");
        Files.writeString(folder.resolve("json/a.json"), "[{\"a\":\"1\",\"b\":\"\"}]");
        assertThat(differences()).isEmpty();
        Files.writeString(folder.resolve("json/a.json"), "[{\"a\":\"1\",\"b\":\" \"}]");
        assertThat(differences()).hasSize(1);
    }

    /// orc-tools writes no line for a file without rows, whatever columns it has.
    @Test
    void aFileWithoutRowsHasNoColumnsToCompare() throws IOException {
        Sample none = new Sample(
                "none",
                folder,
                "a.csv",
                "id,v\n".getBytes(StandardCharsets.UTF_8),
                (ObjectNode) SampleFolder.JSON.readTree("{\"format\":\"csv\",\"formatOptions\":{\"withHeader\":true}}"),
                new Sample.Columns(Map.of(), 0, true, Sample.Form.ORC_TOOLS));
        assertThat(Judge.differences(none)).isEmpty();
        assertThat(Judge.differences(none.withExpected(new Sample.Columns(Map.of(), 0, true, Sample.Form.MARKED))))
                .hasSize(1);
        assertThat(Judge.differences(none.withExpected(new Sample.Columns(Map.of(), 1, true, Sample.Form.ORC_TOOLS))))
                .hasSize(1);
    }

    /// The form of orc-tools, tried on JSON, in which a wrong value is quickly made.
    @Test
    void rowsOfOrcToolsAreUnderstood() throws IOException {
        Path rows = folder.resolve("a.jsn.gz");
        try (GZIPOutputStream out = new GZIPOutputStream(Files.newOutputStream(rows))) {
            out.write("{\"b\":[0,255],\"t\":\"2038-05-05 12:34:56.1\",\"m\":[{\"key\":\"k\",\"value\":1}]}\n"
                    .getBytes(StandardCharsets.UTF_8));
        }
        Files.writeString(folder.resolve("a.orc"), "ORC");
        Sample orc = new SampleFolder(folder).samples().getFirst();
        ObjectNode options = (ObjectNode) SampleFolder.JSON.readTree("""
                {"format": "json", "schema": [{"name": "b", "type": "binary"}, {"name": "t", "type": "timestamp"},
                                              {"name": "m", "type": "map<string,int>"}]}
                """);
        String right = "{\"b\":\"AP8=\",\"t\":\"2038-05-05T12:34:56.1Z\",\"m\":{\"k\":1}}";
        assertThat(read(orc, options, right)).isEmpty();
        assertThat(read(orc, options, right.replace("AP8=", "AP4="))).hasSize(1);
        assertThat(read(orc, options, right.replace("56.1", "56.2"))).hasSize(1);
        assertThat(read(orc, options, right.replace(":1}", ":2}"))).hasSize(1);
    }

    private static List<String> read(Sample orc, ObjectNode options, String json) throws IOException {
        return Judge.differences(new Sample(
                orc.name(), orc.file(), "a.json", json.getBytes(StandardCharsets.UTF_8), options, orc.expected()));
    }
}
