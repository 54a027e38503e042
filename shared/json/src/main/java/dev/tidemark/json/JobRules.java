package dev.tidemark.json;

import dev.tidemark.job.BookmarkMode;
import dev.tidemark.job.CatalogTarget;
import dev.tidemark.job.Flow;
import dev.tidemark.job.Initial;
import dev.tidemark.job.Job;
import dev.tidemark.job.OnBadRecord;
import dev.tidemark.job.OnSchemaChange;
import dev.tidemark.job.Place;
import dev.tidemark.job.Sink;
import dev.tidemark.job.SinkMode;
import dev.tidemark.job.SourceOptions;
import dev.tidemark.job.TransformSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The rules that bind several parts of a job file.
final class JobRules {

    private final Job job;
    private final Reading reading;

    private JobRules(Job job, Reading reading) {
        this.job = job;
        this.reading = reading;
    }

    static void check(Job job, Reading reading) {
        JobRules rules = new JobRules(job, reading);
        for (Flow flow : job.flows()) {
            rules.badRecords(flow);
            rules.bookmark(flow);
            rules.newFields(flow, flow.transforms());
            for (Sink sink : flow.sinks()) {
                rules.overwrite(flow, sink);
                rules.newFields(flow, sink.transforms());
            }
        }
        ColumnRules.check(job, reading);
        FolderRules.check(job, reading);
        rules.tables();
    }

    private void badRecords(Flow flow) {
        if (flow.onBadRecord() == OnBadRecord.QUARANTINE) {
            return;
        }
        for (String key : List.of("maxBadRecords", "maxBadRatio", "quarantinePath")) {
            if (flow.places().says(key)) {
                reading.warn(
                        flow.places().of(key),
                        "'" + key + "' has no effect: the first bad record fails the run.",
                        "Write onBadRecord: quarantine to set bad records aside.");
            }
        }
    }

    private void bookmark(Flow flow) {
        SourceOptions source = flow.source().options();
        if (job.bookmark() != BookmarkMode.DISABLE) {
            return;
        }
        if (source.initial() == Initial.NOW) {
            reading.warn(
                    source.places().of("initial"), "'initial' has no effect with bookmark: disable.", "Leave it out.");
        }
        for (String key : List.of("boundedFiles", "boundedSize")) {
            if (source.places().says(key)) {
                reading.warn(
                        source.places().of(key),
                        "With bookmark: disable every run reads the same first objects up to '" + key + "'.",
                        "Use bookmark: enable, so that the next run goes on.");
            }
        }
    }

    /// applyMapping and selectFields drop what they do not name: nothing is left to be added or rescued.
    private void newFields(Flow flow, List<TransformSpec> transforms) {
        boolean drops = flow.onSchemaChange() == OnSchemaChange.ADD_NEW_COLUMNS
                || flow.onSchemaChange() == OnSchemaChange.RESCUE;
        for (TransformSpec step : transforms) {
            String name = step instanceof TransformSpec.ApplyMapping
                    ? "applyMapping"
                    : step instanceof TransformSpec.SelectFields ? "selectFields" : null;
            if (drops && name != null) {
                boolean rescue = flow.onSchemaChange() == OnSchemaChange.RESCUE;
                reading.warn(
                        step.places().self(),
                        name + " drops fields that it does not name, so that onSchemaChange: "
                                + (rescue
                                        ? "rescue"
                                        : "addNewColumns"
                                                + (flow.places().says("onSchemaChange") ? "" : " (the default)"))
                                + " has nothing to keep.",
                        "Write onSchemaChange: ignore if that is meant; dropFields and renameField keep new fields.");
            }
        }
    }

    private void overwrite(Flow flow, Sink sink) {
        boolean overwrites = sink.mode() == SinkMode.OVERWRITE_PARTITIONS;
        if (sink.refreshTouched() && !overwrites) {
            reading.mistake(
                    sink.places().of("refresh"),
                    "refresh: touched reads whole partitions again and would append them.",
                    "Add mode: overwritePartitions, or leave refresh out.");
        }
        if (!overwrites) {
            return;
        }
        if (job.bookmark() == BookmarkMode.ENABLE && !sink.refreshTouched()) {
            reading.mistake(
                    sink.places().of("mode"),
                    "overwritePartitions with bookmark: enable would replace partitions by their new rows alone and lose the others.",
                    "Write bookmark: disable, or refresh: touched on the sink, or bookmark: pause and run with --from and --to.");
        }
        if (job.bookmark() == BookmarkMode.PAUSE && !sink.refreshTouched()) {
            reading.warn(
                    sink.places().of("mode"),
                    "overwritePartitions with bookmark: pause needs a range.",
                    "Run it with --from and --to.");
        }
        if (sink.refreshTouched()) {
            RefreshRule.check(flow, sink, reading);
        }
    }

    private record Target(Flow flow, Sink sink) {}

    /// Sinks that write to one table must agree, and only one may overwrite.
    private void tables() {
        List<Target> before = new ArrayList<>();
        for (Flow flow : job.flows()) {
            for (Sink sink : flow.sinks()) {
                for (Target other : before) {
                    if (sameTable(other.sink(), sink)) {
                        agree(other, new Target(flow, sink));
                        break;
                    }
                }
                before.add(new Target(flow, sink));
            }
        }
    }

    private static boolean sameTable(Sink first, Sink second) {
        return sameCatalogTable(first.catalog(), second.catalog())
                || (first.path() != null && first.path().equals(second.path()));
    }

    private static boolean sameCatalogTable(@Nullable CatalogTarget first, @Nullable CatalogTarget second) {
        return first != null && second != null && first.fullName().equalsIgnoreCase(second.fullName());
    }

    private void agree(Target first, Target second) {
        Sink one = first.sink();
        Sink two = second.sink();
        String other = "the sink of flow " + first.flow().name() + " in line "
                + one.places().self().line();
        if (one.mode() == SinkMode.OVERWRITE_PARTITIONS || two.mode() == SinkMode.OVERWRITE_PARTITIONS) {
            reading.mistake(
                    two.places().self(),
                    "This sink and " + other + " write to one table, and "
                            + (one.mode() == two.mode() ? "both overwrite" : "one of them overwrites")
                            + " its partitions: rows of the other would be lost.",
                    "Let both append, or give each a table of its own.");
        }
        if (sameCatalogTable(one.catalog(), two.catalog()) && !Objects.equals(one.path(), two.path())) {
            differ(two, "path", two.places().of("path"), other);
        }
        if (!one.partitionKeys().stream()
                .map(SchemaReader::folded)
                .toList()
                .equals(two.partitionKeys().stream().map(SchemaReader::folded).toList())) {
            differ(two, "partitionKeys", two.places().of("partitionKeys"), other);
        }
        if (one.format() != null && two.format() != null && !one.format().equals(two.format())) {
            differ(two, "format", two.places().of("format"), other);
        }
    }

    private void differ(Sink sink, String key, Place place, String other) {
        CatalogTarget catalog = sink.catalog();
        String table = catalog == null ? String.valueOf(sink.path()) : catalog.fullName();
        reading.mistake(
                place,
                "This sink and " + other + " write to " + table + " with different " + key + ".",
                "A table has one " + key + ": make them equal.");
    }
}
