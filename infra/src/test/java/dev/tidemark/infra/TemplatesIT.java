package dev.tidemark.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidemark.json.JobJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What the templates of the example stage say.
@Tag("aws")
final class TemplatesIT {

    private final Synthesized stage = Synthesized.dev();

    @Test
    void theTableAndTheBucketOutliveEverything() {
        JsonNode table = stage.resource("State", "AWS::DynamoDB::Table", "TableName", "tidemark-dev");
        assertThat(table.at("/KeySchema/0/AttributeName").asText()).isEqualTo("pk");
        assertThat(table.at("/KeySchema/1/AttributeName").asText()).isEqualTo("sk");
        assertThat(table.path("BillingMode").asText()).isEqualTo("PAY_PER_REQUEST");
        assertThat(table.path("DeletionProtectionEnabled").asBoolean()).isTrue();
        assertThat(table.at("/PointInTimeRecoverySpecification/PointInTimeRecoveryEnabled")
                        .asBoolean())
                .isTrue();
        assertThat(table.has("TimeToLiveSpecification")).isFalse();

        JsonNode bucket =
                stage.resource("State", "AWS::S3::Bucket", "BucketName", "tidemark-dev-123456789012-eu-central-1");
        assertThat(bucket.path("PublicAccessBlockConfiguration").properties())
                .hasSize(4)
                .allSatisfy(block -> assertThat(block.getValue().asBoolean()).isTrue());
        List<JsonNode> rules = new ArrayList<>();
        bucket.at("/LifecycleConfiguration/Rules").forEach(rules::add);
        assertThat(rules)
                .anySatisfy(rule -> assertThat(rule.at("/AbortIncompleteMultipartUpload/DaysAfterInitiation")
                                .asInt())
                        .isEqualTo(7))
                .noneMatch(rule -> rule.has("ExpirationInDays") || rule.has("Transitions"));
        stage.template("State").path("Resources").forEach(resource -> {
            if (!resource.path("Type").asText().equals("AWS::S3::BucketPolicy")) {
                assertThat(resource.path("DeletionPolicy").asText()).isEqualTo("Retain");
            }
        });
    }

    @Test
    void theFiveFunctionsAreAlikeAndPublished() {
        for (String name : StageNames.FUNCTIONS) {
            JsonNode function =
                    stage.resource("Pipeline", "AWS::Lambda::Function", "FunctionName", "tidemark-dev-" + name);
            assertThat(function.path("Runtime").asText()).isEqualTo("java25");
            assertThat(function.at("/Architectures/0").asText()).isEqualTo("arm64");
            assertThat(function.path("MemorySize").asInt()).isEqualTo(1_769);
            assertThat(function.at("/SnapStart/ApplyOn").asText()).isEqualTo("PublishedVersions");
            assertThat(function.path("Handler").asText())
                    .matches("dev\\.tidemark\\.functions\\." + name + "\\.[A-Z][a-z]+Handler");
            JsonNode variables = function.at("/Environment/Variables");
            assertThat(variables.path("TIDEMARK_TABLE").asText()).isEqualTo("tidemark-dev");
            assertThat(variables.path("TIDEMARK_BUCKET").asText()).isEqualTo("tidemark-dev-123456789012-eu-central-1");
            assertThat(variables.path("TIDEMARK_STATE_MACHINES").asText())
                    .isEqualTo("arn:aws:states:eu-central-1:123456789012:stateMachine:tidemark-dev-");
            assertThat(variables.path("TIDEMARK_JOB_ROLES").asText())
                    .isEqualTo("arn:aws:iam::123456789012:role/tidemark-dev-job-");
            assertThat(variables.path("JAVA_TOOL_OPTIONS").asText().contains("TieredStopAtLevel=1"))
                    .isEqualTo(!name.equals("process"));
            JsonNode log = stage.resource(
                    "Pipeline", "AWS::Logs::LogGroup", "LogGroupName", "/aws/lambda/tidemark-dev-" + name);
            assertThat(log.path("RetentionInDays").asInt()).isEqualTo(30);
            stage.resource("Pipeline", "AWS::SSM::Parameter", "Name", "/tidemark/dev/functions/" + name);
        }
        stage.template("Pipeline").path("Resources").forEach(resource -> {
            if (resource.path("Type").asText().equals("AWS::Lambda::Version")) {
                assertThat(resource.path("DeletionPolicy").asText()).isEqualTo("Retain");
            }
        });
        assertThat(stage.resources("Pipeline", "AWS::Lambda::Version")).hasSize(5);
    }

