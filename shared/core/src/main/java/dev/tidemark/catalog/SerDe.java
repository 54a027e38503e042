package dev.tidemark.catalog;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// How engines read a table's files: Hive's classes and their parameters, by format.
///
/// @param library      class that makes rows of records
/// @param inputFormat  class that makes records of files
/// @param outputFormat class that engines write with
/// @param parameters   of the library
public record SerDe(String library, String inputFormat, String outputFormat, Map<String, String> parameters) {

    private static final String TEXT_INPUT = "org.apache.hadoop.mapred.TextInputFormat";
    private static final String TEXT_OUTPUT = "org.apache.hadoop.hive.ql.io.HiveIgnoreKeyTextOutputFormat";

    public SerDe {
        parameters = Map.copyOf(parameters);
    }

    /// @throws IllegalArgumentException for a format that no engine reads
    public static SerDe of(String format) {
        return switch (format) {
            case "parquet" ->
                new SerDe(
                        "org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe",
                        "org.apache.hadoop.hive.ql.io.parquet.MapredParquetInputFormat",
                        "org.apache.hadoop.hive.ql.io.parquet.MapredParquetOutputFormat",
                        Map.of("serialization.format", "1"));
            case "orc" ->
                // Athena and Hive read ORC by position otherwise.
                new SerDe(
                        "org.apache.hadoop.hive.ql.io.orc.OrcSerde",
                        "org.apache.hadoop.hive.ql.io.orc.OrcInputFormat",
                        "org.apache.hadoop.hive.ql.io.orc.OrcOutputFormat",
                        Map.of("orc.column.index.access", "false"));
            case "avro" ->
                new SerDe(
                        "org.apache.hadoop.hive.serde2.avro.AvroSerDe",
                        "org.apache.hadoop.hive.ql.io.avro.AvroContainerInputFormat",
                        "org.apache.hadoop.hive.ql.io.avro.AvroContainerOutputFormat",
                        Map.of());
            case "json" -> new SerDe("org.openx.data.jsonserde.JsonSerDe", TEXT_INPUT, TEXT_OUTPUT, Map.of());
            case "csv" ->
                new SerDe(
                        "org.apache.hadoop.hive.serde2.OpenCSVSerde",
                        TEXT_INPUT,
                        TEXT_OUTPUT,
                        Map.of("separatorChar", ",", "quoteChar", "\"", "escapeChar", "\""));
            case "ion" ->
                new SerDe(
                        "com.amazon.ionhiveserde.IonHiveSerDe",
                        "com.amazon.ionhiveserde.formats.IonInputFormat",
                        "com.amazon.ionhiveserde.formats.IonOutputFormat",
                        Map.of());
            default -> throw new IllegalArgumentException("no engine reads tables of format " + format);
        };
    }

    /// As a local table keeps it among its parameters.
    public Map<String, String> asParameters() {
        Map<String, String> all = new TreeMap<>();
        all.put("serde.library", library);
        all.put("serde.inputFormat", inputFormat);
        all.put("serde.outputFormat", outputFormat);
        parameters.forEach((name, value) -> all.put("serde.parameter." + name, value));
        return all;
    }

    /// Refuses columns that engines could not read from files of the format.
    ///
    /// @throws SchemaRefusedException naming the column and the way out
    public static void check(String table, String format, List<Field> columns) {
        if (!format.equals("csv")) {
            return;
        }
        for (Field column : columns) {
            if (!column.type().equals(DataType.STRING)) {
                throw new SchemaRefusedException(
                        table,
                        "column '%s' is %s, and engines read every column of a CSV table as string. Cast it to string in the job, or write parquet."
                                .formatted(column.name(), column.type()));
            }
        }
    }
}
