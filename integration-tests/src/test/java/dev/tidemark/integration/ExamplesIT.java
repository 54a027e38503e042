package dev.tidemark.integration;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The packaged command runs a copy of each example, and DuckDB makes the same rows of the raw files by `expected.sql`.
final class ExamplesIT {

    private static final Path HOUSE =
            Objects.requireNonNull(Path.of("").toAbsolutePath().getParent());

    private static final Map<String, String> DUCKDB_TYPES = Map.of(
            "string", "VARCHAR",
            "int", "INTEGER",
            "bigint", "BIGINT",
            "double", "DOUBLE",
            "date", "DATE",
            "timestamp", "TIMESTAMP WITH TIME ZONE");

    private static final String HEADER = "Airport Name,Aircraft Make Model,Effect Amount of damage,Flight Date,"
            + "Aircraft Airline Operator,Origin State,Phase of flight,Wildlife Size,Wildlife Species,Time of day,"
            + "Cost Other,Cost Repair,Cost Total $,Speed IAS in knots";

    @TempDir
    private Path folder;

    private long seed;

    @BeforeEach
    void printTheSeed() {
        seed = Long.getLong("tidemark.seed", System.nanoTime() % 1_000_000);
        System.out.println("ExamplesIT: tidemark.seed=" + seed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"birdstrikes", "flights", "zipcodes"})
    void anExampleMakesWhatDuckDbMakesAndASecondRunAddsNothing(String example) throws Exception {
        Path copy = copy(example);
        run(copy);
        assertThat(differences(copy, example)).isEmpty();
        assertThat(catalogColumns(copy, example)).isEqualTo(expectedColumns(copy));
        Map<String, Long> files = files(copy.resolve("lake/curated"));
        run(copy);
        assertThat(files(copy.resolve("lake/curated"))).isEqualTo(files);
    }

    /// After `.ci/run` called the README's commands in this checkout: `-Dtidemark.ran=birdstrikes,flights`.
    @Test
    void whatTheCommandWroteInThisCheckoutIsWhatDuckDbMakes() throws Exception {
        for (String example : System.getProperty("tidemark.ran", "").split(",")) {
            if (!example.isEmpty()) {
                assertThat(differences(HOUSE.resolve("examples").resolve(example), example))
                        .as(example)
                        .isEmpty();
            }
        }
    }

    /// The broken twin: two columns of a job swapped.
    @Test
    void aTwinThatMapsTwoColumnsTheOtherWayRoundIsCaught() throws Exception {
        Path copy = copy("birdstrikes");
        Path job = copy.resolve("job.yaml");
        Files.writeString(
                job,
                Files.readString(job)
                        .replace("string, cost_other,", "string, swapped,")
                        .replace("string, cost_repair,", "string, cost_other,")
                        .replace("string, swapped,", "string, cost_repair,"));
        run(copy);
        assertThat(differences(copy, "birdstrikes")).isNotEmpty();
    }

    /// The broken twin: files and folders are the same, whatever type their partition key has.
    @Test
    void aTwinWhosePartitionKeyIsTextIsCaughtByTheTable() throws Exception {
        Path copy = copy("birdstrikes");
        Path job = copy.resolve("job.yaml");
        String text = Files.readString(job);
        assertThat(text).contains("flight_year: \"year(flight_date)\"");
        Files.writeString(
                job,
                text.replace(
                        "flight_year: \"year(flight_date)\"", "flight_year: \"cast(year(flight_date) as string)\""));
        run(copy);
        assertThat(differences(copy, "birdstrikes")).isEmpty();
        assertThat(catalogColumns(copy, "birdstrikes")).isNotEqualTo(expectedColumns(copy));
    }

    @Test
    void strikesDrawnFromASeedComeOutAsDuckDbReadsThem() throws Exception {
        Path copy = copy("birdstrikes");
        Path raw = copy.resolve("lake/raw/birdstrikes");
        delete(raw);
        Random random = new Random(seed);
        for (int file = 0; file < 40; file++) {
            Path year = raw.resolve("report_year=" + random.nextInt(1989, 2004));
            Files.createDirectories(year);
            List<String> lines = new ArrayList<>(List.of(HEADER));
            for (int record = random.nextInt(200); record > 0; record--) {
                lines.add(record(random));
            }
            Files.writeString(year.resolve("drawn-" + file + ".csv"), String.join("\n", lines) + "\n");
        }
        run(copy);
        assertThat(differences(copy, "birdstrikes")).isEmpty();
    }

