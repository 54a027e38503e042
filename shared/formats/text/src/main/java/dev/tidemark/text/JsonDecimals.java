package dev.tidemark.text;

import com.fasterxml.jackson.core.JsonToken;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DecimalVector;
import dev.tidemark.data.LongVector;
import java.io.IOException;

/// `decimal(p,s)`: numbers and texts that hold one, digit by digit, never by way of a double. Digits beyond the scale
/// are
/// rounded half up, as Spark does.
final class JsonDecimals extends JsonColumn<ColumnVector> {
    private final DataType.Decimal type;
    private final NumberText numbers = new NumberText('.');
    private final NumberText texts;

    JsonDecimals(String path, ColumnVector vector, DataType.Decimal type, ColumnSpec spec) {
        super(path, vector);
        this.type = type;
        this.texts = new NumberText(spec.decimalSeparator());
    }

    @Override
    void readValue(JsonCursor cursor, JsonToken token) throws IOException {
        if (token.isNumeric()) {
            cursor.number();
            append(cursor, numbers, "a number beyond " + type + "; declare a wider decimal");
        } else if (token == JsonToken.VALUE_STRING && JsonScalars.takeText(cursor, token, path)) {
            append(cursor, texts, "a text that is no number, or one beyond " + type);
        } else {
            cursor.mismatch(path, token, type + " is expected; declare the column as string and cast it");
        }
    }

    private void append(JsonCursor cursor, NumberText number, String otherwise) {
        byte[] bytes = cursor.textBytes();
        int from = cursor.textStart();
        int to = from + cursor.textLength();
        boolean read = switch (vector) {
            case LongVector longs -> {
                boolean fits = number.decimal(bytes, from, to, type.precision(), type.scale());
                if (fits) {
                    longs.append(number.value());
                }
                yield fits;
            }
            case DecimalVector decimals -> {
                boolean fits = number.wideDecimal(bytes, from, to, type.precision(), type.scale());
                if (fits) {
                    decimals.append(number.big());
                }
                yield fits;
            }
            default -> throw new IllegalStateException(vector.type() + " is no decimal");
        };
        if (!read) {
            cursor.problem(path, otherwise);
        }
    }
}
