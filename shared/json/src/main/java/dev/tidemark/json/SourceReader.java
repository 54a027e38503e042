package dev.tidemark.json;

import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.Field;
import dev.tidemark.job.CatalogSource;
import dev.tidemark.job.ExpressionText;
import dev.tidemark.job.GroupFiles;
import dev.tidemark.job.Initial;
import dev.tidemark.job.JdbcSource;
import dev.tidemark.job.JdbcSource.NullKeys;
import dev.tidemark.job.OptionValues;
import dev.tidemark.job.Place;
import dev.tidemark.job.S3Access;
import dev.tidemark.job.S3Source;
import dev.tidemark.job.Source;
import dev.tidemark.job.SourceOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads the `source` of a flow.
final class SourceReader {

    static final Pattern ACCOUNT = Pattern.compile("[0-9]{12}");
    static final Pattern ARN = Pattern.compile("arn:[a-z0-9-]+:[a-z0-9-]+:[a-z0-9-]*:[0-9]*:.+");
    static final String ACCOUNT_HINT = "An account id has 12 digits.";
    static final String ARN_HINT = "An ARN looks like arn:aws:iam::111122223333:role/name.";

    static final List<String> STORAGE_CLASSES = List.of(
            "DEEP_ARCHIVE",
            "EXPRESS_ONEZONE",
            "GLACIER",
            "GLACIER_IR",
            "INTELLIGENT_TIERING",
            "ONEZONE_IA",
            "OUTPOSTS",
            "REDUCED_REDUNDANCY",
            "SNOW",
            "STANDARD",
            "STANDARD_IA");

    static final Map<String, Initial> INITIAL = Map.of("all", Initial.ALL, "now", Initial.NOW);
    static final Map<String, GroupFiles> GROUP_FILES =
            Map.of("inPartition", GroupFiles.IN_PARTITION, "none", GroupFiles.NONE);
    static final Map<String, NullKeys> NULL_KEYS =
            Map.of("fail", NullKeys.FAIL, "includeOnce", NullKeys.INCLUDE_ONCE, "exclude", NullKeys.EXCLUDE);
    static final Map<String, Boolean> SORT_ORDER = Map.of("asc", true, "desc", false);

    private static final List<String> FILES_ONLY = List.of(
            "format",
            "formatOptions",
            "partitionKeys",
            "partitionFolders",
            "pushDownPredicate",
            "groupFiles",
            "groupSize",
            "boundedFiles",
            "boundedSize");

    private final Reading reading;
    private final Section section;

    SourceReader(Reading reading, Section section) {
        this.reading = reading;
        this.section = section;
    }

    @Nullable
    Source read() {
        List<String> kinds =
                List.of("s3", "catalog", "jdbc").stream().filter(section::has).toList();
        if (kinds.size() != 1) {
            reading.mistake(
                    section.self(),
                    kinds.isEmpty()
                            ? "The source says neither s3, catalog nor jdbc."
                            : "The source says " + String.join(" and ", kinds) + "; a source is one of them.",
                    "Write one block: s3: { paths: [ … ] }, catalog: { database: …, table: … } or jdbc: { url: …, table: … }.");
        }
        SourceOptions options = options(kinds);
        Section s3 = section.section("s3", Keys.SOURCE_S3);
        Section catalog = section.section("catalog", Keys.SOURCE_CATALOG);
        Section jdbc = section.section("jdbc", Keys.SOURCE_JDBC);
        Source fromS3 = s3 == null ? null : s3(s3, options);
        Source fromCatalog = catalog == null ? null : catalog(catalog, options);
        Source fromJdbc = jdbc == null ? null : jdbc(jdbc, options);
        return fromS3 != null ? fromS3 : fromCatalog != null ? fromCatalog : fromJdbc;
    }

