package dev.tidemark.reading;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.SampledSchema;
import dev.tidemark.data.Schema;
import dev.tidemark.data.TooManyFieldsException;
import dev.tidemark.data.WidestType;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// What was seen in one place of records that each name their own fields (JSON, Ion), and the schema that this
/// makes. One thread.
public final class SampledValues {

    private static final int MAX_DECIMAL_DIGITS = 38;
    private static final int INT64_BITS = 63;
    private static final DataType BEYOND_INT64 = DataType.decimal(MAX_DECIMAL_DIGITS, 0);

    private final String place;
    private final String spelling;
    private final Set<DataType> scalars = new HashSet<>();
    private @Nullable SampledValues elements;
    private @Nullable Map<String, SampledValues> fields;

    private SampledValues(String place, String spelling) {
        this.place = place;
        this.spelling = spelling;
    }

    /// The records as a whole, of which nothing was seen yet.
    public static SampledValues ofRecords() {
        return new SampledValues("", "");
    }

    /// A single value of this type was seen; of nulls nothing is told.
    public void scalar(DataType type) {
        scalars.add(type);
    }

    /// The type of a whole number: `bigint`, `decimal(38,0)` beyond 64 bits, `string` beyond 38 digits.
    public static DataType integer(BigInteger value) {
        if (value.bitLength() <= INT64_BITS) {
            return DataType.BIGINT;
        }
        boolean fits = value.abs().compareTo(BigInteger.TEN.pow(MAX_DECIMAL_DIGITS)) < 0;
        return fits ? BEYOND_INT64 : DataType.STRING;
    }

    /// An object was seen.
    public void object() {
        if (fields == null) {
            fields = new TreeMap<>();
        }
    }

    /// A field of an object, by its name in any case.
    ///
    /// @throws TooManyFieldsException when there are too many
    public SampledValues field(String name) {
        object();
        Map<String, SampledValues> known = fields;
        if (known == null) {
            throw new IllegalStateException("no fields");
        }
        SampledValues field = known.computeIfAbsent(
                Schema.fold(name), _ -> new SampledValues(place.isEmpty() ? name : place + "." + name, name));
        if (known.size() > TooManyFieldsException.MOST) {
            throw new TooManyFieldsException(place);
        }
        return field;
    }

    /// The elements of an array that was seen, of all arrays in this place.
    public SampledValues elements() {
        SampledValues known = elements;
        if (known == null) {
            known = new SampledValues(place + "[]", "");
            elements = known;
        }
        return known;
    }

    /// The columns of the records, sorted by name in lower case.
    public SampledSchema schema() {
        Set<String> nullOnly = new HashSet<>();
        return new SampledSchema(new Schema(typed("", nullOnly)), false, nullOnly);
    }

    private List<Field> typed(String prefix, Set<String> nullOnly) {
        List<Field> typed = new ArrayList<>();
        Map<String, SampledValues> known = fields == null ? Map.of() : fields;
        for (SampledValues field : known.values()) {
            if (!field.spelling.isEmpty()) {
                typed.add(new Field(field.spelling, field.type(prefix + field.spelling, nullOnly)));
            }
        }
        return typed;
    }

    private DataType type(String name, Set<String> nullOnly) {
        int kinds = (scalars.isEmpty() ? 0 : 1) + (fields == null ? 0 : 1) + (elements == null ? 0 : 1);
        boolean emptyObject = kinds == 1 && fields != null && fields.isEmpty();
        if (kinds == 0 || emptyObject) {
            nullOnly.add(name);
            return DataType.STRING;
        }
        if (kinds > 1) {
            return DataType.STRING;
        }
        if (fields != null) {
            List<Field> typed = typed(name + ".", nullOnly);
            return typed.isEmpty() ? DataType.STRING : new DataType.Struct(typed);
        }
        if (elements != null) {
            return new DataType.Array(elements.type(name + "[]", nullOnly));
        }
        return WidestType.of(scalars);
    }
}
