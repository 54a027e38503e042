package dev.tidemark.expression;

import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.DataType;
import java.util.List;

/// LIKE and RLIKE.
final class TextMatching {

    private TextMatching() {}

    static Operation like(Operation value, Operation pattern, char escape) {
        return new PerRow(DataType.BOOLEAN, List.of(value, pattern), () -> {
            LikePattern.Cache patterns = new LikePattern.Cache(escape);
            return (in, row, out, rows) -> {
                BytesVector texts = (BytesVector) in[0];
                LikePattern compiled = patterns.get((BytesVector) in[1], row);
                if (compiled == null) {
                    rows.fail(row, "in a LIKE pattern '" + escape + "' must be followed by %, _ or itself");
                    out.appendNull();
                } else {
                    ((BooleanVector) out).append(compiled.matches(texts.bytes(), texts.start(row), texts.length(row)));
                }
            };
        });
    }

    static Operation rlike(Operation value, Operation pattern) {
        return new PerRow(DataType.BOOLEAN, List.of(value, pattern), () -> {
            BoundedRegex.Cache patterns = new BoundedRegex.Cache();
            return (in, row, out, rows) -> patterns.match(in, row, out, rows, matcher -> {
                ((BooleanVector) out).append(matcher.find());
            });
        });
    }
}
