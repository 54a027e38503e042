package dev.tidemark.benchmarks;

import dev.tidemark.testkit.FunctionAnswer;
import dev.tidemark.testkit.FunctionProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// Milliseconds from the start of a function's JVM to its first answer, beside a handler that does nothing: the
/// packages
/// behind Lambda's runtime interface client, with the flags that the stack sets, the memory of a function, moto as the
/// store. Each function's first event does real work, and its second shows what would be left to do after a snapshot of
/// a primed process. Variants take turns; medians are printed.
///
/// Run in the house's root, with the packages built and `-Dtidemark.moto=<moto_server>`. Argument: rounds (7).
public final class StartTimeBenchmark {

    private static final List<String> FUNCTIONS = List.of("trigger", "plan", "process", "commit", "abort");
    private static final Path LIB = Path.of("benchmarks", "target", "lib").toAbsolutePath();
    private static final Pattern ITEM = Pattern.compile("\\{[^{}]*\\}");

    /// How the classes come into the JVM.
    private enum Variant {
        /// As Lambda's runtime does it: the handler's jars by a class loader of their own.
        PLAIN("as Lambda loads it"),
        /// The same, with an AOT cache, which holds classes of the class path only: not the handler's.
        CACHE("AOT cache"),
        /// With an AOT cache and the handler's jars on the class path, as an image of one's own may have them.
        CACHE_OF_ALL("AOT cache, all on the class path");

        private final String words;

        Variant(String words) {
            this.words = words;
        }
    }

    private record Figure(double first, double cpu, double second) {}

    private final Path folder;
    private final StartTimeStage stage;
    private final Map<String, List<Figure>> figures = new TreeMap<>();
    private int runs;

    private StartTimeBenchmark(Path folder, StartTimeStage stage) {
        this.folder = folder;
        this.stage = stage;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 7;
        Path folder = Files.createTempDirectory("start-time-benchmark");
        try (StartTimeStage stage = new StartTimeStage()) {
            StartTimeBenchmark benchmark = new StartTimeBenchmark(folder, stage);
            for (String function : FUNCTIONS) {
                benchmark.unpack(function);
            }
            Files.createDirectories(folder.resolve("empty/task"));
            for (Variant variant : List.of(Variant.CACHE, Variant.CACHE_OF_ALL)) {
                benchmark.round(variant, true);
            }
            benchmark.figures.clear();
            for (int round = 0; round < rounds; round++) {
                for (Variant variant : Variant.values()) {
                    benchmark.round(variant, false);
                }
            }
            benchmark.print();
        }
    }

    /// One run of the job, each function in a new process.
    ///
    /// @param training whether the processes write their caches when they end
    private void round(Variant variant, boolean training) throws IOException, InterruptedException {
        stage.begin();
        String runId = "01KJZJ8N00ABCDEFGHJKMN%04d".formatted(runs++);
        String other = "01KJZJ8N00ABCDEFGHJKMN%04d".formatted(runs++);
        String of = "{\"wire\":1,\"job\":\"" + StartTimeStage.JOB + "\",\"runId\":\"" + runId + "\"";
        measure(variant, training, "empty", List.of("{}", "{}"));
        String time = "\"2026-03-01T04:00:00Z\"}";
        String schedule = "{\"wire\":1,\"kind\":\"schedule\",\"job\":\"" + StartTimeStage.JOB + "\",\"time\":" + time;
        measure(variant, training, "trigger", List.of(schedule, schedule));
        String plan = of + ",\"request\":{}}";
        String probe = of + ",\"kind\":\"probe\"}";
        measure(variant, training, "plan", List.of(plan, plan));
        measure(variant, training, "process", List.of(probe, probe));
        String planned = ask(variant, "plan", plan);
        Matcher chunks = Pattern.compile("\"chunks\":\"([^\"]+)\"").matcher(planned);
        Matcher item = ITEM.matcher(
                stage.state(chunks.results().findFirst().orElseThrow().group(1)));
        String chunk = item.results().findFirst().orElseThrow().group();
        String _ = ask(variant, "process", of + ",\"kind\":\"chunk\",\"chunk\":" + chunk + "}");
        measure(variant, training, "commit", List.of(of + "}", of + "}"));
        String abort = of.replace(runId, other) + ",\"error\":{\"Error\":\"States.Timeout\",\"Cause\":\"\"}}";
        measure(variant, training, "abort", List.of(abort, abort));
    }

    private String ask(Variant variant, String function, String message) throws IOException {
        try (FunctionProcess process = start(variant, false, function)) {
            return answered(process.invoke(message, Duration.ofMinutes(5)));
        }
    }

