package dev.tidemark.cli;

import dev.tidemark.compression.Compression;
import dev.tidemark.spi.ObjectInput;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;

/// The `formatOptions` that one file needs, by its content; what is wrong with it is its reader's to say.
final class GuessedOptions {

    private static final int MOST_BYTES = 4 << 20;

    private GuessedOptions() {}

    /// @throws dev.tidemark.spi.UnreadableObjectException when its compressed data is damaged
    static Map<String, String> of(ObjectInput input, String format) throws IOException {
        return switch (format) {
            case "csv" -> csv(text(input));
            case "json" -> DraftedJson.spansLines(text(input)) ? Map.of("multiLine", "true") : Map.of();
            case "xml" -> {
                String tag = XmlRowTag.of(text(input).text());
                yield tag == null ? Map.of() : Map.of("rowTag", tag);
            }
            case "grokLog" ->
                LogGuess.of(input).map(pattern -> Map.of("logFormat", pattern)).orElse(Map.of());
            default -> Map.of();
        };
    }

    private static SampleText text(ObjectInput input) throws IOException {
        try (InputStream plain = Compression.open(input)) {
            byte[] bytes = plain.readNBytes(MOST_BYTES + 1);
            return SampleText.guessed(bytes, bytes.length <= MOST_BYTES);
        }
    }

    private static Map<String, String> csv(SampleText sample) {
        String text = sample.text();
        CsvGuess guess = CsvGuess.of(sample.whole() && !text.endsWith("\n") ? text + "\n" : text);
        Map<String, String> options = new LinkedHashMap<>();
        options.put("withHeader", "true");
        options.put("separator", String.valueOf(guess.separator()));
        if (guess.multiLine()) {
            options.put("multiLine", "true");
        }
        if (!sample.encoding().equals("UTF-8")) {
            options.put("encoding", sample.encoding());
        }
        return options;
    }
}
