package dev.tidemark.orc;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.DataTypeParser;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.BadRecord;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.testkit.MemoryInput;
import dev.tidemark.testkit.Values;
import java.io.IOException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Files read in the form of [Values].
final class Reading {

    static final String FILE = "s3://b/in/file.orc";

    private Reading() {}

    /// What is taken of a file, and what is set aside.
    record Taken(List<List<@Nullable Object>> rows, List<BadRecord> bad, List<String> finer) {}

    /// All rows with the types that the footer says; there must be no bad record.
    static List<List<@Nullable Object>> rows(byte[] file) throws IOException {
        return rows(file, schema(file), ZoneOffset.UTC);
    }

    static List<List<@Nullable Object>> rows(byte[] file, Schema schema, ZoneId zone) throws IOException {
        Taken taken = taken(new OrcFormatReader(), new MemoryInput(FILE, file), schema, zone, 0, ReadTask.END);
        if (!taken.bad().isEmpty()) {
            throw new AssertionError(taken.bad().getFirst().reason());
        }
        return taken.rows();
    }

    static Taken taken(byte[] file) throws IOException {
        return taken(new OrcFormatReader(), new MemoryInput(FILE, file), schema(file), ZoneOffset.UTC, 0, ReadTask.END);
    }

    static Taken taken(OrcFormatReader format, ObjectInput input, Schema schema, ZoneId zone, long from, long to)
            throws IOException {
        Taken taken = new Taken(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        ReadTask.Notices notices = new ReadTask.Notices() {
            @Override
            public void finerThanMicros(String column) {
                taken.finer().add(column);
            }
        };
        ReadTask task = new ReadTask(
                input,
                from,
                to,
                schema.fields().stream()
                        .map(field -> ColumnSpec.of(field.name(), field.type()))
                        .toList(),
                FormatOptions.NONE,
                zone,
                null,
                notices);
        try (BatchReader reader = format.open(task, taken.bad()::add)) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                taken.rows().addAll(Values.rows(batch));
            }
        }
        return taken;
    }

    /// The schema that the footer says.
    static Schema schema(byte[] file) throws IOException {
        return new OrcFormatReader()
                .sample(new MemoryInput(FILE, file), 1, FormatOptions.NONE, Set.of())
                .schema();
    }

    static Schema one(String type) {
        return Schema.of(new Field("v", DataTypeParser.parse(type)));
    }
}