    private SourceOptions options(List<String> kinds) {
        List<Field> keys = new SchemaReader(reading).partitionKeys(section);
        String folders = new SchemaReader(reading).partitionFolders(section, keys);
        ExpressionText predicate = section.expression("pushDownPredicate");
        if (predicate != null) {
            new ExpressionChecks(reading).predicate(predicate, keys, folders);
        }
        String format = format(kinds);
        OptionValues formatOptions = new OptionsReader(reading).source(section, format, kinds.contains("s3"));
        List<ColumnSpec> schema = new SchemaReader(reading).columns(section, keys);
        Long groupSize = section.size("groupSize");
        Long boundedFiles = section.number("boundedFiles", 1, Long.MAX_VALUE);
        Long boundedSize = section.size("boundedSize");
        if (section.has("boundedFiles") && section.has("boundedSize")) {
            reading.mistake(
                    section.place("boundedSize"),
                    "boundedFiles and boundedSize exclude each other.",
                    "Keep one of them.");
            boundedSize = null;
        }
        return new SourceOptions(
                keys,
                folders,
                predicate,
                format,
                formatOptions,
                schema,
                groupFiles(),
                groupSize != null
                        ? groupSize
                        : format != null && FormatCatalogue.COLUMNAR.contains(format)
                                ? SourceOptions.COLUMNAR_GROUP_BYTES
                                : SourceOptions.TEXT_GROUP_BYTES,
                boundedFiles,
                boundedSize,
                section.choice("initial", INITIAL, Initial.ALL),
                section.places());
    }

    private @Nullable String format(List<String> kinds) {
        if (kinds.contains("jdbc")) {
            FILES_ONLY.stream()
                    .filter(section::has)
                    .forEach(key -> reading.mistake(
                            section.place(key),
                            "'" + key + "' means nothing to a jdbc source.",
                            "Leave it out: rows come typed, and the keys of jobBookmarkKeys say what is new."));
            return null;
        }
        if (!section.has("format")) {
            return kinds.contains("s3")
                    ? section.required(
                            "format",
                            "Say what the files are: format: csv, json or another of "
                                    + String.join(", ", reading.formats().readable()) + ".")
                    : null;
        }
        return OptionsReader.format(reading, section, reading.formats().readable(), "read");
    }

    private GroupFiles groupFiles() {
        if (section.has("groupFiles")
                && section.node("groupFiles") instanceof YamlNode.Text text
                && text.text().equals("acrossPartition")) {
            reading.mistake(
                    section.place("groupFiles"),
                    "acrossPartition would put objects of several partitions into one group, and no row could tell its partition any more.",
                    "Write inPartition, and a larger groupSize if partitions are small: a chunk takes several groups.");
            return GroupFiles.IN_PARTITION;
        }
        return section.choice("groupFiles", GROUP_FILES, GroupFiles.IN_PARTITION);
    }

    private @Nullable Source s3(Section s3, SourceOptions options) {
        List<String> paths = new ArrayList<>();
        if (!s3.has("paths")) {
            reading.mistake(
                    s3.place("paths"),
                    "'paths' is missing.",
                    "Say where the objects are: paths: [ \"s3://bucket/folder/\" ].");
        }
        List<YamlNode> items = s3.items("paths");
        if (items.isEmpty() && s3.node("paths") instanceof YamlNode.Items empty) {
            reading.mistake(empty.place(), "'paths' is empty.", "Name at least one path.");
        }
        for (YamlNode item : items) {
            String path = path(s3, item);
            if (path != null) {
                s3.remember("paths[" + paths.size() + "]", item.place());
                paths.add(path);
            }
        }
        List<String> exclusions = s3.texts("exclusions");
        List<String> classes = storageClasses(s3);
        boolean recurse = s3.flag("recurse", true);
        S3Access access = access(s3);
        return paths.isEmpty() ? null : new S3Source(paths, exclusions, classes, recurse, access, options, s3.places());
    }

    private @Nullable String path(Section s3, YamlNode item) {
        String text = s3.textOf(item, "an item of paths");
        if (text == null) {
            return null;
        }
        try {
            return reading.locations().full(text);
        } catch (IllegalArgumentException wrong) {
            reading.mistake(item.place(), String.valueOf(wrong.getMessage()), SinkReader.PATH_HINT);
            return null;
        }
    }

