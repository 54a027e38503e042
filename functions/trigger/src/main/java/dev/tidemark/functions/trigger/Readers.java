package dev.tidemark.functions.trigger;

import dev.tidemark.job.Flow;
import dev.tidemark.job.Job;
import dev.tidemark.job.JobFileException;
import dev.tidemark.job.S3Source;
import dev.tidemark.lambda.DeployedJob;
import dev.tidemark.lambda.Invocation;
import dev.tidemark.lambda.Wire;
import dev.tidemark.spi.UnreadableObjectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Which deployed jobs read an object, for events that do not say so. Looked up once an invocation.
final class Readers {

    private final Invocation invocation;
    private Optional<List<Job>> jobs = Optional.empty();

    Readers(Invocation invocation) {
        this.invocation = invocation;
    }

    /// Names of the jobs with a source path under which the object lies. Whether a run would read it, its
    /// listing says.
    ///
    /// @throws NoTimeLeftException when the invocation's time is over before all are known
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
            List<String> names = invocation.jobFiles().names();
            for (int looked = 0; looked < names.size(); looked++) {
                if (invocation.over()) {
                    throw new NoTimeLeftException(looked, names.size());
                }
                find(names.get(looked)).ifPresent(found::add);
            }
            jobs = Optional.of(found);
        }
        return jobs.get();
    }

    /// A job whose file cannot be read could not run either: the others are woken. Once it is deployed again its own
    /// listing finds what came meanwhile. A store that does not answer, or refuses, is another matter: the message
    /// comes again, and at last lies with the dead letters.
    private Optional<Job> find(String name) {
        try {
            return invocation.jobFiles().find(name).map(DeployedJob::job);
        } catch (JobFileException | UnreadableObjectException problem) {
            invocation.log(
                    "ERROR",
                    "job " + name + " cannot be woken: " + problem.getMessage(),
                    Wire.object()
                            .put("job", name)
                            .put("error", problem.getClass().getName()));
            return Optional.empty();
        }
    }

    private static boolean reads(Flow flow, String location) {
        return flow.source() instanceof S3Source s3 && s3.paths().stream().anyMatch(path -> below(path, location));
    }

    /// Every path is a folder; beside `raw/in` and `raw/in/` lies the neighbour `raw/in-old/`.
    private static boolean below(String path, String location) {
        return location.startsWith(path.endsWith("/") ? path : path + "/");
    }
}
