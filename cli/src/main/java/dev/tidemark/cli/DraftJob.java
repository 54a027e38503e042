package dev.tidemark.cli;

import dev.tidemark.spi.FormatOptions;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A job file drafted from samples. Columns of CSV stay text, so that no leading zero is lost; a comment shows which
/// of them look like something else.
record DraftJob(String text) {

    private static final int COLUMNS_SHOWN = 20;

    /// @param job      where the job file will lie: its paths are relative to its folder
    /// @param encoding what CSV is written in; null: UTF-8, or what a byte order mark says
    /// @throws UsageException when the samples cannot be read, are broken or are of several formats
    static DraftJob of(List<Path> files, Path job, @Nullable Charset encoding) {
        Path jobFolder = Objects.requireNonNull(job.toAbsolutePath().normalize().getParent());
        TreeSet<String> formats = new TreeSet<>();
        for (Path file : files) {
            if (Files.isDirectory(file)) {
                throw new UsageException(Shown.of(file) + " is a folder. Name sample files in it: tidemark init "
                        + Shown.of(file.resolve("FILE.csv")) + ".");
            }
            if (!Files.isRegularFile(file)) {
                throw new UsageException("There is no file " + Shown.of(file) + ".");
            }
            formats.add(format(file));
        }
        if (formats.size() > 1) {
            throw new UsageException("The samples are of several formats, " + String.join(" and ", formats)
                    + ". Call init once for each.");
        }
        SamplePlaces places = SamplePlaces.of(files, jobFolder);
        List<String> folders = places.paths();
        String format = formats.first();
        Path first = files.getFirst().toAbsolutePath().normalize();
        boolean besideJob = places.besideJob();
        String name =
                name(besideJob || folders.getFirst().equals("./") ? first : jobFolder.resolve(folders.getFirst()));
        StringBuilder text = new StringBuilder();
        text.append("# Drafted by tidemark init. See what the next run would read: tidemark plan ")
                .append(Shown.of(job.getFileName()))
                .append('\n');
        text.append("job: ").append(name).append("\nflows:\n  - name: ").append(name);
        text.append("\n    source:\n      # ")
                .append(
                        besideJob
                                ? "Give the data a folder of their own, and everything that comes there is read."
                                : "Everything below these folders is read once; k=v folders become columns.")
                .append('\n');
        text.append("      s3: { paths: [ ")
                .append(String.join(", ", folders.stream().map(DraftJob::quoted).toList()));
        text.append(" ] }\n      format: ").append(format).append('\n');
        switch (format) {
            case "csv" -> csv(text, files, encoding);
            case "json" -> json(text, DraftedJson.of(files));
            default -> records(text, files, format);
        }
        text.append("      # groupSize: 128MB          # bytes of input that are worked on together\n");
        text.append("    # transforms:\n    #   - filter: \"… is not null\"\n");
        text.append("    sink:\n      path: ").append(quoted(sink(folders, jobFolder, name)));
        text.append("\n      format: parquet\n      formatOptions: { compression: zstd }\n");
        text.append("      # partitionKeys: [ … ]\n      # catalog: { database: lake, table: ");
        text.append(name.replace('-', '_')).append(" }\n");
        return new DraftJob(text.toString());
    }

    /// A folder that lies in no source and has none in it: `curated` beside the job where that may be.
    private static String sink(List<String> folders, Path jobFolder, String name) {
        List<Path> sources = folders.stream()
                .map(folder -> jobFolder.resolve(folder).normalize())
                .toList();
        List<String> candidates = new ArrayList<>(List.of("./curated/" + name + "/", "./" + name + "-curated/"));
        for (int up = 1; up <= jobFolder.getNameCount(); up++) {
            candidates.add("../".repeat(up) + name + "-curated/");
        }
        for (String candidate : candidates) {
            Path sink = jobFolder.resolve(candidate).normalize();
            if (sources.stream().noneMatch(source -> sink.startsWith(source) || source.startsWith(sink))) {
                return candidate;
            }
        }
        throw new UsageException("The samples lie at the root of the file system, so that no folder is left for a job's"
                + " output. Give them a folder of their own.");
    }

    private static void csv(StringBuilder text, List<Path> files, @Nullable Charset encoding) {
        DraftedCsv drafted = DraftedCsv.of(files, encoding);
        CsvGuess guess = drafted.guess();
        text.append("      formatOptions: { withHeader: true, separator: ")
                .append(quoted(String.valueOf(guess.separator())))
                .append(guess.multiLine() ? ", multiLine: true" : "")
                .append(drafted.encoding().equals("UTF-8") ? "" : ", encoding: " + drafted.encoding())
                .append(" }\n");
        if (!guess.others().isEmpty()) {
            text.append("      # As well it could be separator: ")
                    .append(guess.others().stream()
                            .map(other -> quoted(String.valueOf(other)))
                            .collect(Collectors.joining(" or ")))
                    .append(". Look at the first rows.\n");
        }
        drafted.badRecord().ifPresent(bad -> badRecord(text, bad));
        StringBuilder typed = new StringBuilder();
        for (int column = 0; column < guess.names().size(); column++) {
            String type = guess.type(column);
            if (!type.equals("string")) {
                typed.append("      #   - { name: ")
                        .append(quoted(guess.names().get(column)))
                        .append(", type: ")
                        .append(type)
                        .append(" }\n");
            }
        }
        text.append("      # Every column is text until it is typed: leading zeros survive.");
        text.append(typed.isEmpty() ? "\n" : " These look like something else:\n      # schema:\n");
        text.append(typed);
    }