    @Test
    void everythingGoesThroughOneQueue() {
        JsonNode queue = stage.resource("Pipeline", "AWS::SQS::Queue", "QueueName", "tidemark-dev-triggers");
        assertThat(queue.path("DelaySeconds").asInt()).isEqualTo(60);
        assertThat(queue.at("/RedrivePolicy/maxReceiveCount").asInt()).isEqualTo(5);
        JsonNode trigger = stage.resource("Pipeline", "AWS::Lambda::Function", "FunctionName", "tidemark-dev-trigger");
        assertThat(queue.path("VisibilityTimeout").asInt())
                .isEqualTo(6 * trigger.path("Timeout").asInt());

        JsonNode mapping = stage.resources("Pipeline", "AWS::Lambda::EventSourceMapping")
                .values()
                .iterator()
                .next();
        assertThat(mapping.at("/FunctionResponseTypes/0").asText()).isEqualTo("ReportBatchItemFailures");

        List<JsonNode> targets = new ArrayList<>();
        for (JsonNode template : stage.templates()) {
            template.path("Resources").forEach(resource -> {
                String type = resource.path("Type").asText();
                if (type.equals("AWS::Events::Rule")) {
                    resource.at("/Properties/Targets").forEach(targets::add);
                }
                if (type.equals("AWS::Scheduler::Schedule")) {
                    targets.add(resource.at("/Properties/Target"));
                }
            });
        }
        assertThat(targets.stream().map(target -> target.path("Arn").asText()))
                .filteredOn(arn -> !arn.isEmpty())
                .containsOnly(
                        "arn:aws:sqs:eu-central-1:123456789012:tidemark-dev-triggers",
                        "arn:aws:sns:eu-central-1:123456789012:tidemark-dev-failures");
    }

    @Test
    void schedulesSweepAndEventsSendWhatTheTriggerReads() throws IOException {
        JsonNode sweep = stage.resource("Pipeline", "AWS::Scheduler::Schedule", "Name", "tidemark-dev-sweep");
        assertThat(sweep.path("ScheduleExpression").asText()).isEqualTo("rate(5 minutes)");
        assertThat(sweep.at("/Target/Input").asText()).isEqualTo("{\"wire\":1,\"kind\":\"sweep\"}");

        JsonNode daily = stage.resource("Jobs1", "AWS::Scheduler::Schedule", "Name", "tidemark-dev-birdstrikes");
        assertThat(daily.at("/FlexibleTimeWindow/MaximumWindowInMinutes").asInt())
                .isEqualTo(5);
        assertThat(daily.at("/Target/Input").asText())
                .isEqualTo(
                        "{\"wire\":1,\"kind\":\"schedule\",\"job\":\"birdstrikes\",\"time\":\"<aws.scheduler.scheduled-time>\"}");

        JsonNode objects = stage.resource("Jobs1", "AWS::Events::Rule", "Name", "tidemark-dev-birdstrikes-new0");
        assertThat(objects.at("/EventPattern/detail/bucket/name/0").asText()).isEqualTo("my-lake-dev");
        assertThat(objects.at("/EventPattern/detail/object/key/0/prefix").asText())
                .isEqualTo("raw/birdstrikes/");
        assertThat(objects.at("/Targets/0/InputTransformer/InputTemplate").asText())
                .isEqualTo(
                        "{\"wire\":1,\"kind\":\"object\",\"job\":\"birdstrikes\",\"bucket\":<bucket>,\"key\":<key>}");

        JsonNode after = stage.resource("Jobs1", "AWS::Events::Rule", "Name", "tidemark-dev-flights-after");
        assertThat(after.path("EventPattern")).isEqualTo(new ObjectMapper().readTree("""
                        {"source": ["tidemark"], "detail-type": ["Tidemark Run Committed"],
                         "detail": {"stage": ["dev"], "job": ["birdstrikes"]}}
                        """));

        JsonNode ended = stage.resource("Pipeline", "AWS::Events::Rule", "Name", "tidemark-dev-ended");
        assertThat(ended.at("/EventPattern/detail/status"))
                .extracting(JsonNode::asText)
                .containsExactly("FAILED", "TIMED_OUT", "ABORTED");
    }

