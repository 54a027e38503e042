package dev.tidemark.integration;

import java.nio.file.Files;
import java.util.List;

/// The job file or the command line is wrong: exit 2, and not a byte is left.
final class JobFileFaults {

    private JobFileFaults() {}

    static List<Fault> all() {
        return List.of(
                Fault.refused("no job file", home -> Files.delete(home.path("job.yaml")), "job.yaml", "no such file"),
                Fault.refused(
                        "the job file is a folder",
                        home -> {
                            Files.delete(home.path("job.yaml"));
                            Files.createDirectory(home.path("job.yaml"));
                        },
                        "job.yaml",
                        "Name the job's file"),
                Fault.refused("no YAML", home -> home.job("flows:", "flows: ]"), "line 3", "job.yaml"),
                Fault.refused(
                        "an unknown option",
                        home -> home.job("withHeader: true", "withHeader: true, seperator: \";\""),
                        "seperator",
                        "separator"),
                Fault.refused("a value that is none", home -> home.job("ignore", "ignored"), "ignored", "ignore"),
                Fault.refused("an unknown param", _ -> {}, "nope", "lake").with("--set", "nope=1"),
                Fault.refused("an unset param", home -> home.job("${lake}/raw/", "${lago}/raw/"), "lago", "lake"),
                Fault.refused("an unknown type", home -> home.job("bigint", "bigitn"), "bigitn", "bigint"),
                Fault.refused(
                        "a predicate on no partition column",
                        home -> predicate(home, "country = 'de'"),
                        "country",
                        "day"),
                Fault.refused(
                        "a predicate with an unquoted date",
                        home -> predicate(home, "day >= 2026-01-02"),
                        "2026-01-02",
                        "quotes"),
                Fault.failed(
                        "a predicate with a bad literal",
                        home -> predicate(home, "day >= '2026-13-02'"),
                        "2026-13-02",
                        "Correct the literal"),
                Fault.refused(
                        "a predicate that ends too early",
                        home -> predicate(home, "day >= '2026-01-02' and"),
                        "pushDownPredicate",
                        "expected a value"),
                Fault.refused(
                        "a sink under its source",
                        home -> home.job("${lake}/curated/", "${lake}/raw/curated/"),
                        "flows[0].sink.path",
                        "Move it to a folder beside it"),
                Fault.refused(
                        "a quarantine under the sink",
                        home -> home.job(
                                "    sink:",
                                "    onBadRecord: quarantine\n    quarantinePath: \"${lake}/curated/bad/\"\n    sink:"),
                        "flows[0].quarantinePath",
                        "Move it to a folder beside it"),
                Fault.refused("two sinks with one path and other keys", JobFileFaults::twoSinks, "curated", "equal"),
                Fault.refused(
                        "overwritePartitions of an increment",
                        home -> home.job("    format: parquet", "    format: parquet\n      mode: overwritePartitions"),
                        "overwritePartitions",
                        "bookmark: disable"),
                Fault.refused("from an unknown run", _ -> {}, "01UNKNOWN", "tidemark bookmark history")
                        .with("--bookmark", "pause", "--from", "01UNKNOWN", "--to", "g:1"),
                Fault.refused("to an unknown run", _ -> {}, "01UNKNOWN", "tidemark bookmark history")
                        .with("--bookmark", "pause", "--from", "g:0", "--to", "01UNKNOWN"),
                Fault.refused("a mode that is none", _ -> {}, "maybe", "pause").with("--bookmark", "maybe"),
                Fault.refused("a range without pause", _ -> {}, "--from", "--bookmark pause")
                        .with("--from", "g:0", "--to", "g:1"),
                Fault.refused("half a range", _ -> {}, "--from", "--to").with("--bookmark", "pause", "--from", "g:0"),
                Fault.refused("an option that is none", _ -> {}, "--jsn", "--json")
                        .with("--jsn"),
                Fault.refused("a place that is none", _ -> {}, "--on moon", "local")
                        .with("--on", "moon"));
    }

    private static void predicate(FaultHome home, String text) throws Exception {
        home.job("      format: csv", "      pushDownPredicate: \"" + text + "\"\n      format: csv");
    }

    private static void twoSinks(FaultHome home) throws Exception {
        home.job("""
                    sink:
                      path: "${lake}/curated/"
                      format: parquet
                      partitionKeys: [ country ]
                      catalog: { database: lake, table: orders }
                """, """
                    sinks:
                      - { path: "${lake}/curated/", format: parquet, partitionKeys: [ country ] }
                      - { path: "${lake}/curated/", format: parquet, partitionKeys: [ note ] }
                """);
    }
}
