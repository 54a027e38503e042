package dev.tidemark.local;

import dev.tidemark.bookmark.FlowState;
import dev.tidemark.bookmark.Generation;
import dev.tidemark.bookmark.ObjectVersion;
import dev.tidemark.bookmark.Segment;
import dev.tidemark.expression.Functions;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.job.Job;
import dev.tidemark.json.FormatCatalogue;
import dev.tidemark.json.JobFile;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.run.Head;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.JobState;
import dev.tidemark.run.LocalRunner;
import dev.tidemark.run.PlanOutcome;
import dev.tidemark.run.RunRequest;
import dev.tidemark.sink.ChunkResult;
import dev.tidemark.spi.Catalog;
import dev.tidemark.spi.Formats;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A job on the real local ports in a folder of its own, run again and again from the same start.
///
/// Inputs lie in `raw` and are never touched between runs, so that they stay the same versions; everything else lies
/// in `home`, which [#reset()] puts back.
final class CrashWorld {

    /// What a run does, and what stood there before it.
    enum Variant {
        /// Nothing stood there.
        FIRST("append", BookmarkMode.ENABLE),
        /// An earlier run committed, then inputs came.
        APPEND("append", BookmarkMode.ENABLE),
        /// The same, and the new run replaces the partitions that it writes to.
        OVERWRITE("overwritePartitions", BookmarkMode.DISABLE);

        private final String sinkMode;
        private final BookmarkMode bookmark;

        Variant(String sinkMode, BookmarkMode bookmark) {
            this.sinkMode = sinkMode;
            this.bookmark = bookmark;
        }
    }

    /// How often a run may look at its clock; a real one does some twenty times.
    private static final int MOST_LOOKS = 1_000;

    private static final String JOB = """
            job: crash
            bookmark: BOOKMARK
            flows:
              - name: events
                onBadRecord: quarantine
                source:
                  s3: { paths: [ "RAW/" ] }
                  partitionKeys: [ { name: region, type: string } ]
                  format: csv
                  formatOptions: { withHeader: true }
                transforms:
                  - applyMapping:
                      - [ id, string, id, bigint ]
                      - [ note, string, note, string ]
                      - [ region, string, region, string ]
                      - [ kind, string, kind, string ]
                  - applyMapping:
                      - [ id, bigint, id, string ]
                      - [ note, string, note, string ]
                      - [ region, string, region, string ]
                      - [ kind, string, kind, string ]
                sink:
                  path: "HOME/out/"
                  format: csv
                  mode: MODE
                  partitionKeys: [ kind ]
                  catalog: { database: lake, table: events }
            """;

    /// What must be as if nobody had been killed.
    ///
    /// @param rows        by folder: a file's lines without its header, all files' together and sorted
    /// @param quarantined bad records
    /// @param generation  the head's
    /// @param bookmark    versions taken in
    /// @param table       the catalog's
    /// @param partitions  the catalog's
    /// @param files       how many a folder below the sink or the quarantine has
    /// @param leftovers   staged files, the intent of a transaction, a head that is not free
    record Left(
            Map<String, List<String>> rows,
            long quarantined,
            long generation,
            Set<ObjectVersion> bookmark,
            String table,
            Set<String> partitions,
            Map<String, Integer> files,
            List<String> leftovers) {}

    private final Path root;
    private final Path raw;
    private final Path home;
    private final Variant variant;
    private final Formats formats = Formats.load();
    private final Random random;
    private final Job job;
    private final FolderImage start;
    private int runs;
    private long now = 1_800_000_000_000L;

    CrashWorld(Path root, Variant variant, long seed) throws IOException {
        this.root = root;
        this.raw = root.resolve("raw");
        this.home = root.resolve("home");
        this.variant = variant;
        this.random = new Random(seed);
        this.job = job();
        Files.createDirectories(home);
        produce("north", 1);
        produce("south", 1);
        if (variant != Variant.FIRST) {
            run(new HaltingFileWork(0, HaltingFileWork.Moment.BEFORE));
            produce("south", 2);
            produce("west", 1);
        }
        this.start = FolderImage.of(home);
    }

    Path home() {
        return home;
    }

    FolderImage start() {
        return start;
    }

    /// Puts back what stood there before the run.
    void reset() throws IOException {
        start.restore(home);
    }

    /// One process that runs the job: takes the lock, runs, and however it ends the lock is free again.
    PlanOutcome run(FileWork work) throws IOException {
        LocalPorts ports = LocalPorts.below(home.resolve("state"), work);
        InstantSource clock = clock(now + MOST_LOOKS);
        JobContext context = context(ports, clock);
        Optional<LocalJobLock> lock = ports.lock("crash", "the test");
        try (LocalJobLock _ = lock.orElseThrow()) {
            RunRequest request =
                    new RunRequest(nextRunId(), variant.bookmark, null, null, clock.instant(), Map.of(), false);
            LocalRunner.Limits limits = new LocalRunner.Limits(1, 1_000_000);
            return new LocalRunner(context, formats, Functions.standard(), limits, new Silent())
                    .run(request, this::nextRunId);
        }
    }

