package dev.tidemark.lambda;

import dev.tidemark.job.Job;
import dev.tidemark.json.FormatCatalogue;
import dev.tidemark.json.JobFile;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/// What a function of a stage is given, and a job of that stage.
final class DeployedStage {

    private DeployedStage() {}

    /// A function's variables, to be changed.
    static Map<String, String> environment() {
        return new HashMap<>(Map.of(
                "TIDEMARK_STAGE", "dev",
                "TIDEMARK_TABLE", "t",
                "TIDEMARK_BUCKET", "state",
                "TIDEMARK_STATE_MACHINES", "arn:aws:states:eu-central-1:1:stateMachine:tidemark-dev-",
                "TIDEMARK_JOB_ROLES", "arn:aws:iam::1:role/tidemark-dev-job-",
                "AWS_REGION", "eu-central-1",
                "AWS_ACCESS_KEY_ID", "testing",
                "AWS_SECRET_ACCESS_KEY", "testing"));
    }

    static Job job(String name, int concurrency) {
        String yaml = """
                job: %s
                concurrency: %d
                flows:
                  - name: f
                    source: { s3: { paths: [ "s3://lake/in/" ] }, format: csv, formatOptions: { withHeader: true } }
                    sink: { path: "s3://lake/out/", format: csv }
                """.formatted(name, concurrency);
        return JobFile.read(
                        yaml.getBytes(StandardCharsets.UTF_8),
                        "job.yaml",
                        Map.of(),
                        Map.of(),
                        "s3://x/",
                        new FormatCatalogue(Map.of(), Map.of()))
                .job();
    }
}
