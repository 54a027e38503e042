package dev.tidemark.text.grok;

import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.text.BytesInput;
import dev.tidemark.text.FormatReading;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Reads logs.
final class GrokReading {

    private GrokReading() {}

    static FormatReading of(String text, String format, String... columns) throws IOException {
        return of(text, Map.of("logFormat", format), columns);
    }

    static FormatReading of(String text, Map<String, String> options, String... columns) throws IOException {
        return of(BytesInput.of(text), options, columns);
    }

    static FormatReading of(ObjectInput input, Map<String, String> options, String... columns) throws IOException {
        return of(input, 0, ReadTask.END, options, columns);
    }

    static FormatReading of(ObjectInput input, long from, long to, Map<String, String> options, String... columns)
            throws IOException {
        return FormatReading.of(new GrokFormat(), input, from, to, options, FormatReading.specs(columns));
    }

    static List<String> sampled(Map<String, String> options) throws IOException {
        return FormatReading.sampled(new GrokFormat(), BytesInput.of(""), options);
    }

    static Map<String, String> options(String format, String... more) {
        Map<String, String> options = new HashMap<>(Map.of("logFormat", format));
        for (int i = 0; i < more.length; i += 2) {
            options.put(more[i], more[i + 1]);
        }
        return options;
    }
}
