package dev.tidemark.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Seeded;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A job that `init` drafts from a file drawn from a seed makes what DuckDB reads of the same file.
///
/// Types are DuckDB's, but: columns of CSV are text, and typed in comments; codes with leading zeros, which DuckDB
/// takes for numbers, are text there too; dates and times of JSON are text; columns of JSON stand by name.
final class InitIT {

    private static final Map<String, String> TYPES = Map.of(
            "BIGINT", "bigint",
            "DOUBLE", "double",
            "BOOLEAN", "boolean",
            "DATE", "date",
            "TIMESTAMP", "timestamp");

    private static final Pattern COMMENTED = Pattern.compile("#   - (\\{ name: \"([^\"]*)\", type: (\\w+) \\})");

    @TempDir
    private Path folder;

    private Random random;
    private String separator = ",";

    @BeforeEach
    void setUp() {
        random = Seeded.of("InitIT").random();
    }

    @Test
    void aJobThatIsDraftedFromCsvMakesTheRowsThatDuckDbReads() throws Exception {
        separator = List.of(",", ";", "|", "\t").get(random.nextInt(4));
        Path sample = csv();
        Path job = drafted(sample);
        run(job);
        assertThat(differences("SELECT * FROM " + readCsv(sample, ", all_varchar = true")))
                .isEmpty();
    }

    @Test
    void theTypesThatADraftNamesInCommentsAreThoseThatDuckDbFinds() throws Exception {
        Path sample = csv();
        Path job = drafted(sample);
        Map<String, String> found = columns("SELECT * EXCLUDE (code) FROM " + readCsv(sample, ""));
        Map<String, String> named = new LinkedHashMap<>();
        Matcher comment = COMMENTED.matcher(Files.readString(job));
        List<String> schema = new ArrayList<>();
        while (comment.find()) {
            schema.add(comment.group(1));
            named.put(comment.group(2), comment.group(3));
        }
        found.values().removeIf(type -> type.equals("VARCHAR"));
        found.replaceAll((name, type) -> TYPES.getOrDefault(type, type));
        assertThat(List.copyOf(named.entrySet())).isEqualTo(List.copyOf(found.entrySet()));
        // As a schema they make typed columns of the same values.
        Files.writeString(
                job,
                Files.readString(job)
                        .replace("      # schema:\n", "      schema: [ " + String.join(", ", schema) + " ]\n"));
        run(job);
        assertThat(differences("SELECT * REPLACE (timezone('UTC', \"at\") AS \"at\") FROM "
                        + readCsv(sample, ", types = {'code': 'VARCHAR'}")))
                .isEmpty();
    }

    @Test
    void aJobThatIsDraftedFromJsonLinesMakesTheRowsThatDuckDbReads() throws Exception {
        Path sample = jsonLines();
        run(drafted(sample));
        assertThat(differences(
                        "SELECT * REPLACE (CAST(day AS VARCHAR) AS day, CAST(id AS BIGINT) AS id) FROM (SELECT day, id, inner_, note, ok, tags, x FROM read_json('%s', format = 'newline_delimited'))"
                                .formatted(sample)))
                .isEmpty();
    }

    /// The broken twin is the same draft without its encoding: no run reads the file.
    @Test
    void aJobThatIsDraftedFromUtf16WithLineEndsInItsHeaderMakesTheRowsThatDuckDbReads() throws Exception {
        separator = List.of(",", ";", "|", "\t").get(random.nextInt(4));
        Path sample = csv();
        Path utf8 = Files.copy(sample, folder.resolve("utf8.csv"));
        String text = Files.readString(sample).replaceFirst("free text", "\"free\ntext\"");
        Files.write(sample, ("\uFEFF" + text).getBytes(StandardCharsets.UTF_16LE));
        Path job = drafted(sample);
        assertThat(job).content().contains("multiLine: true, encoding: UTF-16 }");
        run(job);
        // DuckDB finds no dialect in a header of two lines: there it has one.
        assertThat(differences("SELECT * EXCLUDE (\"free text\"), \"free text\" AS \"free\ntext\" FROM "
                        + readCsv(utf8, ", all_varchar = true")))
                .isEmpty();
        Files.writeString(job, Files.readString(job).replace(", encoding: UTF-16", ""));
        PackagedCommand.Ended twin = PackagedCommand.PLAIN.run(
                folder,
                List.of("run", job.toString(), "--state", folder.resolve("twin").toString()));
        assertThat(twin.exit()).isEqualTo(1);
        assertThat(twin.err()).contains("a.csv", "encoding: UTF-16");
    }

    /// What is no sample, by exit code and message of the packaged command.
    @Test
    void whatIsNoTextOrEmptyIsRefused() throws Exception {
        byte[] noise = new byte[random.nextInt(64, 5_000)];
        random.nextBytes(noise);
        noise[0] = 'x';
        refused("noise.csv", noise, "noise.csv is not text in UTF-8: ", "at offset ");
        refused("none.csv", new byte[0], "none.csv is empty", "Name a file that holds records");
        refused(
                "latin.csv",
                "id,gr\u00F6\u00DFe\n".getBytes(StandardCharsets.ISO_8859_1),
                "the byte 0xF6 at offset 5",
                "--encoding windows-1252");
    }

    private void refused(String name, byte[] bytes, String... said) throws Exception {
        Path sample = folder.resolve(name);
        Files.write(sample, bytes);
        PackagedCommand.Ended ended = PackagedCommand.PLAIN.run(
                folder,
                List.of(
                        "init",
                        sample.toString(),
                        "-o",
                        folder.resolve("no.yaml").toString()));
        assertThat(ended.exit()).as(ended.out()).isEqualTo(2);
        assertThat(ended.err()).contains(said).doesNotContain("\tat ");
        assertThat(folder.resolve("no.yaml")).doesNotExist();
    }

