package dev.tidemark.lambda;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Figures of a job as a line of CloudWatch's embedded metric format
/// (docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html):
/// a log line from which CloudWatch makes metrics.
public final class Metrics {

    public static final String NAMESPACE = "Tidemark";

    private final Optional<String> job;
    private boolean alsoOfStage;
    private final Map<String, Number> values = new LinkedHashMap<>();
    private final Map<String, String> units = new LinkedHashMap<>();

    public Metrics(String job) {
        this(Optional.of(job));
    }

    private Metrics(Optional<String> job) {
        this.job = job;
    }

    /// Figures of the stage itself, of no job.
    public static Metrics ofStage() {
        return new Metrics(Optional.empty()).alsoOfStage();
    }

    /// These of the job count for the stage as well: an alarm takes one metric, not one for each job there is.
    public Metrics alsoOfStage() {
        alsoOfStage = true;
        return this;
    }

    public Metrics count(String name, long value) {
        return put(name, value, "Count");
    }

    public Metrics bytes(String name, long value) {
        return put(name, value, "Bytes");
    }

    public Metrics millis(long value) {
        return put("Milliseconds", value, "Milliseconds");
    }

    /// A figure without a unit of CloudWatch's.
    public Metrics figure(String name, double value) {
        return put(name, value, "None");
    }

    private Metrics put(String name, Number value, String unit) {
        values.put(name, value);
        units.put(name, unit);
        return this;
    }

    /// Writes them; a metric that is not there is not written.
    public void write(Invocation invocation) {
        if (values.isEmpty()) {
            return;
        }
        ObjectNode line = Wire.object();
        ObjectNode about = line.putObject("_aws")
                .put("Timestamp", invocation.outside().own().now());
        ObjectNode directive = about.putArray("CloudWatchMetrics").addObject().put("Namespace", NAMESPACE);
        ArrayNode dimensions = directive.putArray("Dimensions");
        if (job.isPresent()) {
            dimensions.addArray().add("Stage").add("Job");
        }
        if (alsoOfStage) {
            dimensions.addArray().add("Stage");
        }
        ArrayNode metrics = directive.putArray("Metrics");
        units.forEach((name, unit) -> metrics.addObject().put("Name", name).put("Unit", unit));
        line.put("Stage", invocation.settings().stage());
        job.ifPresent(name -> line.put("Job", name));
        line.put("function", invocation.function());
        values.forEach((name, value) -> {
            if (value instanceof Double figure) {
                line.put(name, figure);
            } else {
                line.put(name, value.longValue());
            }
        });
        invocation.outside().say(line.toString());
    }
}
