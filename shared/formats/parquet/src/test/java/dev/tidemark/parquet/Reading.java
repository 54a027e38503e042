package dev.tidemark.parquet;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.BadRecord;
import dev.tidemark.spi.BadRecordException;
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

/// Files read as a whole, in the form of [Values].
final class Reading {

    private Reading() {}

    static List<List<@Nullable Object>> rows(String name, byte[] file, Schema schema, ZoneId zone) throws IOException {
        return rows(new MemoryInput(name, file), schema, zone, ReadTask.Notices.NONE);
    }

    static List<List<@Nullable Object>> rows(ObjectInput input, Schema schema, ZoneId zone, ReadTask.Notices notices)
            throws IOException {
        return rows(new ParquetFormatReader(), input, schema, zone, notices);
    }

    static List<List<@Nullable Object>> rows(
            ParquetFormatReader format, ObjectInput input, Schema schema, ZoneId zone, ReadTask.Notices notices)
            throws IOException {
        ReadTask task = task(input, schema, zone, notices);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        try (BatchReader reader = format.open(task, record -> {
            throw new BadRecordException(record);
        })) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                rows.addAll(Values.rows(batch));
            }
        }
        return rows;
    }

    /// What is taken of a file, and what is set aside.
    record Taken(List<List<@Nullable Object>> rows, List<BadRecord> bad) {}

    /// As a run with `onBadRecord: quarantine` reads it, with the types that the footer says.
    static Taken taken(byte[] file) throws IOException {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        List<BadRecord> bad = new ArrayList<>();
        ReadTask task =
                task(new MemoryInput("file.parquet", file), schema(file), ZoneOffset.UTC, ReadTask.Notices.NONE);
        try (BatchReader reader = new ParquetFormatReader().open(task, bad::add)) {
            for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                rows.addAll(Values.rows(batch));
            }
        }
        return new Taken(rows, bad);
    }

    static ReadTask task(ObjectInput input, Schema schema, ZoneId zone, ReadTask.Notices notices) {
        return new ReadTask(
                input,
                0,
                ReadTask.END,
                schema.fields().stream()
                        .map(field -> ColumnSpec.of(field.name(), field.type()))
                        .toList(),
                FormatOptions.NONE,
                zone,
                null,
                notices);
    }

    /// The schema that the footer says.
    static Schema schema(byte[] file) throws IOException {
        return new ParquetFormatReader()
                .sample(new MemoryInput("file.parquet", file), 1, FormatOptions.NONE, Set.of())
                .schema();
    }

    /// All rows with the types that the footer says.
    static List<List<@Nullable Object>> rows(byte[] file) throws IOException {
        return rows("file.parquet", file, schema(file), ZoneOffset.UTC);
    }
}
