package dev.tidemark.ion;

import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import dev.tidemark.data.ArrayVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.MapVector;
import dev.tidemark.data.StructVector;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Columns of structs, lists and sexps. Types nest as deep as the schema says, so that reading them may recurse.
final class IonNested {

    private IonNested() {}

    /// `array<>`: a list or a sexp.
    static final class Arrays extends IonColumn<ArrayVector> {
        private final IonColumn<?> elements;

        Arrays(String path, ArrayVector vector, ColumnSpec spec, ZoneId zone) {
            super(path, vector);
            this.elements = of(path + "[]", vector.elements(), spec, zone);
        }

        @Override
        void readValue(IonRow row, IonType type) {
            if (type != IonType.LIST && type != IonType.SEXP) {
                row.mismatch(path, type, "a list is expected");
                return;
            }
            IonReader reader = row.reader();
            reader.stepIn();
            for (IonType next = reader.next(); next != null; next = reader.next()) {
                elements.read(row, next);
            }
            reader.stepOut();
            vector.endRow();
        }
    }

    /// `map<string,>`: any struct; its names are data and keep their case.
    static final class Maps extends IonColumn<MapVector> {
        private final IonColumn<?> values;

        Maps(String path, MapVector vector, ColumnSpec spec, ZoneId zone) {
            super(path, vector);
            this.values = of(path + "{}", vector.values(), spec, zone);
        }

        @Override
        void readValue(IonRow row, IonType type) {
            if (type != IonType.STRUCT) {
                row.mismatch(path, type, "a struct is expected");
                return;
            }
            IonReader reader = row.reader();
            BytesVector keys = vector.keys();
            int first = keys.size();
            Map<String, Integer> places = new HashMap<>();
            List<Integer> kept = new ArrayList<>();
            reader.stepIn();
            for (IonType next = reader.next(); next != null; next = reader.next()) {
                String name = reader.getFieldName();
                Integer place = places.putIfAbsent(name, kept.size());
                if (place == null) {
                    kept.add(keys.size());
                } else {
                    row.notices().duplicate();
                    if (row.keys() == IonRow.DuplicateKeys.LAST) {
                        kept.set(place, keys.size());
                    } else if (row.keys() == IonRow.DuplicateKeys.FAIL) {
                        row.problem(path, IonProblems.TWICE);
                    }
                }
                keys.append(name);
                values.read(row, next);
            }
            reader.stepOut();
            if (kept.size() < keys.size() - first && row.problem() == null) {
                keep(kept, first);
            }
            vector.endRow();
        }

        /// One entry a key, at the place of the key's first.
        private void keep(List<Integer> kept, int first) {
            int[] rows = kept.stream().mapToInt(Integer::intValue).toArray();
            ColumnVector keptKeys = vector.keys().select(rows, rows.length);
            ColumnVector keptValues = vector.values().select(rows, rows.length);
            vector.keys().truncate(first);
            vector.values().truncate(first);
            for (int i = 0; i < rows.length; i++) {
                vector.keys().appendFrom(keptKeys, i);
                vector.values().appendFrom(keptValues, i);
            }
        }
    }

    /// `struct<>`: a struct; names that are no field are skipped and told.
    static final class Structs extends IonColumn<StructVector> {
        private final IonFields fields;

        Structs(String path, StructVector vector, ColumnSpec spec, ZoneId zone) {
            super(path, vector);
            DataType.Struct type = (DataType.Struct) vector.type();
            List<String> names = new ArrayList<>();
            List<IonColumn<?>> columns = new ArrayList<>();
            for (int i = 0; i < type.fields().size(); i++) {
                String name = type.fields().get(i).name();
                names.add(name);
                columns.add(of(path + "." + name, vector.field(i), spec, zone));
            }
            this.fields = new IonFields(names, columns, null, path);
        }

        @Override
        void readValue(IonRow row, IonType type) {
            if (type != IonType.STRUCT) {
                row.mismatch(path, type, "a struct is expected");
                return;
            }
            fields.read(row, vector.size());
            vector.endRow();
        }
    }
}
