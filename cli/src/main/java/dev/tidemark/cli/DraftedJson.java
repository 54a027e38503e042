package dev.tidemark.cli;

import dev.tidemark.json.SampleJson;
import dev.tidemark.spi.FormatOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
        return new DraftedJson(
                multiLine, DraftedRecords.of(files, "json", options).badRecord());
    }

    /// Whether records go over several lines, or lie in an array.
    static boolean spansLines(SampleText sample) {
        boolean document = sample.whole() && SampleJson.problem(sample.text()).isEmpty();
        // An array is a document, on however many lines.
        if (sample.text().stripLeading().startsWith("[") && (document || !sample.whole())) {
            return true;
        }
        return document && firstBroken(sample) != null;
    }

    /// @param problem why it is no sequence of JSON values
    private record BrokenLine(int number, String problem) {}

    private static @Nullable BrokenLine firstBroken(SampleText sample) {
        // Only what JSON calls a line end: text may hold others.
        List<String> lines = List.of(sample.text().split("\n", LINES_SEEN + 2));
        // The last line of a sample that goes on may be cut.
        int complete = Math.min(LINES_SEEN, sample.whole() ? lines.size() : lines.size() - 1);
        for (int line = 0; line < complete; line++) {
            Optional<String> problem = SampleJson.problem(lines.get(line));
            if (problem.isPresent()) {
                return new BrokenLine(line + 1, problem.get());
            }
        }
        return null;
    }

    private static boolean spansLines(Path file, SampleText sample) {
        boolean spans = spansLines(sample);
        BrokenLine broken = spans ? null : firstBroken(sample);
        if (broken != null) {
            throw new UsageException(("Line %d of %s is not JSON: %s. Mend the line or name another sample;"
                            + " records that go over several lines need formatOptions: { multiLine: true }.")
                    .formatted(broken.number(), Shown.of(file), broken.problem()));
        }
        return spans;
    }
}
