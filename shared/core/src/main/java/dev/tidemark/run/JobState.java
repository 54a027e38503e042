package dev.tidemark.run;

import dev.tidemark.bookmark.Bookmark;
import dev.tidemark.bookmark.FlowState;
import dev.tidemark.bookmark.Generation;
import dev.tidemark.bookmark.Segment;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.plan.SampledFlow;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.spi.Condition;
import dev.tidemark.spi.Item;
import dev.tidemark.spi.ItemKey;
import dev.tidemark.spi.ObjectGoneException;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.StateStore.Outcome;
import dev.tidemark.spi.StorageUnavailableException;
import dev.tidemark.spi.Write;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/// A job's state items and work area, typed. Every read is consistent; nothing is cached.
public final class JobState {

    private final JobContext context;
    private final Ports ports;

    public JobState(JobContext context) {
        this.context = context;
        this.ports = context.ports();
    }

    /// @throws NewerStateException   when a newer Tidemark wrote it
    /// @throws DamagedStateException when no Tidemark did
    public Head head() {
        Head head = new Head(ports.state().get(context.headKey()).orElse(null));
        long version = head.number(Head.VERSION);
        if (version > Head.FORMAT_VERSION) {
            throw new NewerStateException(context.job().name(), version, Head.FORMAT_VERSION);
        }
        if (head.item() != null) {
            known("head", head.item(), Head.STATE, Head.State.class, Head.State.IDLE.name());
            for (String number : Head.NUMBERS) {
                if (head.item().text(number).isPresent()) {
                    throw damaged("head", "has a '" + number + "' that is no number");
                }
            }
        }
        if (head.state() != Head.State.IDLE && head.runId().isEmpty()) {
            throw damaged("head", "is " + head.state() + " by no run");
        }
        if (head.state() == Head.State.PUBLISHING && head.record().isEmpty()) {
            throw damaged("head", "is PUBLISHING without a record");
        }
        return head;
    }

    /// @throws DamagedStateException when no Tidemark wrote it
    public Optional<Run> run(String runId) {
        return ports.state().get(context.runKey(runId)).map(item -> run(runId, item));
    }

    /// How a run takes its bookmark. Not looked at before it is needed: a run without one can still be aborted.
    ///
    /// @throws DamagedStateException when it says none
    BookmarkMode mode(Run run) {
        String mode = run.item().text(Run.MODE).orElse("");
        return Arrays.stream(BookmarkMode.values())
                .filter(known -> known.name().toLowerCase(Locale.ROOT).equals(mode))
                .findFirst()
                .orElseThrow(() -> damaged("run " + run.runId(), "has " + Run.MODE + " '" + mode + "'"));
    }

    /// What `run_timestamp()` says in a run.
    ///
    /// @throws DamagedStateException when it is no time
    Instant asOf(Run run) {
        String time = run.asOf().orElse("");
        try {
            return Instant.parse(time);
        } catch (DateTimeParseException notATime) {
            throw damaged("run " + run.runId(), "has " + Run.AS_OF + " '" + time + "'");
        }
    }

    private Run run(String runId, Item item) {
        String name = "run " + runId;
        known(name, item, Run.STATE, Run.State.class, "");
        Run run = new Run(runId, item);
        if (run.state() == Run.State.PLANNED && run.plan().isEmpty()) {
            throw damaged(name, "is PLANNED without a plan");
        }
        if (run.state() == Run.State.PUBLISHING && run.record().isEmpty()) {
            throw damaged(name, "is PUBLISHING without a record");
        }
        return run;
    }

    private <E extends Enum<E>> void known(
            String name, Item item, String attribute, Class<E> values, String otherwise) {
        String found = item.text(attribute).orElse(otherwise);
        if (EnumSet.allOf(values).stream().noneMatch(value -> value.name().equals(found))) {
            throw damaged(name, "has " + (found.isEmpty() ? "no " + attribute : attribute + " '" + found + "'"));
        }
    }

    DamagedStateException damaged(String name, String wrong) {
        return new DamagedStateException(context.job().name(), name, wrong);
    }

    /// Refuses a head and a run that say different things. To be asked where the caller would otherwise look again
    /// for ever: a refused transaction changes nothing, and the next one is refused too.
    ///
    /// The head is read between two equal reads of the run. Both change in one transaction and a run's state never
    /// comes back, so a run that only moves in the meantime is not taken for a contradiction.
    ///
    /// @throws StateContradictionException when they contradict each other
    void refuseContradiction(String runId) {
        Optional<Run> before = run(runId);
        Head head = head();
        Optional<Run> after = run(runId);
        boolean moved = !before.map(Run::state).equals(after.map(Run::state))
                || !before.flatMap(Run::record).equals(after.flatMap(Run::record));
        if (!moved && !agree(head, runId, after)) {
            throw contradiction(head, runId, after);
        }
    }