    /// The broken twin: a draft with one column typed that is a code. Its zeros are gone.
    @Test
    void aTwinThatTypesTheCodesIsCaught() throws Exception {
        Path sample = csv();
        Path job = drafted(sample);
        Files.writeString(
                job,
                Files.readString(job).replace("      # schema:\n", "      schema: [ { name: code, type: bigint } ]\n"));
        run(job);
        assertThat(differences("SELECT * REPLACE (CAST(CAST(code AS BIGINT) AS BIGINT) AS code) FROM "
                        + readCsv(sample, ", all_varchar = true")))
                .isEmpty();
        assertThat(differences("SELECT * FROM " + readCsv(sample, ", all_varchar = true")))
                .isNotEmpty();
    }

    private Path csv() throws IOException {
        Map<String, Supplier<String>> columns = new LinkedHashMap<>();
        columns.put("id", () -> Integer.toString(random.nextInt(1_000_000)));
        columns.put("code", () -> "%05d".formatted(random.nextInt(20_000)));
        columns.put("Price €", () -> "%d.%02d".formatted(random.nextInt(1_000), random.nextInt(100)));
        columns.put("ok", () -> Boolean.toString(random.nextBoolean()));
        columns.put(
                "day",
                () -> "20%02d-%02d-%02d".formatted(random.nextInt(100), random.nextInt(1, 13), random.nextInt(1, 29)));
        columns.put(
                "at",
                () -> "2026-%02d-%02d %02d:%02d:%02d"
                        .formatted(
                                random.nextInt(1, 13),
                                random.nextInt(1, 29),
                                random.nextInt(24),
                                random.nextInt(60),
                                random.nextInt(60)));
        columns.put("free text", this::text);
        StringBuilder text =
                new StringBuilder(columns.keySet().stream().collect(Collectors.joining(separator, "", "\n")));
        for (int row = random.nextInt(50, 900); row > 0; row--) {
            List<String> values = new ArrayList<>();
            columns.forEach((name, value) -> values.add(random.nextInt(10) == 0 ? "" : value.get()));
            text.append(String.join(separator, values)).append('\n');
        }
        Path sample = folder.resolve("in/orders/a.csv");
        Files.createDirectories(sample.resolveSibling("."));
        return Files.writeString(sample, text);
    }

    private String text() {
        String text = List.of(
                        "plain", "two words", "a,b", "c;d", "e|f", "g\th", "say \"hi\"", "Zürich", "鳥", "NULL", "x:y")
                .get(random.nextInt(11));
        return text.contains("\"") || text.contains(separator) ? "\"" + text.replace("\"", "\"\"") + "\"" : text;
    }

    private Path jsonLines() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int row = random.nextInt(50, 900); row > 0; row--) {
            List<String> members = new ArrayList<>(List.of(
                    "\"id\":" + random.nextLong(-1L << 60, 1L << 60),
                    "\"x\":" + (random.nextBoolean() ? "1.5" : "" + random.nextInt(100)),
                    "\"note\":\"" + List.of("a", "ü \\\"q\\\"", "007", "null").get(random.nextInt(4)) + "\"",
                    "\"ok\":" + random.nextBoolean(),
                    "\"day\":\"2026-01-%02d\"".formatted(random.nextInt(1, 29)),
                    "\"tags\":[" + (random.nextBoolean() ? "\"t\",\"u\"" : "\"v\"") + "]",
                    "\"inner_\":{\"a\":%d,\"b\":\"%s\"}".formatted(random.nextInt(9), random.nextInt(9) + "b")));
            // Every record has its members in another order, and lacks some; a name that is met late is a column too.
            java.util.Collections.shuffle(members, random);
            text.append('{')
                    .append(String.join(",", members.subList(0, random.nextInt(4, members.size() + 1))))
                    .append("}\n");
        }
        Path sample = folder.resolve("in/orders/a.jsonl");
        Files.createDirectories(sample.resolveSibling("."));
        return Files.writeString(sample, text);
    }

    private Path drafted(Path sample) throws Exception {
        Path job = folder.resolve("in/job.yaml");
        PackagedCommand.Ended ended =
                PackagedCommand.PLAIN.run(folder, List.of("init", sample.toString(), "-o", job.toString()));
        assertThat(ended.exit()).as(ended.err()).isZero();
        return job;
    }

    private void run(Path job) throws Exception {
        PackagedCommand.PLAIN.run(folder, List.of("run", job.toString())).assertCommitted();
    }

    private String readCsv(Path sample, String more) {
        return "read_csv('%s', header = true, delim = '%s', quote = '\"', escape = '\"', allow_quoted_nulls = false%s)"
                .formatted(sample, separator, more);
    }

    private List<String> differences(String expected) throws Exception {
        Path script = folder.resolve("expected.sql");
        Files.writeString(script, expected);
        return new CompareWithDuckDb(script, folder.resolve("in/curated/orders")).differences();
    }

    private static Map<String, String> columns(String select) throws SQLException {
        Map<String, String> columns = new LinkedHashMap<>();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement sql = connection.createStatement();
                ResultSet rows = sql.executeQuery("DESCRIBE " + select)) {
            while (rows.next()) {
                columns.put(rows.getString("column_name"), rows.getString("column_type"));
            }
        }
        return columns;
    }
}
