package dev.tidemark.cli;

import dev.tidemark.data.SampledSchema;
import dev.tidemark.data.Schema;
import dev.tidemark.data.SchemaMerge;
import dev.tidemark.data.TidemarkException;
import dev.tidemark.json.SampleJson;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.Formats;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How samples of JSON are to be read, tried on them with the reader that runs will use.
///
/// @param multiLine whether records go over several lines, or lie in an array
/// @param badRecord what a run would say of the first one that it would reject
record DraftedJson(boolean multiLine, Optional<String> badRecord) {

    private static final int LINES_SEEN = 1_000;

    /// @throws UsageException when a line is broken, or no record is an object with fields
    static DraftedJson of(List<Path> files) {
        boolean multiLine = false;
        for (Path file : files) {
            SampleText sample = SampleText.of(new SampleFile(file), null);
            if (!sample.encoding().equals("UTF-8")) {
                throw new UsageException("The sample " + Shown.of(file) + " is in " + sample.encoding()
                        + ", and JSON is read as UTF-8 (RFC 8259). Convert it: iconv -f " + sample.encoding()
                        + " -t UTF-8.");
            }
            multiLine |= spansLines(file, sample);
        }
        FormatOptions options = new FormatOptions(Map.of("multiLine", String.valueOf(multiLine)));
        List<SampledSchema> schemas = new ArrayList<>();
        List<String> bad = new ArrayList<>();
        for (Path file : files) {
            TriedSample tried = TriedSample.of(file, "json", options);
            tried.badRecord().ifPresent(bad::add);
            if (tried.rows() == 0 && tried.badRecord().isPresent()) {
                throw new UsageException("The sample " + Shown.of(file) + " has no record that a run can read: "
                        + tried.badRecord().get()
                        + ". A record is an object with fields, {\"name\": value}. Convert the file, or name another"
                        + " one.");
            }
            schemas.add(tried.sampled());
        }
        refuseUnwritable(files, schemas);
        return new DraftedJson(multiLine, bad.stream().findFirst());
    }

    /// What no column could hold is found before the first run.
    private static void refuseUnwritable(List<Path> files, List<SampledSchema> samples) {
        String named = (files.size() == 1 ? "The sample " + Shown.of(files.getFirst()) : "The samples")
                + " cannot be drafted from: ";
        Schema schema = merged(named, samples);
        if (schema.size() == 0) {
            throw new UsageException(named + "no record has a field. Name a file whose records have some.");
        }
        try {
            Formats.load().writer("parquet").check(schema, FormatOptions.NONE);
        } catch (TidemarkException refused) {
            throw new UsageException(named + refused.getMessage());
        }
    }

    private static Schema merged(String named, List<SampledSchema> samples) {
        try {
            return SchemaMerge.merge(samples);
        } catch (TidemarkException refused) {
            throw new UsageException(named + refused.getMessage());
        }
    }

    private static boolean spansLines(Path file, SampleText sample) {
        boolean document = sample.whole() && SampleJson.problem(sample.text()).isEmpty();
        // An array is a document, on however many lines.
        if (sample.text().stripLeading().startsWith("[") && (document || !sample.whole())) {
            return true;
        }
        // Only what JSON calls a line end: text may hold others.
        List<String> lines = List.of(sample.text().split("\n", LINES_SEEN + 2));
        // The last line of a sample that goes on may be cut.
        int complete = Math.min(LINES_SEEN, sample.whole() ? lines.size() : lines.size() - 1);
        for (int line = 0; line < complete; line++) {
            Optional<String> problem = SampleJson.problem(lines.get(line));
            if (problem.isPresent() && document) {
                return true;
            }
            if (problem.isPresent()) {
                throw new UsageException(("Line %d of %s is not JSON: %s. Mend the line or name another sample;"
                                + " records that go over several lines need formatOptions: { multiLine: true }.")
                        .formatted(line + 1, Shown.of(file), problem.get()));
            }
        }
        return false;
    }
}
