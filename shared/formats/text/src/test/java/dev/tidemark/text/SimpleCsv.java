package dev.tidemark.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rules of `docs/reference/csv.md` in the plainest words there are, one character after the other: what
/// [CsvBatchReader] is compared with.
final class SimpleCsv {

    private final String text;
    private final boolean multiLine;
    private final int columns;

    final List<List<@Nullable String>> rows = new ArrayList<>();
    int bad;

    SimpleCsv(String text, boolean multiLine, int columns) {
        this.text = text;
        this.multiLine = multiLine;
        this.columns = columns;
        int at = 0;
        while (at < text.length()) {
            at = record(at);
        }
    }

    private boolean isLineEnd(int at) {
        return at >= text.length() || text.charAt(at) == '\n' || text.charAt(at) == '\r';
    }

    private int record(int from) {
        int at = from;
        boolean wrong = false;
        boolean blank = isLineEnd(from) && columns > 1;
        List<@Nullable String> fields = new ArrayList<>();
        while (true) {
            StringBuilder field = new StringBuilder();
            boolean quoted = at < text.length() && text.charAt(at) == '"';
            if (quoted) {
                at++;
                boolean open = true;
                while (open && at < text.length() && (multiLine || !isLineEnd(at))) {
                    if (text.charAt(at) != '"') {
                        field.append(text.charAt(at++));
                    } else if (at + 1 < text.length() && text.charAt(at + 1) == '"') {
                        field.append('"');
                        at += 2;
                    } else {
                        open = false;
                        at++;
                    }
                }
                wrong |= open;
            }
            while (!isLineEnd(at) && text.charAt(at) != ',') {
                wrong |= quoted;
                field.append(text.charAt(at++));
            }
            fields.add(field.isEmpty() && !quoted ? null : field.toString());
            if (isLineEnd(at)) {
                break;
            }
            at++;
        }
        if (!blank && !wrong && fields.size() == columns) {
            rows.add(fields);
        } else if (!blank) {
            bad++;
        }
        boolean pair = at + 1 < text.length() && text.charAt(at) == '\r' && text.charAt(at + 1) == '\n';
        return at + (pair ? 2 : 1);
    }
}
