package dev.tidemark.infra;

import java.util.ArrayList;
import java.util.List;

/// What the shared functions and the state machines may do by themselves. Sources, sinks and tables are not among it:
/// those are reached with the job's role.
final class StageRights {

    static final String WILDCARDS =
            "The folders of the stage's own bucket, the streams of its own log groups and the roles of its own jobs have"
                    + " names that are made at run time.";

    private StageRights() {}

    /// @param processes further functions that work on chunks
    static List<Grant> functions(StageNames names, List<String> processes) {
        List<String> functions = new ArrayList<>(List.of("plan", "process", "commit", "abort"));
        functions.addAll(processes);
        return common(names, functions);
    }

    /// The trigger sweeps: it does what any step does, and cleans up.
    static List<Grant> trigger(StageNames names) {
        List<Grant> grants = new ArrayList<>(common(names, List.of("trigger")));
        grants.add(Grant.of("Start", List.of("states:StartExecution"), List.of(names.stateMachineArn("") + "*")));
        grants.add(Grant.of("Look", List.of("states:DescribeExecution"), List.of(names.executionArn("", "*:*"))));
        grants.add(Grant.of(
                "Queue",
                List.of("sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"),
                List.of(names.queueArn())));
        grants.add(Grant.of("OldItems", List.of("dynamodb:DeleteItem"), List.of(names.tableArn())));
        grants.add(
                Grant.of("OldWork", List.of("s3:DeleteObject"), List.of(names.bucketArn(names.bucket()) + "/work/*")));
        return List.copyOf(grants);
    }

    private static List<Grant> common(StageNames names, List<String> functions) {
        String bucket = names.bucketArn(names.bucket());
        return List.of(
                Grant.of(
                        "Logs",
                        List.of("logs:CreateLogStream", "logs:PutLogEvents"),
                        functions.stream()
                                .map(name -> names.arn("logs", "log-group:" + names.logGroup(name) + ":*"))
                                .toList()),
                // A transaction needs the right of each of its items' own actions; TransactWriteItems is none.
                Grant.of(
                        "Items",
                        List.of("dynamodb:GetItem", "dynamodb:Query", "dynamodb:PutItem", "dynamodb:UpdateItem"),
                        List.of(names.tableArn())),
                // Without a prefix, so that S3 answers 404 and not 403 for an object that is not there.
                Grant.of("List", List.of("s3:ListBucket"), List.of(bucket)),
                Grant.of("Uploads", List.of("s3:ListBucketMultipartUploads"), List.of(bucket)),
                Grant.of("Jobs", List.of("s3:GetObject"), List.of(bucket + "/jobs/*")),
                Grant.of("Work", List.of("s3:GetObject", "s3:PutObject"), List.of(bucket + "/work/*")),
                Grant.of(
                        "Quarantine",
                        List.of(
                                "s3:GetObject",
                                "s3:PutObject",
                                "s3:AbortMultipartUpload",
                                "s3:ListMultipartUploadParts"),
                        List.of(bucket + "/quarantine/*")),
                // What the record of a repaired commit replaces.
                Grant.of(
                        "Repair",
                        List.of("s3:DeleteObject"),
                        List.of(bucket + "/quarantine/*" + StageNames.OUTPUT_NAMES)),
                Grant.of("Tell", List.of("events:PutEvents"), List.of(names.busArn()))
                        .when("StringEquals", "events:source", List.of(StageNames.EVENT_SOURCE)),
                Grant.of("JobRoles", List.of("sts:AssumeRole"), List.of(names.roleArn(names.jobRole("*")))));
    }

    /// Of one job's state machine: it calls the functions, reads the chunk list and writes the Map's results.
    ///
    /// @param process the function that works on the job's chunks
    static List<Grant> machine(StageNames names, String job, String process) {
        String runs = names.bucketArn(names.bucket()) + "/work/" + job + "/runs/*";
        return List.of(
                Grant.of(
                        "Functions",
                        List.of("lambda:InvokeFunction"),
                        StageNames.FUNCTIONS.stream()
                                .map(name -> names.anyVersion(name.equals("process") ? process : name))
                                .toList()),
                Grant.of(
                        "Map",
                        List.of(
                                "s3:GetObject",
                                "s3:PutObject",
                                "s3:AbortMultipartUpload",
                                "s3:ListMultipartUploadParts"),
                        List.of(runs)));
    }

    /// Of every state machine: CloudWatch Logs and X-Ray know no resources for these.
    static List<Grant> machines() {
        return List.of(
                Grant.of(
                        "LogDelivery",
                        List.of(
                                "logs:CreateLogDelivery",
                                "logs:GetLogDelivery",
                                "logs:UpdateLogDelivery",
                                "logs:DeleteLogDelivery",
                                "logs:ListLogDeliveries",
                                "logs:PutResourcePolicy",
                                "logs:DescribeResourcePolicies",
                                "logs:DescribeLogGroups"),
                        List.of("*")),
                Grant.of(
                        "Traces",
                        List.of(
                                "xray:PutTraceSegments",
                                "xray:PutTelemetryRecords",
                                "xray:GetSamplingRules",
                                "xray:GetSamplingTargets"),
                        List.of("*")));
    }

    /// What a Distributed Map asks for: its children are executions of its own state machine.
    static List<Grant> children(StageNames names, String job) {
        return List.of(
                Grant.of("Start", List.of("states:StartExecution"), List.of(names.stateMachineArn(job))),
                Grant.of(
                        "Children",
                        List.of("states:DescribeExecution", "states:StopExecution"),
                        List.of(names.executionArn(job, ":*"))),
                Grant.of(
                        "Redrive",
                        List.of("states:RedriveExecution"),
                        List.of(names.executionArn(job, "/" + StageNames.MAP_LABEL + ":*"))));
    }
}
