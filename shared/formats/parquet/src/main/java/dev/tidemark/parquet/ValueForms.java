package dev.tidemark.parquet;

import dev.tidemark.data.DataType;
import dev.tidemark.parquet.ValueForm.Meaning;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.IntType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;

/// What the annotations of a leaf mean: the newer logical type where there is one, else the older converted type.
///
/// Source: <https://github.com/apache/parquet-format/blob/master/LogicalTypes.md>. An annotation that does not go
/// with the physical type is passed over, as the format asks of readers for those that they do not know.
final class ValueForms {

    private static final int MOST_PRECISION = 38;

    private final SchemaElement element;
    private final Type physical;
    private final int width;

    private ValueForms(SchemaElement element, Type physical) {
        this.element = element;
        this.physical = physical;
        this.width = physical == Type.FIXED_LEN_BYTE_ARRAY ? element.getType_length() : 0;
    }

    /// Either the form, or why the column is not read.
    sealed interface Found {
        record Form(ValueForm form) implements Found {}

        record Refusal(String what) implements Found {}
    }

    static Found of(SchemaElement element, Type physical) {
        ValueForms forms = new ValueForms(element, physical);
        LogicalType logical = element.getLogicalType();
        ConvertedType converted = element.getConverted_type();
        // parquet-java gives an INTERVAL, which has no logical type, that of nothing but nulls.
        boolean older = logical == null || !logical.isSet() || (logical.isSetUNKNOWN() && converted != null);
        Found found = older || logical == null ? forms.converted(converted) : forms.logical(logical);
        return found == null ? forms.bare() : found;
    }

    private Found form(Meaning meaning, DataType type) {
        return new Found.Form(new ValueForm(physical, width, meaning, type));
    }

    private Found bare() {
        return switch (physical) {
            case BOOLEAN -> form(Meaning.PLAIN, DataType.BOOLEAN);
            case INT32 -> form(Meaning.PLAIN, DataType.INT);
            case INT64 -> form(Meaning.PLAIN, DataType.BIGINT);
            case INT96 -> form(Meaning.INT96, DataType.TIMESTAMP);
            case FLOAT -> form(Meaning.PLAIN, DataType.FLOAT);
            case DOUBLE -> form(Meaning.PLAIN, DataType.DOUBLE);
            case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> form(Meaning.PLAIN, DataType.BINARY);
        };
    }

    private @Nullable Found logical(LogicalType type) {
        if (type.isSetSTRING() || type.isSetENUM() || type.isSetJSON()) {
            return text();
        }
        if (type.isSetDECIMAL()) {
            return decimal(type.getDECIMAL().getPrecision(), type.getDECIMAL().getScale());
        }
        if (type.isSetDATE()) {
            return date();
        }
        if (type.isSetTIME()) {
            return time(type.getTIME().getUnit());
        }
        if (type.isSetTIMESTAMP()) {
            return timestamp(type.getTIMESTAMP().getUnit(), type.getTIMESTAMP().isIsAdjustedToUTC());
        }
        if (type.isSetINTEGER()) {
            IntType integer = type.getINTEGER();
            return integer(integer.getBitWidth(), integer.isIsSigned());
        }
        if (type.isSetUNKNOWN()) {
            return form(Meaning.NOTHING, DataType.STRING);
        }
        if (type.isSetUUID()) {
            return width == 16 ? form(Meaning.UUID, DataType.STRING) : null;
        }
        if (type.isSetFLOAT16()) {
            return width == 2 ? form(Meaning.FLOAT16, DataType.FLOAT) : null;
        }
        return null;
    }

    private @Nullable Found converted(@Nullable ConvertedType type) {
        if (type == null) {
            return null;
        }
        return switch (type) {
            case UTF8, ENUM, JSON -> text();
            case DECIMAL -> decimal(element.getPrecision(), element.getScale());
            case DATE -> date();
            case TIME_MILLIS -> physical == Type.INT32 ? form(Meaning.TIME_MILLIS, DataType.STRING) : null;
            case TIME_MICROS -> physical == Type.INT64 ? form(Meaning.TIME_MICROS, DataType.STRING) : null;
            case TIMESTAMP_MILLIS -> physical == Type.INT64 ? form(Meaning.MILLIS, DataType.TIMESTAMP) : null;
            case TIMESTAMP_MICROS -> physical == Type.INT64 ? form(Meaning.MICROS, DataType.TIMESTAMP) : null;
            case UINT_8 -> integer(8, false);
            case UINT_16 -> integer(16, false);
            case UINT_32 -> integer(32, false);
            case UINT_64 -> integer(64, false);
            case INT_8 -> integer(8, true);
            case INT_16 -> integer(16, true);
            case INT_32, INT_64, BSON, LIST, MAP, MAP_KEY_VALUE -> null;
            case INTERVAL -> width == 12 ? new Found.Refusal("is an INTERVAL, which no type here can hold") : null;
        };
    }

    private @Nullable Found text() {
        return physical == Type.BYTE_ARRAY || physical == Type.FIXED_LEN_BYTE_ARRAY
                ? form(Meaning.PLAIN, DataType.STRING)
                : null;
    }

    private @Nullable Found date() {
        return physical == Type.INT32 ? form(Meaning.PLAIN, DataType.DATE) : null;
    }

    private @Nullable Found decimal(int precision, int scale) {
        if (physical == Type.BOOLEAN || physical == Type.INT96 || physical == Type.FLOAT || physical == Type.DOUBLE) {
            return null;
        }
        if (precision < 1 || precision > MOST_PRECISION || scale < 0 || scale > precision) {
            return new Found.Refusal("is a decimal(" + precision + "," + scale
                    + "), and decimals have 1 to 38 digits, none to all of them behind the point");
        }
        return form(Meaning.DECIMAL, DataType.decimal(precision, scale));
    }

    private @Nullable Found time(@Nullable TimeUnit unit) {
        if (unit == null) {
            return null;
        }
        if (unit.isSetMILLIS()) {
            return physical == Type.INT32 ? form(Meaning.TIME_MILLIS, DataType.STRING) : null;
        }
        return physical == Type.INT64
                ? form(unit.isSetNANOS() ? Meaning.TIME_NANOS : Meaning.TIME_MICROS, DataType.STRING)
                : null;
    }

    private @Nullable Found timestamp(@Nullable TimeUnit unit, boolean instant) {
        if (unit == null || physical != Type.INT64) {
            return null;
        }
        Meaning meaning;
        if (unit.isSetMILLIS()) {
            meaning = instant ? Meaning.MILLIS : Meaning.LOCAL_MILLIS;
        } else if (unit.isSetMICROS()) {
            meaning = instant ? Meaning.MICROS : Meaning.LOCAL_MICROS;
        } else {
            meaning = instant ? Meaning.NANOS : Meaning.LOCAL_NANOS;
        }
        return form(meaning, DataType.TIMESTAMP);
    }

    private @Nullable Found integer(int bits, boolean signed) {
        if (physical == Type.INT64) {
            return bits == 64 && !signed ? form(Meaning.UINT64, DataType.decimal(20, 0)) : null;
        }
        if (physical != Type.INT32) {
            return null;
        }
        return switch (bits) {
            case 8 -> signed ? form(Meaning.INT8, DataType.TINYINT) : form(Meaning.UINT8, DataType.SMALLINT);
            case 16 -> signed ? form(Meaning.INT16, DataType.SMALLINT) : form(Meaning.UINT16, DataType.INT);
            case 32 -> signed ? null : form(Meaning.UINT32, DataType.BIGINT);
            default -> null;
        };
    }
}
