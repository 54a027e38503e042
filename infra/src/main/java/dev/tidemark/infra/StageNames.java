package dev.tidemark.infra;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/// The names and ARNs of a stage. All are known before anything is deployed, so that stacks need no references to each
/// other and rights can be written down exactly.
///
/// @param stage     name of the stage
/// @param account   its account, 12 digits
/// @param region    its region
/// @param partition `aws`, `aws-cn` or `aws-us-gov`
record StageNames(String stage, String account, String region, String partition) {

    /// The functions by the names of their modules.
    static final List<String> FUNCTIONS = List.of("trigger", "plan", "process", "commit", "abort");

    /// Of every function: one virtual CPU, and what a chunk of the default size needs.
    static final int MEMORY_MB = 1_769;

    /// The function that works on the chunks of jobs that ask for so much memory.
    static String process(int memoryMb) {
        return memoryMb == MEMORY_MB ? "process" : "process-" + memoryMb;
    }

    /// Of the Distributed Map in etl.asl.json: it is part of its children's ARNs.
    static final String MAP_LABEL = "Chunks";

    /// Of the events that the functions put on the account's bus.
    static final String EVENT_SOURCE = "tidemark";

    /// How the names of files end that runs write, wherever below a sink they lie: `part-<run>-…`.
    static final String OUTPUT_NAMES = "part-*";

    private static final int MOST_OF_A_RULE = 64;

    private static final int DIGEST_BYTES = 6;

    static StageNames of(String stage, String account, String region) {
        String partition = region.startsWith("cn-") ? "aws-cn" : region.startsWith("us-gov-") ? "aws-us-gov" : "aws";
        return new StageNames(stage, account, region, partition);
    }

    String prefix() {
        return "tidemark-" + stage;
    }

    String table() {
        return prefix();
    }

    String tableArn() {
        return arn("dynamodb", "table/" + table());
    }

    String bucket() {
        return "%s-%s-%s".formatted(prefix(), account, region);
    }

    String queue() {
        return prefix() + "-triggers";
    }

    String queueArn() {
        return arn("sqs", queue());
    }

    String topic() {
        return prefix() + "-failures";
    }

    String topicArn() {
        return arn("sns", topic());
    }

    /// @param name of the module: `plan`
    String function(String name) {
        return prefix() + "-" + name;
    }

    /// Every version of it: executions that began before a deployment go on with theirs.
    String anyVersion(String name) {
        return arn("lambda", "function:" + function(name) + ":*");
    }

    /// The parameter that holds the ARN of the newest version.
    String versionParameter(String name) {
        return "/tidemark/%s/functions/%s".formatted(stage, name);
    }

    String logGroup(String name) {
        return "/aws/lambda/" + function(name);
    }

    String functionsRole() {
        return prefix() + "-functions";
    }

    String triggerRole() {
        return prefix() + "-trigger";
    }

    String schedulerRole() {
        return prefix() + "-scheduler";
    }

    /// What the state machines of all jobs may do alike.
    String machinesPolicy() {
        return prefix() + "-machines";
    }

    String policyArn(String policy) {
        return "arn:%s:iam::%s:policy/%s".formatted(partition, account, policy);
    }

    String jobRole(String job) {
        return prefix() + "-job-" + job;
    }

    String roleArn(String role) {
        return "arn:%s:iam::%s:role/%s".formatted(partition, account, role);
    }

    String stateMachine(String job) {
        return prefix() + "-" + job;
    }

    /// A job's rule of EventBridge, which takes 64 characters (states take 80): the end of a longer name gives way to
    /// a digest of it.
    String rule(String job, String suffix) {
        String name = stateMachine(job) + "-" + suffix;
        if (name.length() <= MOST_OF_A_RULE) {
            return name;
        }
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
            String end = "-" + HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
            return name.substring(0, MOST_OF_A_RULE - end.length()) + end;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /// @param job name of the job; empty for the beginning that all have in common
    String stateMachineArn(String job) {
        return arn("states", "stateMachine:" + stateMachine(job));
    }

    /// @param ofMachine what follows the machine's name: `:*` for every execution
    String executionArn(String job, String ofMachine) {
        return arn("states", "execution:" + stateMachine(job) + ofMachine);
    }

    /// The account's own bus, where S3 and Step Functions tell things too.
    String busArn() {
        return arn("events", "event-bus/default");
    }

    String bucketArn(String name) {
        return "arn:%s:s3:::%s".formatted(partition, name);
    }

    /// @param owner account of the catalog
    String glueArn(String owner, String resource) {
        return "arn:%s:glue:%s:%s:%s".formatted(partition, region, owner, resource);
    }

    String arn(String service, String resource) {
        return "arn:%s:%s:%s:%s:%s".formatted(partition, service, region, account, resource);
    }
}
