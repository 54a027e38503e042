package dev.tidemark.cli;

import dev.tidemark.json.SampleJson;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A job file drafted from samples. Columns of CSV stay text, so that no leading zero is lost; a comment shows which
/// of them look like something else.
record DraftJob(String text) {

    private static final int LINES_SEEN = 1_000;

    /// @param job      where the job file will lie: its paths are relative to its folder
    /// @param encoding what CSV is written in; null: UTF-8, or what a byte order mark says
    /// @throws UsageException when the samples cannot be read, are broken or are of several formats
    static DraftJob of(List<Path> files, Path job, @Nullable Charset encoding) {
        Path jobFolder = Objects.requireNonNull(job.toAbsolutePath().normalize().getParent());
        TreeSet<String> formats = new TreeSet<>();
        TreeSet<String> folders = new TreeSet<>();
        for (Path file : files) {
            if (Files.isDirectory(file)) {
                throw new UsageException(file + " is a folder. Name sample files in it: tidemark init "
                        + file.resolve("FILE.csv") + ".");
            }
            if (!Files.isRegularFile(file)) {
                throw new UsageException("There is no file " + file + ".");
            }
            formats.add(format(file));
            folders.add(source(file, jobFolder));
        }
        if (formats.size() > 1) {
            throw new UsageException("The samples are of several formats, " + String.join(" and ", formats)
                    + ". Call init once for each.");
        }
        String format = formats.first();
        Path first = files.getFirst().toAbsolutePath().normalize();
        boolean besideJob = folders.stream().anyMatch(each -> !each.endsWith("/"));
        String name = name(besideJob || folders.first().equals("./") ? first : jobFolder.resolve(folders.first()));
        StringBuilder text = new StringBuilder();
        text.append("# Drafted by tidemark init. See what the next run would read: tidemark plan ")
                .append(job.getFileName())
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
        if (format.equals("csv")) {
            csv(text, files, encoding);
        } else if (spansLines(files)) {
            text.append("      formatOptions: { multiLine: true }\n");
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
    private static String sink(Set<String> folders, Path jobFolder, String name) {
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
        drafted.badRecord()
                .ifPresent(
                        bad -> text.append("      # Bad records fail a run; onBadRecord: quarantine beside source sets"
                                        + " them aside. One is in the samples:\n      # ")
                                .append(bad)
                                .append('\n'));
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

    /// Whether records of JSON go over several lines.
    ///
    /// @throws UsageException when a line is broken
    private static boolean spansLines(List<Path> files) {
        boolean spans = false;
        for (Path file : files) {
            SampleText sample = SampleText.of(new SampleFile(file), null);
            if (!sample.encoding().equals("UTF-8")) {
                throw new UsageException("The sample " + file + " is in " + sample.encoding()
                        + ", and JSON is read as UTF-8 (RFC 8259). Convert it: iconv -f " + sample.encoding()
                        + " -t UTF-8.");
            }
            spans |= spansLines(file, sample);
        }
        return spans;
    }

    private static boolean spansLines(Path file, SampleText sample) {
        boolean document = sample.whole() && SampleJson.problem(sample.text()).isEmpty();
        // An array is a document, on however many lines.
        if (sample.text().stripLeading().startsWith("[") && (document || !sample.whole())) {
            return true;
        }
        List<String> lines = sample.text()
                .lines()
                .limit(sample.whole() ? LINES_SEEN : LINES_SEEN + 1)
                .toList();
        // The last line of a sample that goes on may be cut.
        int complete = sample.whole() ? lines.size() : Math.min(LINES_SEEN, lines.size() - 1);
        for (int line = 0; line < complete; line++) {
            Optional<String> problem = SampleJson.problem(lines.get(line));
            if (problem.isPresent() && document) {
                return true;
            }
            if (problem.isPresent()) {
                throw new UsageException(("Line %d of %s is not JSON: %s. Mend the line or name another sample;"
                                + " records that go over several lines need formatOptions: { multiLine: true }.")
                        .formatted(line + 1, file, problem.get()));
            }
        }
        return false;
    }

    private static String format(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT).replaceAll("\\.(gz|zst|bz2)$", "");
        if (name.matches(".*\\.(csv|tsv|txt)")) {
            return "csv";
        }
        if (name.matches(".*\\.(json|jsonl|ndjson)")) {
            return "json";
        }
        throw new UsageException("Cannot tell the format of " + file
                + ": init knows .csv, .tsv, .txt, .json, .jsonl and .ndjson, also with .gz, .zst or .bz2.");
    }

    /// A sample beside the job file stands for itself: their folder holds the job file too, and its state.
    private static String source(Path file, Path jobFolder) {
        Path absolute = file.toAbsolutePath().normalize();
        return jobFolder.equals(absolute.getParent()) ? "./" + absolute.getFileName() : folder(file, jobFolder);
    }

    /// The sample's folder without its k=v folders, relative to the job file's.
    private static String folder(Path file, Path jobFolder) {
        Path folder = Objects.requireNonNull(file.toAbsolutePath().normalize().getParent());
        while (folder.getFileName() != null && folder.getFileName().toString().contains("=")) {
            folder = Objects.requireNonNull(folder.getParent());
        }
        String relative = jobFolder.relativize(folder).toString();
        return relative.isEmpty() ? "./" : (relative.startsWith(".") ? relative : "./" + relative) + "/";
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
