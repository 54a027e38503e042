package dev.tidemark.reading;

import dev.tidemark.data.ArrayVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.JsonRows;
import dev.tidemark.data.JsonText;
import dev.tidemark.data.MapVector;
import dev.tidemark.data.Schema;
import dev.tidemark.data.StructVector;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes the conversions of one file's columns.
///
/// A value is taken when it is the same value in the other type; one that is not makes its record bad. Fields
/// of structs are found by name, those that the file lacks are null. What is nested becomes text as JSON.
///
/// @param location of the file, for errors
/// @param timezone of text without a zone
record Conversions(String location, ZoneId timezone) {

    /// @param from the file's type
    /// @param spec the column that is asked for
    /// @throws ColumnTypeException when no value of the one type is ever read as the other
    Conversion column(DataType from, ColumnSpec spec) {
        return of(from, spec.type(), spec, spec.name());
    }

    private Conversion of(DataType from, DataType to, ColumnSpec spec, String path) {
        if (from.equals(to)) {
            return (in, row, out) -> {
                out.appendFrom(in, row);
                return null;
            };
        }
        if (to.equals(DataType.STRING) && isNested(from)) {
            return Conversions::json;
        }
        return switch (from) {
            case DataType.Struct struct when to instanceof DataType.Struct other -> struct(struct, other, spec, path);
            case DataType.Array array
            when to instanceof DataType.Array other -> {
                Conversion elements = of(array.element(), other.element(), spec, path + "[]");
                yield (in, row, out) -> elements(elements, (ArrayVector) in, row, (ArrayVector) out);
            }
            case DataType.Map map
            when to instanceof DataType.Map other -> {
                Conversion values = of(map.value(), other.value(), spec, path + "{}");
                yield (in, row, out) -> entries(values, (MapVector) in, row, (MapVector) out);
            }
            case DataType.Struct _, DataType.Array _, DataType.Map _ -> throw refused(from, to, path);
            case DataType.Primitive _, DataType.Decimal _ -> scalar(from, to, spec, path);
        };
    }

    private Conversion scalar(DataType from, DataType to, ColumnSpec spec, String path) {
        if (isNested(to)) {
            throw refused(from, to, path);
        }
        Scalars scalars = new Scalars(spec, spec.zone() == null ? timezone : spec.zone());
        Scalars.Exact exact = scalars.exact(from, to);
        if (exact == null) {
            throw refused(from, to, path);
        }
        return (in, row, out) -> exact.append(in, row, out)
                ? null
                : new Conversion.Problem(
                        path, "the " + from + " value " + Scalars.text(in, row, timezone) + " does not fit " + to);
    }

    private ColumnTypeException refused(DataType from, DataType to, String path) {
        boolean count = Scalars.isInteger(from) && (to.equals(DataType.TIMESTAMP) || to.equals(DataType.DATE));
        return new ColumnTypeException(
                location,
                path,
                from,
                to,
                count
                        ? "Say what the numbers count with format: epoch_seconds, epoch_millis or epoch_micros."
                        : "Declare the column as the file has it, or as string, and cast it with applyMapping or derive.");
    }

    private Conversion struct(DataType.Struct from, DataType.Struct to, ColumnSpec spec, String path) {
        List<@Nullable Conversion> fields = new ArrayList<>();
        int[] places = new int[to.fields().size()];
        for (int i = 0; i < places.length; i++) {
            Field field = to.fields().get(i);
            places[i] = place(from.fields(), field.name(), path + ".");
            fields.add(
                    places[i] < 0
                            ? null
                            : of(from.fields().get(places[i]).type(), field.type(), spec, path + "." + field.name()));
        }
        return (in, row, out) -> {
            StructVector struct = (StructVector) in;
            StructVector made = (StructVector) out;
            for (int i = 0; i < places.length; i++) {
                Conversion conversion = fields.get(i);
                if (conversion == null) {
                    made.field(i).appendNull();
                    continue;
                }
                Conversion.Problem problem = conversion.appendOrNull(struct.field(places[i]), row, made.field(i));
                if (problem != null) {
                    return problem;
                }
            }
            made.endRow();
            return null;
        };
    }

    /// Index of the field of this name in any case, or -1.
    ///
    /// @throws AmbiguousNameException when there are two
    int place(List<Field> fields, String name, String prefix) {
        int found = -1;
        for (int i = 0; i < fields.size(); i++) {
            if (Schema.fold(fields.get(i).name()).equals(Schema.fold(name))) {
                if (found >= 0) {
                    throw new AmbiguousNameException(
                            location,
                            prefix + fields.get(found).name(),
                            prefix + fields.get(i).name());
                }
                found = i;
            }
        }
        return found;
    }

    private static Conversion.@Nullable Problem elements(
            Conversion conversion, ArrayVector in, int row, ArrayVector out) {
        for (int i = in.start(row); i < in.start(row) + in.length(row); i++) {
            Conversion.Problem problem = conversion.appendOrNull(in.elements(), i, out.elements());
            if (problem != null) {
                return problem;
            }
        }
        out.endRow();
        return null;
    }

    private static Conversion.@Nullable Problem entries(Conversion conversion, MapVector in, int row, MapVector out) {
        for (int i = in.start(row); i < in.start(row) + in.length(row); i++) {
            out.keys().appendFrom(in.keys(), i);
            Conversion.Problem problem = conversion.appendOrNull(in.values(), i, out.values());
            if (problem != null) {
                return problem;
            }
        }
        out.endRow();
        return null;
    }

    private static Conversion.@Nullable Problem json(ColumnVector in, int row, ColumnVector out) {
        JsonText text = new JsonText();
        new JsonRows(text, List.of()).writeElement(in, row);
        ((BytesVector) out).append(text.toBytes());
        return null;
    }

    private static boolean isNested(DataType type) {
        return switch (type) {
            case DataType.Primitive _, DataType.Decimal _ -> false;
            case DataType.Array _, DataType.Map _, DataType.Struct _ -> true;
        };
    }
}
