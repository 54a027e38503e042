package dev.tidemark.run;

import dev.tidemark.catalog.Table;
import dev.tidemark.data.Schema;
import dev.tidemark.job.CatalogTarget;
import dev.tidemark.job.Flow;
import dev.tidemark.job.Job;
import dev.tidemark.job.Sink;
import dev.tidemark.spi.ItemKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A job and the places it works in.
///
/// @param job           as declared, params filled in
/// @param ports         the outside world
/// @param workRoot      full location of the job's work area, ending in `/`
/// @param quarantineRoot full location of the default folder of bad records, ending in `/`
/// @param lease         how long a claim lasts
/// @param soleClaimant  whether holding the job's lock proves that any other claim is dead (one machine)
/// @param patience      how long the caller has, and how it waits
public record JobContext(
        Job job,
        Ports ports,
        String workRoot,
        String quarantineRoot,
        Duration lease,
        boolean soleClaimant,
        Patience patience) {

    /// For callers that have no deadline and do not wait.
    public JobContext(
            Job job, Ports ports, String workRoot, String quarantineRoot, Duration lease, boolean soleClaimant) {
        this(job, ports, workRoot, quarantineRoot, lease, soleClaimant, Patience.NONE);
    }

    /// The same job on other ports.
    public JobContext on(Ports others) {
        return new JobContext(job, others, workRoot, quarantineRoot, lease, soleClaimant, patience);
    }

    public ItemKey headKey() {
        return new ItemKey("job#" + job.name(), "head");
    }

    public ItemKey runKey(String runId) {
        return new ItemKey("job#" + job.name(), "run#" + runId);
    }

    public ItemKey generationKey(long number) {
        return new ItemKey("job#" + job.name(), "gen#%012d".formatted(number));
    }

    /// Folder of all runs' work, ending in `/`.
    String runsFolder() {
        return workRoot + "runs/";
    }

    /// Full location of a run's folder in the work area, ending in `/`.
    public String runFolder(String runId) {
        return workRoot + runName(runId);
    }

    /// The same as state items and records name it: relative to the work area, so that state may be moved and copied.
    public String runName(String runId) {
        return "runs/" + runId + "/";
    }

    /// Full location of an object of the work area that state names.
    public String location(String name) {
        return workRoot + relative(name);
    }

    /// A name as this version writes it. Format 1 named full locations: of these, what lies below the work area.
    static String relative(String name) {
        int below = name.contains("://") ? Math.max(name.lastIndexOf("/runs/"), name.lastIndexOf("/segments/")) : -1;
        return name.substring(below + 1);
    }

    /// The sink's location, ending in `/`.
    public String sinkRoot(Sink sink) {
        CatalogTarget table = sink.catalog();
        return knownSinkRoot(sink)
                .orElseThrow(() -> table == null
                        ? new IllegalArgumentException("a sink without a path has no location of its own")
                        : SinkTableException.noPath(table.fullName()));
    }

    /// Empty for a sink that lies where its table does, when there is no such table.
    private Optional<String> knownSinkRoot(Sink sink) {
        Optional<String> path = Optional.ofNullable(sink.path());
        CatalogTarget table = sink.catalog();
        if (path.isEmpty() && table != null) {
            path = ports.catalog()
                    .table(Schema.fold(table.database()), Schema.fold(table.table()))
                    .map(Table::location);
        }
        return path.map(root -> root.endsWith("/") ? root : root + "/");
    }

    public List<String> sinkRoots(Flow flow) {
        return flow.sinks().stream().map(this::sinkRoot).toList();
    }

    /// Where the flow's bad records go, ending in `/`.
    public String quarantineRoot(Flow flow) {
        String path = flow.quarantinePath();
        if (path == null) {
            return quarantineRoot + job.name() + "/" + flow.name() + "/";
        }
        return path.endsWith("/") ? path : path + "/";
    }

    /// Every place that may hold hidden files of this job's runs, as far as it is known: a table that a sink without a
    /// path lies with may be gone, see [#knowsAllSinks].
    public List<String> stagingRoots() {
        Set<String> roots = new LinkedHashSet<>();
        for (Flow flow : job.flows()) {
            flow.sinks().forEach(sink -> knownSinkRoot(sink).ifPresent(roots::add));
            roots.add(quarantineRoot(flow));
        }
        return new ArrayList<>(roots);
    }

    /// Whether each sink has a path or a table that is there.
    boolean knowsAllSinks() {
        return job.flows().stream()
                .flatMap(flow -> flow.sinks().stream())
                .allMatch(sink -> knownSinkRoot(sink).isPresent());
    }
}
