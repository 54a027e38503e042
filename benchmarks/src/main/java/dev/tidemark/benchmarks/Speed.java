package dev.tidemark.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;

/// How fast a piece of work was done.
///
/// @param perCpuSecond  megabytes of the rows as CSV for each second of the process's CPU time, so that compiler and
///                      collector count and neighbours on the machine do not
/// @param perWallSecond the same by the clock
record Speed(double perCpuSecond, double perWallSecond) {

    interface Work {
        void run() throws IOException, SQLException;
    }

    static Speed of(double megabytes, Work work) throws IOException, SQLException {
        return of(megabytes, 1, work);
    }

    /// @param megabytes of the work done once
    static Speed of(double megabytes, int times, Work work) throws IOException, SQLException {
        long cpu = cpuNanos();
        long wall = System.nanoTime();
        for (int i = 0; i < times; i++) {
            work.run();
        }
        double all = megabytes * times * 1e9;
        return new Speed(all / Math.max(1, cpuNanos() - cpu), all / (System.nanoTime() - wall));
    }

    static double median(Stream<Double> values) {
        double[] sorted = values.mapToDouble(Double::doubleValue).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    static double medianByCpu(List<Speed> speeds) {
        return median(speeds.stream().map(Speed::perCpuSecond));
    }

    /// The median by CPU time and, in brackets, the slowest and the fastest.
    static String summary(List<Speed> speeds) {
        double[] cpu = speeds.stream().mapToDouble(Speed::perCpuSecond).sorted().toArray();
        return "%.0f MB/s (%.0f to %.0f)".formatted(cpu[cpu.length / 2], cpu[0], cpu[cpu.length - 1]);
    }

    @Override
    public String toString() {
        return "%.0f MB/s by CPU, %.0f by the clock".formatted(perCpuSecond, perWallSecond);
    }

    private static long cpuNanos() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
            return system.getProcessCpuTime();
        }
        throw new IllegalStateException("this Java does not tell the CPU time of its process");
    }
}
