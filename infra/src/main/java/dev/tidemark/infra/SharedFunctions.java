package dev.tidemark.infra;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import software.amazon.awscdk.Annotations;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.lambda.Architecture;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.lambda.Runtime;
import software.amazon.awscdk.services.lambda.SnapStartConf;
import software.amazon.awscdk.services.lambda.Version;
import software.amazon.awscdk.services.lambda.VersionOptions;
import software.amazon.awscdk.services.logs.LogGroup;
import software.amazon.awscdk.services.logs.RetentionDays;
import software.amazon.awscdk.services.ssm.StringParameter;
import software.constructs.Construct;

/// The five functions that all jobs of a stage share. State machines name versions of them, whose ARNs are read from
/// parameters when the jobs' stacks are deployed: an export could not change while a stack imports it.
///
/// A version stays when a newer one comes, since executions that began before go on with theirs;
/// `.ci/prune-versions` deletes all but the last five.
final class SharedFunctions extends Construct {

    private static final Duration TIMEOUT = Duration.minutes(15);

    /// Of the trigger, which the queue calls: its messages stay invisible six times as long.
    static final Duration TRIGGER_TIMEOUT = Duration.minutes(5);

    private final Map<String, Function> functions = new LinkedHashMap<>();
    private final Map<String, Version> versions = new LinkedHashMap<>();

    /// @param memories what the stage's jobs ask for, in MB: each is a `process` of its own
    SharedFunctions(Construct scope, StageSettings settings, Packages packages, SortedSet<Integer> memories) {
        super(scope, "Functions");
        StageNames names = settings.names();
        List<Integer> others =
                memories.stream().filter(mb -> mb != StageNames.MEMORY_MB).toList();
        Role common = role(
                "CommonRole",
                names.functionsRole(),
                StageRights.functions(
                        names, others.stream().map(StageNames::process).toList()));
        Role trigger = role("TriggerRole", names.triggerRole(), StageRights.trigger(names));
        for (String name : StageNames.FUNCTIONS) {
            boolean isTrigger = name.equals("trigger");
            function(
                    settings,
                    packages,
                    new Kind(name, name, StageNames.MEMORY_MB),
                    isTrigger ? trigger : common,
                    isTrigger ? TRIGGER_TIMEOUT : TIMEOUT);
        }
        for (int mb : others) {
            function(settings, packages, new Kind(StageNames.process(mb), "process", mb), common, TIMEOUT);
        }
        Suppressions.add(common, "AwsSolutions-IAM5", StageRights.WILDCARDS);
        Suppressions.add(trigger, "AwsSolutions-IAM5", StageRights.WILDCARDS);
    }

    /// @param name   as in names of AWS
    /// @param module whose package it is
    private record Kind(String name, String module, int memoryMb) {

        /// `plan` → `Plan`, `process-4096` → `Process4096`
        String id() {
            return name.substring(0, 1).toUpperCase(Locale.ROOT)
                    + name.substring(1).replace("-", "");
        }

        String handler() {
            String type = module.substring(0, 1).toUpperCase(Locale.ROOT) + module.substring(1);
            return "dev.tidemark.functions.%s.%sHandler".formatted(module, type);
        }
    }

    /// All functions, those of other memory last.
    List<String> names() {
        return List.copyOf(functions.keySet());
    }

    /// @param name one of [#names()]
    Function function(String name) {
        return Objects.requireNonNull(functions.get(name), name);
    }

    /// @param name one of [#names()]
    Version version(String name) {
        return Objects.requireNonNull(versions.get(name), name);
    }

    private Role role(String id, String name, List<Grant> grants) {
        return Role.Builder.create(this, id)
                .roleName(name)
                .assumedBy(new ServicePrincipal("lambda.amazonaws.com"))
                .inlinePolicies(Map.of("stage", Grant.document(grants)))
                .build();
    }

    private void function(StageSettings settings, Packages packages, Kind kind, Role role, Duration timeout) {
        StageNames names = settings.names();
        String name = kind.name;
        String id = kind.id();
        LogGroup log = LogGroup.Builder.create(this, id + "Log")
                .logGroupName(names.logGroup(name))
                .retention(retention(settings.logDays()))
                .removalPolicy(RemovalPolicy.DESTROY)
                .build();
        Function function = Function.Builder.create(this, id)
                .functionName(names.function(name))
                .runtime(Runtime.JAVA_25)
                .architecture(Architecture.ARM_64)
                .handler(kind.handler())
                .code(Code.fromAsset(packages.zip(kind.module)))
                .memorySize(kind.memoryMb)
                .timeout(timeout)
                .snapStart(SnapStartConf.ON_PUBLISHED_VERSIONS)
                .role(role.withoutPolicyUpdates())
                .logGroup(log)
                .environment(environment(names, packages.flags(kind.module), packages.runTimeoutSeconds()))
                .currentVersionOptions(VersionOptions.builder()
                        .removalPolicy(RemovalPolicy.RETAIN)
                        .build())
                .build();
        // Every deployment publishes a version, below.
        Annotations.of(function).acknowledgeWarning("@aws-cdk/aws-lambda:snapStartRequirePublish");
        Version version = function.getCurrentVersion();
        StringParameter.Builder.create(this, id + "Version")
                .parameterName(names.versionParameter(name))
                .description("The version that the jobs' state machines name from their next deployment on")
                .stringValue(version.getFunctionArn())
                .build();
        functions.put(name, function);
        versions.put(name, version);
    }

    static RetentionDays retention(int days) {
        return switch (days) {
            case 1 -> RetentionDays.ONE_DAY;
            case 3 -> RetentionDays.THREE_DAYS;
            case 5 -> RetentionDays.FIVE_DAYS;
            case 7 -> RetentionDays.ONE_WEEK;
            case 14 -> RetentionDays.TWO_WEEKS;
            case 60 -> RetentionDays.TWO_MONTHS;
            case 90 -> RetentionDays.THREE_MONTHS;
            case 180 -> RetentionDays.SIX_MONTHS;
            case 365 -> RetentionDays.ONE_YEAR;
            default -> RetentionDays.ONE_MONTH;
        };
    }

    private static Map<String, String> environment(StageNames names, String jvmFlags, long runTimeoutSeconds) {
        return Map.of(
                "TIDEMARK_RUN_TIMEOUT_SECONDS", Long.toString(runTimeoutSeconds),
                "TIDEMARK_STAGE", names.stage(),
                "TIDEMARK_TABLE", names.table(),
                "TIDEMARK_BUCKET", names.bucket(),
                "TIDEMARK_STATE_MACHINES", names.stateMachineArn(""),
                "TIDEMARK_JOB_ROLES", names.roleArn(names.jobRole("")),
                "JAVA_TOOL_OPTIONS", jvmFlags);
    }
}
