package dev.tidemark.integration.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.integration.MotoStage;
import dev.tidemark.integration.asl.FunctionFailure;
import dev.tidemark.integration.asl.World;
import dev.tidemark.testkit.FunctionAnswer;
import dev.tidemark.testkit.FunctionProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/// The functions as they are deployed, each a process: the packages that the build made, the flags that the stack sets,
/// Lambda's runtime interface client. The state bucket is a [MotoStage]'s.
final class PackagedFunctions implements World, AutoCloseable {

    /// Of a function (AWS.md): one whole vCPU.
    static final int MEMORY_MB = 1_769;

    private static final Path RUNTIME = Path.of("target", "lambda-runtime").toAbsolutePath();

    /// A message that was sent, for tests that send it again.
    record Sent(String function, String message) {}

    private final Path folder;
    private final MotoStage stage;
    private final Map<String, FunctionProcess> running = new TreeMap<>();
    private final List<Sent> sent = new ArrayList<>();

    /// @param folder for what is unpacked, and instead of each process's `/tmp`
    PackagedFunctions(Path folder, MotoStage stage) {
        this.folder = folder;
        this.stage = stage;
    }

    /// Flags of a JVM that sees no more memory than a function has.
    static List<String> limited(int megabytes) {
        return List.of("-XX:MaxRAM=" + megabytes + "m");
    }

    static FunctionProcess.Start start(
            String name,
            String handler,
            Path taskRoot,
            List<String> jvm,
            Map<String, String> environment,
            Path temporary)
            throws IOException {
        Path logs = Files.createDirectories(Path.of("target", "lambda-logs").toAbsolutePath());
        return new FunctionProcess.Start(
                name,
                handler,
                taskRoot,
                RUNTIME + "/*",
                jvm,
                environment,
                Files.createDirectories(temporary),
                logs.resolve(name + ".log"));
    }

    /// What the stack sets as `JAVA_TOOL_OPTIONS`.
    static String flags(String function) throws IOException {
        Properties flags = new Properties();
        try (BufferedReader in = Files.newBufferedReader(VirtualAws.HOUSE.resolve("functions/jvm-flags.properties"))) {
            flags.load(in);
        }
        return Objects.requireNonNull(flags.getProperty(function), function);
    }

    /// @param name of the function's module
    synchronized FunctionProcess function(String name) {
        return running.computeIfAbsent(name, this::start);
    }

    private FunctionProcess start(String name) {
        try {
            Path taskRoot = unpacked(name);
            Map<String, String> all = new TreeMap<>(stage.functionVariables());
            all.put("JAVA_TOOL_OPTIONS", flags(name));
            String handler = "dev.tidemark.functions.%s.%s%sHandler"
                    .formatted(name, name.substring(0, 1).toUpperCase(Locale.ROOT), name.substring(1));
            return FunctionProcess.start(start(
                    name,
                    handler,
                    taskRoot,
                    limited(MEMORY_MB),
                    all,
                    folder.resolve(name).resolve("tmp")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path unpacked(String name) throws IOException {
        Path zip = VirtualAws.HOUSE.resolve("functions/%s/target/%s.zip".formatted(name, name));
        Path root = Files.createDirectories(folder.resolve(name).resolve("task"));
        try (ZipFile packed = new ZipFile(zip.toFile())) {
            for (ZipEntry entry : Collections.list(packed.entries())) {
                Path file = root.resolve(entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                } else {
                    Files.createDirectories(Objects.requireNonNull(file.getParent()));
                    try (InputStream in = packed.getInputStream(entry)) {
                        Files.copy(in, file);
                    }
                }
            }
        }
        return root;
    }

    /// All messages so far, in order.
    List<Sent> sent() {
        return List.copyOf(sent);
    }

    FunctionAnswer send(String name, String message) {
        sent.add(new Sent(name, message));
        return function(name).invoke(message, Duration.ofMinutes(15));
    }

    @Override
    public JsonNode invoke(String function, JsonNode payload) {
        String name = function.replaceAll("[${}]|Function", "").toLowerCase(Locale.ROOT);
        FunctionAnswer answer = send(name, payload.toString());
        JsonNode body = VirtualAws.json(answer.body());
        if (answer.failed()) {
            throw new FunctionFailure(body.path("errorType").asText(), answer.body());
        }
        return body;
    }

    @Override
    public byte @Nullable [] object(String bucket, String key) {
        return stage.object(bucket, key);
    }

    @Override
    public void write(String bucket, String key, byte[] bytes) {
        stage.put(bucket, key, bytes);
    }

    @Override
    public Instant now() {
        return Instant.now();
    }

    /// Nobody waits for anything here.
    @Override
    public void pass(Duration time) {}

    /// What a function printed.
    static String log(String name) throws IOException {
        return Files.readString(Path.of("target", "lambda-logs", name + ".log"), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        running.values().forEach(FunctionProcess::close);
    }
}
