package dev.tidemark.run;

import dev.tidemark.bookmark.Generation;
import dev.tidemark.catalog.CatalogChange;
import dev.tidemark.catalog.CatalogPartition;
import dev.tidemark.catalog.SchemaChange;
import dev.tidemark.data.Schema;
import dev.tidemark.job.CatalogTarget;
import dev.tidemark.job.Flow;
import dev.tidemark.job.Sink;
import dev.tidemark.partition.Partition;
import dev.tidemark.plan.Chunk;
import dev.tidemark.plan.FlowPlan;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.sink.ChunkCounts;
import dev.tidemark.sink.ChunkResult;
import dev.tidemark.sink.StagedFile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Puts reports together.
public final class Reports {

    private Reports() {}

    static RunReport committed(
            JobContext context,
            Run run,
            WorkPlan plan,
            CommitStep.CommitInput input,
            List<CatalogChange> catalog,
            Overwrite overwrite,
            @Nullable Generation next,
            long workedAt) {
        List<RunReport.FlowReport> flows = new ArrayList<>();
        for (Flow flow : context.job().flows()) {
            flows.add(flow(context, flow, plan, input, catalog, overwrite));
        }
        return new RunReport(
                context.job().name(),
                run.runId(),
                RunReport.Status.COMMITTED,
                null,
                mode(run),
                run.base(),
                next == null ? run.base() : next.number(),
                flows,
                cost(context),
                worked(context, run, input, workedAt));
    }

    /// Of a run whose every input was gone or had changed when it came to be read.
    static RunReport nothingLeft(
            JobContext context, Run run, WorkPlan plan, CommitStep.CommitInput input, long workedAt) {
        List<RunReport.FlowReport> flows = new ArrayList<>();
        for (Flow flow : context.job().flows()) {
            flows.add(flow(context, flow, plan, input, List.of(), Overwrite.NONE));
        }
        return new RunReport(
                context.job().name(),
                run.runId(),
                RunReport.Status.NOTHING_TO_DO,
                null,
                mode(run),
                run.base(),
                run.base(),
                flows,
                cost(context),
                worked(context, run, input, workedAt));
    }

    private static RunReport.Millis worked(JobContext context, Run run, CommitStep.CommitInput input, long workedAt) {
        long now = context.ports().now();
        long firstStart = input.results().stream()
                .mapToLong(ChunkResult::startMillis)
                .min()
                .orElse(workedAt);
        return new RunReport.Millis(
                Math.max(0, firstStart - run.claimedAt()),
                Math.max(0, workedAt - firstStart),
                Math.max(0, now - workedAt),
                Math.max(0, now - run.claimedAt()));
    }

    private static RunReport.Cost cost(JobContext context) {
        return RunReport.Cost.of(context.ports().calls());
    }

    private static String mode(Run run) {
        return run.item().text(Run.MODE).orElse("enable");
    }

