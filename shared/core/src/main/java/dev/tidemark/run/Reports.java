package dev.tidemark.run;

import dev.tidemark.bookmark.Generation;
import dev.tidemark.catalog.CatalogChange;
import dev.tidemark.catalog.CatalogPartition;
import dev.tidemark.catalog.SchemaChange;
import dev.tidemark.data.Schema;
import dev.tidemark.data.TidemarkException;
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
            long workedAt,
            long now) {
        List<RunReport.FlowReport> flows = new ArrayList<>();
        for (Flow flow : context.job().flows()) {
            flows.add(flow(flow, plan, input, catalog, overwrite));
        }
        long firstStart = input.results().stream()
                .mapToLong(ChunkResult::startMillis)
                .min()
                .orElse(workedAt);
        return new RunReport(
                context.job().name(),
                run.runId(),
                RunReport.Status.COMMITTED,
                null,
                run.item().text(Run.MODE).orElse("enable"),
                run.base(),
                next == null ? run.base() : next.number(),
                flows,
                new RunReport.Millis(
                        Math.max(0, firstStart - run.claimedAt()),
                        Math.max(0, workedAt - firstStart),
                        Math.max(0, now - workedAt),
                        Math.max(0, now - run.claimedAt())));
    }

    private static RunReport.FlowReport flow(
            Flow flow, WorkPlan plan, CommitStep.CommitInput input, List<CatalogChange> catalog, Overwrite overwrite) {
        FlowPlan planned = plan.flow(flow.name());
        List<ChunkResult> results = input.results().stream()
                .filter(result -> result.flow().equals(flow.name()))
                .toList();
        TreeSet<String> warnings = new TreeSet<>(planned.warnings());
        results.forEach(result -> warnings.addAll(result.warnings()));
        List<SchemaChange> schemaChanges = new ArrayList<>();
        List<Partition> added = new ArrayList<>();
        for (Sink sink : flow.sinks()) {
            for (CatalogChange change : catalog) {
                CatalogTarget target = sink.catalog();
                if (target != null && change.table().fullName().equals(Schema.fold(target.fullName()))) {
                    schemaChanges.addAll(change.schemaChanges());
                    warnings.addAll(change.warnings());
                    for (CatalogPartition partition : change.partitions()) {
                        added.add(new Partition(sink.partitionKeys(), partition.values()));
                    }
                }
            }
        }
        List<StagedFile> files = results.stream()
                .flatMap(result -> result.files().stream())
                .filter(file -> file.kind() == StagedFile.Kind.DATA)
                .filter(new HashSet<>(input.files())::contains)
                .toList();
        return new RunReport.FlowReport(
                flow.name(),
                planned.counts(),
                input.deferred().getOrDefault(flow.name(), 0L),
                results.stream().map(ChunkResult::counts).reduce(ChunkCounts.NONE, ChunkCounts::plus),
                planned.groups(),
                results.size(),
                files.subList(0, Math.min(files.size(), RunReport.MOST_FILES)),
                files.size(),
                added,
                overwrite.byFlow().getOrDefault(flow.name(), 0L),
                schemaChanges,
                List.copyOf(warnings));
    }

    /// Of a run that found nothing new.
    public static RunReport nothing(
            JobContext context, RunRequest request, WorkPlan plan, long generation, long millis) {
        List<RunReport.FlowReport> flows =
                plan.flows().stream().map(flow -> planned(flow, plan)).toList();
        return new RunReport(
                context.job().name(),
                request.runId(),
                RunReport.Status.NOTHING_TO_DO,
                null,
                request.mode().name().toLowerCase(java.util.Locale.ROOT),
                generation,
                generation,
                flows,
                new RunReport.Millis(millis, 0, 0, millis));
    }

    /// Of a run that another one ended or that ended by its own error.
    public static RunReport failed(
            String job, String runId, RunReport.Status status, TidemarkException error, String mode, long millis) {
        return new RunReport(
                job,
                runId,
                status,
                new RunReport.Failure(
                        error.getClass().getSimpleName(), String.valueOf(error.getMessage()), error.retryable()),
                mode,
                0,
                0,
                List.of(),
                new RunReport.Millis(0, 0, 0, millis));
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
                ChunkCounts.NONE,
                flow.groups(),
                chunks,
                List.of(),
                0,
                List.of(),
                0,
                List.of(),
                flow.warnings());
    }
}
