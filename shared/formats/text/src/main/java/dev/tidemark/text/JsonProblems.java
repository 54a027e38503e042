package dev.tidemark.text;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import dev.tidemark.text.window.RecordWindow;
import java.util.regex.Pattern;

/// What is said about records that are no JSON.
final class JsonProblems {

    static final String TOO_LONG = "a record of more than " + (RecordWindow.MAX_RECORD_BYTES >> 20)
            + " MB, the most that one record may have; split it where the data is made, or exclude the object";
    static final String NO_RECORD = "a value that is no JSON object stands where a record is expected";
    static final String PATH_MISSING = "the document does not have what jsonPath names";
    static final String MULTI_LINE =
            ". One line must hold whole records; where they span lines (pretty-printed JSON, an array of objects) set"
                    + " formatOptions multiLine: true";

    private static final Pattern LIMIT_NAME = Pattern.compile(", from `[^`]*`");

    private JsonProblems() {}

    /// The parser's own words, without its class names.
    static String of(JsonProcessingException broken) {
        String message = broken.getOriginalMessage().lines().findFirst().orElse("broken JSON");
        if (broken instanceof StreamConstraintsException) {
            message = "a limit of JSON records is passed: "
                    + LIMIT_NAME.matcher(message).replaceAll("");
        }
        return "not JSON: " + message;
    }

    /// Whether the input ended inside of an object or a text.
    static boolean isCutOff(JsonProcessingException broken) {
        return broken instanceof JsonEOFException;
    }
}
