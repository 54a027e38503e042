package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.bookmark.Generation;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.job.Job;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.plan.Chunk;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.run.AbortStep;
import dev.tidemark.run.CommitRecord;
import dev.tidemark.run.CommitStep;
import dev.tidemark.run.Head;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.JobState;
import dev.tidemark.run.OperatorStep;
import dev.tidemark.run.Patience;
import dev.tidemark.run.PlanOutcome;
import dev.tidemark.run.PlanStep;
import dev.tidemark.run.Ports;
import dev.tidemark.run.ProcessStep;
import dev.tidemark.run.Run;
import dev.tidemark.run.RunRequest;
import dev.tidemark.sink.ChunkResult;
import dev.tidemark.spi.Condition;
import dev.tidemark.spi.Item;
import dev.tidemark.spi.ItemKey;
import dev.tidemark.spi.Write;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/// A job over ports in memory, and what must hold of it whatever happened: each version of an object is in the output
/// whole and once, or not at all; the last version of each is there.
///
/// The clock stands still unless it is moved. Objects whose name ends in `.split` are read by two chunks.
final class ProtocolWorld {

    static final Duration LEASE = Duration.ofMinutes(5);

    private static final Duration LONG_ENOUGH = Duration.ofMinutes(10);
    private static final int ENOUGH_CALLS = 3_000;
    static final String IN = "mem:///in/";
    static final String OUT = "mem:///out/";

    /// Dies when a decided commit is to be published.
    static final PortTap DIES_DECIDED = new PortTap() {
        @Override
        public <T> T call(String call, Supplier<T> effect) {
            if (call.equals("staging.complete")) {
                throw new Halt(call);
            }
            return effect.get();
        }
    };

    final AtomicLong now = new AtomicLong(1_000_000);
    final MemoryObjectStore objects = new MemoryObjectStore();
    final MemoryStaging staging = new MemoryStaging(objects, () -> Instant.ofEpochMilli(now.get()));
    final MemoryStateStore items = new MemoryStateStore();
    final MemoryCatalog catalog = new MemoryCatalog();
    private final AtomicLong random = new AtomicLong();
    private final Map<String, List<String>> versions = new TreeMap<>();
    private final Map<String, List<String>> rowsByVersion = new TreeMap<>();
    private final boolean soleClaimant;
    final Ports ports;

    /// Whether each chunk sets a record aside.
    boolean badRecords;

    /// Files that a chunk stages; more than one: a file a line.
    int filesAChunk = 1;

    /// What runs do with bookmarks.
    BookmarkMode mode = BookmarkMode.ENABLE;

    /// How many objects a run takes.
    int mostObjects = Integer.MAX_VALUE;

    /// The job of every context.
    Job job = ProtocolJob.JOB;

    /// What every context is given; changed by tests that wait.
    Patience patience = Patience.NONE;

    ProtocolWorld(boolean soleClaimant) {
        this(soleClaimant, ENOUGH_CALLS);
    }

    /// @param mostCalls of ports, after which something is taken to be endless
    ProtocolWorld(boolean soleClaimant, int mostCalls) {
        this.soleClaimant = soleClaimant;
        Ports plain = new Ports(
                objects,
                staging,
                new FinalStates(items),
                catalog,
                new MemoryCodec(),
                () -> Instant.ofEpochMilli(now.get()),
                random::incrementAndGet);
        ports = TappedPorts.of(plain, new EndlessTap(mostCalls));
        produce("d=1/a");
        produce("d=1/b.split");
        produce("d=2/c");
    }

    /// Writes a new version of an object: rows that no other version has.
    void produce(String name) {
        List<String> texts = versions.computeIfAbsent(name, absent -> new ArrayList<>());
        int version = texts.size();
        String text = "%s-v%d-row0\n%s-v%d-row1\n".formatted(name, version, name, version);
        texts.add(text);
        objects.put(IN + name, text);
        rowsByVersion.put(
                objects.head(IN + name).orElseThrow().etag(), text.lines().toList());
    }

    void clockMoves() {
        now.addAndGet(LONG_ENOUGH.toMillis());
    }