    private static RunReport.FlowReport flow(
            JobContext context,
            Flow flow,
            WorkPlan plan,
            CommitStep.CommitInput input,
            List<CatalogChange> catalog,
            Overwrite overwrite) {
        long cascaded = 0;
        FlowPlan planned = plan.flow(flow.name());
        List<ChunkResult> results = input.results().stream()
                .filter(result -> result.flow().equals(flow.name()))
                .toList();
        TreeSet<String> warnings = new TreeSet<>(planned.warnings());
        results.forEach(result -> warnings.addAll(result.warnings()));
        warnings.addAll(overwrite.kept().getOrDefault(flow.name(), List.of()));
        ChunkCounts counts = results.stream().map(ChunkResult::counts).reduce(ChunkCounts.NONE, ChunkCounts::plus);
        if (counts.duplicateKeys() > 0) {
            warnings.add(ReadWarnings.duplicateKeys(
                    counts.duplicateKeys(),
                    flow.source().options().formatOptions().values().get("duplicateKeys")));
        }
        List<SchemaChange> schemaChanges = new ArrayList<>();
        List<Partition> added = new ArrayList<>();
        for (Sink sink : flow.sinks()) {
            for (CatalogChange change : catalog) {
                CatalogTarget target = sink.catalog();
                if (target != null && change.table().fullName().equals(Schema.fold(target.fullName()))) {
                    schemaChanges.addAll(change.schemaChanges());
                    cascaded += change.cascade() ? partitions(context, change) : 0;
                    warnings.addAll(change.warnings());
                    Set<List<@Nullable String>> before = partitionsBefore(context, change);
                    for (CatalogPartition partition : change.partitions()) {
                        if (!before.contains(partition.values())) {
                            added.add(new Partition(sink.partitionKeys(), partition.values()));
                        }
                    }
                }
            }
        }
        List<StagedFile> files = results.stream()
                .flatMap(result -> result.files().stream())
                .filter(file -> file.kind() == StagedFile.Kind.DATA)
                .filter(new HashSet<>(input.files())::contains)
                .toList();
        List<String> bad = results.stream()
                .flatMap(result -> result.files().stream())
                .filter(file -> file.kind() == StagedFile.Kind.QUARANTINE)
                .filter(new HashSet<>(input.files())::contains)
                .map(StagedFile::target)
                .toList();
        if (!bad.isEmpty()) {
            warnings.add(ReadWarnings.setAside(counts.rejected(), bad));
        }
        return new RunReport.FlowReport(
                flow.name(),
                planned.counts(),
                input.deferred().getOrDefault(flow.name(), 0L),
                results.stream()
                        .flatMap(result -> result.quarantined().stream())
                        .distinct()
                        .count(),
                counts,
                planned.groups(),
                results.size(),
                files.subList(0, Math.min(files.size(), RunReport.MOST_FILES)),
                files.size(),
                added,
                overwrite.byFlow().getOrDefault(flow.name(), 0L),
                schemaChanges,
                cascaded,
                List.copyOf(warnings));
    }

    /// Values of the partitions that the table has before this commit.
    private static Set<List<@Nullable String>> partitionsBefore(JobContext context, CatalogChange change) {
        Set<List<@Nullable String>> before = new HashSet<>();
        if (change.table().version() > 0 && !change.partitions().isEmpty()) {
            context.ports()
                    .catalog()
                    .partitions(change.table().database(), change.table().name())
                    .forEach(partition -> before.add(partition.values()));
        }
        return before;
    }

    private static long partitions(JobContext context, CatalogChange change) {
        return context.ports()
                .catalog()
                .partitions(change.table().database(), change.table().name())
                .size();
    }

    /// Of a run that found nothing new.
    static RunReport nothing(JobContext context, Run run, WorkPlan plan) {
        long millis = Math.max(0, context.ports().now() - run.claimedAt());
        return new RunReport(
                context.job().name(),
                run.runId(),
                RunReport.Status.NOTHING_TO_DO,
                null,
                mode(run),
                run.base(),
                run.base(),
                planned(plan),
                cost(context),
                new RunReport.Millis(millis, 0, 0, millis));
    }

    /// Of a run that another one ended or that ended by its own error.
    ///
    /// @param plan without flows when there was none yet
    static RunReport failed(
            JobContext context, Run run, WorkPlan plan, RunReport.Status status, RunReport.Failure failure) {
        return new RunReport(
                context.job().name(),
                run.runId(),
                status,
                failure,
                mode(run),
                run.base(),
                run.base(),
                planned(plan),
                cost(context),
                new RunReport.Millis(0, 0, 0, Math.max(0, context.ports().now() - run.claimedAt())));
    }

    private static List<RunReport.FlowReport> planned(WorkPlan plan) {
        return plan.flows().stream().map(flow -> planned(flow, plan)).toList();
    }

    /// What a plan says of a flow before any work.
    public static RunReport.FlowReport planned(FlowPlan flow, WorkPlan plan) {
        long chunks = plan.chunks().stream()
                .map(Chunk::flow)
                .filter(flow.name()::equals)
                .count();
        return new RunReport.FlowReport(
                flow.name(),
                flow.counts(),
                0,
                0,
                ChunkCounts.NONE,
                flow.groups(),
                chunks,
                List.of(),
                0,
                List.of(),
                0,
                List.of(),
                0,
                flow.warnings());
    }
}
