package dev.tidemark.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.Field;
import dev.tidemark.job.CatalogSource;
import dev.tidemark.job.CatalogTarget;
import dev.tidemark.job.ExpressionText;
import dev.tidemark.job.Flow;
import dev.tidemark.job.JdbcSource;
import dev.tidemark.job.Job;
import dev.tidemark.job.Param;
import dev.tidemark.job.Place;
import dev.tidemark.job.Places;
import dev.tidemark.job.S3Access;
import dev.tidemark.job.S3Source;
import dev.tidemark.job.S3Write;
import dev.tidemark.job.Sink;
import dev.tidemark.job.Source;
import dev.tidemark.job.SourceOptions;
import dev.tidemark.job.TransformSpec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Writes a [Job] as a job file of its own: every default said, params filled in, and beside it where each value
/// stood in the file that the user wrote.
final class JobJsonWriter {

    private final Map<String, List<Integer>> places = new TreeMap<>();
    private final Map<String, List<Integer>> names = new TreeMap<>();

    ObjectNode document(Job job) {
        ObjectNode json = WireJson.document();
        keep(job.places());
        json.put("job", job.name());
        ObjectNode params = json.putObject("params");
        for (Param param : job.params()) {
            params.put(param.name(), param.otherwise());
            keep(names, param.place());
        }
        json.put("bookmark", name(JobReader.BOOKMARK, job.bookmark()));
        put(json, "concurrency", job.concurrency());
        put(json, "memory", job.memoryBytes());
        json.put("timezone", job.timezone().getId());
        json.put("keepGenerations", job.keepGenerations());
        ArrayNode flows = json.putArray("flows");
        job.flows().forEach(flow -> flow(flows.addObject(), flow));
        write(json.putObject("places"), places);
        write(json.putObject("names"), names);
        return json;
    }

    private static void write(ObjectNode json, Map<String, List<Integer>> places) {
        places.forEach((path, numbers) -> {
            ArrayNode array = json.putArray(path);
            numbers.forEach(array::add);
        });
    }

    private void keep(Places all) {
        keep(places, all.self());
        all.keys().values().forEach(place -> keep(places, place));
    }

    private static void keep(Map<String, List<Integer>> places, Place place) {
        if (place.line() > 0) {
            places.putIfAbsent(place.path(), List.of(place.line(), place.column()));
        }
    }

    /// Three numbers: where the value begins, and the column of its first character.
    private void expression(ObjectNode json, String key, @Nullable ExpressionText text) {
        if (text == null) {
            return;
        }
        json.put(key, text.text());
        Place place = text.place();
        if (text.verbatim()) {
            List<Integer> start = places.getOrDefault(place.path(), List.of(place.line(), place.column()));
            places.put(place.path(), List.of(start.get(0), start.get(1), place.column()));
        } else {
            keep(places, place);
        }
    }

    private void flow(ObjectNode json, Flow flow) {
        keep(flow.places());
        json.put("name", flow.name());
        source(json.putObject("source"), flow.source());
        transforms(json, flow.transforms());
        json.put("onBadRecord", name(JobReader.ON_BAD_RECORD, flow.onBadRecord()));
        put(json, "maxBadRecords", flow.maxBadRecords());
        Double ratio = flow.maxBadRatio();
        if (ratio != null) {
            json.put("maxBadRatio", ratio.toString());
        }
        put(json, "quarantinePath", flow.quarantinePath());
        json.put("onSchemaChange", name(JobReader.ON_SCHEMA_CHANGE, flow.onSchemaChange()));
        json.put("onRewrite", name(JobReader.ON_REWRITE, flow.onRewrite()));
        put(json, "maxRewritten", flow.maxRewritten());
        json.put("maxAttempts", flow.maxAttempts());
        if (flow.places().says("sink")) {
            sink(json.putObject("sink"), flow.sinks().getFirst());
        } else {
            ArrayNode sinks = json.putArray("sinks");
            flow.sinks().forEach(sink -> sink(sinks.addObject(), sink));
        }
    }

