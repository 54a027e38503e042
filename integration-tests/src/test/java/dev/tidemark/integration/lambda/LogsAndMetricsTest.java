package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.integration.asl.StrictRunner.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// What the functions write: a line of JSON each, logs with the run's id, and metrics in CloudWatch's embedded format
/// (docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html).
final class LogsAndMetricsTest {

    private final VirtualAws aws = new VirtualAws(new NeverTwice());
    private final TinyJob tiny = new TinyJob(aws);

    private List<JsonNode> lines(boolean metrics) {
        return aws.lines.stream()
                .map(VirtualAws::json)
                .filter(line -> line.has("_aws") == metrics)
                .toList();
    }

    /// Sums by name of what the lines say of the job.
    private static Map<String, Long> sums(List<JsonNode> lines) {
        Map<String, Long> sums = new TreeMap<>();
        for (JsonNode line : lines) {
            valid(line);
            assertThat(line.path("Job").asText()).isEqualTo("tiny");
            line.at("/_aws/CloudWatchMetrics/0/Metrics")
                    .forEach(metric -> sums.merge(
                            metric.path("Name").asText(),
                            line.path(metric.path("Name").asText()).asLong(),
                            Long::sum));
        }
        return sums;
    }

    /// The specification's members: a time, and of each directive a namespace, dimensions and metrics that the line
    /// has.
    private static void valid(JsonNode line) {
        assertThat(line.at("/_aws/Timestamp").isIntegralNumber()).isTrue();
        JsonNode directives = line.at("/_aws/CloudWatchMetrics");
        assertThat(directives).isNotEmpty();
        for (JsonNode directive : directives) {
            assertThat(directive.path("Namespace").asText()).isEqualTo("Tidemark");
            assertThat(directive.path("Dimensions").toString()).isEqualTo("[[\"Stage\",\"Job\"]]");
            assertThat(line.path("Stage").isTextual() && line.path("Job").isTextual())
                    .isTrue();
            assertThat(directive.path("Metrics")).isNotEmpty().hasSizeLessThanOrEqualTo(100);
            for (JsonNode metric : directive.path("Metrics")) {
                assertThat(line.path(metric.path("Name").asText()).isNumber())
                        .as("%s in %s", metric, line)
                        .isTrue();
                assertThat(metric.path("Unit").asText()).isIn("Count", "Bytes", "Milliseconds", "None");
            }
        }
    }

    @Test
    void aRunsMetricsAreWhatItRead() {
        assertThat(aws.run("tiny").status()).isEqualTo(Status.SUCCEEDED);
        long bytes = aws.names("s3://lake/in/").stream()
                .mapToLong(name -> aws.bytes(name).length)
                .sum();
        Map<String, Long> sums = sums(lines(true));
        assertThat(sums)
                .containsEntry("Objects", 3L)
                .containsEntry("Records", 3L)
                .containsEntry("Bytes", bytes)
                .containsEntry("Chunks", 1L)
                .containsKey("Milliseconds");
    }

    /// What counts is what was read, not what was planned: an object that is gone in between is none.
    @Test
    void anObjectThatIsGoneBeforeItIsReadIsNotCounted() {
        aws.around = (function, payload, instance) -> {
            if (payload.path("kind").asText().equals("chunk")) {
                aws.delete("s3://lake/in/d=1/b.csv");
            }
            return aws.direct(function, payload, instance);
        };
        assertThat(aws.run("tiny").status()).isEqualTo(Status.SUCCEEDED);
        assertThat(sums(lines(true))).containsEntry("Objects", 2L).containsEntry("Records", 2L);
    }

    /// Executed twins: a line that is lost, and one whose metric has no value.
    @Test
    void aTwinThatLosesALineOrAValueIsSeen() {
        assertThat(aws.run("tiny").status()).isEqualTo(Status.SUCCEEDED);
        List<JsonNode> lines = new ArrayList<>(lines(true));
        JsonNode ofTheChunk =
                lines.stream().filter(line -> line.has("Objects")).findFirst().orElseThrow();
        lines.remove(ofTheChunk);
        assertThat(sums(lines)).doesNotContainKey("Objects");
        com.fasterxml.jackson.databind.node.ObjectNode without = ofTheChunk.deepCopy();
        without.remove("Records");
        assertThatThrownBy(() -> valid(without)).isInstanceOf(AssertionError.class);
    }

    @Test
    void eachStepsLineHasItsFunctionJobAndRun() {
        String runId = aws.start("tiny");
        aws.drain();
        assertThat(aws.runItem("tiny", runId).state().name()).isEqualTo("COMMITTED");
        List<JsonNode> answered = lines(false).stream()
                .filter(line -> line.path("message").asText().equals("answered"))
                .toList();
        assertThat(answered.stream().map(line -> line.path("function").asText()))
                .containsExactly("plan", "process", "plan", "process", "commit");
        assertThat(answered).allSatisfy(line -> {
            assertThat(line.path("runId").asText()).isEqualTo(runId);
            assertThat(line.path("job").asText()).isEqualTo("tiny");
            assertThat(line.path("stage").asText()).isEqualTo("test");
            assertThat(line.path("requestId").asText()).isNotEmpty();
            assertThat(java.time.Instant.parse(line.path("time").asText())).isNotNull();
            assertThat(line.path("millis").isIntegralNumber()).isTrue();
        });
    }

    @Test
    void aFailureIsLoggedByItsClassWithTheRun() {
        tiny.produce("d=1/bad.csv");
        aws.put("s3://lake/in/d=1/bad.csv", "name,version\nonly one field\n");
        String runId = aws.start("tiny");
        aws.drain();
        assertThat(lines(false).stream()
                        .filter(line -> line.path("level").asText().equals("ERROR")))
                .isNotEmpty()
                .allSatisfy(line -> {
                    assertThat(line.path("runId").asText()).isEqualTo(runId);
                    assertThat(line.path("error").asText()).startsWith("dev.tidemark.");
                });
    }
}
