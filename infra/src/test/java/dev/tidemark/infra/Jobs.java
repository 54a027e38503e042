package dev.tidemark.infra;

import dev.tidemark.infra.StageSettings.AccessPoint;
import dev.tidemark.infra.StageSettings.JobSettings;
import dev.tidemark.json.FormatCatalogue;
import dev.tidemark.json.JobFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Deployed jobs made of a few words.
final class Jobs {

    private Jobs() {}

    static final StageNames NAMES = StageNames.of("dev", "123456789012", "eu-central-1");

    static DeployedJob job(String name, String reads, String writes, boolean onNewObjects, String... after) {
        return job(name, reads, writes, "", onNewObjects, Map.of(), after);
    }

    /// @param more further keys of the sink, each beginning with a comma
    static DeployedJob job(
            String name,
            String reads,
            String writes,
            String more,
            boolean onNewObjects,
            Map<String, AccessPoint> accessPoints,
            String... after) {
        String text = """
                job: %s
                bookmark: disable
                flows:
                  - name: all
                    source: { s3: { paths: [ "%s" ] }, format: json }
                    sink: { path: "%s", format: json%s }
                """.formatted(name, reads, writes, more);
        JobSettings settings = new JobSettings(
                Path.of(name + ".yaml"), Map.of(), null, "UTC", onNewObjects, List.of(after), List.of(), null);
        return DeployedJob.of(
                JobFile.read(
                                text.getBytes(StandardCharsets.UTF_8),
                                name + ".yaml",
                                Map.of(),
                                Map.of(),
                                "/jobs",
                                new FormatCatalogue(Map.of(), Map.of()))
                        .job(),
                settings,
                accessPoints);
    }

    /// A job file of that name in a folder.
    ///
    /// @param more a line of further keys
    static void file(Path folder, String name, String more) throws IOException {
        Path _ = Files.writeString(folder.resolve(name + ".yaml"), """
                job: %s
                %s
                bookmark: disable
                flows:
                  - name: all
                    source: { s3: { paths: [ "s3://lake/%s/" ] }, format: json }
                    sink: { path: "s3://lake/%s-out/", format: json }
                """.formatted(name, more, name, name));
    }

    /// The stage of the job files in a folder.
    static StageSettings stage(Path folder, List<String> jobs) throws IOException {
        return stage(folder, jobs, "[ ]");
    }

    /// @param keepWorkers as the file has it
    static StageSettings stage(Path folder, List<String> jobs, String keepWorkers) throws IOException {
        return StageFile.read(Files.writeString(
                folder.resolve("stage.yaml"),
                """
                stage: dev
                account: "123456789012"
                region: eu-central-1
                logDays: 30
                keepWorkers: %s
                jobs:
                """.formatted(keepWorkers)
                        + jobs.stream().map("  - file: %s.yaml\n"::formatted).collect(Collectors.joining())));
    }
}
