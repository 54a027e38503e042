package dev.tidemark.infra;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One right that a call asks IAM for.
///
/// @param context condition keys of the request
record Need(String action, String resource, Map<String, String> context) {

    /// One line of a file of calls.
    ///
    /// @param who `own`, `job`, `trigger` or `machine`
    /// @param on  `bucket`, `key`, `prefix`, `database`, `table`, …
    record Call(String who, String service, String operation, Map<String, String> on) {

        static List<Call> read(List<String> lines) {
            List<Call> calls = new ArrayList<>();
            for (String line : lines) {
                if (!line.startsWith("#") && !line.isBlank()) {
                    String[] words = line.split(" ", 3);
                    String[] name = words[1].split(":", 2);
                    Map<String, String> on = new LinkedHashMap<>();
                    for (String word : words.length < 3 ? new String[0] : words[2].split(" ", -1)) {
                        int equals = word.indexOf('=');
                        on.put(word.substring(0, equals), word.substring(equals + 1));
                    }
                    calls.add(new Call(words[0], name[0], name[1], on));
                }
            }
            return calls;
        }

        String on(String name) {
            String value = on.get(name);
            if (value == null) {
                throw new IllegalArgumentException(this + " has no " + name);
            }
            return value;
        }
    }

    /// What IAM asks for, by the Service Authorization Reference. An operation that is not named here is none that
    /// Tidemark may begin to call without a look at the roles.
    static List<Need> of(Call call, StageNames names) {
        return switch (call.service()) {
            case "s3" -> s3(call, names);
            case "glue" -> glue(call, names);
            case "dynamodb" -> List.of(need(call, names.tableArn()));
            case "sts" -> List.of(need(call, names.roleArn(call.on("role"))));
            case "sqs" -> List.of(need(call, names.queueArn()));
            case "lambda" ->
                List.of(need(call, names.arn("lambda", "function:" + names.prefix() + "-" + call.on("function"))));
            case "events" ->
                List.of(new Need("events:PutEvents", names.busArn(), Map.of("events:source", call.on("source"))));
            case "xray" -> List.of(need(call, "*"));
            case "logs" ->
                List.of(need(
                        call,
                        call.on().containsKey("group")
                                ? names.arn("logs", "log-group:" + call.on("group") + ":log-stream:x")
                                : "*"));
            case "states" ->
                List.of(need(
                        call,
                        call.on().containsKey("machine")
                                ? names.stateMachineArn(call.on("machine"))
                                : names.executionArn(call.on("execution"), "")));
            default -> throw new IllegalArgumentException("no rights are known for " + call);
        };
    }

    private static Need need(Call call, String resource) {
        Map<String, String> context =
                call.service().equals("dynamodb") ? Map.of("dynamodb:LeadingKeys", "job#birdstrikes") : Map.of();
        return new Need(call.service() + ":" + call.operation(), resource, context);
    }

    private static List<Need> s3(Call call, StageNames names) {
        String bucket = names.bucketArn(call.on("bucket"));
        return switch (call.operation()) {
            case "ListObjectsV2" ->
                List.of(new Need(
                        "s3:ListBucket",
                        bucket,
                        call.on().containsKey("prefix") ? Map.of("s3:prefix", call.on("prefix")) : Map.of()));
            case "ListMultipartUploads" -> List.of(new Need("s3:ListBucketMultipartUploads", bucket, Map.of()));
            case "GetBucketLifecycleConfiguration" ->
                List.of(new Need("s3:GetLifecycleConfiguration", bucket, Map.of()));
            // Of the stage's own bucket it asks for what may not be there: without ListBucket S3 answers 403, not 404.
            case "GetObject", "HeadObject" ->
                call.on("bucket").equals(names.bucket()) && !call.who().equals("machine")
                        ? List.of(object(call, bucket, "s3:GetObject"), new Need("s3:ListBucket", bucket, Map.of()))
                        : List.of(object(call, bucket, "s3:GetObject"));
            case "PutObject", "CreateMultipartUpload", "UploadPart", "CompleteMultipartUpload" ->
                List.of(object(call, bucket, "s3:PutObject"));
            case "AbortMultipartUpload" -> List.of(object(call, bucket, "s3:AbortMultipartUpload"));
            case "ListParts" -> List.of(object(call, bucket, "s3:ListMultipartUploadParts"));
            case "DeleteObjects" -> List.of(object(call, bucket, "s3:DeleteObject"));
            default -> throw new IllegalArgumentException("no rights are known for " + call);
        };
    }

    private static Need object(Call call, String bucket, String action) {
        return new Need(action, bucket + "/" + call.on("key"), Map.of());
    }

    private static List<Need> glue(Call call, StageNames names) {
        List<Need> needs = new ArrayList<>();
        needs.add(need(call, names.arn("glue", "catalog")));
        needs.add(need(call, names.arn("glue", "database/" + call.on("database"))));
        if (call.on().containsKey("table")) {
            needs.add(need(call, names.arn("glue", "table/" + call.on("database") + "/" + call.on("table"))));
        }
        return needs;
    }
}
