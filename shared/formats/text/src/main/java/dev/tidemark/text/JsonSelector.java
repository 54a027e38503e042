package dev.tidemark.text;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.List;

/// Walks a parser from record to record along a [JsonPath].
final class JsonSelector {

    /// Where the walk stopped.
    enum Found {
        /// At the opening bracket of a record. The caller reads it to its closing one.
        RECORD,
        /// At a value that is no record, or is not what the path says. The caller skips it.
        OTHER,
        /// Behind an object that lacks the member that the path names.
        MISSING,
        /// Behind a document.
        DOCUMENT_END,
        /// At the end of input.
        END
    }

    private final List<JsonPath.Step> steps;
    private final boolean arrays;
    /// Whether the object opened by a step had the step's member.
    private final boolean[] seen;
    /// Open objects and arrays on the way to the records.
    private int depth;

    /// @param arrays whether an array at the path's end stands for its elements
    JsonSelector(JsonPath path, boolean arrays) {
        this.steps = path.steps();
        this.arrays = arrays;
        this.seen = new boolean[steps.size()];
    }

    /// Whether the walk is between documents.
    boolean atRoot() {
        return depth == 0;
    }

    /// A new parser begins.
    void reset() {
        depth = 0;
    }

    Found next(JsonParser parser) throws IOException {
        while (true) {
            JsonToken token = parser.nextToken();
            if (token == null) {
                return Found.END;
            }
            if (token == JsonToken.END_OBJECT || token == JsonToken.END_ARRAY) {
                depth--;
                if (token == JsonToken.END_OBJECT && !seen[depth]) {
                    return Found.MISSING;
                }
                if (depth == 0) {
                    return Found.DOCUMENT_END;
                }
                continue;
            }
            if (token == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                token = parser.nextToken();
                if (!steps.get(depth - 1).equals(new JsonPath.Step.Member(name))) {
                    parser.skipChildren();
                    continue;
                }
                seen[depth - 1] = true;
            }
            if (depth >= steps.size()) {
                if (token == JsonToken.START_ARRAY && depth == steps.size() && arrays) {
                    depth++;
                    continue;
                }
                return token == JsonToken.START_OBJECT ? Found.RECORD : Found.OTHER;
            }
            boolean fits = steps.get(depth) instanceof JsonPath.Step.Each
                    ? token == JsonToken.START_ARRAY
                    : token == JsonToken.START_OBJECT;
            if (!fits) {
                return Found.OTHER;
            }
            seen[depth++] = false;
        }
    }
}
