package dev.tidemark.cli;

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
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;

/// A job file drafted from samples. Columns of CSV stay text, so that no leading zero is lost; a comment shows which
/// of them look like something else.
record DraftJob(String text) {

    private static final int LINES_SEEN = 1_000;
    private static final List<String> SEPARATORS = List.of(",", ";", "\t", "|");

    /// @param jobFolder where the job file will lie: its paths are relative to it
    /// @throws UsageException when the samples cannot be read or are of several formats
    static DraftJob of(List<Path> files, Path jobFolder) {
        TreeSet<String> formats = new TreeSet<>();
        TreeSet<String> folders = new TreeSet<>();
        for (Path file : files) {
            if (!Files.isRegularFile(file)) {
                throw new UsageException("There is no file " + file + ".");
            }
            formats.add(format(file));
            folders.add(folder(file, jobFolder));
        }
        if (formats.size() > 1) {
            throw new UsageException("The samples are of several formats, " + String.join(" and ", formats)
                    + ". Call init once for each.");
        }
        String format = formats.first();
        Path first = files.getFirst().toAbsolutePath().normalize();
        String name = name(folders.first().equals("./") ? first : jobFolder.resolve(folders.first()));
        boolean inside = folders.contains("./");
        StringBuilder text = new StringBuilder();
        text.append("# Drafted by tidemark init. See what the next run would read: tidemark plan job.yaml\n");
        text.append("job: ").append(name).append("\nflows:\n  - name: ").append(name);
        text.append(
                "\n    source:\n      # Everything below these folders is read once; k=v folders become columns.\n");
        text.append("      s3: { paths: [ ")
                .append(String.join(", ", folders.stream().map(DraftJob::quoted).toList()));
        text.append(" ] }\n      format: ").append(format).append('\n');
        if (format.equals("csv")) {
            csv(text, files.getFirst());
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
        String header = lines.isEmpty() ? "" : lines.getFirst();
        String separator = SEPARATORS.getFirst();
        for (String each : SEPARATORS) {
            separator = count(header, each) > count(header, separator) ? each : separator;
        }
        text.append("      formatOptions: { withHeader: true, separator: ")
                .append(quoted(separator))
                .append(" }\n");
        text.append(
                "      # Every column is text until it is typed: leading zeros survive. These look like something else:\n");
        text.append("      # schema:\n");
        String[] names = header.split(java.util.regex.Pattern.quote(separator), -1);
        for (int column = 0; column < names.length; column++) {
            String type = type(lines, separator, names.length, column);
            if (!type.equals("string")) {
                text.append("      #   - { name: ")
                        .append(quoted(names[column]))
                        .append(", type: ")
                        .append(type)
                        .append(" }\n");
            }
        }
    }

    /// Lines with quotes are not looked at: this is a hint in a comment.
    private static String type(List<String> lines, String separator, int columns, int column) {
        boolean whole = false;
        boolean date = false;
        for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
            String[] values = line.split(java.util.regex.Pattern.quote(separator), -1);
            if (line.contains("\"") || values.length != columns || values[column].isEmpty()) {
                continue;
            }
            if (values[column].matches("0|-?[1-9][0-9]{0,17}") && !date) {
                whole = true;
            } else if (values[column].matches("[0-9]{4}-[01][0-9]-[0-3][0-9]") && !whole) {
                date = true;
            } else {
                return "string";
            }
        }
        return whole ? "bigint" : date ? "date" : "string";
    }

    private static int count(String text, String part) {
        return text.split(java.util.regex.Pattern.quote(part), -1).length;
    }

    private static List<String> lines(Path file) {
        List<String> lines = new ArrayList<>();
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
                + ": init knows .csv, .tsv, .txt, .json, .jsonl and" + " .ndjson, also with .gz, .zst or .bz2.");
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

    private static String name(Path of) {
        String name = String.valueOf(of.normalize().getFileName())
                .toLowerCase(Locale.ROOT)
                .replaceAll("\\..*", "");
        name = name.replaceAll("[^a-z0-9]+", "-").replaceAll("^[^a-z]+|-+$", "");
        return name.isEmpty() ? "job" : name.substring(0, Math.min(40, name.length()));
    }

    private static String quoted(String text) {
        String escaped = text.replace("\\", "\\\\")
                .replace("\"", "\\\"")
                .replace("\t", "\\t")
                .replace("$", "$$");
        return "\"" + escaped + "\"";
    }
}
