package dev.tidemark.expression;

import dev.tidemark.data.ArrayVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DataType.Primitive;
import dev.tidemark.data.IntVector;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/// Functions of text. Positions and lengths are in characters (code points).
final class TextFunctions {

    private TextFunctions() {}

    static List<ExpressionFunction> all() {
        List<ExpressionFunction> functions = new ArrayList<>(List.of(
                new ExpressionFunction("concat", 1, Integer.MAX_VALUE, TextFunctions::concat),
                new ExpressionFunction("concat_ws", 1, Integer.MAX_VALUE, TextFunctions::concatWithSeparator),
                new ExpressionFunction("length", 1, 1, TextFunctions::length),
                new ExpressionFunction("lower", 1, 1, call -> mapped(call, text -> text.toLowerCase(Locale.ROOT))),
                new ExpressionFunction("upper", 1, 1, call -> mapped(call, text -> text.toUpperCase(Locale.ROOT))),
                new ExpressionFunction("lpad", 2, 3, TextFunctions::lpad),
                new ExpressionFunction("replace", 2, 3, TextFunctions::replace),
                new ExpressionFunction("substr", 2, 3, TextFunctions::substring),
                new ExpressionFunction("substring", 2, 3, TextFunctions::substring),
                new ExpressionFunction("trim", 1, 1, TextFunctions::trim)));
        functions.addAll(RegexFunctions.all());
        return functions;
    }

    static Operation text(String value) {
        BytesVector vector = (BytesVector) ColumnVector.of(DataType.STRING);
        vector.append(value);
        return new Leaves.Constant(vector);
    }

    static Operation number(int value) {
        IntVector vector = (IntVector) ColumnVector.of(DataType.INT);
        vector.append(value);
        return new Leaves.Constant(vector);
    }

    private static Operation mapped(FunctionCall call, UnaryOperator<String> change) {
        List<Operation> arguments = List.of(call.argument(0, DataType.STRING));
        return PerRow.of(
                DataType.STRING,
                arguments,
                (in, row, out, _) -> ((BytesVector) out).append(change.apply(((BytesVector) in[0]).text(row))));
    }

    private static Operation concat(FunctionCall call) {
        List<Operation> arguments = new ArrayList<>();
        for (int i = 0; i < call.size(); i++) {
            arguments.add(call.argument(i, DataType.STRING));
        }
        return PerRow.of(DataType.STRING, arguments, (in, row, out, _) -> {
            BytesVector texts = (BytesVector) out;
            int length = 0;
            for (ColumnVector part : in) {
                length += ((BytesVector) part).length(row);
            }
            byte[] room = texts.reserve(length);
            int at = texts.end();
            for (ColumnVector part : in) {
                BytesVector from = (BytesVector) part;
                System.arraycopy(from.bytes(), from.start(row), room, at, from.length(row));
                at += from.length(row);
            }
            texts.commit(length);
        });
    }

    /// Nulls are left out; null only where the separator is.
    private static Operation concatWithSeparator(FunctionCall call) {
        List<Operation> parts = new ArrayList<>();
        for (int i = 1; i < call.size(); i++) {
            boolean texts = call.type(i) instanceof DataType.Array array && array.element() == Primitive.STRING;
            parts.add(texts ? call.argument(i) : call.argument(i, DataType.STRING));
        }
        return new Joined(call.argument(0, DataType.STRING), parts);
    }

    private record Joined(Operation separator, List<Operation> parts) implements Operation {
        @Override
        public DataType type() {
            return DataType.STRING;
        }

        @Override
        public boolean constant() {
            return separator.constant() && parts.stream().allMatch(Operation::constant);
        }

        @Override
        public ColumnVector evaluate(Rows rows) {
            BytesVector between = (BytesVector) separator.evaluate(rows);
            List<ColumnVector> in =
                    parts.stream().map(part -> part.evaluate(rows)).toList();
            BytesVector out = (BytesVector) ColumnVector.of(DataType.STRING);
            List<String> found = new ArrayList<>();
            for (int row = 0; row < rows.count(); row++) {
                if (between.isNull(row) || rows.skipped(row)) {
                    out.appendNull();
                    continue;
                }
                found.clear();
                for (ColumnVector part : in) {
                    collect(part, row, found);
                }
                out.append(String.join(between.text(row), found));
            }
            return out;
        }

        private static void collect(ColumnVector part, int row, List<String> found) {
            if (part.isNull(row)) {
                return;
            }
            if (part instanceof ArrayVector array) {
                for (int i = array.start(row); i < array.start(row) + array.length(row); i++) {
                    collect(array.elements(), i, found);
                }
            } else {
                found.add(((BytesVector) part).text(row));
            }
        }
    }

