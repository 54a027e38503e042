package dev.tidemark.testkit;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/// S3, DynamoDB and Glue as moto (a Python program) plays them, in a process of its own on a free port.
///
/// The profile `aws` names the command in the system property `tidemark.moto`. A service for which this process has
/// `AWS_ENDPOINT_URL_<SERVICE>`, a variable or a system property, is asked there instead, at LocalStack for one; the
/// other services stay with moto.
public final class MotoServer implements AutoCloseable {

    public static final String COMMAND = "tidemark.moto";

    private static final String ELSEWHERE = "AWS_ENDPOINT_URL_";
    private static final int SECONDS_TO_START = 60;

    private final Process process;
    private final URI endpoint;
    private final HttpClient http = HttpClient.newHttpClient();

    private MotoServer(Process process, URI endpoint) {
        this.process = process;
        this.endpoint = endpoint;
    }

    /// @param log where moto's own lines go
    public static MotoServer start(Path log) throws IOException, InterruptedException {
        return start(log, Map.of());
    }

    /// @param log         where moto's own lines go
    /// @param environment variables of its process, beside those of this one
    public static MotoServer start(Path log, Map<String, String> environment) throws IOException, InterruptedException {
        String command = Optional.ofNullable(System.getProperty(COMMAND))
                .orElseThrow(() -> new IllegalStateException("run with -Paws: " + COMMAND + " names no moto_server"));
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Path folder = log.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        ProcessBuilder builder = new ProcessBuilder(command, "-H", "127.0.0.1", "-p", Integer.toString(port))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        // A test that fails before it could close it leaves no server behind.
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        MotoServer moto = new MotoServer(process, URI.create("http://127.0.0.1:" + port));
        boolean up = false;
        try {
            moto.awaitAnswer(log);
            up = true;
            return moto;
        } finally {
            if (!up) {
                moto.close();
            }
        }
    }

    /// Of all services that are not asked elsewhere.
    public URI endpoint() {
        return endpoint;
    }

    /// @param service as the AWS SDK's variables name it: `S3`
    public URI endpoint(String service) {
        return Optional.ofNullable(environment().get(ELSEWHERE + service))
                .map(URI::create)
                .orElse(endpoint);
    }

    /// What makes the AWS SDK, and the command, use this server.
    public Map<String, String> environment() {
        Map<String, String> environment = new TreeMap<>(Map.of(
                "AWS_ENDPOINT_URL", endpoint.toString(),
                "AWS_REGION", "eu-central-1",
                "AWS_ACCESS_KEY_ID", "testing",
                "AWS_SECRET_ACCESS_KEY", "testing"));
        for (String name : System.getProperties().stringPropertyNames()) {
            if (name.startsWith(ELSEWHERE)) {
                environment.put(name, System.getProperty(name));
            }
        }
        System.getenv().forEach((name, value) -> {
            if (name.startsWith(ELSEWHERE) && !value.isEmpty()) {
                environment.put(name, value);
            }
        });
        return Collections.unmodifiableMap(environment);
    }

    /// Lets it interpret state machines from now on; it only remembers them otherwise.
    public void executeStateMachines() throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(endpoint.resolve("/moto-api/config"))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(
                                "{\"stepfunctions\":{\"execute_state_machine\":true}}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() / 100 != 2) {
            throw new IOException("moto answered " + answer.statusCode() + " to its configuration: " + answer.body());
        }
    }

    /// Forgets all buckets, tables and databases.
    public void reset() throws IOException, InterruptedException {
        HttpResponse<Void> answer = http.send(
                HttpRequest.newBuilder(endpoint.resolve("/moto-api/reset"))
                        .POST(HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.discarding());
        if (answer.statusCode() != 200) {
            throw new IOException("moto answered " + answer.statusCode() + " to a reset");
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void awaitAnswer(Path log) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS_TO_START);
        HttpRequest request =
                HttpRequest.newBuilder(endpoint.resolve("/moto-api/data.json")).build();
        while (true) {
            try {
                HttpResponse<Void> _ = http.send(request, HttpResponse.BodyHandlers.discarding());
                return;
            } catch (IOException e) {
                if (!process.isAlive() || System.nanoTime() > end) {
                    throw new IOException("moto does not answer at " + endpoint + ": " + Files.readString(log), e);
                }
                // Between two tries, nothing of the test depends on how long this takes.
                boolean _ = process.waitFor(200, TimeUnit.MILLISECONDS);
            }
        }
    }
}
