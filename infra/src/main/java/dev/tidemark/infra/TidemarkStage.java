package dev.tidemark.infra;

import io.github.cdklabs.cdknag.AwsSolutionsChecks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import software.amazon.awscdk.Aspects;
import software.amazon.awscdk.Environment;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.amazon.awscdk.Stage;
import software.amazon.awscdk.StageProps;
import software.constructs.Construct;

/// All stacks of one stage.
final class TidemarkStage extends Stage {

    private final List<DeployedJob> jobs;

    TidemarkStage(Construct scope, StageSettings settings, Packages packages) {
        super(
                scope,
                settings.names().stage(),
                StageProps.builder()
                        .env(Environment.builder()
                                .account(settings.names().account())
                                .region(settings.names().region())
                                .build())
                        .build());
        jobs = settings.jobs().stream()
                .map(job -> DeployedJob.read(job, settings.accessPoints()))
                .toList();
        checkNames(settings, jobs);
        SelfTriggers.refuse(settings.names().stage(), jobs);

        // An app's aspects do not reach into its stages.
        Aspects.of(this).add(AwsSolutionsChecks.Builder.create().build());
        if (!settings.buckets().isEmpty()) {
            Stack _ = new LakeStack(this, settings, props(settings, "lake", true));
        }
        Stack state = new StateStack(this, settings, props(settings, "state", true));
        SortedSet<Integer> memories =
                jobs.stream().map(DeployedJob::memoryMb).collect(Collectors.toCollection(TreeSet::new));
        memories.addAll(settings.keepWorkers());
        Stack pipeline = new PipelineStack(this, settings, packages, memories, props(settings, "pipeline", false));
        pipeline.addStackDependency(state);
        jobStacks(settings, packages.asl(), pipeline);
    }

    List<DeployedJob> jobs() {
        return jobs;
    }

    private void jobStacks(StageSettings settings, Path asl, Stack pipeline) {
        for (int from = 0; from < jobs.size(); from += JobStack.MOST_JOBS) {
            int number = from / JobStack.MOST_JOBS + 1;
            List<DeployedJob> some = jobs.subList(from, Math.min(from + JobStack.MOST_JOBS, jobs.size()));
            new JobStack(this, "Jobs" + number, settings, some, asl, props(settings, "jobs-" + number, false))
                    .addStackDependency(pipeline);
        }
    }

    private static StackProps props(StageSettings settings, String name, boolean keep) {
        Map<String, String> tags = new HashMap<>(settings.tags());
        tags.put("tidemark:stage", settings.names().stage());
        return StackProps.builder()
                .stackName(settings.names().prefix() + "-" + name)
                .description("Tidemark, stage " + settings.names().stage() + ": " + name)
                .terminationProtection(keep)
                .tags(tags)
                .build();
    }

    private static void checkNames(StageSettings settings, List<DeployedJob> jobs) {
        Set<String> seen = new HashSet<>();
        for (DeployedJob job : jobs) {
            if (!seen.add(job.name())) {
                throw new JobNotDeployableException(
                        job.name(),
                        "two job files of stage " + settings.names().stage() + " have that name",
                        "Bookmarks are kept by it: rename one of them.");
            }
        }
        for (DeployedJob job : jobs) {
            refuseNamesOfOurs(settings, job);
            List<String> unknown = new ArrayList<>(job.settings().after());
            unknown.removeAll(seen);
            if (!unknown.isEmpty()) {
                throw new JobNotDeployableException(
                        job.name(),
                        "it is to run after " + unknown.getFirst() + ", and stage "
                                + settings.names().stage() + " has no such job",
                        "Its jobs are " + seen.stream().sorted().toList() + ".");
            }
        }
    }

    /// The stage's own schedule, and its own bucket: whoever writes there writes the state of other jobs.
    private static void refuseNamesOfOurs(StageSettings settings, DeployedJob job) {
        if (job.name().equals("sweep")) {
            throw new JobNotDeployableException(job.name(), "the stage's own sweep has that name", "Rename the job.");
        }
        List<S3Place> places = new ArrayList<>(job.reads());
        places.addAll(job.writes());
        for (S3Place place : places) {
            if (place.bucket().equals(settings.names().bucket())) {
                throw new JobNotDeployableException(
                        job.name(),
                        "its path " + place + " lies in the bucket that holds the state of all jobs",
                        "Use a bucket of its own for data.");
            }
        }
    }
}
