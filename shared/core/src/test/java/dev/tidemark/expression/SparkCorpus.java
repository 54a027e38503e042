package dev.tidemark.expression;

import dev.tidemark.data.Batch;
import dev.tidemark.data.BooleanVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DataTypeParser;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.DoubleVector;
import dev.tidemark.data.Field;
import dev.tidemark.data.FloatVector;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.LongVector;
import dev.tidemark.data.Schema;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/// Reads `spark-expressions.tsv.gz` (its form: oracles/README.md) and answers its lines by Tidemark.
final class SparkCorpus {

    static final String NULL = "\\N";
    static final String ERROR = "ERROR";
    static final String TYPE_ERROR = "TYPE_ERROR";

    /// @param row    a batch of one row
    /// @param type   of the result; empty when `result` is TYPE_ERROR
    /// @param result text of the result, escaped as in the file
    record Line(String expression, Batch row, String type, String result) {
        @Override
        public String toString() {
            StringBuilder values = new StringBuilder();
            for (int i = 0; i < row.schema().size(); i++) {
                String name = row.schema().field(i).name();
                if (expression.contains(name)) {
                    values.append(", ").append(name).append(" = ").append(text(row.column(i)));
                }
            }
            return expression + values;
        }
    }

    private SparkCorpus() {}

    /// Reads all lines; the second is the header with `name type` of the row's columns between its first and last two.
    static List<Line> read(InputStream file) throws IOException {
        List<Line> lines = new ArrayList<>();
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(new GZIPInputStream(file), StandardCharsets.UTF_8))) {
            reader.readLine();
            List<Field> fields = new ArrayList<>();
            String[] header = split(reader.readLine());
            for (int i = 1; i < header.length - 2; i++) {
                int blank = header[i].indexOf(' ');
                fields.add(
                        new Field(header[i].substring(0, blank), DataTypeParser.parse(header[i].substring(blank + 1))));
            }
            Schema schema = new Schema(fields);
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                String[] values = split(line);
                List<ColumnVector> row = new ArrayList<>();
                for (int i = 0; i < schema.size(); i++) {
                    row.add(vector(schema.field(i).type(), values[i + 1]));
                }
                lines.add(new Line(
                        unescaped(values[0]),
                        new Batch(schema, row, 1, null),
                        values[values.length - 2],
                        values[values.length - 1]));
            }
        }
        return lines;
    }

    private static String[] split(String line) {
        return line.split("\t", -1);
    }

    private static ColumnVector vector(DataType type, String text) {
        ColumnVector vector = ColumnVector.of(type);
        if (text.equals(NULL)) {
            vector.appendNull();
            return vector;
        }
        switch (vector) {
            case BooleanVector booleans -> booleans.append(Boolean.parseBoolean(text));
            case IntVector ints ->
                ints.append(
                        type == DataType.Primitive.DATE
                                ? Math.toIntExact(LocalDate.parse(text).toEpochDay())
                                : Integer.parseInt(text));
            case LongVector longs ->
                longs.append(
                        type instanceof DataType.Decimal
                                ? new BigDecimal(text).unscaledValue().longValueExact()
                                : Long.parseLong(text));
            case DecimalVector decimals -> decimals.append(new BigDecimal(text).unscaledValue());
            case DoubleVector doubles -> doubles.append(Double.parseDouble(text));
            case FloatVector floats -> floats.append(Float.parseFloat(text));
            case BytesVector texts -> texts.append(unescaped(text));
            default -> throw new IllegalArgumentException("no column of the corpus has type " + type);
        }
        return vector;
    }

    /// The text that the corpus would have for the one value of a vector.
    static String text(ColumnVector vector) {
        if (vector.isNull(0)) {
            return NULL;
        }
        return switch (vector) {
            case BooleanVector booleans -> Boolean.toString(booleans.get(0));
            case IntVector ints ->
                vector.type() == DataType.Primitive.DATE
                        ? LocalDate.ofEpochDay(ints.get(0)).toString()
                        : Integer.toString(ints.get(0));
            case LongVector longs ->
                vector.type() instanceof DataType.Decimal decimal
                        ? BigDecimal.valueOf(longs.get(0), decimal.scale()).toPlainString()
                        : Long.toString(longs.get(0));
            case DecimalVector decimals ->
                vector.type() instanceof DataType.Decimal decimal
                        ? new BigDecimal(decimals.get(0), decimal.scale()).toPlainString()
                        : decimals.get(0).toString();
            case DoubleVector doubles -> Double.toString(doubles.get(0));
            case FloatVector floats -> Float.toString(floats.get(0));
            case BytesVector texts -> escaped(texts.text(0));
            default -> throw new IllegalArgumentException("no result of the corpus has type " + vector.type());
        };
    }

    private static String escaped(String text) {
        return text.replace("\\", "\\\\")
                .replace("\t", "\\t")
                .replace("\n", "\\n")
                .replace("\r", "\\r");
    }

    private static String unescaped(String text) {
        StringBuilder out = new StringBuilder();
        boolean escaped = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (!escaped && c == '\\') {
                escaped = true;
                continue;
            }
            out.append(escaped ? plain(c) : c);
            escaped = false;
        }
        return out.toString();
    }

    private static char plain(char escaped) {
        return switch (escaped) {
            case 't' -> '\t';
            case 'n' -> '\n';
            case 'r' -> '\r';
            default -> escaped;
        };
    }
}
