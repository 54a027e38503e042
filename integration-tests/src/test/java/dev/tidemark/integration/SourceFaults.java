package dev.tidemark.integration;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// What is to be read is not there, cannot be opened or is not what the job says.
final class SourceFaults {

    private SourceFaults() {}

    /// Root reads and writes everything; without its capabilities it is a user like others.
    static String[] asAUser() {
        return "root".equals(System.getProperty("user.name"))
                ? new String[] {"setpriv", "--bounding-set=-all", "--inh-caps=-all"}
                : new String[] {"env"};
    }

    static List<Fault> all() {
        return List.of(
                Fault.failed(
                        "a missing path",
                        home -> {
                            home.job("job: faults", "job: fresh");
                            home.job("${lake}/raw/", "${lake}/row/");
                        },
                        "lake/row/",
                        "correct it"),
                Fault.failed(
                        "a path of a bucket",
                        home -> home.job("${lake}/raw/", "s3://bucket/raw/"),
                        "s3://bucket/raw/",
                        "--set"),
                Fault.failed(
                        "a broken symlink",
                        home -> link(home, "broken.csv", "nowhere.csv"),
                        "day=2026-01-05/broken.csv",
                        "Remove"),
                Fault.failed(
                        "a symlink to itself",
                        home -> link(home, "circle.csv", "circle.csv"),
                        "day=2026-01-05/circle.csv",
                        "Remove"),
                Fault.failed(
                                "an unreadable file",
                                home -> {
                                    home.raw("secret.csv", home.rows(3));
                                    home.mode("lake/raw/day=2026-01-05/secret.csv", "---------");
                                },
                                "day=2026-01-05/secret.csv",
                                "permissions")
                        .under(asAUser()),
                Fault.failed(
                        "a folder whose value is not of the key's type",
                        home -> home.write("lake/raw/day=yesterday/a.csv", home.rows(3)),
                        "day=yesterday",
                        "Declare the key as string"),
                Fault.failed(
                        "folders with other keys",
                        home -> {
                            home.job("      partitionKeys: [ { name: day, type: date } ]\n", "");
                            home.write("lake/raw/hour=7/a.csv", home.rows(3));
                        },
                        "hour=7",
                        "declare the source's partitionKeys"),
                Fault.failed(
                        "a rewritten object under onRewrite fail",
                        home -> {
                            home.job("onSchemaChange: ignore", "onSchemaChange: ignore\n    onRewrite: fail");
                            rewrite(home, 1);
                        },
                        "day=2026-01-01/a.csv",
                        "onRewrite: reprocess"),
                Fault.failed(
                        "more rewritten objects than maxRewritten",
                        home -> {
                            home.job("onSchemaChange: ignore", "onSchemaChange: ignore\n    maxRewritten: 1");
                            rewrite(home, 2);
                        },
                        "2 of 3 objects",
                        "--accept-rewritten"));
    }

    private static void link(FaultHome home, String name, String to) throws Exception {
        Path folder = Files.createDirectories(home.path("lake/raw/day=2026-01-05"));
        Files.createSymbolicLink(folder.resolve(name), Path.of(to));
    }

    private static void rewrite(FaultHome home, int objects) throws Exception {
        try (Stream<Path> days = Files.list(home.path("lake/raw"))) {
            for (Path day : days.sorted().limit(objects).toList()) {
                Files.setLastModifiedTime(day.resolve("a.csv"), FileTime.from(Instant.parse("2026-06-01T00:00:00Z")));
            }
        }
    }
}
