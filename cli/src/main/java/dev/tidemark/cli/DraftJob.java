package dev.tidemark.cli;

import dev.tidemark.json.SampleJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;

/// A job file drafted from samples. Columns of CSV stay text, so that no leading zero is lost; a comment shows which
/// of them look like something else.
record DraftJob(String text) {

    private static final int LINES_SEEN = 1_000;

    /// @param job where the job file will lie: its paths are relative to its folder
    /// @throws UsageException when the samples cannot be read, are broken or are of several formats
    static DraftJob of(List<Path> files, Path job) {
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
        boolean inside = folders.contains("./");
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
            csv(text, files.getFirst());
        } else if (spansLines(files)) {
            text.append("      formatOptions: { multiLine: true }\n");
        }
        text.append("      # groupSize: 128MB          # bytes of input that are worked on together\n");
        text.append("    # transforms:\n    #   - filter: \"… is not null\"\n");
        text.append("    sink:\n      path: ")
                .append(quoted((inside ? "../" : "./curated/") + name + (inside ? "-curated/" : "/")));
        text.append("\n      format: parquet\n      formatOptions: { compression: zstd }\n");
        text.append("      # partitionKeys: [ … ]\n      # catalog: { database: lake, table: ");
        text.append(name.replace('-', '_')).append(" }\n");
        return new DraftJob(text.toString());
    }

    private static void csv(StringBuilder text, Path sample) {
        List<String> lines = lines(sample);
        CsvGuess guess = CsvGuess.of(lines.isEmpty() ? "" : String.join("\n", lines) + "\n");
        guess.nameMetTwice().ifPresent(names -> {
            throw new UsageException("The header of " + sample + " names the column " + names
                    + ", and names match in any case. Rename one where the file is made, or write the job file by hand:"
                    + " withHeader: false, skipFirst: true and a schema name the columns by position.");
        });
        text.append("      formatOptions: { withHeader: true, separator: ")
                .append(quoted(String.valueOf(guess.separator())))
                .append(" }\n");
        if (!readable(sample)) {
            text.append("      # The sample's compression is not looked into here: check the separator.\n");
        }
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
            List<String> lines = lines(file);
            // An array is a document, on however many lines.
            spans |= lines.stream()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .findFirst()
                    .filter(line -> line.startsWith("["))
                    .isPresent();
            for (int line = 0; line < lines.size(); line++) {
                Optional<String> problem = SampleJson.problem(lines.get(line));
                if (problem.isEmpty()) {
                    continue;
                }
                if (lines.size() < LINES_SEEN
                        && SampleJson.problem(String.join("\n", lines)).isEmpty()) {
                    spans = true;
                    break;
                }
                throw new UsageException(("Line %d of %s is not JSON: %s. Mend the line or name another sample;"
                                + " records that go over several lines need formatOptions: { multiLine: true }.")
                        .formatted(line + 1, file, problem.get()));
            }
        }
        return spans;
    }

    /// Whether [#lines] can look into a file.
    private static boolean readable(Path file) {
        return !file.toString().toLowerCase(Locale.ROOT).matches(".*\\.(zst|bz2)");
    }

    private static List<String> lines(Path file) {
        List<String> lines = new ArrayList<>();
        if (!readable(file)) {
            return lines;
        }
        try (InputStream stored = Files.newInputStream(file);
                InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(stored) : stored;
                BufferedReader reader = new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null && lines.size() < LINES_SEEN; line = reader.readLine()) {
                lines.add(line.startsWith("\uFEFF") ? line.substring(1) : line);
            }
            return lines;
        } catch (IOException e) {
            throw new UsageException("Cannot read " + file + ": " + e + ".");
        }
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
        String escaped = text.replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("\t", "\\t")
                .replace("\n", "\\n")
                .replace("$", "$$");
        return "\"" + escaped + "\"";
    }
}
