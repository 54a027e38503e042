package dev.tidemark.integration;

import java.nio.file.Files;
import java.util.List;

/// What is to be written cannot be, or would not fit what is there.
final class OutputFaults {

    private OutputFaults() {}

    static List<Fault> all() {
        return List.of(
                Fault.failed("a full disk", home -> home.raw("much.csv", home.rows(300_000)), "too large", "free space")
                        .under("bash", "-c", "ulimit -f 1500; exec \"$@\"", "limited"),
                Fault.failed(
                        "an output whose parent is a file",
                        home -> {
                            home.write("lake/taken", "a file");
                            elsewhere(home, "${lake}/taken/out/");
                        },
                        "lake/taken",
                        "choose another path"),
                Fault.failed(
                                "an output that may not be written",
                                home -> {
                                    Files.createDirectory(home.path("lake/closed"));
                                    home.mode("lake/closed", "r-xr-xr-x");
                                    elsewhere(home, "${lake}/closed/out/");
                                },
                                "lake/closed",
                                "permissions")
                        .under(SourceFaults.asAUser()),
                Fault.failed(
                        "a partition value that is too long for a folder",
                        home -> home.raw("long.csv", "id,amount,country,note\n1,2.00," + "x".repeat(300) + ",\n"),
                        "country=xxx",
                        "too long"),
                Fault.refused(
                        "a partition key that the rows do not have",
                        home -> {
                            home.job("      catalog: { database: lake, table: orders }\n", "");
                            home.job("partitionKeys: [ country ]", "partitionKeys: [ land ]");
                        },
                        "'land'",
                        "Derive it"),
                Fault.refused(
                        "nothing but partition keys",
                        home -> home.job("- filter: \"amount is not null\"", "- selectFields: [ country ]"),
                        "All columns are partition keys",
                        "Keep one"),
                Fault.failed(
                        "a table with other partition keys",
                        home -> home.job("partitionKeys: [ country ]", "partitionKeys: [ country, note ]"),
                        "lake.orders",
                        "Make them equal"),
                Fault.failed(
                        "a table whose column has another type",
                        home -> home.job("- filter: \"amount is not null\"", "- derive: { amount: \"amount > 1\" }"),
                        "'amount' is decimal(10,2) in the table and boolean in the files",
                        "Cast it to decimal(10,2)"),
                Fault.failed(
                        "a table at another location",
                        home -> home.job("${lake}/curated/", "${lake}/other/"),
                        "lake/other/",
                        "lake/curated/"),
                Fault.failed(
                        "a table of another format",
                        home -> home.job("format: parquet", "format: json"),
                        "lake.orders",
                        "Set the sink's format to parquet"),
                Fault.failed(
                        "neither path nor table",
                        home -> {
                            home.job("      path: \"${lake}/curated/\"\n", "");
                            home.job("table: orders", "table: bills");
                        },
                        "lake.bills",
                        "Set the sink's path"),
                Fault.refused(
                        "a column that CSV cannot hold",
                        home -> {
                            home.job("format: csv\n      formatOptions: { withHeader: true }", "format: json");
                            home.job("${lake}/raw/", "${lake}/json/");
                            home.job("      catalog: { database: lake, table: orders }\n", "");
                            home.job("onSchemaChange: ignore", "onSchemaChange: addNewColumns");
                            home.job("format: parquet", "format: csv");
                            home.write(
                                    "lake/json/day=2026-01-05/a.json",
                                    "{\"id\": 1, \"amount\": 2, \"country\": \"de\", \"tags\": [1]}\n");
                        },
                        "'tags'",
                        "dropFields"));
    }

    private static void elsewhere(FaultHome home, String path) throws Exception {
        home.job("      catalog: { database: lake, table: orders }\n", "");
        home.job("${lake}/curated/", path);
    }
}
