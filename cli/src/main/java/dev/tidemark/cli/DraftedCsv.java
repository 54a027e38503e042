package dev.tidemark.cli;

import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.DataType;
import dev.tidemark.spi.BadRecord;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.FormatReader;
import dev.tidemark.spi.Formats;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.spi.UnreadableObjectException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How samples of CSV are to be read, tried on them with the reader that runs will use.
///
/// @param guess     separator, names and records of the first sample
/// @param encoding  of all of them
/// @param badRecord what a run would say of the first one that it would reject
record DraftedCsv(CsvGuess guess, String encoding, Optional<String> badRecord) {

    private static final int SAMPLE_BYTES = 1 << 20;
    private static final int MOST_BATCHES = 16;

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
        CsvGuess whole = new CsvGuess(guess.separator(), guess.names(), guess.rows(), multiLine, guess.others());
        FormatOptions options = new FormatOptions(Map.of(
                "withHeader", "true",
                "separator", String.valueOf(whole.separator()),
                "multiLine", String.valueOf(multiLine),
                "encoding", text.encoding()));
        // All are tried, also after a bad record: a run refuses whatever it cannot open.
        List<String> bad = new ArrayList<>();
        for (Path file : files) {
            badRecord(file, options).ifPresent(bad::add);
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
                            .formatted(first, other, option, of, its));
        }
    }

    private static CsvGuess guess(Path file, SampleText sample) {
        String text = sample.text();
        CsvGuess guess = CsvGuess.of(sample.whole() && !text.endsWith("\n") ? text + "\n" : text);
        if (guess.names().isEmpty()) {
            throw new UsageException(
                    "The sample " + file + " has no header: a quote in its first record is not closed, or"
                            + " the record is longer than a sample. Mend the file, or name another one.");
        }
        guess.nameMetTwice().ifPresent(names -> {
            throw new UsageException("The header of " + file + " names the column " + names
                    + ", and names match in any case. Rename one where the file is made, or write the job file by hand:"
                    + " withHeader: false, skipFirst: true and a schema name the columns by position.");
        });
        return guess;
    }

    private static Optional<String> badRecord(Path file, FormatOptions options) {
        FormatReader reader = Formats.load().reader("csv");
        SampleFile sample = new SampleFile(file);
        List<BadRecord> bad = new ArrayList<>();
        try {
            List<ColumnSpec> columns = reader.sample(sample, SAMPLE_BYTES, options, Set.of()).schema().names().stream()
                    .map(name -> ColumnSpec.of(name, DataType.STRING))
                    .toList();
            ReadTask task = new ReadTask(sample, 0, SAMPLE_BYTES, columns, options, ZoneOffset.UTC, null);
            try (BatchReader batches = reader.open(task, bad::add)) {
                // Compressed files are read from their start on, however far they go.
                for (int batch = 0; batch < MOST_BATCHES && bad.isEmpty(); batch++) {
                    batch = batches.next() == null ? MOST_BATCHES : batch;
                }
            }
        } catch (UnreadableObjectException unreadable) {
            throw new UsageException(String.valueOf(unreadable.getMessage()));
        } catch (IOException e) {
            throw new UsageException("Cannot read " + file + ": " + e + ".");
        }
        return bad.stream()
                .findFirst()
                .map(record -> "%s at byte %d: %s"
                        .formatted(file.getFileName(), record.offset(), record.reason())
                        .replaceAll("[\\p{Cntrl}\\x85\\u2028\\u2029]", " "));
    }
}
