package dev.tidemark.integration;

import java.io.IOException;
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
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Compares a folder of hive-partitioned Parquet files with the rows that a SQL script makes from the raw files.
///
/// DuckDB reads both sides. They are equal when names, order and types of the columns are, and when `EXCEPT ALL` is
/// empty both ways, so that a row that is there twice counts twice. Partition columns have no type in a path: they
/// are read with the type that the script gives them.
public final class CompareWithDuckDb {

    private static final int ROWS_SHOWN = 3;

    private final Path script;
    private final Path output;

    /// @param script one SELECT; its relative paths start at the script's own folder
    /// @param output the folder that was written
    public CompareWithDuckDb(Path script, Path output) {
        this.script = script.toAbsolutePath().normalize();
        this.output = output.toAbsolutePath().normalize();
    }

    /// Arguments: pairs of a script and a folder. Prints one line a pair; exit code 1 when one pair differs.
    public static void main(String[] args) throws IOException, SQLException {
        if (args.length == 0 || args.length % 2 != 0) {
            System.err.println("usage: CompareWithDuckDb EXPECTED.sql FOLDER [EXPECTED.sql FOLDER …]");
            System.exit(2);
        }
        boolean equal = true;
        for (int i = 0; i < args.length; i += 2) {
            List<String> differences = new CompareWithDuckDb(Path.of(args[i]), Path.of(args[i + 1])).differences();
            System.out.println(args[i + 1] + (differences.isEmpty() ? " equals " : " DIFFERS from ") + args[i]);
            differences.forEach(difference -> System.out.println("  " + difference));
            equal &= differences.isEmpty();
        }
        if (!equal) {
            System.exit(1);
        }
    }

    /// Returns what differs, a line each; empty when both sides are equal.
    public List<String> differences() throws IOException, SQLException {
        List<Path> files = files();
        if (files.isEmpty()) {
            return List.of("no file below " + output);
        }
        List<String> others = files.stream()
                .map(Path::toString)
                .filter(file -> !file.endsWith(".parquet"))
                .map(file -> "not a Parquet file: " + file)
                .toList();
        if (!others.isEmpty()) {
            return others;
        }
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement sql = connection.createStatement()) {
            sql.execute("SET file_search_path = "
                    + quoted(script.resolveSibling(".").normalize()));
            sql.execute("CREATE TABLE expected AS " + Files.readString(script));
            Map<String, String> wanted = columns(sql, "expected");
            String partitionTypes = partitionKeys(files).stream()
                    .filter(wanted::containsKey)
                    .map(key -> "'" + key + "': " + wanted.get(key))
                    .collect(Collectors.joining(", "));
            sql.execute("CREATE TABLE actual AS SELECT * FROM read_parquet([%s], hive_partitioning = true%s)"
                    .formatted(
                            files.stream().map(CompareWithDuckDb::quoted).collect(Collectors.joining(", ")),
                            partitionTypes.isEmpty() ? "" : ", hive_types = {" + partitionTypes + "}"));
            Map<String, String> found = columns(sql, "actual");
            // Maps are equal in any order; the order of columns counts here.
            if (!List.copyOf(found.entrySet()).equals(List.copyOf(wanted.entrySet()))) {
                return List.of("columns are " + found, "but should be " + wanted);
            }
            List<String> differences = new ArrayList<>();
            exceptAll(sql, "expected", "actual", "missing", differences);
            exceptAll(sql, "actual", "expected", "not expected", differences);
            return differences;
        }
    }

    /// The columns of the rows that the script makes, in order, with the types that DuckDB gives them.
    Map<String, String> expectedColumns() throws IOException, SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement sql = connection.createStatement()) {
            sql.execute("SET file_search_path = "
                    + quoted(script.resolveSibling(".").normalize()));
            sql.execute("CREATE TABLE expected AS " + Files.readString(script));
            return columns(sql, "expected");
        }
    }

    /// The files a reader of the table would see: no name on the way down starts with `_` or `.`.
    private List<Path> files() throws IOException {
        if (!Files.isDirectory(output)) {
            return List.of();
        }
        try (Stream<Path> walk = Files.walk(output)) {
            return walk.filter(Files::isRegularFile)
                    .filter(this::isVisible)
                    .sorted()
                    .toList();
        }
    }

    private boolean isVisible(Path file) {
        for (Path name : output.relativize(file)) {
            if (name.toString().startsWith("_") || name.toString().startsWith(".")) {
                return false;
            }
        }
        return true;
    }

    private Set<String> partitionKeys(List<Path> files) {
        Set<String> keys = new TreeSet<>();
        for (Path file : files) {
            for (Path folder : output.relativize(file).resolveSibling("")) {
                int equals = folder.toString().indexOf('=');
                if (equals > 0) {
                    keys.add(folder.toString().substring(0, equals));
                }
            }
        }
        return keys;
    }

    private static Map<String, String> columns(Statement sql, String table) throws SQLException {
        Map<String, String> columns = new LinkedHashMap<>();
        try (ResultSet rows = sql.executeQuery("DESCRIBE " + table)) {
            while (rows.next()) {
                columns.put(rows.getString("column_name"), rows.getString("column_type"));
            }
        }
        return columns;
    }

    private static void exceptAll(Statement sql, String left, String right, String what, List<String> differences)
            throws SQLException {
        sql.execute("CREATE OR REPLACE TABLE surplus AS FROM %s EXCEPT ALL FROM %s".formatted(left, right));
        long count;
        try (ResultSet rows = sql.executeQuery("SELECT count(*) FROM surplus")) {
            rows.next();
            count = rows.getLong(1);
        }
        if (count == 0) {
            return;
        }
        differences.add("%d rows %s, such as:".formatted(count, what));
        try (ResultSet rows =
                sql.executeQuery("SELECT CAST(surplus AS VARCHAR) FROM surplus ORDER BY ALL LIMIT " + ROWS_SHOWN)) {
            while (rows.next()) {
                differences.add(rows.getString(1));
            }
        }
    }

    private static String quoted(Path path) {
        return "'" + path.toString().replace("'", "''") + "'";
    }
}
