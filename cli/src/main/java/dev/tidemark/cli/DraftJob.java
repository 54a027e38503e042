package dev.tidemark.cli;

import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A job file drafted from samples. Columns of CSV stay text, so that no leading zero is lost; a comment shows which
/// of them look like something else.
record DraftJob(String text) {

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
            formats.add(SampleFormat.of(file));
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
        if (format.equals("csv")) {
            csv(text, files, encoding);
        } else {
            json(text, DraftedJson.of(files));
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
