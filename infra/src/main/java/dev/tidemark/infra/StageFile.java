package dev.tidemark.infra;

import dev.tidemark.infra.StageSettings.AccessPoint;
import dev.tidemark.infra.StageSettings.JobSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/// Reads the settings of a stage. Paths in it are relative to its folder.
final class StageFile {

    /// Of those that CloudWatch Logs knows.
    private static final Set<Integer> LOG_DAYS = Set.of(1, 3, 5, 7, 14, 30, 60, 90, 180, 365);

    private static final Set<String> KEYS = Set.of(
            "stage",
            "account",
            "region",
            "tags",
            "alarmEmail",
            "logDays",
            "accessPoints",
            "buckets",
            "keepWorkers",
            "jobs");
    private static final Set<String> JOB_KEYS =
            Set.of("file", "params", "schedule", "timezone", "onNewObjects", "after", "readKeys", "alarmAfterHours");

    private final Path file;

    private StageFile(Path file) {
        this.file = file;
    }

    /// @throws StageFileException when it says something wrong
    static StageSettings read(Path file) {
        try {
            return new StageFile(file).settings(Files.readString(file));
        } catch (IOException e) {
            throw new StageFileException(
                    file.toString(),
                    "it cannot be read (" + e.getMessage() + ")",
                    "Its folder and name are those of infra/stages.");
        }
    }

    private StageSettings settings(String text) {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        Object top;
        try {
            top = new Yaml(new SafeConstructor(options)).load(text);
        } catch (YAMLException | NumberFormatException e) {
            // The second is snakeyaml's way of meeting an escape such as \U99999999.
            throw wrong(String.valueOf(e.getMessage()), "Mend its YAML.");
        }
        Map<String, Object> map = map("the file", top);
        known(map, KEYS, "the file");
        String stage = text(map, "stage");
        if (!stage.matches("[a-z][a-z0-9]{0,9}")) {
            throw wrong(
                    "its stage '" + stage + "' is no name of a stage",
                    "Write up to 10 lower-case letters and digits: names of roles and buckets are made of it.");
        }
        String account = text(map, "account");
        if (!account.matches("[0-9]{12}")) {
            throw wrong("its account '" + account + "' is no account id", "Write 12 digits, in quotes.");
        }
        int logDays = number(map, "logDays", 30);
        if (!LOG_DAYS.contains(logDays)) {
            throw wrong("CloudWatch keeps no logs for " + logDays + " days", "Write one of " + LOG_DAYS + ".");
        }
        Map<String, AccessPoint> accessPoints = new LinkedHashMap<>();
        map("accessPoints", map.getOrDefault("accessPoints", Map.of())).forEach((alias, behind) -> {
            Map<String, Object> point = map(alias, behind);
            known(point, Set.of("bucket", "arn"), alias);
            accessPoints.put(alias, new AccessPoint(text(point, "bucket"), text(point, "arn")));
        });
        return new StageSettings(
                StageNames.of(stage, account, text(map, "region")),
                texts(map, "tags"),
                optional(map, "alarmEmail"),
                logDays,
                accessPoints,
                list(map, "buckets"),
                keepWorkers(map),
                jobs(map));
    }

    private List<Integer> keepWorkers(Map<String, Object> map) {
        List<Integer> sizes = new ArrayList<>();
        if (map.getOrDefault("keepWorkers", List.of()) instanceof List<?> items) {
            for (Object item : items) {
                if (item instanceof Integer mb
                        && mb >= DeployedJob.LEAST_MEMORY_MB
                        && mb <= DeployedJob.MOST_MEMORY_MB) {
                    sizes.add(mb);
                }
            }
            if (sizes.size() == items.size()) {
                return sizes;
            }
        }
        throw wrong(
                "'keepWorkers' is no list of memory sizes but " + map.get("keepWorkers"),
                "Write keepWorkers: [ 4096 ], of megabytes from %d to %d."
                        .formatted(DeployedJob.LEAST_MEMORY_MB, DeployedJob.MOST_MEMORY_MB));
    }

