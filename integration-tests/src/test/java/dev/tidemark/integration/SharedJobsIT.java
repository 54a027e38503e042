package dev.tidemark.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Seeded;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Job files of a user, unchanged, on made data; DuckDB says what must come out.
final class SharedJobsIT {

    private static final String ORDERS = """
            SELECT CAST("Order No" AS BIGINT) AS order_id,
                   to_timestamp(epoch(local) - CASE WHEN month(local) = 7 THEN 7200 ELSE 3600 END) AS ordered_at,
                   CAST(replace(Amount, ',', '.') AS DECIMAL(12, 2)) AS amount,
                   CAST(regexp_extract(filename, 'orders/(\\d+)/', 1) AS INTEGER) AS year,
                   'file://' || filename AS source_object,
                   CAST(local - CASE WHEN month(local) = 7 THEN INTERVAL 2 HOUR ELSE INTERVAL 1 HOUR END AS DATE)
                       AS order_date
            FROM (SELECT *, strptime("Ordered At", '%d.%m.%Y %H:%M') AS local
                  FROM read_csv('LAKE/drop/orders/2026/*/*/*.csv', delim = ';', header = true, all_varchar = true,
                                nullstr = 'NULL', encoding = 'latin-1', filename = true)
                  WHERE Amount IS NULL OR Amount NOT LIKE '%x%')
            """;

    private static final String CARD = """
            SELECT id AS payment_id, kind, CAST(amount AS DECIMAL(12, 2)) AS amount, CAST(dt AS DATE) AS dt
            FROM read_json('lake/raw/card/*/*.json', format = 'newline_delimited', hive_partitioning = true,
                           columns = {id: 'VARCHAR', kind: 'VARCHAR', amount: 'VARCHAR'})
            """;

    private static final String SEPA = """
            SELECT Id AS payment_id, CASE WHEN CAST(Betrag AS DECIMAL(12, 2)) < 0 THEN 'refund' ELSE 'payment' END AS kind,
                   CAST(Betrag AS DECIMAL(12, 2)) AS amount, CAST(dt AS DATE) AS dt
            FROM read_csv('lake/raw/sepa/*/*.csv', header = true, all_varchar = true, hive_partitioning = true)
            """;

    @TempDir
    private Path folder;

    private final Random random = Seeded.of("SharedJobsIT").random();
    private final List<String> bad = new ArrayList<>();

    @Test
    void aDropFolderOfEuropeanCsvWithSomeBadRecords() throws Exception {
        Path home = home("1-orders-drop.yaml");
        for (String day : List.of("2026/07/14", "2026/11/29", "2026/11/30")) {
            for (String time : List.of("0715", "1915")) {
                write(
                        home,
                        "lake/drop/orders/" + day + "/orders_" + time + ".csv",
                        orders(LocalDate.parse(day.replace('/', '-'))));
                write(home, "lake/drop/orders/" + day + "/orders_" + time + ".ctl", "no;order\n");
            }
        }
        write(home, "lake/drop/orders/2025/12/31/orders_0715.csv", "this year is not read\n");

        PackagedCommand.Ended ended = run(home, "1-orders-drop.yaml");
        ended.assertCommitted();

        assertThat(ended.out()).contains(bad.size() + " rejected");
        assertThat(differences(
                        home,
                        ORDERS.replace("LAKE", home.toRealPath().resolve("lake").toString()),
                        "orders"))
                .isEmpty();
        assertQuarantined(home);

        // The broken twin: one file is lost.
        Files.delete(files(home.resolve("lake/curated/orders"), ".parquet").getFirst());
        assertThat(differences(
                        home,
                        ORDERS.replace("LAKE", home.toRealPath().resolve("lake").toString()),
                        "orders"))
                .isNotEmpty();
    }

    @Test
    void moreBadRecordsThanTheRatioAllowsAreNotCommittedNorQuarantined() throws Exception {
        Path home = home("1-orders-drop.yaml");
        String header = "Order No;Ordered At;Amount;Customer\n";
        write(
                home,
                "lake/drop/orders/2026/11/30/a.csv",
                header + "1;30.11.2026 10:00;1,00;a\n2;30.11.2026 10:00;x;a\n");
        PackagedCommand.Ended ended = run(home, "1-orders-drop.yaml");
        assertThat(ended.exit()).isEqualTo(1);
        assertThat(ended.err()).contains("1 bad records among 2").contains("maxBadRatio is 0.001");
        assertThat(files(home.resolve("lake/quarantine"), "")).isEmpty();
        assertThat(files(home.resolve("lake/curated"), "")).isEmpty();
    }

