package dev.tidemark.infra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.ComparisonOperator;
import software.amazon.awscdk.services.cloudwatch.TreatMissingData;
import software.amazon.awscdk.services.cloudwatch.actions.SnsAction;
import software.amazon.awscdk.services.events.CfnRule;
import software.amazon.awscdk.services.iam.ArnPrincipal;
import software.amazon.awscdk.services.iam.CompositePrincipal;
import software.amazon.awscdk.services.iam.ManagedPolicy;
import software.amazon.awscdk.services.iam.Policy;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.logs.LogGroup;
import software.amazon.awscdk.services.scheduler.CfnSchedule;
import software.amazon.awscdk.services.sns.ITopic;
import software.amazon.awscdk.services.stepfunctions.DefinitionBody;
import software.amazon.awscdk.services.stepfunctions.LogLevel;
import software.amazon.awscdk.services.stepfunctions.LogOptions;
import software.amazon.awscdk.services.stepfunctions.StateMachine;
import software.amazon.awscdk.services.stepfunctions.StateMachineType;
import software.constructs.Construct;

/// One job of a stage: its state machine, its role, what wakes it, and its alarms.
final class EtlJob extends Construct {

    private final StageSettings settings;
    private final StageNames names;
    private final DeployedJob deployed;

    /// @param versions ARNs of the functions' versions by the names of their modules
    EtlJob(
            Construct scope,
            StageSettings settings,
            DeployedJob deployed,
            Map<String, String> versions,
            Path asl,
            ITopic topic) {
        super(scope, deployed.name());
        this.settings = settings;
        this.names = settings.names();
        this.deployed = deployed;
        Role role = jobRole();
        StateMachine machine = machine(versions, asl);
        // Last: a run works by the new file as soon as it is there, and needs what the role allows for it.
        new DeployedJobFile(this, names, deployed).getNode().addDependency(role, machine);
        schedule();
        newObjects();
        after();
        alarms(topic);
    }

    /// What the job's roles allow by policies of their own.
    List<Grant> grants() {
        List<Grant> grants = new ArrayList<>(rights());
        grants.addAll(steps());
        grants.addAll(StageRights.children(names, deployed.name()));
        return grants;
    }

    private List<Grant> rights() {
        return JobRights.of(deployed, names, settings.accessPoints());
    }

    private List<Grant> steps() {
        return StageRights.machine(names, deployed.name(), StageNames.process(deployed.memoryMb()));
    }

    private Role jobRole() {
        Role role = Role.Builder.create(this, "Role")
                .roleName(names.jobRole(deployed.name()))
                .description("What the job file of " + deployed.name() + " needs")
                .assumedBy(new CompositePrincipal(
                        new ArnPrincipal(names.roleArn(names.functionsRole())),
                        new ArnPrincipal(names.roleArn(names.triggerRole()))))
                .inlinePolicies(Map.of("job", Grant.document(rights())))
                .build();
        return role;
    }

    private StateMachine machine(Map<String, String> versions, Path asl) {
        String job = deployed.name();
        Role role = Role.Builder.create(this, "MachineRole")
                .description("Runs the steps of " + job)
                .assumedBy(ServicePrincipal.Builder.create("states.amazonaws.com")
                        .conditions(Map.of("StringEquals", Map.of("aws:SourceAccount", names.account())))
                        .build())
                .inlinePolicies(Map.of("steps", Grant.document(steps())))
                .managedPolicies(List.of(
                        ManagedPolicy.fromManagedPolicyArn(this, "Machines", names.policyArn(names.machinesPolicy()))))
                .build();
        // Of its own, not in the role: the machine needs its role, and this names the machine.
        Policy children = Policy.Builder.create(this, "Children")
                .statements(StageRights.children(names, job).stream()
                        .map(Grant::statement)
                        .toList())
                .roles(List.of(role))
                .build();
        LogGroup log = LogGroup.Builder.create(this, "Log")
                // States logs only to groups of this prefix without a resource policy that grows with each of them.
                .logGroupName("/aws/vendedlogs/states/" + names.stateMachine(job))
                .retention(SharedFunctions.retention(settings.logDays()))
                .removalPolicy(RemovalPolicy.DESTROY)
                .build();
        StateMachine machine = StateMachine.Builder.create(this, "Machine")
                .stateMachineName(names.stateMachine(job))
                .stateMachineType(StateMachineType.STANDARD)
                .definitionBody(DefinitionBody.fromString(text(asl)))
                .definitionSubstitutions(substitutions(versions))
                .role(role.withoutPolicyUpdates())
                .tracingEnabled(true)
                .logs(LogOptions.builder()
                        .destination(log)
                        .level(LogLevel.ALL)
                        .includeExecutionData(false)
                        .build())
                .removalPolicy(RemovalPolicy.DESTROY)
                .build();
        machine.getNode().addDependency(role, children);
        return machine;
    }