    private List<JobSettings> jobs(Map<String, Object> map) {
        if (!(map.getOrDefault("jobs", List.of()) instanceof List<?> items)) {
            throw wrong("'jobs' is no list", "Write jobs: [ { file: … } ].");
        }
        List<JobSettings> jobs = new ArrayList<>();
        for (Object item : items) {
            Map<String, Object> job = map("an item of jobs", item);
            known(job, JOB_KEYS, "an item of jobs");
            jobs.add(new JobSettings(
                    file.toAbsolutePath().resolveSibling(text(job, "file")).normalize(),
                    texts(job, "params"),
                    optional(job, "schedule"),
                    timezone(job),
                    flag(job, "onNewObjects"),
                    list(job, "after"),
                    list(job, "readKeys"),
                    job.containsKey("alarmAfterHours") ? (Integer) number(job, "alarmAfterHours", 24) : null));
        }
        return jobs;
    }

    private String timezone(Map<String, Object> job) {
        String name = job.containsKey("timezone") ? text(job, "timezone") : "UTC";
        try {
            return ZoneId.of(name).getId();
        } catch (DateTimeException e) {
            throw new StageFileException(
                    file.toString(), "'" + name + "' is no time zone", "Write one as Europe/Berlin.");
        }
    }

    private Map<String, Object> map(String what, @Nullable Object value) {
        if (!(value instanceof Map<?, ?> entries)) {
            throw wrong(what + " is no map of keys", "See infra/stages/dev.yaml.");
        }
        Map<String, Object> map = new LinkedHashMap<>();
        entries.forEach((key, inner) -> map.put(String.valueOf(key), inner));
        return map;
    }

    private void known(Map<String, Object> map, Set<String> keys, String where) {
        for (String key : map.keySet()) {
            if (!keys.contains(key)) {
                throw wrong(
                        where + " has the unknown key '" + key + "'",
                        "Known are " + keys.stream().sorted().toList() + ".");
            }
        }
    }

    /// A number without quotes may have lost its zeros already: 011112222333 is octal in YAML.
    private String text(Map<String, Object> map, String key) {
        Object value = map.get(key);
        if (value instanceof String text && !text.isBlank()) {
            return text;
        }
        throw wrong(
                value == null ? "'" + key + "' is missing" : "'" + key + "' is no text but " + value,
                "Write it in quotes.");
    }

    private @Nullable String optional(Map<String, Object> map, String key) {
        return map.containsKey(key) ? text(map, key) : null;
    }

    private int number(Map<String, Object> map, String key, int otherwise) {
        Object value = map.getOrDefault(key, otherwise);
        if (value instanceof Integer number && number > 0) {
            return number;
        }
        throw wrong("'" + key + "' is no number above 0 but " + value, "Write a number.");
    }

    private boolean flag(Map<String, Object> map, String key) {
        Object value = map.getOrDefault(key, false);
        if (value instanceof Boolean flag) {
            return flag;
        }
        throw wrong("'" + key + "' is neither true nor false but " + value, "Write true or false.");
    }

    private Map<String, String> texts(Map<String, Object> map, String key) {
        Map<String, Object> entries = map(key, map.getOrDefault(key, Map.of()));
        Map<String, String> texts = new LinkedHashMap<>();
        entries.keySet().forEach(name -> texts.put(name, text(entries, name)));
        return texts;
    }

    private List<String> list(Map<String, Object> map, String key) {
        if (!(map.getOrDefault(key, List.of()) instanceof List<?> items)) {
            throw wrong("'" + key + "' is no list", "Write " + key + ": [ … ].");
        }
        return items.stream().map(String::valueOf).toList();
    }

    private StageFileException wrong(String why, String wayOut) {
        return new StageFileException(file.toString(), why, wayOut);
    }
}
