package dev.tidemark.infra;

import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.amazon.awscdk.services.events.CfnRule;
import software.amazon.awscdk.services.iam.ManagedPolicy;
import software.amazon.awscdk.services.iam.PolicyStatement;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.lambda.Alias;
import software.amazon.awscdk.services.lambda.EventSourceMapping;
import software.amazon.awscdk.services.scheduler.CfnSchedule;
import software.amazon.awscdk.services.sns.Subscription;
import software.amazon.awscdk.services.sns.SubscriptionProtocol;
import software.amazon.awscdk.services.sns.Topic;
import software.amazon.awscdk.services.sqs.DeadLetterQueue;
import software.amazon.awscdk.services.sqs.Queue;
import software.amazon.awscdk.services.sqs.QueueEncryption;
import software.constructs.Construct;

/// What all jobs of a stage share: functions, the queue in front of the trigger, the sweep, and who is told of what.
final class PipelineStack extends Stack {

    /// One run is started for all objects that arrive in this time.
    static final Duration DELAY = Duration.seconds(60);

    /// After so many attempts a message is set aside.
    private static final int ATTEMPTS = 5;

    /// @param memories what the stage's jobs ask for, in MB
    PipelineStack(
            Construct scope, StageSettings settings, Packages packages, SortedSet<Integer> memories, StackProps props) {
        super(scope, "Pipeline", props);
        StageNames names = settings.names();
        SharedFunctions functions = new SharedFunctions(this, settings, packages, memories);
        Alias trigger = Alias.Builder.create(this, "Trigger")
                .aliasName("live")
                .version(functions.version("trigger"))
                .build();
        Queue aside = queue("SetAside", names.queue() + "-aside").build();
        Queue queue = queue("Queue", names.queue())
                .deliveryDelay(DELAY)
                .visibilityTimeout(Duration.seconds(
                        6 * SharedFunctions.TRIGGER_TIMEOUT.toSeconds().longValue()))
                .deadLetterQueue(DeadLetterQueue.builder()
                        .queue(aside)
                        .maxReceiveCount(ATTEMPTS)
                        .build())
                .build();
        queue.addToResourcePolicy(fromRules("sqs:SendMessage", names.queueArn())
                .conditions(Map.of(
                        "ArnLike", Map.of("aws:SourceArn", names.arn("events", "rule/" + names.prefix() + "-*"))))
                .build());
        EventSourceMapping.Builder.create(this, "QueueToTrigger")
                .target(trigger)
                .eventSourceArn(queue.getQueueArn())
                .batchSize(100)
                .maxBatchingWindow(Duration.seconds(5))
                .maxConcurrency(2)
                .reportBatchItemFailures(true)
                .build();
        Topic topic = topic(settings);
        scheduler(names, trigger);
        machines(names);
        endedRuns(names);
        new Watch(this, settings, topic, functions, queue, aside);
    }

    private Queue.Builder queue(String id, String name) {
        return Queue.Builder.create(this, id)
                .queueName(name)
                .encryption(QueueEncryption.SQS_MANAGED)
                .enforceSsl(true)
                .retentionPeriod(Duration.days(14));
    }

    private Topic topic(StageSettings settings) {
        StageNames names = settings.names();
        Topic topic = Topic.Builder.create(this, "Failures")
                .topicName(names.topic())
                .displayName("Tidemark " + names.stage())
                .enforceSsl(true)
                .build();
        // Without a condition: EventBridge's targets know none in a topic's policy (EventBridge User Guide, "Using
        // resource-based policies", Amazon SNS permissions), and with one no rule's message would arrive.
        topic.addToResourcePolicy(fromRules("sns:Publish", names.topicArn()).build());
        topic.addToResourcePolicy(PolicyStatement.Builder.create()
                .sid("FromAlarms")
                .principals(List.of(new ServicePrincipal("cloudwatch.amazonaws.com")))
                .actions(List.of("sns:Publish"))
                .resources(List.of(names.topicArn()))
                .conditions(Map.of("StringEquals", Map.of("aws:SourceAccount", names.account())))
                .build());
        if (settings.alarmEmail() != null) {
            Subscription.Builder.create(this, "Mail")
                    .topic(topic)
                    .protocol(SubscriptionProtocol.EMAIL)
                    .endpoint(settings.alarmEmail())
                    .build();
        }
        return topic;
    }

