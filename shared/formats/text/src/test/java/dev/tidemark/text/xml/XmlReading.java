package dev.tidemark.text.xml;

import dev.tidemark.spi.ObjectInput;
import dev.tidemark.text.BytesInput;
import dev.tidemark.text.FormatReading;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Reads XML whose rows are called `b`, unless the options say otherwise.
final class XmlReading {

    private XmlReading() {}

    static FormatReading of(String text, String... columns) throws IOException {
        return of(BytesInput.of(text), Map.of(), columns);
    }

    static FormatReading of(String text, Map<String, String> options, String... columns) throws IOException {
        return of(BytesInput.of(text), options, columns);
    }

    static FormatReading of(ObjectInput input, Map<String, String> options, String... columns) throws IOException {
        return FormatReading.of(new XmlFormat(), input, options(options), FormatReading.specs(columns));
    }

    static List<String> sampled(String text) throws IOException {
        return sampled(BytesInput.of(text), Map.of());
    }

    static List<String> sampled(ObjectInput input, Map<String, String> options) throws IOException {
        return FormatReading.sampled(new XmlFormat(), input, options(options));
    }

    private static Map<String, String> options(Map<String, String> options) {
        Map<String, String> all = new HashMap<>(Map.of("rowTag", "b"));
        all.putAll(options);
        return all;
    }
}
