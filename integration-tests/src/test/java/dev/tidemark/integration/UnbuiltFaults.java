package dev.tidemark.integration;

import java.util.List;

/// The job file is right and asks for what this version cannot do.
final class UnbuiltFaults {

    private static final String SOURCE = """
                  s3: { paths: [ "${lake}/raw/" ] }
                  partitionKeys: [ { name: day, type: date } ]
                  format: csv
                  formatOptions: { withHeader: true }
            """;

    private UnbuiltFaults() {}

    static List<Fault> all() {
        return List.of(
                unbuilt("tables of avro", "format: parquet", "format: avro", "leave the catalog out"),
                unbuilt("rescue", "onSchemaChange: ignore", "onSchemaChange: rescue", "Use addNewColumns"),
                unbuilt(
                        "resolveChoice",
                        "- filter: \"amount is not null\"",
                        "- resolveChoice: { specs: [ [ id, \"cast:bigint\" ] ] }",
                        "cast it with applyMapping"),
                unbuilt(
                        "jdbc",
                        SOURCE,
                        "      jdbc: { url: \"jdbc:postgresql://h/d\", table: t, jobBookmarkKeys: [ id ] }\n",
                        "Export the table"),
                unbuilt(
                        "source.catalog",
                        "s3: { paths: [ \"${lake}/raw/\" ] }\n      partitionKeys: [ { name: day, type: date } ]",
                        "catalog: { database: lake, table: raw }",
                        "source.s3.paths"));
    }

    private static Fault unbuilt(String what, String from, String to, String wayOut) {
        String named = what.substring(what.lastIndexOf(' ') + 1);
        return Fault.failed(what + " is not built", home -> home.job(from, to), named, wayOut);
    }
}