    /// Characters of a text, bytes of a binary.
    private static Operation length(FunctionCall call) {
        boolean binary = call.type(0) == Primitive.BINARY;
        Operation value = binary ? call.argument(0) : call.argument(0, DataType.STRING);
        return PerRow.of(DataType.INT, List.of(value), (in, row, out, _) -> {
            BytesVector bytes = (BytesVector) in[0];
            int length = bytes.length(row);
            ((IntVector) out).append(binary ? length : Utf8.characters(bytes.bytes(), bytes.start(row), length));
        });
    }

    /// Takes off blanks (U+0020) and nothing else.
    private static Operation trim(FunctionCall call) {
        List<Operation> arguments = List.of(call.argument(0, DataType.STRING));
        return PerRow.of(DataType.STRING, arguments, (in, row, out, _) -> {
            BytesVector texts = (BytesVector) in[0];
            byte[] bytes = texts.bytes();
            int from = texts.start(row);
            int to = from + texts.length(row);
            while (from < to && bytes[from] == ' ') {
                from++;
            }
            while (to > from && bytes[to - 1] == ' ') {
                to--;
            }
            ((BytesVector) out).append(bytes, from, to - from);
        });
    }

    /// Positions count from 1, 0 is 1, and negative ones count from the end; a start before the first character takes
    /// away from the length.
    private static Operation substring(FunctionCall call) {
        Operation length = call.size() == 3 ? call.argument(2, DataType.INT) : number(Integer.MAX_VALUE);
        List<Operation> arguments = List.of(call.argument(0, DataType.STRING), call.argument(1, DataType.INT), length);
        return PerRow.of(DataType.STRING, arguments, (in, row, out, _) -> {
            BytesVector texts = (BytesVector) in[0];
            int start = texts.start(row);
            int end = start + texts.length(row);
            int position = ((IntVector) in[1]).get(row);
            long first = position > 0
                    ? position - 1L
                    : position == 0 ? 0 : Utf8.characters(texts.bytes(), start, end - start) + (long) position;
            long last = Math.min(first + ((IntVector) in[2]).get(row), Integer.MAX_VALUE);
            int from = Utf8.after(texts.bytes(), start, end, (int) Math.max(0, first));
            int to = Utf8.after(texts.bytes(), start, end, (int) Math.max(0, last));
            ((BytesVector) out).append(texts.bytes(), from, Math.max(0, to - from));
        });
    }

    /// Fills up on the left, or cuts on the right, to a length.
    private static Operation lpad(FunctionCall call) {
        Operation pad = call.size() == 3 ? call.argument(2, DataType.STRING) : text(" ");
        List<Operation> arguments = List.of(call.argument(0, DataType.STRING), call.argument(1, DataType.INT), pad);
        return PerRow.of(DataType.STRING, arguments, (in, row, out, rows) -> {
            BytesVector texts = (BytesVector) in[0];
            int wanted = Math.max(0, ((IntVector) in[1]).get(row));
            int length = Utf8.characters(texts.bytes(), texts.start(row), texts.length(row));
            if (wanted <= length || ((BytesVector) in[2]).length(row) == 0) {
                int end = texts.start(row) + texts.length(row);
                int to = Utf8.after(texts.bytes(), texts.start(row), end, wanted);
                ((BytesVector) out).append(texts.bytes(), texts.start(row), to - texts.start(row));
                return;
            }
            int[] padding = ((BytesVector) in[2]).text(row).codePoints().toArray();
            if (wanted > 10_000_000) {
                rows.fail(row, "lpad() to more than 10,000,000 characters");
                out.appendNull();
                return;
            }
            StringBuilder filled = new StringBuilder(wanted);
            for (int i = 0; i < wanted - length; i++) {
                filled.appendCodePoint(padding[i % padding.length]);
            }
            ((BytesVector) out).append(filled.append(texts.text(row)).toString());
        });
    }

    /// An empty text to look for changes nothing.
    private static Operation replace(FunctionCall call) {
        Operation by = call.size() == 3 ? call.argument(2, DataType.STRING) : text("");
        List<Operation> arguments = List.of(call.argument(0, DataType.STRING), call.argument(1, DataType.STRING), by);
        return PerRow.of(DataType.STRING, arguments, (in, row, out, _) -> {
            BytesVector search = (BytesVector) in[1];
            if (search.length(row) == 0) {
                out.appendFrom(in[0], row);
                return;
            }
            String replaced =
                    ((BytesVector) in[0]).text(row).replace(search.text(row), ((BytesVector) in[2]).text(row));
            ((BytesVector) out).append(replaced);
        });
    }
}
