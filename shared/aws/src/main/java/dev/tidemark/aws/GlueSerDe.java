package dev.tidemark.aws;

import dev.tidemark.catalog.SerDe;
import dev.tidemark.catalog.Table;
import dev.tidemark.data.Field;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.glue.model.SerDeInfo;
import software.amazon.awssdk.services.glue.model.StorageDescriptor;

/// How engines read a table, as Glue keeps it and as [SerDe#asParameters()] says it: the parameters of our tables that
/// begin with `serde.` are Glue's SerDeInfo.
final class GlueSerDe {

    static final List<String> FORMATS = List.of("parquet", "orc", "avro", "json", "csv", "ion");

    private static final String CLASSIFICATION = "classification";
    private static final String LIBRARY = "serde.library";
    private static final String INPUT = "serde.inputFormat";
    private static final String OUTPUT = "serde.outputFormat";
    private static final String PARAMETER = "serde.parameter.";
    private static final String AVRO_SCHEMA = "avro.schema.literal";

    /// Glue's own notes among a table's parameters: not shown, and never taken away.
    private static final Set<String> HIDDEN = Set.of(CLASSIFICATION, "EXTERNAL");

    private GlueSerDe() {}

    /// By the table's classification where that is one of ours, else by its SerDe.
    static Optional<String> format(software.amazon.awssdk.services.glue.model.Table found) {
        String noted = found.hasParameters() ? found.parameters().get(CLASSIFICATION) : null;
        return noted != null && FORMATS.contains(noted) ? Optional.of(noted) : format(found.storageDescriptor());
    }

    private static Optional<String> format(StorageDescriptor storage) {
        String library =
                storage.serdeInfo() == null ? null : storage.serdeInfo().serializationLibrary();
        return FORMATS.stream()
                .filter(format -> SerDe.of(format).library().equals(library))
                .findFirst();
    }

    static Map<String, String> parameters(software.amazon.awssdk.services.glue.model.Table found) {
        Map<String, String> all = new TreeMap<>(found.hasParameters() ? found.parameters() : Map.of());
        all.keySet().removeAll(HIDDEN);
        StorageDescriptor storage = found.storageDescriptor();
        note(all, INPUT, storage.inputFormat());
        note(all, OUTPUT, storage.outputFormat());
        SerDeInfo serde = storage.serdeInfo();
        if (serde != null) {
            note(all, LIBRARY, serde.serializationLibrary());
            if (serde.hasParameters()) {
                serde.parameters().forEach((name, value) -> all.put(PARAMETER + name, value));
            }
        }
        return all;
    }

    private static void note(Map<String, String> all, String name, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            all.put(name, value);
        }
    }

    /// Table parameters of a new table.
    static Map<String, String> created(Table table) {
        Map<String, String> own = own(table);
        own.put(CLASSIFICATION, table.format());
        own.put("EXTERNAL", "TRUE");
        return own;
    }

    /// Table parameters of a table that is there.
    static Map<String, String> changed(Table table, software.amazon.awssdk.services.glue.model.Table found) {
        Map<String, String> own = own(table);
        if (found.hasParameters()) {
            found.parameters().forEach((name, value) -> {
                if (HIDDEN.contains(name)) {
                    own.put(name, value);
                }
            });
        }
        return own;
    }

    /// Notes the columns, so that a later writer from whom some are hidden finds out ([Table#unseenColumns()]).
    private static Map<String, String> own(Table table) {
        Map<String, String> own = new TreeMap<>(table.parameters());
        own.keySet().removeIf(name -> name.startsWith("serde."));
        own.put(Table.COLUMNS_NOTE, Table.note(table.columns()));
        return own;
    }

    static StorageDescriptor.Builder storage(Table table) {
        Map<String, String> declared = table.parameters().containsKey(LIBRARY)
                ? table.parameters()
                : SerDe.of(table.format()).asParameters();
        Map<String, String> parameters = new TreeMap<>();
        declared.forEach((name, value) -> {
            if (name.startsWith(PARAMETER)) {
                parameters.put(name.substring(PARAMETER.length()), value);
            }
        });
        return StorageDescriptor.builder()
                .inputFormat(declared.get(INPUT))
                .outputFormat(declared.get(OUTPUT))
                .serdeInfo(SerDeInfo.builder()
                        .serializationLibrary(declared.get(LIBRARY))
                        .parameters(parameters)
                        .build());
    }

    /// An Avro table names its files' schema: that changes with the columns, also of a partition.
    static StorageDescriptor withAvroSchema(StorageDescriptor storage, String table, List<Field> columns) {
        if (format(storage).filter("avro"::equals).isEmpty()) {
            return storage;
        }
        Map<String, String> parameters = new HashMap<>(storage.serdeInfo().parameters());
        parameters.put(AVRO_SCHEMA, AvroSchemaText.of(table, columns));
        return storage.toBuilder()
                .serdeInfo(
                        storage.serdeInfo().toBuilder().parameters(parameters).build())
                .build();
    }
}