    private void measure(Variant variant, boolean training, String function, List<String> messages)
            throws IOException, InterruptedException {
        long started = System.nanoTime();
        try (FunctionProcess process = start(variant, training, function)) {
            String _ = answered(process.invoke(messages.getFirst(), Duration.ofMinutes(5)));
            double first = (System.nanoTime() - started) / 1e6;
            double cpu = process.cpu().toMillis();
            long again = System.nanoTime();
            String _ = answered(process.invoke(messages.getLast(), Duration.ofMinutes(5)));
            double second = (System.nanoTime() - again) / 1e6;
            figures.computeIfAbsent(function + " " + variant.name(), key -> new ArrayList<>())
                    .add(new Figure(first, cpu, second));
            if (training) {
                process.stop(Duration.ofMinutes(5));
                if (!Files.exists(cache(variant, function))) {
                    throw new IOException("no AOT cache was written: see " + log(function));
                }
            }
        }
    }

    private static String answered(FunctionAnswer answer) throws IOException {
        if (answer.failed()) {
            throw new IOException(answer.body());
        }
        return answer.body();
    }

    private FunctionProcess start(Variant variant, boolean training, String function) throws IOException {
        Path task = folder.resolve(function).resolve("task");
        String own = function.equals("empty") ? "" : task.resolve("lib") + "/*";
        List<String> jvm = new ArrayList<>(List.of("-XX:MaxRAM=1769m"));
        if (variant != Variant.PLAIN) {
            jvm.add("-XX:" + (training ? "AOTCacheOutput=" : "AOTCache=") + cache(variant, function));
        }
        Map<String, String> environment = new TreeMap<>(stage.environment());
        environment.put("JAVA_TOOL_OPTIONS", flags(function.equals("empty") ? "trigger" : function));
        boolean all = variant == Variant.CACHE_OF_ALL;
        String name = function.substring(0, 1).toUpperCase(Locale.ROOT) + function.substring(1);
        return FunctionProcess.start(new FunctionProcess.Start(
                function,
                function.equals("empty")
                        ? EmptyHandler.class.getName()
                        : "dev.tidemark.functions." + function + "." + name + "Handler",
                all ? Files.createDirectories(folder.resolve("nothing")) : task,
                runtime(function) + (all && !own.isEmpty() ? ":" + own : ""),
                jvm,
                environment,
                Files.createDirectories(folder.resolve(function).resolve("tmp")),
                log(function)));
    }

    /// What Lambda's runtime has on its class path; the empty handler's jar too, as it has no package.
    private static String runtime(String function) throws IOException {
        try (Stream<Path> jars = Files.list(LIB)) {
            String runtime = jars.map(Path::toString)
                    .filter(jar -> jar.contains("/aws-lambda-java-") || jar.contains("/utils-lite-"))
                    .sorted()
                    .collect(Collectors.joining(":"));
            return function.equals("empty") ? runtime + ":" + own() : runtime;
        }
    }

    private static String own() throws IOException {
        try (Stream<Path> jars = Files.list(Path.of("benchmarks", "target"))) {
            return jars.filter(jar -> jar.toString().endsWith(".jar"))
                    .findFirst()
                    .orElseThrow()
                    .toAbsolutePath()
                    .toString();
        }
    }

    private Path cache(Variant variant, String function) {
        return folder.resolve(function + "-" + variant.name() + ".aot");
    }

    private Path log(String function) {
        return folder.resolve(function + ".log");
    }

    private static String flags(String function) throws IOException {
        Properties flags = new Properties();
        try (BufferedReader in = Files.newBufferedReader(Path.of("functions", "jvm-flags.properties"))) {
            flags.load(in);
        }
        return Objects.requireNonNull(flags.getProperty(function), function);
    }

    private void unpack(String function) throws IOException {
        Path task = folder.resolve(function).resolve("task");
        Path zip = Path.of("functions", function, "target", function + ".zip");
        try (ZipFile packed = new ZipFile(zip.toFile())) {
            for (ZipEntry entry : Collections.list(packed.entries())) {
                Path file = task.resolve(entry.getName());
                if (!entry.isDirectory()) {
                    Files.createDirectories(Objects.requireNonNull(file.getParent()));
                    try (InputStream in = packed.getInputStream(entry)) {
                        Files.copy(in, file);
                    }
                }
            }
        }
    }

    private void print() {
        System.out.println("milliseconds to the first answer (CPU of the process until then; the second answer)");
        for (String function :
                Stream.concat(Stream.of("empty"), FUNCTIONS.stream()).toList()) {
            StringBuilder line = new StringBuilder(function);
            for (Variant variant : Variant.values()) {
                List<Figure> all = Objects.requireNonNull(figures.get(function + " " + variant.name()), function);
                line.append(" | %s: %,.0f (%,.0f; %,.0f)"
                        .formatted(
                                variant.words,
                                median(all.stream().map(Figure::first).toList()),
                                median(all.stream().map(Figure::cpu).toList()),
                                median(all.stream().map(Figure::second).toList())));
            }
            System.out.println(line);
        }
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