    /// The samples of `events/` are what the trigger's own tests read.
    @Test
    void whatIsSentHasTheMembersOfTheSamples() throws IOException {
        assertThat(members(stage.resource("Pipeline", "AWS::Scheduler::Schedule", "Name", "tidemark-dev-sweep")
                        .at("/Target/Input")))
                .isEqualTo(sample("sweep"));
        assertThat(members(stage.resource("Jobs1", "AWS::Scheduler::Schedule", "Name", "tidemark-dev-birdstrikes")
                        .at("/Target/Input")))
                .isEqualTo(sample("schedule"));
        String template = "/Targets/0/InputTransformer/InputTemplate";
        assertThat(members(stage.resource("Jobs1", "AWS::Events::Rule", "Name", "tidemark-dev-birdstrikes-new0")
                        .at(template)))
                .isEqualTo(sample("object"))
                .isNotEqualTo(sample("schedule"));
        assertThat(members(stage.resource("Jobs1", "AWS::Events::Rule", "Name", "tidemark-dev-flights-after")
                        .at(template)))
                .isEqualTo(sample("schedule"));
    }

    private static Set<String> sample(String name) throws IOException {
        return names(
                new ObjectMapper().readTree(Files.readAllBytes(Synthesized.HOUSE.resolve("events/" + name + ".json"))));
    }

    /// An input template puts JSON texts where its `<names>` stand.
    private static Set<String> members(JsonNode message) throws IOException {
        return names(new ObjectMapper().readTree(message.asText().replaceAll(":<[a-z]+>", ":\"x\"")));
    }

    /// The deployed text is the file's, and what it asks for is what it gets: no more, no less.
    @Test
    void theStateMachineIsTheFileAndItsPlaceholdersAreFilled() throws IOException {
        String file = Files.readString(Synthesized.HOUSE.resolve("statemachines/etl.asl.json"));
        JsonNode machine = stage.resource(
                "Jobs1", "AWS::StepFunctions::StateMachine", "StateMachineName", "tidemark-dev-birdstrikes");
        assertThat(machine.path("DefinitionString").asText()).isEqualTo(file);
        assertThat(machine.path("StateMachineType").asText()).isEqualTo("STANDARD");
        assertThat(machine.at("/LoggingConfiguration/Level").asText()).isEqualTo("ALL");

        assertThat(names(machine.path("DefinitionSubstitutions"))).isEqualTo(placeholders(file));
        // The broken twin: a placeholder more in the file.
        assertThat(names(machine.path("DefinitionSubstitutions")))
                .isNotEqualTo(placeholders(file + "${MergeFunction}"));
        machine.path("DefinitionSubstitutions").properties().forEach(substitution -> {
            String parameter = substitution.getValue().path("Ref").asText();
            String name = substitution.getKey().replace("Function", "").toLowerCase(java.util.Locale.ROOT);
            assertThat(stage.template("Jobs1")
                            .at("/Parameters/" + parameter + "/Default")
                            .asText())
                    .isEqualTo("/tidemark/dev/functions/" + name);
        });
    }

