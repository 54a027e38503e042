package dev.tidemark.cli;

import dev.tidemark.spi.FormatOptions;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How samples of CSV are to be read, tried on them with the reader that runs will use.
///
/// @param guess     separator, names and records of the first sample
/// @param encoding  of all of them
/// @param badRecord what a run would say of the first one that it would reject
record DraftedCsv(CsvGuess guess, String encoding, Optional<String> badRecord) {

    /// @throws UsageException when a sample is no CSV, or they are not alike
    static DraftedCsv of(List<Path> files, @Nullable Charset named) {
        Path first = files.getFirst();
        SampleText text = SampleText.of(new SampleFile(first), named);
        CsvGuess guess = guess(first, text);
        boolean multiLine = guess.multiLine();
        for (Path file : files.subList(1, files.size())) {
            SampleText other = SampleText.of(new SampleFile(file), named);
            CsvGuess its = guess(file, other);
            refuseDifference(first, text.encoding(), file, other.encoding(), "encoding");
            if (its.names().size() > 1 || guess.names().size() > 1) {
                refuseDifference(first, shown(guess.separator()), file, shown(its.separator()), "separator");
            }
            multiLine |= its.multiLine();
        }
        CsvGuess whole = new CsvGuess(guess.separator(), guess.names(), guess.rows(), multiLine, false, guess.others());
        FormatOptions options = new FormatOptions(Map.of(
                "withHeader", "true",
                "separator", String.valueOf(whole.separator()),
                "multiLine", String.valueOf(multiLine),
                "encoding", text.encoding()));
        // All are tried, also after a bad record: a run refuses whatever it cannot open.
        List<String> bad = new ArrayList<>();
        for (Path file : files) {
            TriedSample.of(new SampleFile(file), "csv", options).badRecord().ifPresent(bad::add);
        }
        return new DraftedCsv(whole, text.encoding(), bad.stream().findFirst());
    }

    private static String shown(char separator) {
        return separator == '\t' ? "\\t" : String.valueOf(separator);
    }

    private static void refuseDifference(Path first, String of, Path other, String its, String option) {
        if (!of.equals(its)) {
            throw new UsageException(
                    ("The samples %s and %s differ in their %s, '%s' and '%s', and a flow has one. Call init"
                                    + " once for each, and keep them in folders of their own.")
                            .formatted(Shown.of(first), Shown.of(other), option, of, its));
        }
    }

    private static CsvGuess guess(Path file, SampleText sample) {
        String text = sample.text();
        CsvGuess guess = CsvGuess.of(sample.whole() && !text.endsWith("\n") ? text + "\n" : text);
        if (guess.names().isEmpty() || guess.openHeader()) {
            throw new UsageException("The sample " + Shown.of(file)
                    + " has no header: a quote in its first record is not closed, or"
                    + " the record is longer than a sample. Mend the file, or name another one.");
        }
        guess.nameMetTwice().ifPresent(names -> {
            throw new UsageException("The header of " + Shown.of(file) + " names the column " + Shown.of(names)
                    + ", and names match in any case. Rename one where the file is made, or write the job file by hand:"
                    + " withHeader: false, skipFirst: true and a schema name the columns by position.");
        });
        return guess;
    }
}