    JobContext context(Ports used) {
        return new JobContext(job, used, "mem:///work/", "mem:///quarantine/", LEASE, soleClaimant, patience);
    }

    RunRequest request(String runId) {
        return new RunRequest(runId, mode, null, null, Instant.EPOCH, Map.of(), false);
    }

    /// A whole run.
    ///
    /// @return how it ended; `BUSY` when another held the job
    String run(Ports used, String runId) {
        JobContext context = context(used);
        return switch (new PlanStep(this::plan).run(context, request(runId))) {
            case PlanOutcome.Probe probe -> throw new IllegalStateException("plans here are whole: " + probe);
            case PlanOutcome.Busy busy -> "BUSY";
            case PlanOutcome.NothingToDo nothing -> "NOTHING_TO_DO";
            case PlanOutcome.Ended ended -> ended.run().state().name();
            case PlanOutcome.Planned planned -> {
                for (Chunk chunk : planned.plan().chunks()) {
                    process(used, runId, chunk);
                }
                yield new CommitStep(0).run(context, runId).state().name();
            }
        };
    }

    void process(Ports used, String runId, Chunk chunk) {
        ChunkResult _ =
                ProcessStep.run(context(used), runId, chunk.number(), attempt -> work(used, runId, chunk, attempt));
    }

    /// A run whose process dies as soon as its commit is decided.
    void decide(String runId) {
        assertThatThrownBy(() -> run(TappedPorts.of(ports, DIES_DECIDED), runId))
                .isInstanceOf(Halt.class);
        assertThat(state().head().state()).isEqualTo(Head.State.PUBLISHING);
    }

    /// A run whose chunks are all done and whose commit has not begun.
    void work(String runId) {
        PlanOutcome planned = new PlanStep(this::plan).run(context(ports), request(runId));
        ((PlanOutcome.Planned) planned).plan().chunks().forEach(chunk -> process(ports, runId, chunk));
    }

    JobState state() {
        return new JobState(context(ports));
    }

    Run abort(Ports used, String runId) {
        return new AbortStep().run(context(used), runId, "test");
    }

    /// Runs until nothing is left to do, as the next starts would.
    void recover() {
        for (int i = 0; i < 6; i++) {
            clockMoves();
            String ended = run(ports, "Z%03d-%d".formatted(i, random.incrementAndGet()));
            if (ended.equals("NOTHING_TO_DO")) {
                return;
            }
            assertThat(ended).isEqualTo("COMMITTED");
        }
        throw new AssertionError("the job never comes to an end");
    }

    /// An act that says that all there is in the output is taken in: what a rewind would read again on purpose.
    void takesInAgain() {
        List<String> rows = rows();
        List<SourceObject> visible = objects.list(IN, false, null).objects().stream()
                .filter(object -> rows.containsAll(rowsByVersion.getOrDefault(object.etag(), List.of())))
                .toList();
        var _ = new OperatorStep(context(ports), "ann").setNow(Map.of("f", visible), "");
    }

    /// Writes a generation with the flows of the head's, and leaves the claim as it is.
    void foreignGeneration() {
        Head head = state().head();
        ItemKey from = context(ports).generationKey(head.generation());
        Item start =
                Item.EMPTY.with("kind", "forget").with("flows", ports.codec().flows(Map.of()));
        Item same = items.get(from).orElse(start).with("parent", head.generation());
        ItemKey next = context(ports).generationKey(head.generation() + 1);
        if (head.state() == Head.State.CLAIMED) {
            var _ = items.transact(List.of(
                    new Write.Put(next, same.without("runId"), List.of(new Condition.Absent())),
                    new Write.Update(
                            context(ports).headKey(),
                            Map.of(),
                            Map.of(),
                            Map.of("generation", 1L),
                            Set.of(),
                            List.of())));
        }
    }

