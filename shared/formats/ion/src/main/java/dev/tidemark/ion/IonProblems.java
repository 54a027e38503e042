package dev.tidemark.ion;

import java.util.regex.Pattern;

/// What is said about records that are not taken.
final class IonProblems {

    static final String NO_RECORD = "a value that is no Ion struct stands where a record is expected";
    static final String UNKNOWN_SYMBOL =
            "a symbol whose text is in a shared table of symbols, which the object does not hold; write the data with its"
                    + " symbols in it";
    static final String TWICE = "a name that stands twice in one struct; duplicateKeys: last or first takes it";

    /// Lines and offsets of what was handed to the library, which is not the object.
    private static final Pattern PLACE =
            Pattern.compile("(Syntax error)? *(at *)+(line [0-9]+)? *(offset|position|column) [0-9]+:?");

    private IonProblems() {}

    /// The library's own words, as far as it has some.
    static String of(RuntimeException broken) {
        String message = broken.getMessage();
        String first = message == null ? "" : message.lines().findFirst().orElse("");
        String reason = PLACE.matcher(first).replaceAll("").strip();
        return "no Ion: " + (reason.isEmpty() ? "broken data" : reason);
    }
}
