package dev.tidemark.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.stream.Stream;

/// 500 MB of CSV whose rows go to 5,000 partitions in no order, in a child JVM with a heap of 512 MB and 256 file
/// handles.
///
/// Prints CPU time, wall time, the peak of resident memory and the number of files; fails when a row is lost or
/// doubled.
///
/// Arguments: megabytes of CSV (500), heap (512m), seed (from the clock).
public final class ManyPartitionsBenchmark {

    private static final int VALUES = 5_000;

    private ManyPartitionsBenchmark() {}

    public static void main(String[] arguments) throws IOException, InterruptedException, SQLException {
        if (arguments.length == 4) {
            child(Path.of(arguments[0]), Path.of(arguments[1]), Path.of(arguments[2]));
            return;
        }
        long megabytes = arguments.length > 0 ? Long.parseLong(arguments[0]) : 500;
        String heap = arguments.length > 1 ? arguments[1] : "512m";
        long seed = arguments.length > 2 ? Long.parseLong(arguments[2]) : System.nanoTime() % 1_000_000;
        Path folder = Files.createTempDirectory("many-partitions-benchmark");
        try {
            Path raw = folder.resolve("raw");
            Path output = folder.resolve("out");
            GeneratedTable table = GeneratedTable.manyPartitions(VALUES);
            long bytes = table.write(raw, megabytes << 20, (int) Math.max(1, megabytes / 25), seed);
            System.out.printf("seed %d, %.1f MB of CSV, %d values, heap %s%n", seed, bytes / 1e6, VALUES, heap);
            Process process = new ProcessBuilder(
                            "bash",
                            "-c",
                            "ulimit -n 256; exec \"$@\"",
                            "limited",
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx" + heap,
                            "-XX:+UseSerialGC",
                            "-cp",
                            System.getProperty("java.class.path"),
                            ManyPartitionsBenchmark.class.getName(),
                            raw.toString(),
                            output.toString(),
                            folder.resolve("state").toString(),
                            "child")
                    .inheritIO()
                    .start();
            if (process.waitFor() != 0) {
                throw new IllegalStateException("the run failed, exit code " + process.exitValue());
            }
            try (Stream<Path> files = Files.walk(output);
                    Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
                long count = files.filter(Files::isRegularFile).count();
                long different = new Conversion(table, raw).differences(connection, output);
                System.out.printf("%,d files, %d rows differ from the input%n", count, different);
                if (different > 0) {
                    throw new IllegalStateException("rows were lost or doubled");
                }
            }
        } finally {
            try (Stream<Path> below = Files.walk(folder)) {
                for (Path path : below.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private static void child(Path raw, Path output, Path state) throws IOException {
        long began = System.nanoTime();
        new Conversion(GeneratedTable.manyPartitions(VALUES), raw).byTidemark(output, state);
        double wall = (System.nanoTime() - began) / 1e9;
        String peak = Files.exists(Path.of("/proc/self/status"))
                ? Files.readAllLines(Path.of("/proc/self/status")).stream()
                        .filter(line -> line.startsWith("VmHWM"))
                        .findFirst()
                        .orElse("")
                        .replaceAll("\\s+", " ")
                : "unknown here";
        System.out.printf("%.1f CPU-seconds, %.1f s, peak of resident memory: %s%n", cpuSeconds(), wall, peak);
    }

    private static double cpuSeconds() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system) {
            return system.getProcessCpuTime() / 1e9;
        }
        throw new IllegalStateException("this Java does not tell the CPU time of its process");
    }
}