    private static boolean agree(Head head, String runId, Optional<Run> run) {
        Head.State held = head.runId().filter(runId::equals).isPresent() ? head.state() : Head.State.IDLE;
        Head.State needed = run.map(Run::state)
                .map(state -> switch (state) {
                    case CLAIMED, PLANNED -> Head.State.CLAIMED;
                    case PUBLISHING -> Head.State.PUBLISHING;
                    case COMMITTED, NOTHING_TO_DO, ABORTED -> Head.State.IDLE;
                })
                .orElse(Head.State.IDLE);
        return held == needed && (held != Head.State.PUBLISHING || head.record().equals(run.flatMap(Run::record)));
    }

    StateContradictionException contradiction(Head head, String runId, Optional<Run> run) {
        String holder = head.runId().map(held -> " by run " + held).orElse("");
        return new StateContradictionException(
                context.job().name(),
                runId,
                run.map(Run::state).map(Run.State::name).orElse("not there"),
                head.state() + holder);
    }

    /// All runs, oldest first.
    public List<Run> runs() {
        List<Run> runs = new ArrayList<>();
        ports.state()
                .query(context.headKey().pk(), "run#")
                .forEach((key, item) -> runs.add(run(key.sk().substring("run#".length()), item)));
        return runs;
    }

    public Generation generation(long number) {
        if (number == 0) {
            return Generation.START;
        }
        return findGeneration(number)
                .orElseThrow(() -> new GenerationMissingException(context.job().name(), number));
    }

    /// A generation's item; none for the start.
    Optional<Generation> findGeneration(long number) {
        return ports.state().get(context.generationKey(number)).map(item -> generation(number, item));
    }

    /// Part of a transaction: the generation must be there, and is not changed.
    Write generationStays(long number) {
        return new Write.Update(
                context.generationKey(number),
                Map.of(),
                Map.of(),
                Map.of(),
                Set.of(),
                List.of(new Condition.Present()));
    }

    /// All generations that are kept, oldest first.
    public List<Generation> generations() {
        List<Generation> generations = new ArrayList<>();
        ports.state()
                .query(context.headKey().pk(), "gen#")
                .forEach((key, item) ->
                        generations.add(generation(Long.parseLong(key.sk().substring("gen#".length())), item)));
        return generations;
    }

    /// The highest number of a kept generation; 0 when there is none.
    long newestGeneration() {
        return ports.state().query(context.headKey().pk(), "gen#").keySet().stream()
                .mapToLong(key -> Long.parseLong(key.sk().substring("gen#".length())))
                .max()
                .orElse(0);
    }

    private Generation generation(long number, Item item) {
        String name = "generation " + number + " of job " + context.job().name();
        String kind = item.text("kind").orElse("");
        if (Arrays.stream(Generation.Kind.values())
                .noneMatch(known -> known.wireName().equals(kind))) {
            throw damaged("generation " + number, "has " + (kind.isEmpty() ? "no kind" : "kind '" + kind + "'"));
        }
        long parent = item.number("parent").orElse(0);
        if (parent < 0 || parent > number) {
            throw damaged("generation " + number, "continues generation " + parent);
        }
        return new Generation(
                number,
                parent,
                Generation.Kind.ofWireName(kind),
                item.text("runId").orElse(null),
                item.text("by").orElse(""),
                item.text("reason").orElse(null),
                Instant.ofEpochMilli(item.number("madeAt").orElse(0)),
                ports.codec().readFlows(item.text("flows").orElse("{}"), name));
    }

    /// How many objects a flow's bookmark holds.
    public long objectsTaken(FlowState flow) {
        return SegmentWriting.bookmark(this, flow).unknownTo(Bookmark.EMPTY);
    }

    /// What the next run begins from: the newest generation, or the one that a decided commit makes when it is
    /// finished, which whoever comes next does first.
    public Generation standing() {
        Head head = head();
        Generation decided =
                head.state() == Head.State.PUBLISHING && head.record().isPresent()
                        ? record(head.record().get()).next()
                        : null;
        return decided == null ? generation(head.generation()) : decided;
    }

    /// How many objects the bookmark of `now` holds in a version that the one of `then` does not.
    public long takenBeyond(FlowState then, FlowState now) {
        if (now.segments().equals(then.segments())) {
            return 0;
        }
        return SegmentWriting.bookmark(this, now).unknownTo(SegmentWriting.bookmark(this, then));
    }

    Segment segment(String name) {
        return Segment.decode(context.location(name), read(name));
    }

    WorkPlan plan(String name) {
        return ports.codec().readPlan(read(name), context.location(name));
    }

    List<SampledFlow> samples(String name) {
        return ports.codec().readSamples(read(name), context.location(name));
    }

    CommitRecord record(String name) {
        return ports.codec().readRecord(read(name), context.location(name));
    }

    /// What a commit took in, by flow.
    Map<String, List<SourceObject>> inputs(String name) {
        return ports.codec().readInputs(read(name), context.location(name));
    }