    private static PolicyStatement.Builder fromRules(String action, String resource) {
        return PolicyStatement.Builder.create()
                .sid("FromRules")
                .principals(List.of(new ServicePrincipal("events.amazonaws.com")))
                .actions(List.of(action))
                .resources(List.of(resource));
    }

    /// One policy for the state machines of all jobs, for what is on no resource.
    private void machines(StageNames names) {
        ManagedPolicy machines = ManagedPolicy.Builder.create(this, "Machines")
                .managedPolicyName(names.machinesPolicy())
                .description("State machines of " + names.prefix() + ": log delivery and traces")
                .statements(
                        StageRights.machines().stream().map(Grant::statement).toList())
                .build();
        Suppressions.add(
                machines,
                "AwsSolutions-IAM5",
                "CloudWatch Logs and X-Ray know no resources for log delivery and traces.");
    }

    /// One role for all schedules of the stage: it may send to the queue and call the trigger.
    private void scheduler(StageNames names, Alias trigger) {
        Role role = Role.Builder.create(this, "SchedulerRole")
                .roleName(names.schedulerRole())
                .assumedBy(ServicePrincipal.Builder.create("scheduler.amazonaws.com")
                        .conditions(Map.of("StringEquals", Map.of("aws:SourceAccount", names.account())))
                        .build())
                .inlinePolicies(Map.of(
                        "wake",
                        Grant.document(List.of(
                                Grant.of("Queue", List.of("sqs:SendMessage"), List.of(names.queueArn())),
                                Grant.of(
                                        "Trigger",
                                        List.of("lambda:InvokeFunction"),
                                        List.of(names.arn(
                                                "lambda", "function:" + names.function("trigger") + ":live")))))))
                .build();
        CfnSchedule.Builder.create(this, "Sweep")
                .name(names.prefix() + "-sweep")
                .description("Settles what died, starts what was asked for, measures")
                .scheduleExpression("rate(5 minutes)")
                .flexibleTimeWindow(CfnSchedule.FlexibleTimeWindowProperty.builder()
                        .mode("OFF")
                        .build())
                .target(CfnSchedule.TargetProperty.builder()
                        .arn(trigger.getFunctionArn())
                        .roleArn(role.getRoleArn())
                        .input("{\"wire\":1,\"kind\":\"sweep\"}")
                        // The next one comes anyway.
                        .retryPolicy(CfnSchedule.RetryPolicyProperty.builder()
                                .maximumRetryAttempts(0)
                                .build())
                        .build())
                .build();
    }

    /// Executions that end without their own Catch go to the trigger; people are told of every run that failed. A Map's
    /// children have a `/` in their names and are no runs.
    private void endedRuns(StageNames names) {
        CfnRule.Builder.create(this, "EndedRuns")
                .name(names.prefix() + "-ended")
                .description("Runs that failed, were stopped or took too long")
                .eventPattern(Map.of(
                        "source", List.of("aws.states"),
                        "detail-type", List.of("Step Functions Execution Status Change"),
                        "detail",
                                Map.of(
                                        "status", List.of("FAILED", "TIMED_OUT", "ABORTED"),
                                        "stateMachineArn", List.of(Map.of("prefix", names.stateMachineArn(""))),
                                        "executionArn", List.of(Map.of("anything-but", Map.of("wildcard", "*/*"))))))
                .targets(List.of(
                        CfnRule.TargetProperty.builder()
                                .id("queue")
                                .arn(names.queueArn())
                                .build(),
                        CfnRule.TargetProperty.builder()
                                .id("people")
                                .arn(names.topicArn())
                                .inputTransformer(CfnRule.InputTransformerProperty.builder()
                                        .inputPathsMap(Map.of(
                                                "run", "$.detail.executionArn",
                                                "status", "$.detail.status",
                                                "error", "$.detail.error",
                                                "cause", "$.detail.cause"))
                                        .inputTemplate("\"<status> <run>: <error> <cause>\"")
                                        .build())
                                .build()))
                .build();
    }
}
