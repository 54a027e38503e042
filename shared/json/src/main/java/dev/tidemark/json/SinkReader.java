package dev.tidemark.json;

import dev.tidemark.job.CatalogTarget;
import dev.tidemark.job.OptionValues;
import dev.tidemark.job.Place;
import dev.tidemark.job.S3Access;
import dev.tidemark.job.S3Write;
import dev.tidemark.job.Sink;
import dev.tidemark.job.SinkMode;
import dev.tidemark.job.TransformSpec;
import dev.tidemark.job.UpdateBehavior;
import dev.tidemark.json.YamlNode.Text;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads one sink.
final class SinkReader {

    static final String PATH_HINT = "Paths are s3://bucket/folder/, file:/folder/, or relative to the job file.";

    static final Map<String, SinkMode> MODE =
            Map.of("append", SinkMode.APPEND, "overwritePartitions", SinkMode.OVERWRITE_PARTITIONS);
    static final Map<String, Boolean> REFRESH = Map.of("touched", true);
    static final Map<String, UpdateBehavior> UPDATE_BEHAVIOR =
            Map.of("UPDATE_IN_DATABASE", UpdateBehavior.UPDATE_IN_DATABASE, "LOG", UpdateBehavior.LOG);

    static final List<String> ACLS = List.of(
            "authenticated-read",
            "aws-exec-read",
            "bucket-owner-full-control",
            "bucket-owner-read",
            "private",
            "public-read",
            "public-read-write");

    private final Reading reading;
    private final Section section;
    private final TransformReader steps;

    SinkReader(Reading reading, Section section, TransformReader steps) {
        this.reading = reading;
        this.section = section;
        this.steps = steps;
    }

    @Nullable
    Sink read() {
        String path = folder(reading, section, "path");
        Section catalogSection = section.section("catalog", Keys.SINK_CATALOG);
        CatalogTarget catalog = catalogSection == null ? null : catalog(catalogSection);
        if (!section.has("path") && !section.has("catalog")) {
            reading.mistake(
                    section.place("path"),
                    "The sink has neither a path nor a catalog table.",
                    "Write path: …, or catalog: { database: …, table: … } for the table's own location.");
        }
        String format = format();
        OptionValues options = new OptionsReader(reading).sink(section, format);
        if ("xml".equals(format) && section.has("catalog")) {
            reading.mistake(
                    section.place("format"),
                    "No engine reads xml from a catalog table.",
                    "Use parquet, or leave catalog out.");
        }
        List<String> keys = partitionKeys();
        SinkMode mode = section.choice("mode", MODE, SinkMode.APPEND);
        boolean touched = section.choice("refresh", REFRESH, false);
        Long size = section.size("targetFileSize");
        Section s3Section = section.section("s3", Keys.SINK_S3);
        S3Write s3 = s3Section == null ? S3Write.PLAIN : s3(s3Section);
        List<TransformSpec> transforms = steps.read(section);
        if (path == null && catalog == null) {
            return null;
        }
        return new Sink(path, format, options, keys, mode, touched, size, catalog, s3, transforms, section.places());
    }

    /// The full location of a folder, with a slash at its end.
    static @Nullable String folder(Reading reading, Section section, String key) {
        String text = section.text(key);
        if (text == null) {
            return null;
        }
        try {
            return reading.locations().folder(text);
        } catch (IllegalArgumentException wrong) {
            reading.mistake(section.place(key), String.valueOf(wrong.getMessage()), PATH_HINT);
            return null;
        }
    }

    private @Nullable String format() {
        List<String> known = reading.formats().writable();
        if (section.has("format")) {
            return OptionsReader.format(reading, section, known, "written");
        }
        if (section.has("path") || !section.has("catalog")) {
            reading.mistake(
                    section.place("format"),
                    "'format' is missing.",
                    "Say what to write: format: parquet or another of " + String.join(", ", known) + ".");
        }
        return null;
    }

    private List<String> partitionKeys() {
        List<String> keys = section.names("partitionKeys");
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < keys.size(); i++) {
            if (!seen.add(SchemaReader.folded(keys.get(i)))) {
                Place place = section.places().of("partitionKeys[" + i + "]");
                reading.mistake(
                        place,
                        "The partition key '" + keys.get(i) + "' is named twice; names match in any case.",
                        "Keep one of them.");
            }
        }
        return keys;
    }

    private @Nullable CatalogTarget catalog(Section catalog) {
        String database = catalog.required("database", "Name the table's database.");
        String table = catalog.required("table", "Name the table.");
        String id = catalog.matching("catalogId", SourceReader.ACCOUNT, "account id", SourceReader.ACCOUNT_HINT);
        UpdateBehavior behavior = catalog.choice("updateBehavior", UPDATE_BEHAVIOR, UpdateBehavior.UPDATE_IN_DATABASE);
        boolean enabled = catalog.flag("enableUpdateCatalog", true);
        return database == null || table == null
                ? null
                : new CatalogTarget(id, database, table, behavior, enabled, catalog.places());
    }

    private S3Write s3(Section s3) {
        String acl = s3.text("acl");
        if (acl != null && !ACLS.contains(acl)) {
            reading.mistake(
                    s3.place("acl"), "'" + Wording.shown(acl) + "' is no canned ACL.", Wording.nearest(acl, ACLS));
        }
        String storageClass = s3.text("storageClass");
        if (storageClass != null && !SourceReader.STORAGE_CLASSES.contains(storageClass)) {
            reading.mistake(
                    s3.place("storageClass"),
                    "'" + Wording.shown(storageClass) + "' is no storage class of S3.",
                    Wording.nearest(storageClass, SourceReader.STORAGE_CLASSES));
        }
        Map<String, String> tags = new LinkedHashMap<>();
        for (Map.Entry<String, Text> tag : s3.free("tags").entrySet()) {
            String value = s3.textOf(tag.getValue(), tag.getKey());
            if (value != null) {
                tags.put(tag.getKey(), value);
            }
        }
        S3Access access = new S3Access(
                s3.text("region"),
                s3.matching("expectedBucketOwner", SourceReader.ACCOUNT, "account id", SourceReader.ACCOUNT_HINT),
                s3.matching("roleArn", SourceReader.ARN, "ARN", SourceReader.ARN_HINT),
                false);
        return new S3Write(
                access,
                s3.matching(
                        "kmsKeyArn",
                        SourceReader.ARN,
                        "ARN",
                        "An ARN of a key looks like arn:aws:kms:eu-west-1:111122223333:key/…."),
                s3.optionalFlag("bucketKey"),
                acl,
                storageClass,
                tags);
    }
}
