package dev.tidemark.integration.lambda;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequest;
import software.amazon.awssdk.services.glue.model.CreateDatabaseRequest;
import software.amazon.awssdk.services.glue.model.CreateTableRequest;
import software.amazon.awssdk.services.glue.model.GetDatabaseRequest;
import software.amazon.awssdk.services.glue.model.GetTableRequest;
import software.amazon.awssdk.services.glue.model.UpdateTableRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectsRequest;

/// Sits in every client of the SDK in this JVM (a resource `execution.interceptors` of the tests names it) and, while
/// it is told to, writes down
/// who calls what: lines as those of `infra/src/test/resources/rights`.
///
/// Who it was, the access key in the signature says: `own` and `trigger` as given to the handlers, a key that STS gave
/// out is the job's role, and `bystander` is the test itself.
public final class CallRecorder implements ExecutionInterceptor {

    private static final Pattern CREDENTIAL = Pattern.compile("Credential=([^/]+)/");
    private static final SortedSet<String> LINES = new TreeSet<>();
    private static boolean recording;

    static void start() {
        synchronized (LINES) {
            LINES.clear();
            recording = true;
        }
    }

    static List<String> stop() {
        synchronized (LINES) {
            recording = false;
            return List.copyOf(LINES);
        }
    }

    @Override
    public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes attributes) {
        synchronized (LINES) {
            if (!recording) {
                return;
            }
            Matcher credential = CREDENTIAL.matcher(
                    context.httpRequest().firstMatchingHeader("Authorization").orElse(""));
            String key = credential.find() ? credential.group(1) : "nobody";
            if (key.equals("bystander")) {
                return;
            }
            String who = List.of("own", "trigger").contains(key) ? key : "job";
            String operation = String.valueOf(attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME));
            for (String what : calls(context.request(), operation)) {
                LINES.add(general(who + " " + what));
            }
        }
    }

    private static List<String> calls(SdkRequest request, String operation) {
        return switch (request) {
            case TransactWriteItemsRequest transaction ->
                transaction.transactItems().stream().map(CallRecorder::item).toList();
            case DeleteObjectsRequest delete ->
                delete.delete().objects().stream()
                        .map(object -> "s3:DeleteObjects bucket=" + delete.bucket() + " key=" + object.key())
                        .toList();
            case PutEventsRequest events ->
                events.entries().stream()
                        .map(entry -> "events:PutEvents source=" + entry.source())
                        .toList();
            case GetDatabaseRequest database -> List.of("glue:GetDatabase database=" + database.name());
            case CreateDatabaseRequest database ->
                List.of("glue:CreateDatabase database="
                        + database.databaseInput().name());
            case GetTableRequest table ->
                List.of("glue:GetTable database=" + table.databaseName() + " table=" + table.name());
            case CreateTableRequest table ->
                List.of("glue:CreateTable database=" + table.databaseName() + " table="
                        + table.tableInput().name());
            case UpdateTableRequest table ->
                List.of("glue:UpdateTable database=" + table.databaseName() + " table="
                        + table.tableInput().name());
            default -> List.of(service(request) + ":" + operation + on(request));
        };
    }

    private static String item(TransactWriteItem item) {
        return "dynamodb:"
                + (item.put() != null
                        ? "PutItem"
                        : item.update() != null
                                ? "UpdateItem"
                                : item.delete() != null ? "DeleteItem" : "ConditionCheckItem");
    }

    private static String service(SdkRequest request) {
        String name = request.getClass().getPackageName();
        String service = name.replaceFirst(".*\\.services\\.([a-z0-9]+)\\.model", "$1");
        return service.equals("sfn") ? "states" : service;
    }

    private static String on(SdkRequest request) {
        List<String> on = new ArrayList<>();
        field(request, "Bucket").ifPresent(value -> on.add("bucket=" + value));
        field(request, "Key").ifPresent(value -> on.add("key=" + value));
        if (request.getClass().getSimpleName().startsWith("ListObjectsV2")) {
            field(request, "Prefix").ifPresent(value -> on.add("prefix=" + value));
        }
        field(request, "DatabaseName").ifPresent(value -> on.add("database=" + value));
        if (!on.isEmpty() && on.getFirst().startsWith("database=")) {
            field(request, "TableName").ifPresent(value -> on.add("table=" + value));
        }
        field(request, "RoleArn").ifPresent(value -> on.add("role=" + after(value, "/")));
        field(request, "roleArn").ifPresent(value -> on.add("role=" + after(value, "/")));
        field(request, "stateMachineArn").ifPresent(value -> on.add("machine=" + after(value, "tidemark-dev-")));
        field(request, "executionArn").ifPresent(value -> on.add("execution=" + after(value, "tidemark-dev-")));
        return on.isEmpty() ? "" : " " + String.join(" ", on);
    }

    private static Optional<String> field(SdkRequest request, String name) {
        return request.getValueForField(name, Object.class)
                .filter(String.class::isInstance)
                .map(String.class::cast);
    }

    private static String after(String text, String mark) {
        return text.substring(text.lastIndexOf(mark) + mark.length());
    }

    /// Without what differs from run to run and from partition to partition.
    private static String general(String line) {
        return line.replaceAll("[0-9A-HJKMNP-TV-Z]{26}", "RUN")
                .replaceAll("[0-9a-f]{64}", "HASH")
                .replaceAll("[0-9a-f]{16}", "ATTEMPT")
                .replaceAll("_year=[0-9]+", "_year=Y")
                .replaceAll("/[a-z0-9-]+\\.csv$", "/FILE.csv")
                .replaceAll("-[0-9]+-ATTEMPT", "-N-ATTEMPT")
                .replaceAll("ATTEMPT-[0-9]+", "ATTEMPT-N");
    }
}
