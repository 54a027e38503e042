package dev.tidemark.text;

import java.util.ArrayList;
import java.util.List;

/// Where in a document the records are: the part of JSONPath that names one place, `$.a['b c'].d[*]`.
///
/// `$` is the document, `.name` and `['name']` a member of an object, `[*]` every element of an array. An array at
/// the
/// path's end stands for its elements. Filters, slices, indexes, `..` and `.*` are refused.
///
/// @param steps from the document inwards
record JsonPath(List<Step> steps) {

    static final JsonPath DOCUMENT = new JsonPath(List.of());

    /// One step inwards.
    sealed interface Step {
        /// The member of this name.
        record Member(String name) implements Step {}

        /// Every element.
        record Each() implements Step {}
    }

    JsonPath {
        steps = List.copyOf(steps);
    }

    /// @throws IllegalArgumentException naming what is not understood and its position, counted from 1
    static JsonPath parse(String text) {
        String path = text.strip();
        if (path.isEmpty() || path.charAt(0) != '$') {
            throw refused(text, 1, "a path begins with $");
        }
        List<Step> steps = new ArrayList<>();
        int at = 1;
        while (at < path.length()) {
            if (path.startsWith("[*]", at)) {
                steps.add(new Step.Each());
                at += 3;
            } else if (path.startsWith("['", at) || path.startsWith("[\"", at)) {
                String close = path.charAt(at + 1) + "]";
                int end = path.indexOf(close, at + 2);
                if (end < 0) {
                    throw refused(text, at + 1, "the name is not closed by " + close);
                }
                steps.add(new Step.Member(path.substring(at + 2, end)));
                at = end + 2;
            } else if (path.charAt(at) == '.') {
                int end = endOfName(path, at + 1);
                if (end == at + 1) {
                    throw refused(text, at + 2, "a name is expected");
                }
                steps.add(new Step.Member(path.substring(at + 1, end)));
                at = end;
            } else {
                throw refused(text, at + 1, "'" + path.charAt(at) + "' is not understood");
            }
        }
        return new JsonPath(steps);
    }

    private static int endOfName(String path, int start) {
        int end = start;
        while (end < path.length() && ".[]*?()@".indexOf(path.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    private static IllegalArgumentException refused(String path, int position, String why) {
        return new IllegalArgumentException("jsonPath '" + path + "', position " + position + ": " + why
                + ". Known are $, .name, ['name'] and [*], as in $.result.items[*]");
    }
}
