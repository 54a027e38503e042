package dev.tidemark.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A table of typed columns as CSV files: the orders that other engines were measured with, or one drawn from a seed.
///
/// @param name    for the print
/// @param columns of the files, in order
/// @param keys    columns that the output is partitioned by; `day` is derived from the column `ts`
/// @param groupSize bytes of a chunk's objects, as a job file says it
record GeneratedTable(String name, List<Column> columns, List<String> keys, String groupSize) {

    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz";
    private static final List<String> COUNTRIES = List.of("DE", "FR", "US", "GB", "IT", "ES", "PL", "NL", "SE", "AT");
    private static final List<String> WORDS = List.of(
            "please", "ring", "the \"\"bell\"\"", "leave, at door", "gift", "fragile", "thanks", "urgent", "Zürich");

    /// @param type a type's name, the same in a job file and, but for text, in SQL
    /// @param text a value as it stands in the file; empty for null
    record Column(String name, String type, Function<Random, String> text) {

        String sqlType() {
            return type.equals("string") ? "VARCHAR" : type.equals("timestamp") ? "TIMESTAMP WITH TIME ZONE" : type;
        }
    }

    /// About 30 partitions: 10 countries, 3 days.
    static GeneratedTable orders() {
        long[] id = {1_000_000};
        return new GeneratedTable(
                "orders",
                List.of(
                        new Column("order_id", "bigint", random -> Long.toString(id[0]++)),
                        new Column("customer_id", "string", GeneratedTable::uuid),
                        new Column("product", "string", random -> "product-" + random.nextInt(1000)),
                        new Column("quantity", "int", random -> Integer.toString(random.nextInt(20) + 1)),
                        new Column("price", "decimal(10,2)", random -> decimal(random, 5, 2)),
                        new Column("ts", "timestamp", GeneratedTable::time),
                        new Column("country", "string", random -> COUNTRIES.get(random.nextInt(COUNTRIES.size()))),
                        new Column("comment", "string", GeneratedTable::comment)),
                List.of("country", "day"),
                "128MB");
    }

    /// 5 to 14 columns of any type and order, some with nulls; partitioned by a text column and the day.
    static GeneratedTable drawn(long seed) {
        Random random = new Random(seed);
        int partitions = random.nextInt(4, 12);
        List<Column> columns = new ArrayList<>();
        columns.add(new Column("ts", "timestamp", GeneratedTable::time));
        columns.add(new Column("part", "string", row -> "part " + row.nextInt(partitions)));
        for (int i = random.nextInt(3, 13); i > 0; i--) {
            Column column = column("c" + i, random);
            int nullsInThousand = random.nextBoolean() ? 0 : random.nextInt(300);
            columns.add(new Column(
                    column.name(),
                    column.type(),
                    row -> row.nextInt(1000) < nullsInThousand
                            ? ""
                            : column.text().apply(row)));
        }
        Collections.shuffle(columns, random);
        return new GeneratedTable("drawn from seed " + seed, columns, List.of("part", "day"), "128MB");
    }

    /// Rows go to `values` partitions in no order; most of these get few rows and some many. Chunks of 64 MB.
    static GeneratedTable manyPartitions(int values) {
        long[] id = {0};
        return new GeneratedTable(
                "many partitions",
                List.of(
                        new Column("id", "bigint", random -> Long.toString(id[0]++)),
                        new Column("amount", "decimal(10,2)", random -> decimal(random, 7, 2)),
                        new Column("k", "string", random -> "v" + random.nextInt(1 + random.nextInt(values))),
                        new Column("note", "string", GeneratedTable::uuid)),
                List.of("k"),
                "64MB");
    }

    /// Whether the output is partitioned by day, too.
    boolean isDated() {
        return keys.contains("day");
    }

    private static Column column(String name, Random random) {
        return switch (random.nextInt(9)) {
            case 0 -> new Column(name, "bigint", row -> Long.toString(row.nextLong()));
            case 1 -> new Column(name, "int", row -> Integer.toString(row.nextInt(100_000)));
            case 2 -> new Column(name, "boolean", row -> Boolean.toString(row.nextBoolean()));
            case 3 -> new Column(name, "double", row -> Double.toString(row.nextGaussian()));
            case 4 ->
                new Column(
                        name,
                        "date",
                        row -> LocalDate.ofEpochDay(row.nextInt(20_000)).toString());
            case 5 -> {
                int scale = random.nextInt(5);
                int whole = random.nextInt(1, 13);
                yield new Column(
                        name, "decimal(%d,%d)".formatted(whole + scale, scale), row -> decimal(row, whole, scale));
            }
            case 6 -> new Column(name, "string", GeneratedTable::comment);
            case 7 -> new Column(name, "string", GeneratedTable::uuid);
            default -> {
                int values = 1 << random.nextInt(1, 16);
                yield new Column(name, "string", row -> "value-" + row.nextInt(values));
            }
        };
    }

    private static String uuid(Random random) {
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }

    private static String time(Random random) {
        return Instant.parse("2026-11-10T00:00:00Z")
                .plusSeconds(random.nextInt(3 * 86_400))
                .toString();
    }

    private static String decimal(Random random, int whole, int scale) {
        long units = random.nextLong((long) Math.pow(10, whole));
        long parts = scale == 0 ? 0 : random.nextLong((long) Math.pow(10, scale));
        return scale == 0 ? Long.toString(units) : ("%d.%0" + scale + "d").formatted(units, parts);
    }

    private static String comment(Random random) {
        StringBuilder text = new StringBuilder("\"");
        for (int i = random.nextInt(4) + 1; i > 0; i--) {
            text.append(WORDS.get(random.nextInt(WORDS.size()))).append(' ');
        }
        for (int i = random.nextInt(12); i > 0; i--) {
            text.append(LETTERS.charAt(random.nextInt(26)));
        }
        return text.append('"').toString();
    }

    /// Writes files of about `bytes / files` each.
    ///
    /// @return their size in all
    long write(Path folder, long bytes, int files, long seed) {
        Random random = new Random(seed);
        long written = 0;
        try {
            Files.createDirectories(folder);
            for (int file = 0; file < files; file++) {
                Path path = folder.resolve("part-" + file + ".csv");
                try (Writer out = Files.newBufferedWriter(path, StandardCharsets.UTF_8)) {
                    out.write(columns.stream().map(Column::name).collect(Collectors.joining(",")) + "\n");
                    for (long size = 0; size < bytes / files; ) {
                        String row = columns.stream()
                                .map(column -> column.text().apply(random))
                                .collect(Collectors.joining(",", "", "\n"));
                        out.write(row);
                        size += row.length();
                    }
                }
                written += Files.size(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return written;
    }
}
