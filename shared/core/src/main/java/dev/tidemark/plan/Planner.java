package dev.tidemark.plan;

import dev.tidemark.job.BookmarkMode;
import dev.tidemark.job.Flow;
import dev.tidemark.job.GroupFiles;
import dev.tidemark.job.Initial;
import dev.tidemark.job.Job;
import dev.tidemark.job.OnRewrite;
import dev.tidemark.job.Sink;
import dev.tidemark.job.SourceOptions;
import dev.tidemark.listing.IgnoredReason;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.partition.Partition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Makes chunks of what an intake kept. Pure: the same objects give the same plan, in whatever order they were
/// listed.
public final class Planner {

    /// The guard lets this many rewritten objects pass, or this part of those known, whichever is more.
    public static final long GUARD_OBJECTS = 1_000;

    /// One in ten.
    public static final long GUARD_RATIO = 10;

    /// Up to here `groupFiles: none` is sensible; Glue groups from here on by itself.
    public static final int MANY_OBJECTS = 50_000;

    private final Flow flow;
    private final BookmarkMode mode;
    private final boolean firstRun;
    private final boolean acceptRewritten;

    /// @param mode            the run's bookmark mode
    /// @param firstRun        whether no generation holds anything of the flow yet
    /// @param acceptRewritten whether the operator said that a mass rewrite is wanted
    public Planner(Flow flow, BookmarkMode mode, boolean firstRun, boolean acceptRewritten) {
        this.flow = flow;
        this.mode = mode;
        this.firstRun = firstRun;
        this.acceptRewritten = acceptRewritten;
    }

    /// What the walk met, beside the objects themselves.
    ///
    /// @param partitioned whether a folder said a partition
    public record Met(
            long listed, long partitionsPruned, long partitionsKept, boolean partitioned, List<String> warnings) {

        public Met {
            warnings = List.copyOf(warnings);
        }
    }

    /// Drafts a flow's part: its columns are not known yet, and no object is split.
    ///
    /// @throws MassRewriteException     when the guard stops it
    /// @throws RewrittenObjectException under `onRewrite: fail`
    public PlannedFlow plan(Intake intake, Met met) {
        List<ChunkInput> pending = intake.pending(met.partitioned());
        refuseRewritten(intake);
        List<String> warnings = new ArrayList<>(met.warnings());
        List<SourceObject> recorded = new ArrayList<>();
        if (firstRun && mode != BookmarkMode.DISABLE && options().initial() == Initial.NOW) {
            pending = leaveUnread(intake, pending, true, IgnoredReason.INITIAL_NOW, recorded);
        } else if (flow.onRewrite() == OnRewrite.SKIP) {
            pending = leaveUnread(intake, pending, false, IgnoredReason.REWRITE_SKIPPED, recorded);
        }
        int take = bounded(pending);
        List<ChunkInput> left = pending.subList(take, pending.size());
        List<ChunkInput> fresh = pending.subList(0, take);
        List<ChunkInput> taken = fresh;
        if (flow.sinks().stream().anyMatch(Sink::refreshTouched)) {
            Set<Partition> touched = new HashSet<>();
            fresh.forEach(input -> touched.add(input.partition()));
            left = pending.stream()
                    .filter(input -> !touched.contains(input.partition()))
                    .toList();
            fresh = pending.stream()
                    .filter(input -> touched.contains(input.partition()))
                    .toList();
            taken = refreshed(fresh, touched, intake.known());
        }
        warn(intake, taken.size(), warnings);
        Grouping.Packed packed = grouping(flow).pack(flow.name(), taken);
        FlowCounts counts = counts(intake, met, fresh, left);
        FlowPlan plan = new FlowPlan(flow.name(), List.of(), counts, packed.groups(), recorded, warnings);
        return new PlannedFlow(plan, packed.chunks());
    }

    /// Completes a draft by what its files told.
    ///
    /// @param samples of every flow that has chunks
    public static WorkPlan complete(Job job, WorkPlan draft, List<SampledFlow> samples) {
        List<PlannedFlow> flows = new ArrayList<>();
        for (FlowPlan part : draft.flows()) {
            List<Chunk> chunks = draft.chunks().stream()
                    .filter(chunk -> chunk.flow().equals(part.name()))
                    .toList();
            flows.add(samples.stream()
                    .filter(sample -> sample.flow().equals(part.name()))
                    .findFirst()
                    .map(sample -> complete(job.flow(part.name()), part, chunks, sample))
                    .orElse(new PlannedFlow(part, chunks)));
        }
        return join(flows);
    }

    private static PlannedFlow complete(Flow flow, FlowPlan part, List<Chunk> chunks, SampledFlow sample) {
        TreeSet<String> warnings = new TreeSet<>(part.warnings());
        warnings.addAll(sample.warnings());
        FlowPlan plan = new FlowPlan(
                part.name(), sample.columns(), part.counts(), part.groups(), part.recorded(), List.copyOf(warnings));
        return new PlannedFlow(
                plan, grouping(flow).split(chunks, object -> sample.splittable().contains(object.location())));
    }