    private static void json(StringBuilder text, DraftedJson drafted) {
        if (drafted.multiLine()) {
            text.append("      formatOptions: { multiLine: true }\n");
        }
        drafted.badRecord().ifPresent(bad -> badRecord(text, bad));
    }

    private static String format(Path file) {
        try {
            return SampleFormat.of(new SampleFile(file));
        } catch (IOException e) {
            throw new UsageException("Cannot read " + Shown.of(file) + ": " + e + ".");
        }
    }

    /// Formats that need no look at their text, or little: an option says where records are.
    private static void records(StringBuilder text, List<Path> files, String format) {
        Map<String, String> options = options(files, format);
        DraftedRecords drafted = DraftedRecords.of(files, format, new FormatOptions(options));
        options.forEach((name, value) -> text.append("      formatOptions: { ")
                .append(name)
                .append(": ")
                .append(quoted(value))
                .append(" }\n"));
        drafted.badRecord().ifPresent(bad -> badRecord(text, bad));
        text.append("      # Columns of the samples; schema: [ { name: …, type: … } ] types some of them otherwise:\n");
        drafted.schema().fields().stream()
                .limit(COLUMNS_SHOWN)
                .forEach(field -> text.append("      #   ")
                        .append(quoted(field.name()).replace("$$", "$"))
                        .append(' ')
                        .append(Shown.of(field.type().toString()))
                        .append('\n'));
        if (drafted.schema().size() > COLUMNS_SHOWN) {
            text.append("      #   and ")
                    .append(drafted.schema().size() - COLUMNS_SHOWN)
                    .append(" more\n");
        }
    }

    /// The one option that tells records from the rest, the same for all samples.
    private static Map<String, String> options(List<Path> files, String format) {
        Map<String, String> first = options(files.getFirst(), format);
        for (Path file : files.subList(1, files.size())) {
            Map<String, String> its = options(file, format);
            if (!its.equals(first)) {
                throw new UsageException(("The samples %s and %s differ in their %s, '%s' and '%s', and a flow has one."
                                + " Call init once for each, and keep them in folders of their own.")
                        .formatted(
                                Shown.of(files.getFirst()),
                                Shown.of(file),
                                String.join("", first.keySet()),
                                Shown.of(String.join("", first.values())),
                                Shown.of(String.join("", its.values()))));
            }
        }
        return first;
    }

    private static Map<String, String> options(Path file, String format) {
        Map<String, String> options;
        try {
            options = GuessedOptions.of(new SampleFile(file), format);
        } catch (IOException e) {
            throw new UsageException("Cannot read " + Shown.of(file) + ": " + e + ".");
        }
        if (options.isEmpty() && format.equals("xml")) {
            throw new UsageException("The sample " + Shown.of(file)
                    + " holds no element: nothing says what its rows are. Name a file that holds records.");
        }
        if (options.isEmpty() && format.equals("grokLog")) {
            throw new UsageException("The sample " + Shown.of(file) + " has lines that none of the common patterns"
                    + " matches: " + String.join(", ", LogGuess.PATTERNS) + ". Try yours: tidemark inspect --format"
                    + " grokLog --option logFormat=PATTERN " + Shown.of(file) + ", and write the job file by hand.");
        }
        return options;
    }

    private static void badRecord(StringBuilder text, String bad) {
        text.append("      # Bad records fail a run; onBadRecord: quarantine beside source sets them aside. One is in"
                        + " the samples:\n      # ")
                .append(bad)
                .append('\n');
    }

    /// Of a path's last part that has letters: folders of dates say nothing.
    private static String name(Path of) {
        for (Path at = of.normalize(); at != null && at.getFileName() != null; at = at.getParent()) {
            String name = at.getFileName().toString().toLowerCase(Locale.ROOT).replaceAll("\\..*", "");
            name = name.replaceAll("[^a-z0-9]+", "-").replaceAll("^[^a-z]+|-+$", "");
            if (!name.isEmpty()) {
                return name.substring(0, Math.min(40, name.length()));
            }
        }
        return "job";
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            switch (each) {
                case '\\' -> quoted.append("\\\\");
                case '"' -> quoted.append("\\\"");
                case '\t' -> quoted.append("\\t");
                case '\n' -> quoted.append("\\n");
                case '$' -> quoted.append("$$");
                default ->
                    quoted.append(
                            Character.isISOControl(each) || each == '\u2028' || each == '\u2029'
                                    ? "\\u%04x".formatted((int) each)
                                    : String.valueOf(each));
            }
        }
        return quoted.append('"').toString();
    }
}
