package dev.tidemark.reading;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.SampledSchema;
import dev.tidemark.data.Schema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The schema of a file that lists its columns, for the merge with those of other files.
public final class FileSchema {

    private FileSchema() {}

    /// @param fields   the file's columns in its order, with its spelling
    /// @param nullOnly places of which the file says that they hold nulls only ([SampledSchema])
    /// @throws AmbiguousNameException when two columns, or fields of one struct, are equal but for case
    public static SampledSchema of(String location, List<Field> fields, Set<String> nullOnly) {
        refuseAmbiguous(location, fields, "");
        return new SampledSchema(new Schema(fields), true, nullOnly);
    }

    private static void refuseAmbiguous(String location, List<Field> fields, String prefix) {
        Map<String, String> seen = new HashMap<>();
        for (Field field : fields) {
            String before = seen.put(Schema.fold(field.name()), field.name());
            if (before != null) {
                throw new AmbiguousNameException(location, prefix + before, prefix + field.name());
            }
            refuseAmbiguous(location, field.type(), prefix + field.name());
        }
    }

    private static void refuseAmbiguous(String location, DataType type, String place) {
        switch (type) {
            case DataType.Struct struct -> refuseAmbiguous(location, struct.fields(), place + ".");
            case DataType.Array array -> refuseAmbiguous(location, array.element(), place + "[]");
            case DataType.Map map -> refuseAmbiguous(location, map.value(), place + "{}");
            case DataType.Primitive _, DataType.Decimal _ -> {}
        }
    }
}