    @Test
    void twoSourcesIntoTwoTablesInOneCommit() throws Exception {
        Path home = home("6-payments.yaml");
        for (int day = 28; day <= 30; day++) {
            write(home, "lake/raw/card/dt=2026-11-" + day + "/a.json", card());
            write(home, "lake/raw/card/dt=2026-11-" + day + "/b.json", card());
            write(home, "lake/raw/sepa/dt=2026-11-" + day + "/a.csv", sepa());
        }

        run(home, "6-payments.yaml").assertCommitted();

        assertThat(differences(home, CARD, "payments")).isEmpty();
        String refunds = "SELECT * FROM (%s UNION ALL %s) WHERE kind = 'refund'".formatted(CARD, SEPA);
        assertThat(differences(home, refunds, "refunds")).isEmpty();
        // The broken twin: the second source does not reach the table.
        assertThat(differences(home, "SELECT * FROM (%s) WHERE kind = 'refund'".formatted(CARD), "refunds"))
                .isNotEmpty();
        assertThat(run(home, "6-payments.yaml").out()).contains("NOTHING_TO_DO");
    }

    private String orders(LocalDate day) {
        StringBuilder text = new StringBuilder("Order No;Ordered At;Amount;Customer\n");
        for (int row = 0; row < 900; row++) {
            String amount =
                    random.nextInt(20) == 0 ? "NULL" : random.nextInt(-5_000, 5_000) + "," + two(random.nextInt(100));
            String line = "%d;%02d.%02d.%d %02d:%02d;%s;Jürgen Müller, \"Köln\"\n"
                    .formatted(
                            random.nextLong(1L << 40),
                            day.getDayOfMonth(),
                            day.getMonthValue(),
                            day.getYear(),
                            random.nextInt(24),
                            random.nextInt(60),
                            amount);
            if (row == 17 && bad.size() < 3) {
                line = line.replace(";" + amount + ";", ";12x;");
                bad.add(line.strip());
            }
            text.append(line);
        }
        return text.toString();
    }

    private String card() {
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < 60; row++) {
            text.append("{\"id\": \"c%x\", \"kind\": \"%s\", \"amount\": %d.%s, \"more\": {\"x\": [1, 2]}}\n"
                    .formatted(
                            random.nextLong(),
                            row % 7 == 0 ? "refund" : "payment",
                            random.nextInt(1_000_000),
                            two(random.nextInt(100))));
        }
        return text.toString();
    }

    private String sepa() {
        StringBuilder text = new StringBuilder("Id,Betrag\n");
        for (int row = 0; row < 60; row++) {
            text.append(
                    "s%x,%d.%s\n".formatted(random.nextLong(), random.nextInt(-500, 500), two(random.nextInt(100))));
        }
        return text.toString();
    }

    private static String two(int number) {
        return number < 10 ? "0" + number : String.valueOf(number);
    }

    private void assertQuarantined(Path home) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Path file : files(home.resolve("lake/quarantine/orders-drop"), ".json.gz")) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (InputStream gzip = new GZIPInputStream(Files.newInputStream(file))) {
                gzip.transferTo(bytes);
            }
            bytes.toString(StandardCharsets.UTF_8).lines().forEach(lines::add);
        }
        assertThat(lines)
                .hasSize(bad.size())
                .allSatisfy(line -> assertThat(line)
                        .contains("\"object\":\"file:///")
                        .contains("\"etag\":\"")
                        .contains("\"offset\":")
                        .contains("\"record\":18")
                        .contains("\"column\":\"Amount\"")
                        .contains("'12x' is not decimal(12,2)"));
        for (String record : bad) {
            String raw = record.replace("\"", "\\\"");
            assertThat(lines)
                    .as("the record as it was, or its bytes")
                    .anyMatch(line -> line.contains(raw.substring(0, raw.indexOf('J'))) || line.contains("rawBase64"));
        }
    }

    private Path home(String job) throws IOException {
        Path home = Files.createDirectory(folder.resolve("home"));
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("/jobs/" + job))) {
            Files.copy(in, home.resolve(job));
        }
        return home;
    }

    private PackagedCommand.Ended run(Path home, String job) throws Exception {
        return PackagedCommand.PLAIN.run(
                folder, List.of("run", home.resolve(job).toString()));
    }

    private static void write(Path home, String name, String text) throws IOException {
        Files.createDirectories(home.resolve(name).resolveSibling("."));
        Files.write(home.resolve(name), text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static List<String> differences(Path home, String sql, String table) throws Exception {
        Path script = Files.writeString(home.resolve(table + ".sql"), sql);
        return new CompareWithDuckDb(script, home.resolve("lake/curated/" + table)).differences();
    }

    private static List<Path> files(Path below, String suffix) throws IOException {
        if (!Files.exists(below)) {
            return List.of();
        }
        try (Stream<Path> walk = Files.walk(below)) {
            return walk.filter(Files::isRegularFile)
                    .filter(file -> file.toString().endsWith(suffix))
                    .sorted()
                    .toList();
        }
    }
}
