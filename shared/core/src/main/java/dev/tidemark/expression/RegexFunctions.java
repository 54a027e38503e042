package dev.tidemark.expression;

import dev.tidemark.data.ArrayVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.IntVector;
import java.util.List;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/// Functions that take a Java regular expression: split, regexp_extract, regexp_replace.
final class RegexFunctions {

    private RegexFunctions() {}

    static List<ExpressionFunction> all() {
        return List.of(
                new ExpressionFunction("split", 2, 3, RegexFunctions::split),
                new ExpressionFunction("regexp_extract", 2, 3, RegexFunctions::extract),
                new ExpressionFunction("regexp_replace", 3, 3, RegexFunctions::replace));
    }

    /// A limit above 0 is the most pieces; otherwise all are given, empty ones at the end too.
    private static Operation split(FunctionCall call) {
        Operation limit = call.size() == 3 ? call.argument(2, DataType.INT) : TextFunctions.number(-1);
        List<Operation> arguments =
                List.of(call.argument(0, DataType.STRING), call.argument(1, DataType.STRING), limit);
        return new PerRow(new DataType.Array(DataType.STRING), arguments, () -> {
            BoundedRegex.Cache patterns = new BoundedRegex.Cache();
            return (in, row, out, rows) -> patterns.match(in, row, out, rows, matcher -> {
                int most = ((IntVector) in[2]).get(row);
                appendPieces(matcher, ((BytesVector) in[0]).text(row), most, (ArrayVector) out);
            });
        });
    }

    /// As `String.split`: an empty match at the start makes no piece.
    private static void appendPieces(Matcher matcher, String text, int most, ArrayVector out) {
        BytesVector pieces = (BytesVector) out.elements();
        int from = 0;
        int count = 1;
        while ((most <= 0 || count < most) && matcher.find()) {
            if (matcher.end() == 0 || insideCharacter(text, matcher.start(), matcher.end())) {
                continue;
            }
            // Between the last character and the end an empty pattern matches again: Spark gives no piece for it.
            if (matcher.start() == matcher.end() && matcher.end() == text.length()) {
                break;
            }
            pieces.append(text.substring(from, matcher.start()));
            from = matcher.end();
            count++;
        }
        pieces.append(text.substring(from));
        out.endRow();
    }

    /// Whether an empty match lies between the two halves of a character beyond the basic plane.
    private static boolean insideCharacter(String text, int start, int end) {
        return start == end
                && end < text.length()
                && Character.isSurrogatePair(text.charAt(start - 1), text.charAt(start));
    }

    /// The empty text where nothing matches or the group took no part.
    private static Operation extract(FunctionCall call) {
        Operation group = call.size() == 3 ? call.argument(2, DataType.INT) : TextFunctions.number(1);
        List<Operation> arguments =
                List.of(call.argument(0, DataType.STRING), call.argument(1, DataType.STRING), group);
        return new PerRow(DataType.STRING, arguments, () -> {
            BoundedRegex.Cache patterns = new BoundedRegex.Cache();
            return (in, row, out, rows) -> patterns.match(in, row, out, rows, matcher -> {
                if (!matcher.find()) {
                    ((BytesVector) out).append("");
                    return;
                }
                int wanted = ((IntVector) in[2]).get(row);
                if (wanted < 0 || wanted > matcher.groupCount()) {
                    rows.fail(
                            row,
                            "the regular expression has " + matcher.groupCount() + " groups and no group " + wanted);
                    out.appendNull();
                    return;
                }
                String found = matcher.group(wanted);
                ((BytesVector) out).append(found == null ? "" : found);
            });
        });
    }

    private static Operation replace(FunctionCall call) {
        List<Operation> arguments = List.of(
                call.argument(0, DataType.STRING),
                call.argument(1, DataType.STRING),
                call.argument(2, DataType.STRING));
        return new PerRow(DataType.STRING, arguments, () -> {
            BoundedRegex.Cache patterns = new BoundedRegex.Cache();
            return (in, row, out, rows) -> patterns.match(in, row, out, rows, matcher -> {
                String replaced = replaced(matcher, ((BytesVector) in[2]).text(row));
                if (replaced == null) {
                    rows.fail(row, "the replacement names a group that the regular expression does not have");
                    out.appendNull();
                } else {
                    ((BytesVector) out).append(replaced);
                }
            });
        });
    }

    private static @Nullable String replaced(Matcher matcher, String replacement) {
        try {
            return matcher.replaceAll(replacement);
        } catch (IndexOutOfBoundsException | IllegalArgumentException noSuchGroup) {
            return null;
        }
    }
}
