package dev.tidemark.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Options of every command that works on a job.
class JobOptions {

    @Parameters(index = "0", paramLabel = "JOB", description = "The job file; on AWS also the name of a deployed job.")
    Path jobFile = Path.of("");

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "A param of the job file; relative folders are relative to the job file's.")
    Map<String, String> set = new LinkedHashMap<>();

    @Option(
            names = "--state",
            paramLabel = "DIR",
            description = "Where state is kept; default .tidemark beside the job.")
    @Nullable
    Path state;

    /// Whether JOB can only be a job's name: no such file is there.
    boolean namesDeployedJob() {
        return jobFile.toString().matches("[a-z][a-z0-9-]{0,39}") && !Files.exists(jobFile);
    }
}