    /// Items that contradict each other keep a run of a broken twin reading them for ever: its clock ends that.
    private InstantSource clock(long end) {
        return () -> {
            if (now == end) {
                throw new IllegalStateException("the run does not end");
            }
            return Instant.ofEpochMilli(now++);
        };
    }

    private String nextRunId() {
        runs++;
        return "R%06d".formatted(runs);
    }

    private Job job() {
        String text = JOB.replace("RAW", LocalPaths.location(raw))
                .replace("HOME", LocalPaths.location(home))
                .replace("MODE", variant.sinkMode)
                .replace("BOOKMARK", variant.bookmark.name().toLowerCase(Locale.ROOT));
        return JobFile.read(
                        text.getBytes(StandardCharsets.UTF_8),
                        "crash.yaml",
                        Map.of(),
                        Map.of(),
                        LocalPaths.location(root) + "/",
                        FormatCatalogue.of(
                                formats.readers().values(), formats.writers().values()))
                .job();
    }

    private JobContext context(LocalPorts ports, InstantSource clock) {
        return ports.context(job, clock, random::nextLong);
    }

    /// One input file; the same row may come twice, so that a lost or doubled copy counts.
    private void produce(String region, int number) throws IOException {
        Path folder = Files.createDirectories(raw.resolve("region=" + region));
        StringBuilder lines = new StringBuilder("id,note,kind\n");
        for (int row = 0; row < 6; row++) {
            String line = "%d,\"%s, x\",k%d%n".formatted(random.nextInt(1_000), region, (row + number) % 2);
            lines.append(line).append(row == 3 ? line : "");
        }
        // Not where every run reads everything: two commits keep two records then.
        if (region.equals("south") && variant != Variant.OVERWRITE) {
            lines.append("no number,x,k0\n");
        }
        Files.writeString(folder.resolve("part-" + number + ".csv"), lines);
    }

    /// What stands there now.
    Left left() throws IOException {
        Path state = home.resolve("state");
        JobContext context = context(LocalPorts.below(state), InstantSource.system());
        JobState items = new JobState(context);
        Head head = items.head();
        Set<ObjectVersion> taken = new TreeSet<>();
        Generation generation = items.generation(head.generation());
        for (FlowState flow : generation.flows().values()) {
            for (String name : flow.segments()) {
                Segment segment = Segment.decode(name, items.object(name));
                for (int entry = 0; entry < segment.count(); entry++) {
                    taken.add(segment.get(entry));
                }
            }
        }
        Catalog catalog = context.ports().catalog();
        Set<String> partitions = new TreeSet<>();
        catalog.partitions("lake", "events").forEach(partition -> partitions.add(partition.toString()));
        Left left = new Left(
                new TreeMap<>(),
                0,
                head.generation(),
                taken,
                catalog.table("lake", "events").map(Object::toString).orElse("none"),
                partitions,
                new TreeMap<>(),
                new ArrayList<>());
        if (head.state() != Head.State.IDLE) {
            left.leftovers().add("head " + head.state());
        }
        return files(left);
    }

    private Left files(Left left) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(home)) {
            files = walk.filter(Files::isRegularFile).sorted().toList();
        }
        long quarantined = 0;
        for (Path file : files) {
            String name = home.relativize(file).toString();
            String folder = String.valueOf(home.relativize(file).getParent());
            if (name.contains(DurableFiles.HIDDEN + "tmp-")
                    || name.contains(LocalStaging.FOLDER + "/")
                    || name.endsWith("txn.json")) {
                left.leftovers().add(name);
            } else if (name.startsWith("out/")) {
                List<String> lines = Files.readAllLines(file);
                List<String> rows = left.rows().computeIfAbsent(folder, _ -> new ArrayList<>());
                rows.addAll(lines.subList(1, lines.size()));
                rows.sort(null);
                left.files().merge(folder, 1, Integer::sum);
            } else if (name.startsWith("state/quarantine/")) {
                quarantined++;
                left.files().merge("quarantine", 1, Integer::sum);
            }
        }
        return new Left(
                left.rows(),
                quarantined,
                left.generation(),
                left.bookmark(),
                left.table(),
                left.partitions(),
                left.files(),
                left.leftovers());
    }

    /// Nobody watches.
    private static final class Silent implements LocalRunner.Progress {
        @Override
        public void planned(@Nullable WorkPlan plan) {}

        @Override
        public void chunkDone(@Nullable ChunkResult result) {}

        @Override
        public void committing() {}
    }
}