    /// `PlanFunction` → the ARN of plan's version.
    static Map<String, String> substitutions(Map<String, String> versions) {
        Map<String, String> substitutions = new LinkedHashMap<>();
        versions.forEach((name, arn) ->
                substitutions.put(name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1) + "Function", arn));
        return substitutions;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void schedule() {
        String expression = deployed.settings().schedule();
        if (expression == null) {
            return;
        }
        CfnSchedule.Builder.create(this, "Schedule")
                .name(names.stateMachine(deployed.name()))
                .scheduleExpression(expression)
                .scheduleExpressionTimezone(deployed.settings().timezone())
                .flexibleTimeWindow(CfnSchedule.FlexibleTimeWindowProperty.builder()
                        .mode("FLEXIBLE")
                        .maximumWindowInMinutes(5)
                        .build())
                .target(CfnSchedule.TargetProperty.builder()
                        .arn(names.queueArn())
                        .roleArn(names.roleArn(names.schedulerRole()))
                        .input(
                                "{\"wire\":1,\"kind\":\"schedule\",\"job\":\"%s\",\"time\":\"<aws.scheduler.scheduled-time>\"}"
                                        .formatted(deployed.name()))
                        .build())
                .build();
    }

    /// One rule a bucket. Whether the bucket sends events to EventBridge is a setting of the bucket.
    private void newObjects() {
        if (!deployed.settings().onNewObjects()) {
            return;
        }
        Map<String, List<Map<String, String>>> prefixes = new LinkedHashMap<>();
        for (S3Place place : deployed.reads()) {
            prefixes.computeIfAbsent(place.bucket(), bucket -> new ArrayList<>())
                    .add(Map.of("prefix", place.folder()));
        }
        int number = 0;
        for (Map.Entry<String, List<Map<String, String>>> bucket : prefixes.entrySet()) {
            rule(
                    "NewObjects" + number,
                    "new" + number,
                    Map.of(
                            "source", List.of("aws.s3"),
                            "detail-type", List.of("Object Created"),
                            "detail",
                                    Map.of(
                                            "bucket", Map.of("name", List.of(bucket.getKey())),
                                            "object", Map.of("key", bucket.getValue()))),
                    Map.of("bucket", "$.detail.bucket.name", "key", "$.detail.object.key"),
                    "{\"wire\":1,\"kind\":\"object\",\"job\":\"%s\",\"bucket\":<bucket>,\"key\":<key>}"
                            .formatted(deployed.name()));
            number++;
        }
    }

    /// Each commit is told of, whoever finished it; told twice, the woken run finds nothing to do.
    private void after() {
        if (deployed.settings().after().isEmpty()) {
            return;
        }
        rule(
                "After",
                "after",
                Map.of(
                        "source", List.of(StageNames.EVENT_SOURCE),
                        "detail-type", List.of("Tidemark Run Committed"),
                        "detail",
                                Map.of(
                                        "stage",
                                        List.of(names.stage()),
                                        "job",
                                        deployed.settings().after())),
                Map.of("time", "$.time"),
                "{\"wire\":1,\"kind\":\"schedule\",\"job\":\"%s\",\"time\":<time>}".formatted(deployed.name()));
    }

    private void rule(
            String id, String suffix, Map<String, Object> pattern, Map<String, String> paths, String message) {
        CfnRule.Builder.create(this, id)
                .name(names.rule(deployed.name(), suffix))
                .eventPattern(pattern)
                .targets(List.of(CfnRule.TargetProperty.builder()
                        .id("queue")
                        .arn(names.queueArn())
                        .inputTransformer(CfnRule.InputTransformerProperty.builder()
                                .inputPathsMap(paths)
                                .inputTemplate(message)
                                .build())
                        .build()))
                .build();
    }

    private void alarms(ITopic topic) {
        alarm(
                topic,
                "Publishing",
                "HoursInPublishing",
                1,
                "A commit of %s has been under way for an hour: see `tidemark runs list %s`");
        Integer hours = deployed.settings().alarmAfterHours();
        if (hours != null) {
            alarm(
                    topic,
                    "NoCommit",
                    "HoursSinceCommit",
                    hours,
                    "No run of %s has committed for " + hours + " hours: see `tidemark runs list %s`");
        }
    }

    private void alarm(ITopic topic, String id, String metric, int threshold, String says) {
        Alarm alarm = Alarm.Builder.create(this, id)
                .alarmName(names.stateMachine(deployed.name()) + "-" + id.toLowerCase(Locale.ROOT))
                .alarmDescription(says.formatted(deployed.name(), deployed.name()))
                .metric(Watch.ofJob(names, deployed.name(), metric))
                .threshold(threshold)
                .evaluationPeriods(1)
                .comparisonOperator(ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD)
                .treatMissingData(TreatMissingData.NOT_BREACHING)
                .build();
        alarm.addAlarmAction(new SnsAction(topic));
    }
}
