package dev.tidemark.testkit;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/// A function in a process of its own, started as Lambda's Java runtime starts it: the runtime interface client on the
/// class path, the handler's jars found by it below the working directory. Measures what the process takes.
///
/// On Linux only: what resides in memory stands in `/proc`.
public final class FunctionProcess implements AutoCloseable {

    private static final String MAIN = "com.amazonaws.services.lambda.runtime.api.client.AWSLambda";

    private static final String CLIENT = "aws-lambda-java-runtime-interface-client";

    /// Where the client's native part lies. By itself it unpacks it to one place in `/tmp`, under the feet of other
    /// processes that load it.
    private static final String NATIVE_PART =
            "com.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.JNI";

    /// How to start one.
    ///
    /// @param name        of the function
    /// @param handler     class of its handler
    /// @param taskRoot    folder of the unpacked package: `lib/*.jar`
    /// @param classPath   of the JVM: the runtime interface client and what it needs
    /// @param jvm         flags on its command line
    /// @param environment all variables of the process
    /// @param temporary   an empty folder in the place of `/tmp`
    /// @param log         where its lines go
    public record Start(
            String name,
            String handler,
            Path taskRoot,
            String classPath,
            List<String> jvm,
            Map<String, String> environment,
            Path temporary,
            Path log) {
        public Start {
            jvm = List.copyOf(jvm);
            environment = Map.copyOf(environment);
        }
    }

    private final Start start;
    private final RuntimeApi api;
    private final Process process;
    private final ScheduledExecutorService sampling = Executors.newSingleThreadScheduledExecutor();
    private final AtomicLong peakResident = new AtomicLong();
    private final AtomicLong peakTemporary = new AtomicLong();
    private final AtomicReference<@Nullable IOException> failure = new AtomicReference<>();
    private int requests;

    private FunctionProcess(Start start, RuntimeApi api, Process process) {
        this.start = start;
        this.api = api;
        this.process = process;
    }

    public static FunctionProcess start(Start start) throws IOException {
        RuntimeApi api = new RuntimeApi();
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(start.jvm);
        command.add("-Djava.io.tmpdir=" + start.temporary);
        command.add("-D" + NATIVE_PART + "=" + nativePart(start));
        command.addAll(List.of("-cp", start.classPath, MAIN, start.handler));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(start.taskRoot.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(start.log.toFile()));
        Map<String, String> environment = builder.environment();
        environment.clear();
        environment.putAll(Map.of(
                "AWS_LAMBDA_RUNTIME_API", api.address(),
                "AWS_LAMBDA_FUNCTION_NAME", start.name,
                "AWS_LAMBDA_FUNCTION_VERSION", "1",
                "AWS_LAMBDA_FUNCTION_MEMORY_SIZE", "1769",
                "AWS_LAMBDA_INITIALIZATION_TYPE", "on-demand",
                "LAMBDA_TASK_ROOT", start.taskRoot.toString(),
                "_HANDLER", start.handler,
                "LANG", "en_US.UTF-8",
                "TZ", ":UTC"));
        environment.putAll(start.environment);
        Process process = builder.start();
        // A test that fails before it could close it leaves no process behind.
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        FunctionProcess function = new FunctionProcess(start, api, process);
        var _ = process.onExit().thenAccept(ended -> api.gone("the process ended with exit code " + ended.exitValue()));
        var _ = function.sampling.scheduleAtFixedRate(function::sample, 0, 10, TimeUnit.MILLISECONDS);
        return function;
    }

    private static Path nativePart(Start start) throws IOException {
        String machine = System.getProperty("os.arch").equals("aarch64") ? "aarch_64" : "x86_64";
        Path library = start.temporary.resolveSibling(start.name + "-jni.so");
        String name = "jni/libaws-lambda-jni.linux-" + machine + ".so";
        try (ZipFile client = new ZipFile(client(start.classPath).toFile());
                InputStream bytes = client.getInputStream(Objects.requireNonNull(client.getEntry(name), name))) {
            Files.copy(bytes, library, StandardCopyOption.REPLACE_EXISTING);
        }
        return library;
    }

    private static Path client(String classPath) throws IOException {
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            Path folder = Path.of(entry).toAbsolutePath().getParent();
            if (entry.endsWith("/*") && folder != null) {
                try (Stream<Path> jars = Files.list(folder)) {
                    Optional<Path> client =
                            jars.filter(FunctionProcess::isClient).findFirst();
                    if (client.isPresent()) {
                        return client.get();
                    }
                }
            } else if (isClient(Path.of(entry))) {
                return Path.of(entry);
            }
        }
        throw new IOException("no " + CLIENT + " is on the class path " + classPath);
    }

    private static boolean isClient(Path jar) {
        return String.valueOf(jar.getFileName()).startsWith(CLIENT);
    }

    /// Sends a message and waits for the end of the invocation.
    ///
    /// @param time that Lambda gives it
    public FunctionAnswer invoke(String message, Duration time) {
        FunctionAnswer answer = api.send("request-" + ++requests, message, time)
                .orTimeout(time.toSeconds(), TimeUnit.SECONDS)
                .join();
        sample();
        return answer;
    }

    /// The most bytes of its memory that were resident at once, since it started.
    public long peakResident() {
        refuseFailure();
        return peakResident.get();
    }

    /// The most bytes of temporary files, looked at every few milliseconds.
    public long peakTemporary() {
        refuseFailure();
        return peakTemporary.get();
    }

    /// The time of processors that it took so far.
    public Duration cpu() {
        return process.toHandle().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    /// Lets it end by itself: it may have something to write first.
    ///
    /// @throws IOException when it does not end in that time
    public void stop(Duration time) throws IOException, InterruptedException {
        sampling.shutdownNow();
        process.destroy();
        if (!process.waitFor(time)) {
            throw new IOException("the process of " + start.name + " does not end");
        }
    }

    /// A failure is kept: a scheduled task that throws is never called again, and says so to nobody.
    private synchronized void sample() {
        try {
            peakTemporary.accumulateAndGet(temporaryNow(), Math::max);
            peakResident.accumulateAndGet(highWaterMark(), Math::max);
        } catch (IOException e) {
            failure.compareAndSet(null, e);
        }
    }

    private void refuseFailure() {
        IOException failed = failure.get();
        if (failed != null) {
            throw new UncheckedIOException("nobody looked any more", failed);
        }
    }

    /// Bytes of temporary files that are there now.
    public long temporaryNow() throws IOException {
        long[] sum = {0};
        Files.walkFileTree(start.temporary, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                sum[0] += attributes.isRegularFile() ? attributes.size() : 0;
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path goneMeanwhile, IOException e) {
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException goneMeanwhile) {
                return FileVisitResult.CONTINUE;
            }
        });
        return sum[0];
    }

    /// The kernel keeps it: `VmHWM` of `/proc/<pid>/status`, in kB. None of a process that ended.
    private long highWaterMark() throws IOException {
        Path status = Path.of("/proc", Long.toString(process.pid()), "status");
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1_024)
                    .findFirst()
                    .orElse(0);
        } catch (NoSuchFileException | UncheckedIOException ended) {
            return 0;
        }
    }

    @Override
    public void close() {
        sampling.shutdownNow();
        process.destroyForcibly();
        api.close();
        boolean ended = false;
        try {
            ended = process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!ended) {
            throw new IllegalStateException("the process of " + start.name + " does not end");
        }
    }
}