    private void source(ObjectNode json, Source source) {
        keep(source.places());
        switch (source) {
            case S3Source s3 -> {
                ObjectNode block = json.putObject("s3");
                texts(block, "paths", s3.paths());
                texts(block, "exclusions", s3.exclusions());
                texts(block, "excludeStorageClasses", s3.excludeStorageClasses());
                block.put("recurse", s3.recurse());
                access(block, s3.access());
                block.put("requesterPays", s3.access().requesterPays());
            }
            case CatalogSource catalog -> {
                ObjectNode block = json.putObject("catalog");
                put(block, "catalogId", catalog.catalogId());
                block.put("database", catalog.database());
                block.put("table", catalog.table());
                put(block, "catalogPartitionPredicate", catalog.catalogPartitionPredicate());
                texts(block, "exclusions", catalog.exclusions());
                texts(block, "excludeStorageClasses", catalog.excludeStorageClasses());
                access(block, catalog.access());
                block.put("requesterPays", catalog.access().requesterPays());
            }
            case JdbcSource jdbc -> jdbc(json.putObject("jdbc"), jdbc);
        }
        options(json, source.options(), !(source instanceof JdbcSource));
    }

    private static void jdbc(ObjectNode json, JdbcSource jdbc) {
        json.put("url", jdbc.url());
        put(json, "table", jdbc.table());
        put(json, "query", jdbc.query());
        put(json, "user", jdbc.user());
        put(json, "passwordEnv", jdbc.passwordEnv());
        put(json, "secretId", jdbc.secretId());
        texts(json, "jobBookmarkKeys", jdbc.jobBookmarkKeys());
        json.put("jobBookmarkKeysSortOrder", name(SourceReader.SORT_ORDER, jdbc.jobBookmarkKeysAscending()));
        put(json, "hashfield", jdbc.hashfield());
        put(json, "hashexpression", jdbc.hashexpression());
        json.put("hashpartitions", jdbc.hashpartitions());
        json.put("fetchSize", jdbc.fetchSize());
        json.put("settle", jdbc.settle().toSeconds() + "s");
        json.put("nullKeys", name(SourceReader.NULL_KEYS, jdbc.nullKeys()));
        put(json, "region", jdbc.region());
        put(json, "roleArn", jdbc.roleArn());
    }

    private void options(ObjectNode json, SourceOptions options, boolean files) {
        keep(options.places());
        json.put("initial", name(SourceReader.INITIAL, options.initial()));
        ArrayNode schema = json.putArray("schema");
        options.schema().forEach(column -> column(schema.addObject(), column));
        if (!files) {
            return;
        }
        if (!options.partitionKeys().isEmpty()) {
            ArrayNode keys = json.putArray("partitionKeys");
            for (Field key : options.partitionKeys()) {
                keys.addObject().put("name", key.name()).put("type", key.type().toString());
            }
        }
        put(json, "partitionFolders", options.partitionFolders());
        expression(json, "pushDownPredicate", options.pushDownPredicate());
        put(json, "format", options.format());
        free(json, "formatOptions", options.formatOptions().values());
        json.put("groupFiles", name(SourceReader.GROUP_FILES, options.groupFiles()));
        json.put("groupSize", options.groupSizeBytes());
        put(json, "boundedFiles", options.boundedFiles());
        put(json, "boundedSize", options.boundedSizeBytes());
    }

    private static void column(ObjectNode json, ColumnSpec column) {
        json.put("name", column.name()).put("type", column.type().toString());
        put(json, "format", column.format());
        put(json, "zone", column.zone());
        if (column.decimalSeparator() != '.') {
            json.put("decimalSeparator", String.valueOf(column.decimalSeparator()));
        }
        if (!column.trueValues().isEmpty()) {
            texts(json, "trueValues", column.trueValues());
        }
        if (!column.falseValues().isEmpty()) {
            texts(json, "falseValues", column.falseValues());
        }
    }

    private void sink(ObjectNode json, Sink sink) {
        keep(sink.places());
        put(json, "path", sink.path());
        put(json, "format", sink.format());
        free(json, "formatOptions", sink.formatOptions().values());
        texts(json, "partitionKeys", sink.partitionKeys());
        json.put("mode", name(SinkReader.MODE, sink.mode()));
        if (sink.refreshTouched()) {
            json.put("refresh", "touched");
        }
        put(json, "targetFileSize", sink.targetFileSizeBytes());
        CatalogTarget catalog = sink.catalog();
        if (catalog != null) {
            keep(catalog.places());
            ObjectNode block = json.putObject("catalog");
            put(block, "catalogId", catalog.catalogId());
            block.put("database", catalog.database()).put("table", catalog.table());
            block.put("updateBehavior", name(SinkReader.UPDATE_BEHAVIOR, catalog.updateBehavior()));
            block.put("enableUpdateCatalog", catalog.enableUpdateCatalog());
        }
        S3Write s3 = sink.s3();
        ObjectNode block = json.putObject("s3");
        access(block, s3.access());
        put(block, "kmsKeyArn", s3.kmsKeyArn());
        put(block, "bucketKey", s3.bucketKey());
        put(block, "acl", s3.acl());
        put(block, "storageClass", s3.storageClass());
        free(block, "tags", s3.tags());
        transforms(json, sink.transforms());
    }

