package dev.tidemark.cli;

import dev.tidemark.json.SampleJson;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;

/// The format of a sample, by its name; one whose name says CSV is looked into, as JSON lines often come so.
final class SampleFormat {

    private static final int LOOKED_AT = 1 << 20;

    private SampleFormat() {}

    /// @return the job file's name of it
    /// @throws UsageException when nothing tells it
    static String of(Path file) {
        String name = Objects.requireNonNull(file.getFileName()).toString().toLowerCase(Locale.ROOT);
        String plain = name.replaceAll("\\.(gz|zst|bz2)\\z", "");
        if (plain.endsWith(".json") || plain.endsWith(".jsonl") || plain.endsWith(".ndjson")) {
            return "json";
        }
        if (plain.endsWith(".csv") || plain.endsWith(".tsv") || plain.endsWith(".txt")) {
            byte[] head = new SampleFile(file).head(LOOKED_AT);
            return SampleJson.beginsWithRecord(head) ? "json" : "csv";
        }
        throw new UsageException("Cannot tell the format of " + Shown.of(file)
                + ": init knows .csv, .tsv, .txt, .json, .jsonl and .ndjson, also with .gz, .zst or .bz2.");
    }
}