    private List<String> storageClasses(Section block) {
        List<String> classes = block.texts("excludeStorageClasses");
        for (int i = 0; i < classes.size(); i++) {
            String name = classes.get(i);
            if (!STORAGE_CLASSES.contains(name.toUpperCase(Locale.ROOT))) {
                Place place = block.places().of("excludeStorageClasses[" + i + "]");
                reading.mistake(
                        place,
                        "'" + Wording.shown(name) + "' is no storage class of S3.",
                        Wording.nearest(name, STORAGE_CLASSES));
            }
        }
        return classes.stream().map(name -> name.toUpperCase(Locale.ROOT)).toList();
    }

    private S3Access access(Section block) {
        return new S3Access(
                block.text("region"),
                block.matching("expectedBucketOwner", ACCOUNT, "account id", ACCOUNT_HINT),
                block.matching("roleArn", ARN, "ARN", ARN_HINT),
                block.flag("requesterPays", false));
    }

    private @Nullable Source catalog(Section catalog, SourceOptions options) {
        String database = catalog.required("database", "Name the table's database.");
        String table = catalog.required("table", "Name the table.");
        String id = catalog.matching("catalogId", ACCOUNT, "account id", ACCOUNT_HINT);
        String predicate = catalog.text("catalogPartitionPredicate");
        if (predicate != null) {
            new ExpressionChecks(reading)
                    .catalogPredicate(predicate, catalog.place("catalogPartitionPredicate"), options.partitionKeys());
        }
        List<String> exclusions = catalog.texts("exclusions");
        List<String> classes = storageClasses(catalog);
        S3Access access = access(catalog);
        return database == null || table == null
                ? null
                : new CatalogSource(
                        id, database, table, predicate, exclusions, classes, access, options, catalog.places());
    }

    private @Nullable Source jdbc(Section jdbc, SourceOptions options) {
        String url = jdbc.required("url", "Write the database's address: url: jdbc:postgresql://host/db.");
        if (url != null && !url.startsWith("jdbc:")) {
            reading.mistake(
                    jdbc.place("url"),
                    "'" + Wording.shown(url) + "' is no JDBC address.",
                    "It begins with jdbc:, as in jdbc:postgresql://host:5432/db.");
        }
        if (jdbc.has("table") == jdbc.has("query")) {
            reading.mistake(
                    jdbc.has("query") ? jdbc.place("query") : jdbc.place("table"),
                    "A jdbc source has a table or a query, one of them.",
                    "Keep one of them.");
        }
        if (jdbc.has("hashfield") && jdbc.has("hashexpression")) {
            reading.mistake(
                    jdbc.place("hashexpression"),
                    "hashfield and hashexpression exclude each other.",
                    "Keep one of them.");
        }
        String table = jdbc.text("table");
        String query = jdbc.text("query");
        String user = jdbc.text("user");
        String passwordEnv = jdbc.text("passwordEnv");
        String secretId = jdbc.text("secretId");
        List<String> keys = jdbc.texts("jobBookmarkKeys");
        boolean ascending = jdbc.choice("jobBookmarkKeysSortOrder", SORT_ORDER, true);
        String hashfield = jdbc.text("hashfield");
        String hashexpression = jdbc.text("hashexpression");
        int hashpartitions = jdbc.number("hashpartitions", 1, 1000, 7);
        int fetchSize = jdbc.number("fetchSize", 1, 10_000_000, 10_000);
        Duration settle = jdbc.duration("settle");
        NullKeys nullKeys = jdbc.choice("nullKeys", NULL_KEYS, NullKeys.FAIL);
        String region = jdbc.text("region");
        String roleArn = jdbc.matching("roleArn", ARN, "ARN", ARN_HINT);
        return url == null
                ? null
                : new JdbcSource(
                        url,
                        table,
                        query,
                        user,
                        passwordEnv,
                        secretId,
                        keys,
                        ascending,
                        hashfield,
                        hashexpression,
                        hashpartitions,
                        fetchSize,
                        settle == null ? Duration.ZERO : settle,
                        nullKeys,
                        region,
                        roleArn,
                        options,
                        jdbc.places());
    }
}
