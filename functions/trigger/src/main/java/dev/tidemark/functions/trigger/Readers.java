package dev.tidemark.functions.trigger;

import dev.tidemark.job.Flow;
import dev.tidemark.job.Job;
import dev.tidemark.job.S3Source;
import dev.tidemark.lambda.DeployedJob;
import dev.tidemark.lambda.JobFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which deployed jobs read an object, for events that do not say so. Looked up once an invocation.
final class Readers {

    private final JobFiles files;
    private Optional<List<Job>> jobs = Optional.empty();

    Readers(JobFiles files) {
        this.files = files;
    }

    /// Names of the jobs with a source path under which the object lies. Whether a run would read it, its
    /// listing says.
    List<String> of(String bucket, String key) {
        String location = "s3://" + bucket + "/" + key;
        return all().stream()
                .filter(job -> job.flows().stream().anyMatch(flow -> reads(flow, location)))
                .map(Job::name)
                .toList();
    }

    private List<Job> all() {
        if (jobs.isEmpty()) {
            List<Job> found = new ArrayList<>();
            for (String name : files.names()) {
                files.find(name).map(DeployedJob::job).ifPresent(found::add);
            }
            jobs = Optional.of(found);
        }
        return jobs.get();
    }

    private static boolean reads(Flow flow, String location) {
        return flow.source() instanceof S3Source s3 && s3.paths().stream().anyMatch(location::startsWith);
    }
}