    /// What must hold once nothing is left to do.
    void check() {
        List<String> rows = rows();
        versions.forEach((name, texts) -> {
            for (int version = 0; version < texts.size(); version++) {
                List<String> wanted = texts.get(version).lines().toList();
                long first = count(rows, wanted.get(0));
                long second = count(rows, wanted.get(1));
                assertThat(first)
                        .as("rows of version %d of %s, whole and once", version, name)
                        .isEqualTo(second);
                assertThat(first)
                        .as("version %d of %s is there at most once", version, name)
                        .isLessThanOrEqualTo(1);
                if (version == texts.size() - 1) {
                    assertThat(first)
                            .as("the last version of %s is there", name)
                            .isEqualTo(1);
                }
            }
        });
        JobState state = new JobState(context(ports));
        for (Run run : state.runs()) {
            // Clean-up may have taken the records that a rewind left behind.
            if (run.state() == Run.State.COMMITTED
                    && objects.head(context(ports).location(run.record().orElseThrow()))
                            .isPresent()) {
                assertThat(rows).as("rows of what %s says it took in", run).containsAll(taken(run));
            }
        }
        long generation = state.head().generation();
        List<Generation> generations = state.generations();
        long acts = generations.stream().filter(made -> made.runId() == null).count();
        if (job.keepGenerations() > generation) {
            assertThat(generations).as("generations").hasSize((int) generation);
            assertThat(state.runs().stream()
                            .filter(run -> run.state() == Run.State.COMMITTED)
                            .count())
                    .as("each committed run made one generation")
                    .isEqualTo(generation - acts);
        }
        for (Generation kept : generations) {
            kept.flows()
                    .values()
                    .forEach(flow -> assertThat(objects.names("mem:///work/segments/"))
                            .as("segments of %s", kept)
                            .containsAll(flow.segments().stream()
                                    .map(context(ports)::location)
                                    .toList()));
        }
        assertThat(catalog.partitions("lake", "t").stream()
                        .map(partition -> partition.location())
                        .toList())
                .as("partitions in the catalog")
                .containsExactlyInAnyOrder(OUT + "d=1/", OUT + "d=2/");
        if (soleClaimant) {
            assertThat(staging.hidden()).as("nothing hidden is left").isEmpty();
        }
    }

    /// The plan of a run.
    WorkPlan planned(String runId) {
        String name = state().run(runId).flatMap(Run::plan).orElseThrow();
        return ports.codec().readPlan(read(ports, name), name);
    }

    /// The record of a run that was decided.
    CommitRecord decided(String runId) {
        String name = state().run(runId).flatMap(Run::record).orElseThrow();
        return ports.codec().readRecord(read(ports, name), name);
    }

    /// All items and objects, to be compared.
    String everything() {
        return ports.state().query(context(ports).headKey().pk(), "") + "\n" + objects.names("mem:///") + "\n" + rows()
                + "\n" + staging.hidden() + "\n" + catalog.partitions("lake", "t");
    }

    private List<String> taken(Run run) {
        String inputs = decided(run.runId()).inputs();
        return ports.codec().readInputs(read(ports, inputs), inputs).values().stream()
                .flatMap(List::stream)
                .flatMap(object -> rowsByVersion.getOrDefault(object.etag(), List.of()).stream())
                .toList();
    }

    /// A second worker does all chunks of a run that is planned.
    void twinWorkers(Ports used, String runId) {
        new JobState(context(ports))
                .run(runId)
                .flatMap(Run::plan)
                .ifPresent(name -> ports.codec()
                        .readPlan(read(ports, name), name)
                        .chunks()
                        .forEach(chunk -> process(used, runId, chunk)));
    }

    List<String> rows() {
        return objects.names(OUT).stream()
                .flatMap(name -> objects.text(name).lines())
                .sorted()
                .toList();
    }

    /// Rows of the last version of every object.
    List<String> lastRows() {
        return versions.values().stream()
                .flatMap(texts -> texts.getLast().lines())
                .sorted()
                .toList();
    }

    private static long count(List<String> rows, String row) {
        return rows.stream().filter(row::equals).count();
    }

    WorkPlan plan(JobContext context, RunRequest request, Generation base) {
        return ProtocolChunks.plan(context, request, base, mostObjects);
    }

    /// @param name as state names it
    private byte[] read(Ports used, String name) {
        return ProtocolChunks.read(used, context(used).location(name));
    }

    ChunkResult work(Ports used, String runId, Chunk chunk, String attempt) {
        return ProtocolChunks.work(used, runId, chunk, attempt, filesAChunk, badRecords);
    }
}