    private static Set<String> names(JsonNode node) {
        Set<String> names = new TreeSet<>();
        node.properties().forEach(entry -> names.add(entry.getKey()));
        return names;
    }

    private static Set<String> placeholders(String text) {
        Set<String> names = new TreeSet<>();
        Matcher matcher = Pattern.compile("\\$\\{([A-Za-z]+)}").matcher(text);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }

    @Test
    void theJobFileIsDeployedUnderTheHashOfItsBytesAndPointedTo() throws IOException {
        DeployedJob birdstrikes = stage.job("birdstrikes");
        assertThat(birdstrikes.key()).matches("jobs/birdstrikes/[0-9a-f]{64}\\.json");
        String pointers = stage.resources("Jobs1", "Custom::TidemarkJobPointer").toString();
        assertThat(pointers).contains(birdstrikes.key(), stage.job("flights").key());
        assertThat(stage.resources("Jobs1", "Custom::TidemarkJobFile").toString())
                .contains(birdstrikes.key());
        try (Stream<Path> assets = Files.list(stage.folder())) {
            assertThat(assets.filter(path -> path.toString().endsWith(".json")
                                    && path.getFileName().toString().startsWith("asset."))
                            .map(path ->
                                    JobJson.read(bytes(path), path.toString()).name()))
                    .containsExactlyInAnyOrder("birdstrikes", "flights");
        }
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static boolean conditional(JsonNode statement) {
        return statement.has("Condition");
    }

    /// EventBridge does not support conditions in the policies of SNS topics.
    @Test
    void rulesPublishToTheTopicWithoutACondition() {
        JsonNode policy = stage.resources("Pipeline", "AWS::SNS::TopicPolicy")
                .values()
                .iterator()
                .next();
        List<JsonNode> statements = new ArrayList<>();
        policy.at("/PolicyDocument/Statement").forEach(statements::add);
        assertThat(statements)
                .filteredOn(
                        statement -> statement.at("/Principal/Service").asText().equals("events.amazonaws.com"))
                .singleElement()
                .satisfies(statement -> {
                    assertThat(statement.path("Action").asText()).isEqualTo("sns:Publish");
                    assertThat(conditional(statement)).isFalse();
                });
        // The twin with one is seen: the alarms' statement has its account's.
        assertThat(statements).anyMatch(TemplatesIT::conditional);
    }

    private JsonNode alarm(String id) {
        return stage.resource("Pipeline", "AWS::CloudWatch::Alarm", "AlarmName", "tidemark-dev-" + id);
    }

    @Test
    void aSweepThatFailsOrIsDeadTellsPeople() {
        for (String id : List.of("sweep-failed", "tell-failed", "swept")) {
            JsonNode alarm = alarm(id);
            assertThat(alarm.path("EvaluationPeriods").asInt()).isEqualTo(3);
            assertThat(alarm.path("Period").asInt()).isEqualTo(300);
            assertThat(alarm.path("Statistic").asText()).isEqualTo("Sum");
            assertThat(alarm.path("Threshold").asInt()).isEqualTo(1);
            assertThat(alarm.path("Dimensions").toString()).isEqualTo("[{\"Name\":\"Stage\",\"Value\":\"dev\"}]");
        }
        assertThat(alarm("sweep-failed").path("MetricName").asText()).isEqualTo("SweepFailed");
        assertThat(alarm("tell-failed").path("MetricName").asText()).isEqualTo("TellFailed");
        JsonNode dead = alarm("swept");
        assertThat(dead.path("MetricName").asText()).isEqualTo("Swept");
        assertThat(dead.path("ComparisonOperator").asText()).isEqualTo("LessThanThreshold");
        assertThat(dead.path("TreatMissingData").asText()).isEqualTo("breaching");
    }

    /// A chunk says its records once: their maximum is the largest chunk's.
    @Test
    void theDashboardAddsUpWhatChunksSay() {
        String dashboard =
                stage.resources("Pipeline", "AWS::CloudWatch::Dashboard").toString();
        for (String metric : List.of("Records", "Bytes", "Chunks")) {
            assertThat(statistic(dashboard, metric)).isEqualTo("Sum");
        }
        for (String metric : List.of("HoursSinceCommit", "HoursInPublishing", "PendingWake")) {
            assertThat(statistic(dashboard, metric)).isEqualTo("Maximum");
        }
    }

    private static String statistic(String dashboard, String metric) {
        Matcher matcher = Pattern.compile("MetricName=\\W*" + metric + "\\W+Stage=\\W*dev\\W+([A-Z][a-z]+)\\W+300")
                .matcher(dashboard);
        assertThat(matcher.find()).as(metric + " in " + dashboard).isTrue();
        return matcher.group(1);
    }

    @Test
    void alarmsTellPeopleAndTheDashboardShowsEveryJob() {
        Map<String, JsonNode> alarms = stage.resources("Pipeline", "AWS::CloudWatch::Alarm");
        assertThat(alarms.values().stream().map(alarm -> alarm.path("AlarmName").asText()))
                .contains("tidemark-dev-set-aside", "tidemark-dev-waiting", "tidemark-dev-commit-errors");
        assertThat(stage.resources("Jobs1", "AWS::CloudWatch::Alarm").values().stream()
                        .map(alarm -> alarm.path("AlarmName").asText() + " "
                                + alarm.path("MetricName").asText()))
                .containsExactlyInAnyOrder(
                        "tidemark-dev-birdstrikes-publishing HoursInPublishing",
                        "tidemark-dev-birdstrikes-nocommit HoursSinceCommit",
                        "tidemark-dev-flights-publishing HoursInPublishing");
        for (String stack : List.of("Pipeline", "Jobs1")) {
            assertThat(stage.resources(stack, "AWS::CloudWatch::Alarm").values())
                    .allSatisfy(alarm -> assertThat(alarm.path("AlarmActions")).hasSize(1));
        }
        String dashboard =
                stage.resources("Pipeline", "AWS::CloudWatch::Dashboard").toString();
        assertThat(dashboard).contains("HoursSinceCommit", "HoursInPublishing", "PendingWake");
    }

    /// CloudFormation takes 500 resources a stack.
    @Test
    void aStackHasRoomForItsJobs() {
        long largest = stage.template("Jobs1").path("Resources").properties().stream()
                .filter(resource -> resource.getKey().startsWith("birdstrikes"))
                .count();
        System.out.println("TemplatesIT: " + largest + " resources a job");
        assertThat(largest).isGreaterThan(5);
        assertThat(largest * JobStack.MOST_JOBS + 10).isLessThanOrEqualTo(500);
    }

    @Test
    void stacksHaveNoReferencesToEachOtherAndTheirTags() throws IOException {
        for (JsonNode template : stage.templates()) {
            assertThat(template.toString()).doesNotContain("Fn::ImportValue", "Fn::GetStackOutput");
            assertThat(template.path("Outputs").isMissingNode()).isTrue();
        }
        JsonNode manifest =
                new ObjectMapper().readTree(Files.readAllBytes(stage.folder().resolve("assembly-dev/manifest.json")));
        List<JsonNode> stacks = new ArrayList<>();
        manifest.path("artifacts").forEach(artifact -> {
            if (artifact.path("type").asText().equals("aws:cloudformation:stack")) {
                stacks.add(artifact);
            }
        });
        assertThat(stacks).hasSize(3).allSatisfy(stack -> {
            assertThat(stack.at("/properties/tags/tidemark:stage").asText()).isEqualTo("dev");
            assertThat(stack.at("/properties/tags/project").asText()).isEqualTo("tidemark");
        });
    }
}
