package dev.tidemark.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The comparison itself: equal folders are equal, and each broken twin of one is caught. DuckDB writes both.
final class CompareWithDuckDbTest {

    @TempDir
    private Path folder;

    private String rows = "";

    @BeforeEach
    void writeTheScript() throws IOException {
        long seed = Long.getLong("tidemark.seed", System.nanoTime() % 1_000_000);
        System.out.println("CompareWithDuckDbTest: tidemark.seed=" + seed);
        rows = """
                SELECT CAST(i AS INTEGER) AS id,
                    CASE WHEN i %% 7 <> 0 THEN 'it''s ' || CAST(hash(i + %d) %% 50 AS VARCHAR) END AS text,
                    DATE '1999-12-01' + CAST(i AS INTEGER) AS day, to_timestamp(i * 1.5) AS at,
                    CAST(i / 8 AS DECIMAL(12, 2)) AS amount, CAST(i %% 5 AS INTEGER) AS part
                FROM range(500) AS numbers(i)
                """.formatted(seed);
        Files.writeString(folder.resolve("expected.sql"), rows);
    }

    @Test
    void theSameRowsInAnyOrderAndAnyNumberOfFilesAreEqual() throws Exception {
        assertThat(differences("SELECT * FROM (%s) ORDER BY hash(id)".formatted(rows)))
                .isEmpty();
    }

    @Test
    void aTwinWithOneRowChangedIsCaughtBothWays() throws Exception {
        assertThat(differences("SELECT * REPLACE (CASE WHEN id = 321 THEN 'x' ELSE text END AS text) FROM (%s)"
                        .formatted(rows)))
                .contains("1 rows missing, such as:", "1 rows not expected, such as:")
                .anyMatch(line -> line.contains("321"));
    }

    @Test
    void aTwinWithOneRowTwiceIsCaught() throws Exception {
        assertThat(differences("FROM (%1$s) UNION ALL SELECT * FROM (%1$s) WHERE id = 77".formatted(rows)))
                .contains("1 rows not expected, such as:")
                .noneMatch(line -> line.contains("missing"));
    }

    @Test
    void aTwinWithoutOneRowIsCaught() throws Exception {
        assertThat(differences("SELECT * FROM (%s) WHERE id <> 77".formatted(rows)))
                .contains("1 rows missing, such as:")
                .noneMatch(line -> line.contains("not expected"));
    }

    @Test
    void aTwinWhoseNullIsAnEmptyTextIsCaught() throws Exception {
        assertThat(differences("SELECT * REPLACE (coalesce(text, '') AS text) FROM (%s)".formatted(rows)))
                .contains("72 rows missing, such as:");
    }

    @Test
    void aTwinWithAnotherTypeIsCaughtThoughTheValuesAreEqual() throws Exception {
        assertThat(differences("SELECT * REPLACE (CAST(id AS BIGINT) AS id) FROM (%s)".formatted(rows)))
                .first()
                .asString()
                .contains("id=BIGINT");
    }

    @Test
    void aTwinInAnotherPartitionIsCaught() throws Exception {
        assertThat(differences(
                        "SELECT * REPLACE (CASE WHEN id = 5 THEN 1 ELSE part END AS part) FROM (%s)".formatted(rows)))
                .contains("1 rows missing, such as:");
    }

    @Test
    void aFolderWithoutFilesIsNotEqual() throws Exception {
        assertThat(new CompareWithDuckDb(folder.resolve("expected.sql"), folder.resolve("none")).differences())
                .containsExactly("no file below " + folder.resolve("none").toAbsolutePath());
    }

    @Test
    void hiddenFilesAreNoPartOfTheTableButOthersAre() throws Exception {
        Path output = write(rows);
        Files.createDirectories(output.resolve(".staged"));
        Files.writeString(output.resolve(".staged/half.parquet"), "PAR1");
        assertThat(new CompareWithDuckDb(folder.resolve("expected.sql"), output).differences())
                .isEmpty();
        Files.writeString(output.resolve("part=1/notes.txt"), "");
        assertThat(new CompareWithDuckDb(folder.resolve("expected.sql"), output).differences())
                .singleElement()
                .asString()
                .startsWith("not a Parquet file: ");
    }

    private List<String> differences(String select) throws IOException, SQLException {
        return new CompareWithDuckDb(folder.resolve("expected.sql"), write(select)).differences();
    }

    private Path write(String select) throws SQLException {
        Path output = folder.resolve("it's out");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement sql = connection.createStatement()) {
            sql.execute("COPY (%s) TO '%s' (FORMAT parquet, PARTITION_BY (part))"
                    .formatted(select, output.toString().replace("'", "''")));
        }
        return output;
    }
}
