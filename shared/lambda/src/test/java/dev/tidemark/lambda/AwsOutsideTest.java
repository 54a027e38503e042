package dev.tidemark.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.job.Job;
import dev.tidemark.json.FormatCatalogue;
import dev.tidemark.json.JobFile;
import dev.tidemark.run.Ports;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AwsOutsideTest {

    @TempDir
    private Path folder;

    private static Job job(String name) {
        String yaml = """
                job: %s
                flows:
                  - name: f
                    source: { s3: { paths: [ "s3://lake/in/" ] }, format: csv, formatOptions: { withHeader: true } }
                    sink: { path: "s3://lake/out/", format: csv }
                """.formatted(name);
        return JobFile.read(
                        yaml.getBytes(StandardCharsets.UTF_8),
                        "job.yaml",
                        Map.of(),
                        Map.of(),
                        "s3://x/",
                        new FormatCatalogue(Map.of(), Map.of()))
                .job();
    }

    /// A twin that builds them for each invocation makes other objects each time.
    @Test
    void clientsAreBuiltOnceAndCallsAreCountedAnewEachTime() {
        AwsOutside outside = new AwsOutside(
                Map.of(
                        "TIDEMARK_STAGE", "dev",
                        "TIDEMARK_TABLE", "t",
                        "TIDEMARK_BUCKET", "state",
                        "TIDEMARK_STATE_MACHINES", "arn:aws:states:eu-central-1:1:stateMachine:tidemark-dev-",
                        "TIDEMARK_JOB_ROLES", "arn:aws:iam::1:role/tidemark-dev-job-",
                        "AWS_REGION", "eu-central-1",
                        "AWS_ACCESS_KEY_ID", "testing",
                        "AWS_SECRET_ACCESS_KEY", "testing"),
                folder);
        assertThat(outside.own()).isSameAs(outside.own());
        assertThat(outside.stateMachines()).isSameAs(outside.stateMachines());

        Ports first = outside.of(job("orders"));
        first.calls().add("s3.GetObject", 0.5);
        Ports second = outside.of(job("orders"));
        assertThat(second.objects()).isSameAs(first.objects());
        assertThat(second.catalog()).isSameAs(first.catalog());
        assertThat(second.calls().counts()).isEmpty();
        second.calls().add("s3.GetObject", 0.25);
        second.calls().add("s3.PutObject", 1);
        assertThat(second.calls().counts()).isEqualTo(Map.of("s3.GetObject", 1L, "s3.PutObject", 1L));
        assertThat(second.calls().usd()).isEqualTo(1.25);

        assertThat(outside.of(job("events")).objects()).isNotSameAs(first.objects());
    }
}
