package dev.tidemark.json;

import dev.tidemark.job.Place;
import java.util.List;

/// A part of a YAML or JSON document: text, list or map, each with its place. There are no numbers, flags or dates:
/// the field that a text is for decides what it means.
sealed interface YamlNode {

    Place place();

    /// What this is called in messages.
    String kind();

    /// @param place     where the value begins, the opening quote included
    /// @param plain     whether it stands without quotes
    /// @param textPlace where the first character of `text` stands
    /// @param verbatim  whether the line shows `text` character by character
    record Text(String text, Place place, boolean plain, Place textPlace, boolean verbatim) implements YamlNode {
        /// A key without a value: `key:`.
        boolean absent() {
            return plain && text.isEmpty();
        }

        @Override
        public String kind() {
            return absent() ? "nothing" : "the text '" + Wording.shown(text) + "'";
        }
    }

    /// @param flow whether it is written in brackets
    record Items(List<YamlNode> items, boolean flow, Place place) implements YamlNode {
        public Items {
            items = List.copyOf(items);
        }

        @Override
        public String kind() {
            return "a list";
        }
    }

    /// Keys in the file's order, none twice.
    record Entries(List<Entry> entries, Place place) implements YamlNode {
        public Entries {
            entries = List.copyOf(entries);
        }

        @Override
        public String kind() {
            return "a map";
        }
    }

    record Entry(Text key, YamlNode value) {}
}
