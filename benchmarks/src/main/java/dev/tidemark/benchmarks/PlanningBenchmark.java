package dev.tidemark.benchmarks;

import dev.tidemark.bookmark.Bookmark;
import dev.tidemark.bookmark.ObjectVersion;
import dev.tidemark.bookmark.Segment;
import dev.tidemark.expression.EvaluationContext;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.job.Flow;
import dev.tidemark.job.GroupFiles;
import dev.tidemark.job.Initial;
import dev.tidemark.job.OnBadRecord;
import dev.tidemark.job.OnRewrite;
import dev.tidemark.job.OnSchemaChange;
import dev.tidemark.job.OptionValues;
import dev.tidemark.job.Places;
import dev.tidemark.job.S3Access;
import dev.tidemark.job.S3Source;
import dev.tidemark.job.S3Write;
import dev.tidemark.job.Sink;
import dev.tidemark.job.SinkMode;
import dev.tidemark.job.SourceOptions;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.plan.FlowCounts;
import dev.tidemark.plan.PlannedFlow;
import dev.tidemark.run.BookmarkView;
import dev.tidemark.run.FlowPlanning;
import dev.tidemark.run.SourceRules;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Plans 1,000,000 objects against a bookmark of 1,000,000, in a fresh JVM of 512 MB that begins with the segment on
/// disk. Prints the CPU time of that whole process; fails when it is 5 seconds or more, or when a count is wrong.
///
/// Arguments: number of objects (1,000,000), seed (from the clock).
public final class PlanningBenchmark {

    private static final int OBJECTS = 1_000_000;
    private static final double MOST_CPU_SECONDS = 5;
    private static final int ROUNDS = 3;

    private PlanningBenchmark() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments.length == 4) {
            plan(
                    Path.of(arguments[0]),
                    Integer.parseInt(arguments[1]),
                    Long.parseLong(arguments[2]),
                    Integer.parseInt(arguments[3]));
            return;
        }
        int objects = arguments.length > 0 ? Integer.parseInt(arguments[0]) : OBJECTS;
        long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : System.nanoTime();
        System.out.println("seed " + seed + ", " + objects + " objects, keys of 100 characters");
        Path folder = Files.createTempDirectory("planning-benchmark");
        for (int oneInIsNew : new int[] {0, 100}) {
            Path segment = folder.resolve("segment-" + oneInIsNew);
            Files.write(segment, bookmark(new GeneratedListing(seed, objects, oneInIsNew), objects));
            for (int round = 0; round < ROUNDS; round++) {
                child(segment, objects, seed, oneInIsNew);
            }
            Files.delete(segment);
        }
        Files.delete(folder);
    }

    private static byte[] bookmark(GeneratedListing listing, int objects) {
        List<ObjectVersion> taken = new ArrayList<>(objects);
        for (int number = 0; number < objects; number++) {
            if (!listing.isNew(number)) {
                SourceObject object = listing.object(number);
                taken.add(ObjectVersion.of(object.location(), object.etag(), object.sizeBytes()));
            }
        }
        return Segment.of(taken).encode();
    }

    private static void child(Path segment, int objects, long seed, int oneInIsNew)
            throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = List.of(
                java,
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                PlanningBenchmark.class.getName(),
                segment.toString(),
                String.valueOf(objects),
                String.valueOf(seed),
                String.valueOf(oneInIsNew));
        Process process = new ProcessBuilder(command)
                .redirectOutput(Redirect.INHERIT)
                .redirectError(Redirect.INHERIT)
                .start();
        if (process.waitFor() != 0) {
            throw new IllegalStateException("planning failed, exit code " + process.exitValue());
        }
    }

    /// In the fresh JVM.
    private static void plan(Path segment, int objects, long seed, int oneInIsNew) throws IOException {
        long started = System.nanoTime();
        GeneratedListing listing = new GeneratedListing(seed, objects, oneInIsNew);
        Bookmark bookmark = Bookmark.of(List.of(Segment.decode(segment.toString(), Files.readAllBytes(segment))));
        Flow flow = flow();
        EvaluationContext context = EvaluationContext.of(Instant.EPOCH, ZoneOffset.UTC);
        PlannedFlow planned = new FlowPlanning(listing, flow, SourceRules.of((S3Source) flow.source(), context), false)
                .plan(new BookmarkView(BookmarkMode.ENABLE, bookmark, false));
        double wall = (System.nanoTime() - started) / 1e9;
        double cpu = cpuSeconds();
        FlowCounts counts = planned.plan().counts();
        System.out.printf(
                "%,d listed in %,d calls, %,d new, %,d known, %,d chunks: %.2f CPU-seconds of the process, %.2f s%n",
                counts.listed(),
                listing.calls(),
                counts.fresh(),
                counts.alreadyProcessed(),
                planned.chunks().size(),
                cpu,
                wall);
        long fresh = 0;
        for (int number = 0; number < objects; number++) {
            fresh += listing.isNew(number) ? 1 : 0;
        }
        if (counts.fresh() != fresh || counts.alreadyProcessed() != objects - fresh || counts.listed() != objects) {
            throw new IllegalStateException("wrong counts: " + counts);
        }
        if (objects == OBJECTS && cpu >= MOST_CPU_SECONDS) {
            throw new IllegalStateException("slower than promised: " + cpu + " CPU-seconds");
        }
    }

    private static double cpuSeconds() {
        if (ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system) {
            return system.getProcessCpuTime() / (double) TimeUnit.SECONDS.toNanos(1);
        }
        throw new IllegalStateException("this Java does not tell the CPU time of its process");
    }

    private static Flow flow() {
        SourceOptions options = new SourceOptions(
                List.of(),
                null,
                null,
                "csv",
                OptionValues.NONE,
                List.of(),
                GroupFiles.IN_PARTITION,
                SourceOptions.TEXT_GROUP_BYTES,
                null,
                null,
                Initial.ALL,
                Places.NONE);
        S3Source source = new S3Source(
                List.of(GeneratedListing.PATH), List.of(), List.of(), true, S3Access.OWN, options, Places.NONE);
        Sink sink = new Sink(
                "s3://lake/out/",
                "parquet",
                OptionValues.NONE,
                List.of(),
                SinkMode.APPEND,
                false,
                null,
                null,
                S3Write.PLAIN,
                List.of(),
                Places.NONE);
        return new Flow(
                "raw",
                source,
                List.of(),
                List.of(sink),
                OnBadRecord.FAIL,
                null,
                null,
                null,
                OnSchemaChange.ADD_NEW_COLUMNS,
                OnRewrite.REPROCESS,
                null,
                Flow.DEFAULT_MAX_ATTEMPTS,
                Places.NONE);
    }
}
