package dev.tidemark.ion;

import com.amazon.ion.Decimal;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import dev.tidemark.data.JsonText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Values as text, where a column of text takes them: single ones as they are written in Ion, bytes if they are UTF-8,
/// nested ones as JSON, with base64 for a blob.
final class IonTexts {

    /// Longer ones would take minutes to write in tens.
    private static final int MOST_BITS = 33_000;
    /// A decimal with more digits before or behind its point is written with an exponent.
    private static final int MOST_PLAIN_DIGITS = 1_000;

    private IonTexts() {}

    /// The text of the single value that the reader stands at, or null when it has none.
    static @Nullable String of(IonReader reader, IonType type) {
        return switch (type) {
            case BOOL -> String.valueOf(reader.booleanValue());
            case INT -> integer(reader);
            case FLOAT -> Double.toString(reader.doubleValue());
            case DECIMAL -> decimal(reader.decimalValue());
            case TIMESTAMP -> reader.timestampValue().toString();
            case SYMBOL, STRING -> paired(reader.stringValue());
            case CLOB, BLOB -> utf8(reader.newBytes());
            case NULL, LIST, SEXP, STRUCT, DATAGRAM -> throw new IllegalStateException(type + " is no single value");
        };
    }

    private static @Nullable String integer(IonReader reader) {
        return switch (reader.getIntegerSize()) {
            case INT, LONG -> Long.toString(reader.longValue());
            case BIG_INTEGER -> {
                BigInteger value = reader.bigIntegerValue();
                yield value.bitLength() > MOST_BITS ? null : value.toString();
            }
        };
    }

    private static @Nullable String decimal(Decimal value) {
        BigDecimal plain = value.bigDecimalValue();
        if (plain.unscaledValue().bitLength() > MOST_BITS) {
            return null;
        }
        boolean isShort = Math.abs((long) plain.scale()) <= MOST_PLAIN_DIGITS;
        String text = isShort ? plain.toPlainString() : plain.toString();
        return value.isNegativeZero() ? "-" + text : text;
    }

    /// Half of a surrogate pair, which no UTF-8 text can hold, makes the text none.
    private static @Nullable String paired(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (i + 1 == text.length() || !Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1))) {
                    return null;
                }
                i++;
            }
        }
        return text;
    }

    private static @Nullable String utf8(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException noText) {
            return null;
        }
    }

    /// The value that the reader stands at as JSON.
    ///
    /// @throws NoTextException when a value in it has no text, or it nests too deep
    static byte[] json(IonReader reader) {
        JsonText text = new JsonText();
        write(reader, text, 0);
        return text.toBytes();
    }

    private static void write(IonReader reader, JsonText out, int depth) {
        IonType type = reader.getType();
        if (depth > Slices.MAX_DEPTH) {
            throw new NoTextException("values nest deeper than " + Slices.MAX_DEPTH + ", the most that is read");
        }
        if (reader.isNullValue()) {
            out.writeAscii("null");
            return;
        }
        switch (type) {
            case LIST, SEXP -> {
                out.writeByte('[');
                reader.stepIn();
                boolean first = true;
                while (reader.next() != null) {
                    if (!first) {
                        out.writeByte(',');
                    }
                    first = false;
                    write(reader, out, depth + 1);
                }
                reader.stepOut();
                out.writeByte(']');
            }
            case STRUCT -> struct(reader, out, depth);
            case FLOAT -> out.writeDouble(reader.doubleValue());
            case BOOL, INT, DECIMAL -> out.writeAscii(text(reader, type));
            case BLOB -> {
                byte[] base64 = Base64.getEncoder().encode(reader.newBytes());
                out.writeText(base64, 0, base64.length);
            }
            case TIMESTAMP, SYMBOL, STRING, CLOB -> {
                byte[] utf8 = text(reader, type).getBytes(StandardCharsets.UTF_8);
                out.writeText(utf8, 0, utf8.length);
            }
            case NULL, DATAGRAM -> throw new IllegalStateException(type + " is no value");
        }
    }

    private static void struct(IonReader reader, JsonText out, int depth) {
        out.writeByte('{');
        reader.stepIn();
        boolean first = true;
        while (reader.next() != null) {
            if (!first) {
                out.writeByte(',');
            }
            first = false;
            out.writeBytes(JsonText.quotedName(reader.getFieldName()));
            write(reader, out, depth + 1);
        }
        reader.stepOut();
        out.writeByte('}');
    }

    private static String text(IonReader reader, IonType type) {
        String text = of(reader, type);
        if (text == null) {
            throw new NoTextException(noText(type));
        }
        return text;
    }

    /// Why a value has no text.
    static String noText(IonType type) {
        return switch (type) {
            case INT, DECIMAL -> "a number of more than 10,000 digits";
            case CLOB, BLOB ->
                "a " + type.name().toLowerCase(Locale.ROOT) + " that is no UTF-8; declare the column as binary";
            default -> "half of a surrogate pair stands alone, which no UTF-8 text can hold";
        };
    }

    /// A value inside of a nested one has no text.
    static final class NoTextException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        NoTextException(String reason) {
            super(reason);
        }
    }
}
