package dev.tidemark.benchmarks;

import dev.tidemark.job.Job;
import dev.tidemark.json.FormatCatalogue;
import dev.tidemark.json.JobFile;
import dev.tidemark.json.JobJson;
import dev.tidemark.spi.Formats;
import dev.tidemark.testkit.MotoServer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/// A stage with one small job, on moto: enough for each function to do something.
final class StartTimeStage implements AutoCloseable {

    static final String JOB = "start";

    private static final String STATE = "state";
    private static final String YAML = """
            job: start
            flows:
              - name: f
                source:
                  s3: { paths: [ "s3://lake/in/" ] }
                  format: csv
                  formatOptions: { withHeader: true }
                sink: { path: "s3://lake/out/", format: parquet, catalog: { database: lake, table: start } }
            """;

    private final MotoServer moto;
    private final HttpClient http = HttpClient.newHttpClient();

    StartTimeStage() throws IOException, InterruptedException {
        moto = MotoServer.start(Path.of("benchmarks", "target", "moto.log"));
    }

    /// What the functions have in their environment.
    Map<String, String> environment() {
        Map<String, String> environment = new TreeMap<>(moto.environment());
        environment.put("TIDEMARK_STAGE", "dev");
        environment.put("TIDEMARK_TABLE", "tidemark-dev");
        environment.put("TIDEMARK_BUCKET", STATE);
        environment.put(
                "TIDEMARK_STATE_MACHINES", "arn:aws:states:eu-central-1:123456789012:stateMachine:tidemark-dev-");
        environment.put("TIDEMARK_JOB_ROLES", "arn:aws:iam::123456789012:role/tidemark-dev-job-");
        return environment;
    }

    /// A stage without a run, whatever was before.
    void begin() throws IOException, InterruptedException {
        moto.reset();
        for (String bucket : new String[] {STATE, "lake"}) {
            put(
                    bucket,
                    ("<CreateBucketConfiguration><LocationConstraint>eu-central-1</LocationConstraint>"
                                    + "</CreateBucketConfiguration>")
                            .getBytes(StandardCharsets.UTF_8));
        }
        call("dynamodb", "DynamoDB_20120810.CreateTable", """
                {"TableName":"tidemark-dev","BillingMode":"PAY_PER_REQUEST",
                 "AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"S"}],
                 "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}]}
                """);
        call("states", "AWSStepFunctions.CreateStateMachine", """
                {"name":"tidemark-dev-start","roleArn":"arn:aws:iam::123456789012:role/machine",
                 "definition":"{\\"StartAt\\":\\"Done\\",\\"States\\":{\\"Done\\":{\\"Type\\":\\"Succeed\\"}}}"}
                """);
        put("lake/in/a.csv", "id,name\n1,a\n2,b\n".getBytes(StandardCharsets.UTF_8));
        Formats formats = Formats.load();
        Job job = JobFile.read(
                        YAML.getBytes(StandardCharsets.UTF_8),
                        "job.yaml",
                        Map.of(),
                        Map.of(),
                        "s3://nowhere/",
                        FormatCatalogue.of(
                                formats.readers().values(), formats.writers().values()))
                .job();
        byte[] bytes = JobJson.write(job);
        String key = "jobs/" + JOB + "/" + sha256(bytes) + ".json";
        put(STATE + "/" + key, bytes);
        call("dynamodb", "DynamoDB_20120810.PutItem", """
                {"TableName":"tidemark-dev","Item":{"pk":{"S":"job#start"},"sk":{"S":"file"},"file":{"S":"%s"}}}
                """.formatted(key));
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /// The text of an object in the state bucket.
    String state(String key) throws IOException, InterruptedException {
        return send(request("s3", "/" + STATE + "/" + key).GET());
    }

    private void put(String path, byte[] bytes) throws IOException, InterruptedException {
        String _ = send(request("s3", "/" + path).PUT(HttpRequest.BodyPublishers.ofByteArray(bytes)));
    }

    private void call(String service, String target, String body) throws IOException, InterruptedException {
        String _ = send(request(service, "/")
                .header("X-Amz-Target", target)
                .header("Content-Type", "application/x-amz-json-1.0")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    /// moto reads service and region from it and checks no signature.
    private HttpRequest.Builder request(String service, String path) {
        return HttpRequest.newBuilder(moto.endpoint().resolve(path))
                .header(
                        "Authorization",
                        "AWS4-HMAC-SHA256 Credential=testing/20260101/eu-central-1/" + service
                                + "/aws4_request, SignedHeaders=host, Signature=0");
    }

    private String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() / 100 != 2) {
            throw new IOException("moto answered " + answer.statusCode() + ": " + answer.body());
        }
        return answer.body();
    }

    @Override
    public void close() {
        moto.close();
    }
}
