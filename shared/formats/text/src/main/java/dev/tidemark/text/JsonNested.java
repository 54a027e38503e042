package dev.tidemark.text;

import com.fasterxml.jackson.core.JsonToken;
import dev.tidemark.data.ArrayVector;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.MapVector;
import dev.tidemark.data.StructVector;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Columns of objects and arrays. Types nest as deep as the schema says, so that reading them may recurse.
final class JsonNested {

    private JsonNested() {}

    /// `array<>`.
    static final class Arrays extends JsonColumn<ArrayVector> {
        private final JsonColumn<?> elements;

        Arrays(String path, ArrayVector vector, ColumnSpec spec, ZoneId zone) {
            super(path, vector);
            this.elements = of(path + "[]", vector.elements(), spec, zone);
        }

        @Override
        void readValue(JsonCursor cursor, JsonToken token) throws IOException {
            if (token != JsonToken.START_ARRAY) {
                cursor.mismatch(path, token, "an array is expected");
                return;
            }
            JsonToken next = cursor.parser().nextToken();
            while (next != JsonToken.END_ARRAY) {
                elements.read(cursor, next);
                next = cursor.parser().nextToken();
            }
            vector.endRow();
        }
    }

    /// `map<string,>`: any object; its names are data and keep their case.
    static final class Maps extends JsonColumn<MapVector> {

        private static final int FEW = 8;
        private final JsonColumn<?> values;

        Maps(String path, MapVector vector, ColumnSpec spec, ZoneId zone) {
            super(path, vector);
            this.values = of(path + "{}", vector.values(), spec, zone);
        }

        @Override
        void readValue(JsonCursor cursor, JsonToken token) throws IOException {
            if (token != JsonToken.START_OBJECT) {
                cursor.mismatch(path, token, "an object is expected");
                return;
            }
            int first = vector.keys().size();
            String name = cursor.parser().nextFieldName();
            while (name != null) {
                if (!JsonStrings.isPaired(name)) {
                    cursor.problem(path, "a name with half of a surrogate pair, which no UTF-8 text can hold");
                }
                vector.keys().append(name);
                values.read(cursor, cursor.parser().nextToken());
                name = cursor.parser().nextFieldName();
            }
            if (hasDuplicates(first)) {
                resolve(cursor, first);
            }
            vector.endRow();
        }

        private boolean hasDuplicates(int first) {
            BytesVector keys = vector.keys();
            int count = keys.size() - first;
            if (count > FEW) {
                Map<ByteBuffer, Integer> seen = HashMap.newHashMap(count);
                for (int i = first; i < keys.size(); i++) {
                    seen.put(key(keys, i), i);
                }
                return seen.size() < count;
            }
            for (int i = first + 1; i < keys.size(); i++) {
                for (int j = first; j < i; j++) {
                    if (keys.equal(i, keys, j)) {
                        return true;
                    }
                }
            }
            return false;
        }

        private static ByteBuffer key(BytesVector keys, int row) {
            return ByteBuffer.wrap(keys.bytes(), keys.start(row), keys.length(row));
        }

        /// Keeps one entry a key, at the place of the key's first.
        private void resolve(JsonCursor cursor, int first) {
            BytesVector keys = vector.keys();
            if (cursor.keys() == JsonSettings.DuplicateKeys.FAIL) {
                cursor.problem(path, "a name that stands twice in one object; duplicateKeys: last or first takes it");
                return;
            }
            Map<ByteBuffer, Integer> places = new HashMap<>();
            List<Integer> kept = new ArrayList<>();
            for (int i = first; i < keys.size(); i++) {
                Integer place = places.putIfAbsent(key(keys, i), kept.size());
                if (place == null) {
                    kept.add(i);
                    continue;
                }
                cursor.notices().duplicate();
                if (cursor.keys() == JsonSettings.DuplicateKeys.LAST) {
                    kept.set(place, i);
                }
            }
            int[] rows = kept.stream().mapToInt(Integer::intValue).toArray();
            ColumnVector keptKeys = keys.select(rows, rows.length);
            ColumnVector keptValues = vector.values().select(rows, rows.length);
            keys.truncate(first);
            vector.values().truncate(first);
            for (int i = 0; i < rows.length; i++) {
                keys.appendFrom(keptKeys, i);
                vector.values().appendFrom(keptValues, i);
            }
        }
    }

    /// `struct<>`: an object; names that are no field are skipped and told.
    static final class Structs extends JsonColumn<StructVector> {
        private final JsonFields fields;

        Structs(String path, StructVector vector, ColumnSpec spec, ZoneId zone) {
            super(path, vector);
            DataType.Struct type = (DataType.Struct) vector.type();
            List<String> names = new ArrayList<>();
            List<JsonColumn<?>> columns = new ArrayList<>();
            for (int i = 0; i < type.fields().size(); i++) {
                String name = type.fields().get(i).name();
                names.add(name);
                columns.add(of(path + "." + name, vector.field(i), spec, zone));
            }
            this.fields = new JsonFields(names, columns, path);
        }

        @Override
        void readValue(JsonCursor cursor, JsonToken token) throws IOException {
            if (token != JsonToken.START_OBJECT) {
                cursor.mismatch(path, token, "an object is expected");
                return;
            }
            fields.read(cursor, vector.size());
            vector.endRow();
        }
    }
}
