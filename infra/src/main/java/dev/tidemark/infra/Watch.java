package dev.tidemark.infra;

import java.util.List;
import java.util.Map;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.ComparisonOperator;
import software.amazon.awscdk.services.cloudwatch.Dashboard;
import software.amazon.awscdk.services.cloudwatch.GraphWidget;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.IWidget;
import software.amazon.awscdk.services.cloudwatch.MathExpression;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.cloudwatch.MetricOptions;
import software.amazon.awscdk.services.cloudwatch.TreatMissingData;
import software.amazon.awscdk.services.cloudwatch.actions.SnsAction;
import software.amazon.awscdk.services.sns.ITopic;
import software.amazon.awscdk.services.sqs.Queue;
import software.constructs.Construct;

/// Dashboard and alarms of a stage. Those of one job are its [EtlJob]'s.
final class Watch extends Construct {

    static final String NAMESPACE = "Tidemark";

    private static final Duration PERIOD = Duration.minutes(5);

    /// So many sweeps in a row.
    private static final int SWEEPS = 3;

    private final StageNames names;
    private final ITopic topic;

    Watch(Construct scope, StageSettings settings, ITopic topic, SharedFunctions functions, Queue queue, Queue aside) {
        super(scope, "Watch");
        this.names = settings.names();
        this.topic = topic;
        MetricOptions most =
                MetricOptions.builder().statistic("Maximum").period(PERIOD).build();
        Metric setAside = aside.metricApproximateNumberOfMessagesVisible(most);
        alarm(
                "set-aside",
                "Messages that the trigger could not understand or act on wait in " + names.queue() + "-aside",
                setAside,
                1,
                ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
                TreatMissingData.NOT_BREACHING);
        Metric age = queue.metricApproximateAgeOfOldestMessage(most);
        alarm(
                "waiting",
                "Wakes have waited for an hour: the trigger does not work",
                age,
                3600,
                ComparisonOperator.GREATER_THAN_THRESHOLD,
                TreatMissingData.NOT_BREACHING);
        for (String name : functions.names()) {
            alarm(
                    name + "-errors",
                    "The function " + names.function(name) + " fails; its log group is " + names.logGroup(name),
                    functions.function(name).metricErrors(sum()),
                    5,
                    ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
                    TreatMissingData.NOT_BREACHING);
        }
        Alarm.Builder failing = alarm(
                        "sweep-failed",
                        "The sweep has failed with a job for a quarter of an hour: see the ERROR lines in "
                                + names.logGroup("trigger"),
                        ofStage("SweepFailed"))
                .threshold(1)
                .comparisonOperator(ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD)
                .treatMissingData(TreatMissingData.NOT_BREACHING);
        tells(failing.evaluationPeriods(SWEEPS).build());
        Alarm.Builder untold = alarm(
                        "tell-failed",
                        "Nobody could be told of commits for a quarter of an hour: see the ERROR lines in "
                                + names.logGroup("trigger"),
                        ofStage("TellFailed"))
                .threshold(1)
                .comparisonOperator(ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD)
                .treatMissingData(TreatMissingData.NOT_BREACHING);
        tells(untold.evaluationPeriods(SWEEPS).build());
        // A sweep that does not come to its end says nothing, and neither do the alarms that live by its figures.
        Alarm.Builder dead = alarm(
                        "swept",
                        "No sweep has come to its end for a quarter of an hour: see " + names.logGroup("trigger"),
                        ofStage("Swept"))
                .threshold(1)
                .comparisonOperator(ComparisonOperator.LESS_THAN_THRESHOLD)
                .treatMissingData(TreatMissingData.BREACHING);
        tells(dead.evaluationPeriods(SWEEPS).build());
        dashboard(functions, queue, setAside, age);
    }

    private static MetricOptions sum() {
        return MetricOptions.builder().statistic("Sum").period(PERIOD).build();
    }

    private void alarm(
            String id,
            String says,
            IMetric metric,
            int threshold,
            ComparisonOperator operator,
            TreatMissingData missing) {
        tells(alarm(id, says, metric)
                .threshold(threshold)
                .evaluationPeriods(1)
                .comparisonOperator(operator)
                .treatMissingData(missing)
                .build());
    }

    private Alarm.Builder alarm(String id, String says, IMetric metric) {
        return Alarm.Builder.create(this, id)
                .alarmName(names.prefix() + "-" + id)
                .alarmDescription(says)
                .metric(metric);
    }

    private void tells(Alarm alarm) {
        alarm.addAlarmAction(new SnsAction(topic));
    }

    private void dashboard(SharedFunctions functions, Queue queue, IMetric setAside, IMetric age) {
        List<IMetric> errors = functions.names().stream()
                .<IMetric>map(name -> functions.function(name).metricErrors(sum()))
                .toList();
        List<IMetric> durations = functions.names().stream()
                .<IMetric>map(name -> functions
                        .function(name)
                        .metricDuration(MetricOptions.builder()
                                .statistic("p95")
                                .period(PERIOD)
                                .build()))
                .toList();
        List<List<? extends IWidget>> rows = List.of(
                List.of(
                        graph("Hours since the last commit", search("HoursSinceCommit", "Maximum")),
                        graph("Hours in publishing", search("HoursInPublishing", "Maximum")),
                        graph("Wakes that wait", search("PendingWake", "Maximum"))),
                List.of(
                        graph("Records", search("Records", "Sum")),
                        graph("Bytes", search("Bytes", "Sum")),
                        graph("Chunks", search("Chunks", "Sum"))),
                List.of(
                        graph("Errors of functions", errors),
                        graph("95 % of calls take less than (ms)", durations),
                        graph(
                                "Queue",
                                List.of(
                                        queue.metricApproximateNumberOfMessagesVisible(MetricOptions.builder()
                                                .statistic("Maximum")
                                                .period(PERIOD)
                                                .build()),
                                        setAside,
                                        age))));
        Dashboard.Builder.create(this, "Dashboard")
                .dashboardName(names.prefix())
                .widgets(rows)
                .build();
    }

    private static GraphWidget graph(String title, List<IMetric> metrics) {
        return GraphWidget.Builder.create().title(title).width(8).left(metrics).build();
    }

    /// One line a job, whatever jobs there are.
    ///
    /// @param statistic `Sum` of what each chunk says for itself, `Maximum` of what a sweep says of the job
    private List<IMetric> search(String metric, String statistic) {
        return List.of(MathExpression.Builder.create()
                .expression("SEARCH('{%s,Job,Stage} MetricName=\"%s\" Stage=\"%s\"', '%s', 300)"
                        .formatted(NAMESPACE, metric, names.stage(), statistic))
                .usingMetrics(Map.of())
                .label("")
                .period(PERIOD)
                .build());
    }

    /// A metric of the stage itself, as the functions write it.
    private Metric ofStage(String metric) {
        return Metric.Builder.create()
                .namespace(NAMESPACE)
                .metricName(metric)
                .dimensionsMap(Map.of("Stage", names.stage()))
                .statistic("Sum")
                .period(PERIOD)
                .build();
    }

    /// A metric of one job, as the functions write it.
    static Metric ofJob(StageNames names, String job, String metric) {
        return Metric.Builder.create()
                .namespace(NAMESPACE)
                .metricName(metric)
                .dimensionsMap(Map.of("Stage", names.stage(), "Job", job))
                .statistic("Maximum")
                .period(PERIOD)
                .build();
    }
}