    /// Puts a generation that must not exist yet.
    Write put(Generation generation) {
        Item item = Item.EMPTY
                .with("parent", generation.parent())
                .with("kind", generation.kind().wireName())
                .with("by", generation.by())
                .with("madeAt", generation.madeAt().toEpochMilli())
                .with("flows", ports.codec().flows(generation.flows()));
        if (generation.runId() != null) {
            item = item.with("runId", generation.runId());
        }
        if (generation.reason() != null) {
            item = item.with("reason", generation.reason());
        }
        return new Write.Put(context.generationKey(generation.number()), item, List.of(new Condition.Absent()));
    }

    /// The run's state changes to `state`, provided it is one of `from`.
    Write runBecomes(String runId, Run.State state, List<Run.State> from, Map<String, String> set) {
        Map<String, String> texts = new TreeMap<>(set);
        texts.put(Run.STATE, state.name());
        Map<String, Long> numbers = new TreeMap<>();
        if (state.ended()) {
            numbers.put(Run.ENDED_AT, ports.now());
        }
        return new Write.Update(
                context.runKey(runId),
                texts,
                numbers,
                Map.of(),
                Set.of(),
                List.of(new Condition.TextIn(
                        Run.STATE, from.stream().map(Run.State::name).toList())));
    }

    /// The head becomes IDLE, provided run `runId` holds its claim.
    Write release(String runId, boolean failed, boolean wake) {
        Map<String, Long> add = new TreeMap<>();
        Map<String, Long> numbers = new TreeMap<>();
        if (failed) {
            add.put(Head.FAILURES, 1L);
            numbers.put(Head.FAILED_AT, ports.now());
        }
        if (wake) {
            add.put(Head.MARK, 1L);
        }
        return release(runId, Map.of(), numbers, add);
    }

    /// An idle head counts a run that failed before it claimed the job, provided nobody has claimed it meanwhile.
    Write failed(Head idle) {
        return new Write.Update(
                context.headKey(),
                Map.of(),
                Map.of(Head.FAILED_AT, ports.now()),
                Map.of(Head.FAILURES, 1L),
                Set.of(),
                idle.unchanged());
    }

    /// The same of a run that met new fields; the next one is due.
    Write releaseGrown(String runId, List<String> names) {
        return release(runId, Map.of(Head.GROWN, String.join(" ", names)), Map.of(), Map.of(Head.MARK, 1L));
    }

    private Write release(String runId, Map<String, String> set, Map<String, Long> numbers, Map<String, Long> add) {
        Map<String, String> texts = new TreeMap<>(set);
        texts.put(Head.STATE, Head.State.IDLE.name());
        return new Write.Update(
                context.headKey(),
                texts,
                numbers,
                add,
                Set.of(Head.RUN_ID, Head.LEASE_UNTIL),
                List.of(
                        new Condition.TextIs(Head.STATE, Head.State.CLAIMED.name()),
                        new Condition.TextIs(Head.RUN_ID, runId)));
    }

    /// Transacts, and calls again while the outcome is unknown.
    ///
    /// @return whether it took effect or was refused; a caller that is refused must look whether the effect is its
    ///     own
    boolean transact(List<Write> writes) {
        return ports.state().transact(writes) instanceof Outcome.Applied;
    }

    boolean update(ItemKey key, Map<String, String> texts, Map<String, Long> numbers, List<Condition> conditions) {
        return ports.state().write(new Write.Update(key, texts, numbers, Map.of(), Set.of(), conditions))
                instanceof Outcome.Applied;
    }

    /// A whole object of the work area.
    ///
    /// @param name as state names it
    public byte[] object(String name) {
        return read(name);
    }

    byte[] read(String name) {
        String location = context.location(name);
        try (ObjectInput input = ports.objects().open(location, null);
                InputStream bytes = input.stream(0)) {
            return bytes.readAllBytes();
        } catch (ObjectGoneException gone) {
            throw new StateMissingException(context.job().name(), location);
        } catch (IOException e) {
            throw new StorageUnavailableException("read " + location, String.valueOf(e.getMessage()), e);
        }
    }

    /// Writes a run's report.
    ///
    /// @return its name, for the run item
    String keep(RunReport report) {
        String name = context.runName(report.runId()) + "report-" + ports.attempt() + ".json";
        write(name, ports.codec().report(report));
        return name;
    }

    /// Writes a run's `timeline.json`; the first one stays.
    void keepTimeline(String runId, List<ChunkTime> chunks) {
        write(context.runName(runId) + "timeline.json", ports.codec().timeline(chunks));
    }

    /// Writes an object of the work area under a name with the writer's attempt in it; an object that is there
    /// already is our own, written when the first answer was lost.
    void write(String name, byte[] bytes) {
        boolean _ = ports.objects().putIfAbsent(context.location(name), bytes);
    }
}