    /// Quotes, commas, blanks, letters beyond ASCII and empty values; an empty flight date has no flight year.
    private static String record(Random random) {
        List<String> values = new ArrayList<>();
        for (int column = 0; column < 14; column++) {
            boolean empty = random.nextInt(12) == 0;
            values.add(
                    empty
                            ? ""
                            : switch (column) {
                                case 3 ->
                                    LocalDate.of(1990, 1, 1)
                                            .plusDays(random.nextInt(4000))
                                            .toString();
                                case 10, 11, 12 -> Long.toString(random.nextLong(-5, 9_000_000_000L));
                                case 13 -> Integer.toString(random.nextInt(0, 400));
                                default -> text(random);
                            });
        }
        return String.join(",", values);
    }

    private static String text(Random random) {
        String text = List.of("plain", "two words", "a,b", "say \"hi\"", "Zürich", "鳥", " blank ", "NULL", "0012")
                        .get(random.nextInt(9))
                + random.nextInt(30);
        return text.contains(",") || text.contains("\"") || random.nextInt(6) == 0
                ? "\"" + text.replace("\"", "\"\"") + "\""
                : text;
    }

    private Path copy(String example) throws IOException {
        Path from = HOUSE.resolve("examples").resolve(example);
        Path to = folder.resolve(example);
        for (String part : List.of("job.yaml", "expected.sql", "lake/raw")) {
            try (Stream<Path> walk = Files.walk(from.resolve(part))) {
                for (Path file : walk.filter(Files::isRegularFile).toList()) {
                    Path target = to.resolve(from.relativize(file).toString());
                    Files.createDirectories(Objects.requireNonNull(target.getParent()));
                    Files.copy(file, target);
                }
            }
        }
        return to;
    }

    private void run(Path example) throws IOException, InterruptedException {
        Path log = folder.resolve("tidemark.log");
        ProcessBuilder command = new ProcessBuilder(
                        HOUSE.resolve("tidemark").toString(),
                        "run",
                        example.resolve("job.yaml").toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        command.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = command.start();
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).as("ended in time").isTrue();
        assertThat(process.exitValue())
                .as(Files.readString(log, StandardCharsets.UTF_8))
                .isZero();
    }

    private static List<String> differences(Path copy, String example) throws Exception {
        return new CompareWithDuckDb(
                        copy.resolve("expected.sql"),
                        copy.resolve("lake/curated").resolve(example))
                .differences();
    }

    /// Names and types of the table's columns and then of its partition keys, as DuckDB calls the types.
    private static List<String> catalogColumns(Path copy, String table) throws IOException {
        JsonNode json = new ObjectMapper()
                .readTree(copy.resolve(".tidemark/catalog/lake/" + table + ".json")
                        .toFile());
        List<String> columns = new ArrayList<>();
        for (String part : List.of("columns", "partitionKeys")) {
            for (JsonNode column : json.path(part)) {
                String type = column.path(1).asText();
                columns.add(column.path(0).asText() + " " + DUCKDB_TYPES.getOrDefault(type, type));
            }
        }
        return columns;
    }

    private static List<String> expectedColumns(Path copy) throws Exception {
        List<String> columns = new ArrayList<>();
        new CompareWithDuckDb(copy.resolve("expected.sql"), copy)
                .expectedColumns()
                .forEach((name, type) -> columns.add(name + " " + type));
        return columns;
    }

    private static Map<String, Long> files(Path below) throws IOException {
        try (Stream<Path> walk = Files.walk(below)) {
            Map<String, Long> sizes = new TreeMap<>();
            for (Path file : walk.filter(Files::isRegularFile).toList()) {
                sizes.put(file.toString(), Files.size(file));
            }
            return sizes;
        }
    }

    private static void delete(Path below) throws IOException {
        try (Stream<Path> walk = Files.walk(below)) {
            walk.sorted(Comparator.reverseOrder()).forEach(path -> {
                try {
                    Files.delete(path);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
