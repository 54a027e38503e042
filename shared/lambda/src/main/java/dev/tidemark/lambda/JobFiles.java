package dev.tidemark.lambda;

import dev.tidemark.job.Job;
import dev.tidemark.json.JobJson;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.run.CleanUpStep;
import dev.tidemark.run.Ports;
import dev.tidemark.spi.Item;
import dev.tidemark.spi.ItemKey;
import dev.tidemark.spi.ObjectGoneException;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.StorageUnavailableException;
import dev.tidemark.spi.UnreadableObjectException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The jobs that are deployed to a stage, and each run's own copy of its job.
///
/// The state item `job#J / file` points to `jobs/<job>/<sha256>.json`. A run works by the copy that its
/// first Plan made, whatever is deployed meanwhile.
public final class JobFiles {

    private static final String FILE = "file";
    private static final String PARAM = "param.";

    private final Ports ports;
    private final Settings settings;

    /// @param ports of the function's own rights
    public JobFiles(Ports ports, Settings settings) {
        this.ports = ports;
        this.settings = settings;
    }

    /// The job as it is deployed now.
    ///
    /// @throws JobNotDeployedException   when it is not
    /// @throws UnreadableObjectException when its file is damaged, or of a version that this function does
    ///     not read
    /// @throws dev.tidemark.job.JobFileException when this version does not know what it says
    public DeployedJob deployed(String job) {
        return find(job).orElseThrow(() -> new JobNotDeployedException(job, settings.table()));
    }

    /// As above; none when it is not deployed.
    public Optional<DeployedJob> find(String job) {
        Item pointer = pointer(job).orElse(null);
        if (pointer == null) {
            return Optional.empty();
        }
        return Optional.of(
                new DeployedJob(job(job, bytes(job, pointer), pointer.text(FILE).orElseThrow()), params(pointer)));
    }

    /// When the file of the job that is deployed now was put there; none when it is not deployed.
    public Optional<Instant> deployedAt(String job) {
        return pointer(job)
                .flatMap(pointer -> pointer.text(FILE))
                .flatMap(key -> ports.objects().head(settings.root() + key))
                .map(SourceObject::lastModified);
    }

    /// The job as the run works by it. The first to ask makes the run's copy.
    public DeployedJob freeze(String job, String runId) {
        Item pointer = pointer(job).orElse(null);
        byte[] copy = read(copy(job, runId));
        if (copy == null) {
            if (pointer == null) {
                throw new JobNotDeployedException(job, settings.table());
            }
            byte[] now = bytes(job, pointer);
            copy = ports.objects().putIfAbsent(copy(job, runId), now) ? now : ofRun(job, runId);
        }
        return new DeployedJob(job(job, copy, copy(job, runId)), pointer == null ? Map.of() : params(pointer));
    }

    /// The run's copy. What is deployed now may be another job than the one that was planned.
    ///
    /// @throws JobCopyMissingException when it has none
    public Job frozen(String job, String runId) {
        return copied(job, runId).orElseThrow(() -> new JobCopyMissingException(runId, copy(job, runId)));
    }

    /// The run's copy, or where it has none the job as it is deployed now: enough to end a run whose first Plan did
    /// not come so far, and which therefore made nothing.
    ///
    /// @throws JobNotDeployedException when the job is not deployed either
    public Job frozenOrDeployed(String job, String runId) {
        return copied(job, runId).orElseGet(() -> deployed(job).job());
    }

    private Optional<Job> copied(String job, String runId) {
        return Optional.ofNullable(read(copy(job, runId))).map(copy -> job(job, copy, copy(job, runId)));
    }

    /// Names of all jobs of the stage.
    public List<String> names() {
        String folder = settings.root() + "jobs/";
        List<String> names = new ArrayList<>();
        String token = null;
        do {
            var page = ports.objects().list(folder, true, token);
            page.prefixes().stream()
                    .map(prefix -> prefix.substring(folder.length(), prefix.length() - 1))
                    .filter(name -> pointer(name).isPresent())
                    .forEach(names::add);
            token = page.next();
        } while (token != null);
        return names;
    }

    private byte[] ofRun(String job, String runId) {
        byte[] copy = read(copy(job, runId));
        if (copy == null) {
            throw new StorageUnavailableException("read " + copy(job, runId), "it was there a moment ago", null);
        }
        return copy;
    }

    private String copy(String job, String runId) {
        return settings.workRoot(job) + "runs/" + runId + "/" + CleanUpStep.JOB_COPY;
    }

    private Optional<Item> pointer(String job) {
        return ports.state()
                .get(new ItemKey("job#" + job, FILE))
                .filter(item -> item.text(FILE).isPresent());
    }

    private static Map<String, String> params(Item pointer) {
        Map<String, String> params = new TreeMap<>();
        pointer.texts().forEach((name, value) -> {
            if (name.startsWith(PARAM)) {
                params.put(name.substring(PARAM.length()), value);
            }
        });
        return params;
    }

    private byte[] bytes(String job, Item pointer) {
        String key = pointer.text(FILE).orElseThrow();
        String location = settings.root() + key;
        byte[] bytes = key.startsWith("jobs/" + job + "/") ? read(location) : null;
        if (bytes == null) {
            throw new UnreadableObjectException(
                    location,
                    "the item job#" + job + " / file names it and it is not there; deploy the job again",
                    null);
        }
        String sha = HexFormat.of().formatHex(RunIds.sha256(bytes));
        if (!key.endsWith("/" + sha + ".json")) {
            throw new UnreadableObjectException(
                    location,
                    "it is not the file that was deployed: its SHA-256 is " + sha + "; deploy the job again",
                    null);
        }
        return bytes;
    }

    private static Job job(String name, byte[] bytes, String from) {
        Job job = JobJson.read(bytes, from);
        if (!job.name().equals(name)) {
            throw new UnreadableObjectException(
                    from, "it is the file of job " + job.name() + ", not of " + name + "; deploy the job again", null);
        }
        return job;
    }

    private byte @Nullable [] read(String location) {
        try (ObjectInput input = ports.objects().open(location, null);
                InputStream bytes = input.stream(0)) {
            return bytes.readAllBytes();
        } catch (ObjectGoneException none) {
            return null;
        } catch (IOException e) {
            throw new StorageUnavailableException("read " + location, String.valueOf(e.getMessage()), e);
        }
    }
}
