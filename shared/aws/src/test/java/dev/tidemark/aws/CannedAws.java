package dev.tidemark.aws;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpFullResponse;
import software.amazon.awssdk.http.SdkHttpRequest;

/// AWS as its documents say that it answers, at the place where the SDK would open a connection. Remembers what was
/// sent, and how long the caller wanted to wait.
final class CannedAws implements SdkHttpClient {

    /// What was sent. Names of headers in lower case.
    record Sent(String method, String host, String path, SdkHttpRequest raw, byte[] body) {

        String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        Optional<String> header(String name) {
            return raw.firstMatchingHeader(name);
        }

        Optional<String> query(String name) {
            return raw.firstMatchingRawQueryParameter(name);
        }

        /// Action of DynamoDB and Glue: the last part of X-Amz-Target.
        String action() {
            String target = header("X-Amz-Target").orElse("");
            return target.substring(target.lastIndexOf('.') + 1);
        }

        /// The first JSON text value of a name.
        String json(String name) {
            Matcher found = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(text());
            return found.find() ? found.group(1) : "";
        }
    }

    /// An answer, or none at all.
    interface Reply {
        HttpExecuteResponse answer() throws IOException;
    }

    private final List<Sent> sent = new ArrayList<>();
    private final List<Duration> waits = new ArrayList<>();
    private final List<Function<Sent, Reply>> script = new ArrayList<>();
    private Function<Sent, Reply> always = request -> {
        throw new AssertionError("not expected: " + request.method() + " " + request.path() + " " + request.action());
    };

    /// The next calls are answered so, in order.
    CannedAws then(Reply... replies) {
        for (Reply reply : replies) {
            script.add(request -> reply);
        }
        return this;
    }

    /// Every further call is answered so.
    CannedAws always(Function<Sent, Reply> answers) {
        always = answers;
        return this;
    }

    static Reply ok(String body) {
        return of(200, Map.of(), body.getBytes(StandardCharsets.UTF_8));
    }

    static Reply of(int status, Map<String, String> headers, byte[] body) {
        return of(status, headers, new ByteArrayInputStream(body), body.length);
    }

    static Reply of(int status, Map<String, String> headers, InputStream body, long length) {
        return () -> {
            SdkHttpFullResponse.Builder response = SdkHttpFullResponse.builder()
                    .statusCode(status)
                    .putHeader("Content-Length", Long.toString(length))
                    .putHeader("x-amzn-RequestId", "canned");
            headers.forEach(response::putHeader);
            return HttpExecuteResponse.builder()
                    .response(response.build())
                    .responseBody(AbortableInputStream.create(body))
                    .build();
        };
    }

    /// An error of S3: XML.
    static Reply s3(int status, String code) {
        return of(
                status,
                Map.of("Content-Type", "application/xml"),
                ("<?xml version=\"1.0\"?><Error><Code>" + code + "</Code><Message>canned</Message></Error>")
                        .getBytes(StandardCharsets.UTF_8));
    }

    /// An error of DynamoDB or Glue: JSON.
    static Reply json(int status, String code, String fields) {
        return of(
                status,
                Map.of("Content-Type", "application/x-amz-json-1.0"),
                "{\"__type\":\"com.amazonaws#%s\",\"message\":\"canned\"%s}"
                        .formatted(code, fields.isEmpty() ? "" : "," + fields)
                        .getBytes(StandardCharsets.UTF_8));
    }

    /// The call may have had its effect; nobody knows.
    static Reply lost() {
        return () -> {
            throw new IOException("Connection reset");
        };
    }

    List<Sent> sent() {
        return sent;
    }

    List<String> actions() {
        return sent.stream().map(Sent::action).toList();
    }

    List<String> lines() {
        return sent.stream()
                .map(request -> request.method() + " " + request.path()
                        + request.raw()
                                .encodedQueryParameters()
                                .map(query -> "?" + query)
                                .orElse(""))
                .toList();
    }

    List<Duration> waits() {
        return waits;
    }

    AwsClients clients() {
        return new AwsClients(
                this,
                Map.of(
                        "AWS_REGION", "eu-central-1",
                        "AWS_ACCESS_KEY_ID", "testing",
                        "AWS_SECRET_ACCESS_KEY", "testing"));
    }

    /// Does not wait.
    Attempts attempts() {
        return new Attempts(waits::add, new Random(7)::nextLong);
    }

    S3Reach reach(S3Places places) {
        return new S3Reach(places, S3Reach.Clients.plain(clients()));
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                SdkHttpRequest http = request.httpRequest();
                byte[] body = new byte[0];
                if (request.contentStreamProvider().isPresent()) {
                    try (InputStream bytes =
                            request.contentStreamProvider().get().newStream()) {
                        body = bytes.readAllBytes();
                    }
                }
                Sent one = new Sent(http.method().name(), http.host(), http.encodedPath(), http, body);
                Function<Sent, Reply> reply;
                synchronized (sent) {
                    sent.add(one);
                    reply = script.isEmpty() ? always : script.removeFirst();
                }
                return reply.apply(one).answer();
            }

            @Override
            public void abort() {}
        };
    }

    @Override
    public void close() {}
}