    private static void access(ObjectNode json, S3Access access) {
        put(json, "region", access.region());
        put(json, "expectedBucketOwner", access.expectedBucketOwner());
        put(json, "roleArn", access.roleArn());
    }

    private void transforms(ObjectNode owner, List<TransformSpec> steps) {
        ArrayNode array = owner.putArray("transforms");
        for (TransformSpec step : steps) {
            keep(step.places());
            if (step instanceof TransformSpec.DropNullFields && !step.places().says("dropNullFields")) {
                array.add("dropNullFields");
            } else {
                transform(array.addObject(), step);
            }
        }
    }

    private void transform(ObjectNode json, TransformSpec step) {
        switch (step) {
            case TransformSpec.ApplyMapping mapping -> {
                ArrayNode entries = json.putArray("applyMapping");
                mapping.mappings().forEach(entry -> {
                    keep(places, entry.place());
                    entries.addArray()
                            .add(entry.source())
                            .add(entry.sourceType().toString())
                            .add(entry.target())
                            .add(entry.targetType().toString());
                });
            }
            case TransformSpec.SelectFields select -> texts(json, "selectFields", select.fields());
            case TransformSpec.DropFields drop -> texts(json, "dropFields", drop.fields());
            case TransformSpec.RenameField rename ->
                json.putArray("renameField").add(rename.from()).add(rename.to());
            case TransformSpec.DropNullFields _ -> json.put("dropNullFields", true);
            case TransformSpec.Filter filter -> expression(json, "filter", filter.expression());
            case TransformSpec.Derive derive -> {
                ObjectNode columns = json.putObject("derive");
                derive.derivations().forEach(column -> {
                    keep(names, column.place());
                    expression(columns, column.name(), column.expression());
                });
            }
            case TransformSpec.ResolveChoice choice -> {
                ObjectNode block = json.putObject("resolveChoice");
                if (choice.choice() == null) {
                    ArrayNode specs = block.putArray("specs");
                    choice.specs().forEach(spec -> {
                        keep(places, spec.place());
                        specs.addArray().add(spec.path()).add(spec.action());
                    });
                }
                put(block, "choice", choice.choice());
            }
            case TransformSpec.Explode explode ->
                json.putObject("explode")
                        .put("column", explode.column())
                        .put("as", explode.as())
                        .put("outer", explode.outer());
            case TransformSpec.Unnest unnest -> {
                if (unnest.places().says("unnest[0]")) {
                    texts(json, "unnest", unnest.fields());
                } else {
                    ObjectNode block = json.putObject("unnest");
                    if (!unnest.fields().isEmpty()) {
                        texts(block, "fields", unnest.fields());
                    }
                    block.put("separator", unnest.separator());
                }
            }
            case TransformSpec.Custom custom -> {
                ObjectNode block = json.putObject("custom").put("name", custom.name());
                free(block, "options", custom.options());
            }
        }
    }

    private static void put(ObjectNode json, String key, @Nullable Object value) {
        if (value instanceof Number number) {
            json.put(key, number.longValue());
        } else if (value instanceof Boolean flag) {
            json.put(key, flag);
        } else if (value != null) {
            json.put(key, value.toString());
        }
    }

    private static void texts(ObjectNode json, String key, List<String> texts) {
        ArrayNode array = json.putArray(key);
        texts.forEach(array::add);
    }

    private static void free(ObjectNode json, String key, Map<String, String> values) {
        ObjectNode object = json.putObject(key);
        values.forEach(object::put);
    }

    private static <T> String name(Map<String, T> names, T value) {
        return names.entrySet().stream()
                .filter(entry -> entry.getValue().equals(value))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("nothing in the job file means " + value));
    }
}
