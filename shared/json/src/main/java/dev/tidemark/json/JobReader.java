package dev.tidemark.json;

import dev.tidemark.job.BookmarkMode;
import dev.tidemark.job.Flow;
import dev.tidemark.job.Job;
import dev.tidemark.job.OnBadRecord;
import dev.tidemark.job.OnRewrite;
import dev.tidemark.job.OnSchemaChange;
import dev.tidemark.job.Place;
import dev.tidemark.job.Sink;
import dev.tidemark.job.Source;
import dev.tidemark.job.TransformSpec;
import dev.tidemark.json.YamlNode.Entries;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads the top of a job file and its flows.
final class JobReader {

    private static final Pattern JOB_NAME = Pattern.compile("[a-z][a-z0-9-]{0,39}");
    private static final Pattern FLOW_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");

    static final Map<String, BookmarkMode> BOOKMARK =
            Map.of("enable", BookmarkMode.ENABLE, "disable", BookmarkMode.DISABLE, "pause", BookmarkMode.PAUSE);
    static final Map<String, OnBadRecord> ON_BAD_RECORD =
            Map.of("fail", OnBadRecord.FAIL, "quarantine", OnBadRecord.QUARANTINE);
    static final Map<String, OnSchemaChange> ON_SCHEMA_CHANGE = Map.of(
            "addNewColumns",
            OnSchemaChange.ADD_NEW_COLUMNS,
            "rescue",
            OnSchemaChange.RESCUE,
            "fail",
            OnSchemaChange.FAIL,
            "ignore",
            OnSchemaChange.IGNORE);
    static final Map<String, OnRewrite> ON_REWRITE =
            Map.of("reprocess", OnRewrite.REPROCESS, "skip", OnRewrite.SKIP, "fail", OnRewrite.FAIL);

    private final Reading reading;

    JobReader(Reading reading) {
        this.reading = reading;
    }

    /// Null when there is too little to make a job of; mistakes say why.
    @Nullable
    Job read(Entries top) {
        Section section = new Section(reading, top, Keys.JOB);
        String name = section.has("job")
                ? section.matching(
                        "job",
                        JOB_NAME,
                        "name of a job",
                        "A name is a small letter, then up to 39 small letters, digits or hyphens: bookmarks are kept under it.")
                : section.required("job", "Name the job: job: orders-daily. Bookmarks are kept under the name.");
        BookmarkMode bookmark = section.choice("bookmark", BOOKMARK, BookmarkMode.ENABLE);
        Long concurrency = section.number("concurrency", 1, 10_000);
        Long memory = section.size("memory");
        ZoneId timezone = Zones.read(reading, section, "timezone");
        int keep = section.number("keepGenerations", 1, 1_000_000, Job.DEFAULT_KEEP_GENERATIONS);
        List<Flow> flows = flows(section);
        if (flows.isEmpty()) {
            return null;
        }
        Job job = new Job(
                name == null ? "unnamed" : name,
                reading.params().declared(),
                bookmark,
                flows,
                concurrency == null ? null : Math.toIntExact(concurrency),
                memory,
                timezone == null ? ZoneOffset.UTC : timezone,
                keep,
                section.places());
        JobRules.check(job, reading);
        return job;
    }

    private List<Flow> flows(Section section) {
        if (!section.has("flows")) {
            reading.mistake(
                    section.place("flows"), "'flows' is missing.", "A job needs at least one flow: flows: [ … ].");
            return List.of();
        }
        List<YamlNode> nodes = section.items("flows");
        if (nodes.isEmpty() && section.node("flows") instanceof YamlNode.Items empty) {
            reading.mistake(empty.place(), "'flows' is empty.", "A job needs at least one flow.");
        }
        List<Flow> flows = new ArrayList<>();
        Map<String, Place> names = new HashMap<>();
        for (YamlNode node : nodes) {
            Section flow = section.sectionOf(node, "a flow", Keys.FLOW);
            Flow read = flow == null ? null : flow(flow, names);
            if (read != null) {
                flows.add(read);
            }
        }
        return flows;
    }