    private static Grouping grouping(Flow flow) {
        SourceOptions options = flow.source().options();
        return new Grouping(options.groupFiles(), options.groupSizeBytes());
    }

    /// Joins flows, in the order of the job: chunks are numbered from 0 through all of them.
    public static WorkPlan join(List<PlannedFlow> flows) {
        List<FlowPlan> plans = new ArrayList<>();
        List<Chunk> chunks = new ArrayList<>();
        for (PlannedFlow flow : flows) {
            plans.add(flow.plan());
            for (Chunk chunk : flow.chunks()) {
                chunks.add(new Chunk(chunks.size(), chunk.flow(), chunk.groups(), chunk.inputs()));
            }
        }
        return new WorkPlan(plans, chunks);
    }

    private SourceOptions options() {
        return flow.source().options();
    }

    private void refuseRewritten(Intake intake) {
        long rewritten = intake.rewritten();
        String first = intake.firstRewritten();
        if (rewritten == 0 || first == null) {
            return;
        }
        long known = rewritten + intake.alreadyProcessed();
        switch (flow.onRewrite()) {
            case SKIP -> {}
            case FAIL -> throw new RewrittenObjectException(flow.name(), rewritten, first);
            case REPROCESS -> {
                Long most = flow.maxRewritten();
                boolean mass =
                        most == null ? rewritten > GUARD_OBJECTS && rewritten * GUARD_RATIO > known : rewritten > most;
                if (mass && !acceptRewritten) {
                    throw new MassRewriteException(flow.name(), rewritten, known, first);
                }
            }
        }
    }

    /// Takes out what is to be recorded without being read: everything, or what was rewritten.
    private List<ChunkInput> leaveUnread(
            Intake intake, List<ChunkInput> pending, boolean all, IgnoredReason reason, List<SourceObject> recorded) {
        List<ChunkInput> rest = new ArrayList<>();
        for (ChunkInput input : pending) {
            if (all || input.rewritten()) {
                intake.ignored(input.object(), reason);
                if (mode == BookmarkMode.ENABLE) {
                    recorded.add(input.object());
                }
            } else {
                rest.add(input);
            }
        }
        return rest;
    }

    /// How many of the pending objects a bounded run takes; at least one, so that it always gets on.
    private int bounded(List<ChunkInput> pending) {
        Long files = options().boundedFiles();
        if (files != null) {
            return (int) Math.min(Math.max(1, files), pending.size());
        }
        Long bytes = options().boundedSizeBytes();
        if (bytes == null) {
            return pending.size();
        }
        long sum = 0;
        for (int i = 0; i < pending.size(); i++) {
            sum += pending.get(i).object().sizeBytes();
            if (sum > bytes) {
                return Math.max(1, i);
            }
        }
        return pending.size();
    }

    /// Everything in the partitions where something is new, known or not. A bound then counts whole partitions.
    private static List<ChunkInput> refreshed(List<ChunkInput> fresh, Set<Partition> touched, List<ChunkInput> known) {
        List<ChunkInput> all = new ArrayList<>(fresh);
        known.stream().filter(input -> touched.contains(input.partition())).forEach(all::add);
        all.sort(KeyOrder.INPUTS);
        return all;
    }

    private void warn(Intake intake, int objects, List<String> warnings) {
        if (options().groupFiles() == GroupFiles.NONE && objects > MANY_OBJECTS) {
            warnings.add(("groupFiles is none and the run reads %,d objects, each a group of its own; "
                            + "groupFiles: inPartition reads small objects together.")
                    .formatted(objects));
        }
        warnOf(intake, IgnoredReason.EMPTY_FILE, "objects hold no bytes, which is no legal file", warnings);
        warnOf(intake, IgnoredReason.OUTSIDE_PARTITIONS, "objects lie in no folder of a partition", warnings);
    }

    private static void warnOf(Intake intake, IgnoredReason reason, String what, List<String> warnings) {
        String first = intake.firstIgnored(reason);
        if (first != null) {
            warnings.add("%,d %s, and were not read; the first is %s."
                    .formatted(intake.ignored().getOrDefault(reason, 0L), what, first));
        }
    }

    private static FlowCounts counts(Intake intake, Met met, List<ChunkInput> taken, List<ChunkInput> left) {
        long rewritten = taken.stream().filter(ChunkInput::rewritten).count();
        Map<String, Long> ignored = new TreeMap<>();
        intake.ignored().forEach((reason, count) -> ignored.put(reason.wireName(), count));
        return new FlowCounts(
                met.partitionsPruned() + met.partitionsKept(),
                met.partitionsPruned(),
                met.partitionsKept(),
                met.listed(),
                taken.size() - rewritten,
                rewritten,
                intake.alreadyProcessed(),
                ignored,
                left.size(),
                left.stream().mapToLong(input -> input.object().sizeBytes()).sum());
    }
}