    private @Nullable Flow flow(Section flow, Map<String, Place> names) {
        String name = name(flow, names);
        Source source = source(flow);
        TransformReader steps = new TransformReader(reading);
        List<TransformSpec> transforms = steps.read(flow);
        OnBadRecord onBadRecord = flow.choice("onBadRecord", ON_BAD_RECORD, OnBadRecord.FAIL);
        Long maxBadRecords = flow.number("maxBadRecords", 0, Long.MAX_VALUE);
        Double maxBadRatio = flow.ratio("maxBadRatio");
        String quarantine = SinkReader.folder(reading, flow, "quarantinePath");
        OnSchemaChange onSchemaChange = flow.choice("onSchemaChange", ON_SCHEMA_CHANGE, OnSchemaChange.ADD_NEW_COLUMNS);
        OnRewrite onRewrite = flow.choice("onRewrite", ON_REWRITE, OnRewrite.REPROCESS);
        Long maxRewritten = flow.number("maxRewritten", 0, Long.MAX_VALUE);
        int maxAttempts = flow.number("maxAttempts", 1, 100, Flow.DEFAULT_MAX_ATTEMPTS);
        List<Sink> sinks = sinks(flow, steps);
        if (source == null || sinks.isEmpty()) {
            return null;
        }
        return new Flow(
                name == null ? "unnamed" : name,
                source,
                transforms,
                sinks,
                onBadRecord,
                maxBadRecords,
                maxBadRatio,
                quarantine,
                onSchemaChange,
                onRewrite,
                maxRewritten,
                maxAttempts,
                flow.places());
    }

    private @Nullable String name(Section flow, Map<String, Place> names) {
        if (!flow.has("name")) {
            return flow.required("name", "Name the flow: bookmarks are kept under it (Glue's transformation_ctx).");
        }
        String name = flow.matching(
                "name",
                FLOW_NAME,
                "name of a flow",
                "A name is a letter, then up to 63 letters, digits, _ or -: bookmarks are kept under it.");
        if (name == null) {
            return null;
        }
        Place before = names.putIfAbsent(name, flow.place("name"));
        if (before != null) {
            reading.mistake(
                    flow.place("name"),
                    "Another flow is named '" + name + "', in line " + before.line() + ".",
                    "Give each flow its own name: bookmarks are kept under it.");
        }
        return name;
    }

    private @Nullable Source source(Section flow) {
        if (!flow.has("source")) {
            reading.mistake(
                    flow.place("source"),
                    "'source' is missing.",
                    "Say what to read: source: { s3: { paths: [ … ] } }.");
            return null;
        }
        Section section = flow.section("source", Keys.SOURCE);
        return section == null ? null : new SourceReader(reading, section).read();
    }

    private List<Sink> sinks(Section flow, TransformReader steps) {
        if (flow.has("sink") && flow.has("sinks")) {
            reading.mistake(
                    flow.place("sinks"),
                    "'sink' and 'sinks' stand side by side.",
                    "sink is the short form of a list of one: move all of them into sinks.");
        } else if (!flow.has("sink") && !flow.has("sinks")) {
            reading.mistake(
                    flow.place("sink"),
                    "'sink' is missing.",
                    "Say where to write: sink: { path: …, format: parquet }.");
        }
        List<YamlNode> nodes = new ArrayList<>();
        YamlNode single = flow.node("sink");
        if (single != null) {
            nodes.add(single);
        }
        nodes.addAll(flow.items("sinks"));
        if (single == null && nodes.isEmpty() && flow.node("sinks") instanceof YamlNode.Items empty) {
            reading.mistake(empty.place(), "'sinks' is empty.", "A flow needs at least one sink.");
        }
        List<Sink> sinks = new ArrayList<>();
        for (YamlNode node : nodes) {
            Section section = flow.sectionOf(node, "sink", Keys.SINK);
            Sink sink = section == null ? null : new SinkReader(reading, section, steps).read();
            if (sink != null) {
                sinks.add(sink);
            }
        }
        return sinks;
    }
}
