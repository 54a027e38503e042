package dev.tidemark.orc;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Schema;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DateColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.UnionColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.hadoop.hive.serde2.io.HiveDecimalWritable;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcConf;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.apache.orc.StripeInformation;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.jspecify.annotations.Nullable;

/// orc-core 2.3.1, the judge: files written by it and read by it, rows as `Values` of the testkit has them.
///
/// A value of a union is written from, and read as, a struct of its members.
record OtherOrc(UnaryOperator<OrcFile.WriterOptions> options, Map<OrcConf, Object> settings, int batch) {

    static final OtherOrc USUAL = new OtherOrc(UnaryOperator.identity(), Map.of(), 1024);

    OtherOrc with(UnaryOperator<OrcFile.WriterOptions> more) {
        return new OtherOrc(before -> more.apply(options.apply(before)), settings, batch);
    }

    OtherOrc with(CompressionKind kind) {
        return with(options -> options.compress(kind));
    }

    /// @param rows of a stripe
    OtherOrc stripes(int rows) {
        return new OtherOrc(options, Map.of(OrcConf.STRIPE_ROW_COUNT, (Object) (long) rows), rows);
    }

    static TypeDescription type(Schema schema) {
        TypeDescription struct = TypeDescription.createStruct();
        schema.fields().forEach(field -> struct.addField(field.name(), type(field.type())));
        return struct;
    }

    static TypeDescription type(DataType type) {
        return TypeDescription.fromString(type.toString().replace("timestamp", "timestamp with local time zone"));
    }

    byte[] write(Schema schema, List<List<@Nullable Object>> rows) throws IOException {
        return write(type(schema), rows);
    }

    byte[] write(TypeDescription type, List<List<@Nullable Object>> rows) throws IOException {
        return write(type, writer -> {
            VectorizedRowBatch batch = type.createRowBatch(batch());
            for (List<@Nullable Object> row : rows) {
                for (int i = 0; i < row.size(); i++) {
                    put(
                            batch.cols[i],
                            batch.size,
                            row.get(i),
                            type.getChildren().get(i));
                }
                if (++batch.size == batch()) {
                    writer.addRowBatch(batch);
                    batch.reset();
                }
            }
            writer.addRowBatch(batch);
        });
    }

    @FunctionalInterface
    interface Rows {
        void write(Writer writer) throws IOException;
    }

    byte[] write(TypeDescription type, Rows rows) throws IOException {
        java.nio.file.Path file = Files.createTempFile("other", ".orc");
        Files.delete(file);
        try {
            Configuration conf = new Configuration(false);
            settings.forEach((setting, value) -> conf.set(setting.getAttribute(), String.valueOf(value)));
            OrcFile.WriterOptions all = options.apply(OrcFile.writerOptions(conf)
                    .setSchema(type)
                    .fileSystem(fileSystem(conf))
                    .setProlepticGregorian(true)
                    .useUTCTimestamp(true));
            try (Writer writer = OrcFile.createWriter(new Path(file.toUri()), all)) {
                rows.write(writer);
            }
            return Files.readAllBytes(file);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static RawLocalFileSystem fileSystem(Configuration conf) throws IOException {
        RawLocalFileSystem files = new RawLocalFileSystem();
        files.initialize(java.net.URI.create("file:///"), conf);
        return files;
    }

    private static void put(ColumnVector to, int row, @Nullable Object value, TypeDescription type) {
        if (value == null) {
            to.noNulls = false;
            to.isNull[row] = true;
            return;
        }
        to.isNull[row] = false;
        switch (to) {
            case TimestampColumnVector times -> {
                long micros = (Long) value;
                times.setIsUTC(true);
                times.changeCalendar(true, false);
                times.time[row] = Math.floorDiv(micros, 1000L);
                times.nanos[row] = (int) Math.floorMod(micros, 1_000_000L) * 1000;
            }
            case DateColumnVector dates -> {
                dates.changeCalendar(true, false);
                dates.vector[row] = (Integer) value;
            }
            case LongColumnVector longs ->
                longs.vector[row] = value instanceof Boolean is ? (is ? 1 : 0) : ((Number) value).longValue();
            case DoubleColumnVector doubles -> doubles.vector[row] = ((Number) value).doubleValue();
            case DecimalColumnVector decimals -> decimals.set(row, HiveDecimal.create((BigDecimal) value));
            case BytesColumnVector bytes -> {
                if (value instanceof ByteBuffer buffer) {
                    byte[] copy = new byte[buffer.remaining()];
                    buffer.duplicate().get(copy);
                    bytes.setVal(row, copy);
                } else {
                    bytes.setVal(row, ((String) value).getBytes(StandardCharsets.UTF_8));
                }
            }
            case ListColumnVector list -> {
                List<?> values = (List<?>) value;
                list.offsets[row] = list.childCount;
                list.lengths[row] = values.size();
                list.childCount += values.size();
                list.child.ensureSize(list.childCount, true);
                for (int i = 0; i < values.size(); i++) {
                    put(
                            list.child,
                            (int) list.offsets[row] + i,
                            values.get(i),
                            type.getChildren().getFirst());
                }
            }
            case MapColumnVector map -> {
                Map<?, ?> values = (Map<?, ?>) value;
                map.offsets[row] = map.childCount;
                map.lengths[row] = values.size();
                map.childCount += values.size();
                map.keys.ensureSize(map.childCount, true);
                map.values.ensureSize(map.childCount, true);
                int at = (int) map.offsets[row];
                for (Map.Entry<?, ?> entry : values.entrySet()) {
                    put(map.keys, at, entry.getKey(), type.getChildren().getFirst());
                    put(map.values, at++, entry.getValue(), type.getChildren().getLast());
                }
            }
            case UnionColumnVector union -> {
                List<?> members = new ArrayList<>(((Map<?, ?>) value).values());
                for (int i = 0; i < members.size(); i++) {
                    if (members.get(i) != null) {
                        union.tags[row] = i;
                        put(
                                union.fields[i],
                                row,
                                members.get(i),
                                type.getChildren().get(i));
                    }
                }
            }
            case StructColumnVector struct -> {
                List<?> fields = new ArrayList<>(((Map<?, ?>) value).values());
                for (int i = 0; i < fields.size(); i++) {
                    put(struct.fields[i], row, fields.get(i), type.getChildren().get(i));
                }
            }
            default -> throw new IllegalStateException(to.getClass().getName());
        }
    }

    static <T> T open(byte[] bytes, Use<T> use) throws IOException {
        java.nio.file.Path file = Files.createTempFile("other", ".orc");
        try {
            Files.write(file, bytes);
            Configuration conf = new Configuration(false);
            try (Reader reader = OrcFile.createReader(
                    new Path(file.toUri()),
                    OrcFile.readerOptions(conf)
                            .filesystem(fileSystem(conf))
                            .convertToProlepticGregorian(true)
                            .useUTCTimestamp(true))) {
                return use.of(reader);
            }
        } finally {
            Files.deleteIfExists(file);
        }
    }

    @FunctionalInterface
    interface Use<T> {
        T of(Reader reader) throws IOException;
    }

    static List<Long> stripes(byte[] file) throws IOException {
        return open(
                file,
                reader -> reader.getStripes().stream()
                        .map(StripeInformation::getOffset)
                        .toList());
    }

    static List<List<@Nullable Object>> read(byte[] file) throws IOException {
        return open(file, reader -> {
            List<List<@Nullable Object>> rows = new ArrayList<>();
            TypeDescription type = reader.getSchema();
            VectorizedRowBatch batch = type.createRowBatch();
            try (RecordReader records = reader.rows()) {
                while (records.nextBatch(batch)) {
                    for (int row = 0; row < batch.size; row++) {
                        List<@Nullable Object> values = new ArrayList<>();
                        for (int i = 0; i < batch.numCols; i++) {
                            values.add(
                                    value(batch.cols[i], row, type.getChildren().get(i)));
                        }
                        rows.add(values);
                    }
                }
            }
            return rows;
        });
    }

    static @Nullable Object value(ColumnVector vector, int at, TypeDescription type) {
        int row = vector.isRepeating ? 0 : at;
        if (!vector.noNulls && vector.isNull[row]) {
            return null;
        }
        List<TypeDescription> children = type.getChildren();
        return switch (vector) {
            case TimestampColumnVector times ->
                Math.floorDiv(times.time[row], 1000L) * 1_000_000L + times.nanos[row] / 1000;
            case DoubleColumnVector doubles ->
                type.getCategory() == TypeDescription.Category.FLOAT
                        ? (Object) (float) doubles.vector[row]
                        : (Object) doubles.vector[row];
            case LongColumnVector longs ->
                switch (type.getCategory()) {
                    case BOOLEAN -> longs.vector[row] != 0;
                    case LONG -> longs.vector[row];
                    default -> (int) longs.vector[row];
                };
            case DecimalColumnVector decimals -> {
                HiveDecimalWritable found = decimals.vector[row];
                yield found.getHiveDecimal().bigDecimalValue().setScale(type.getScale());
            }
            case BytesColumnVector bytes -> {
                byte[] copy = new byte[bytes.length[row]];
                System.arraycopy(bytes.vector[row], bytes.start[row], copy, 0, copy.length);
                yield type.getCategory() == TypeDescription.Category.BINARY
                        ? ByteBuffer.wrap(copy)
                        : new String(copy, StandardCharsets.UTF_8);
            }
            case ListColumnVector list -> {
                List<@Nullable Object> values = new ArrayList<>();
                for (int i = 0; i < list.lengths[row]; i++) {
                    values.add(value(list.child, (int) list.offsets[row] + i, children.getFirst()));
                }
                yield values;
            }
            case MapColumnVector map -> {
                Map<String, @Nullable Object> values = new LinkedHashMap<>();
                for (int i = 0; i < map.lengths[row]; i++) {
                    int entry = (int) map.offsets[row] + i;
                    values.put(
                            String.valueOf(value(map.keys, entry, children.getFirst())),
                            value(map.values, entry, children.getLast()));
                }
                yield values;
            }
            case UnionColumnVector union -> {
                Map<String, @Nullable Object> members = new LinkedHashMap<>();
                for (int i = 0; i < union.fields.length; i++) {
                    members.put(
                            "member" + i, union.tags[row] == i ? value(union.fields[i], row, children.get(i)) : null);
                }
                yield members;
            }
            case StructColumnVector struct -> {
                Map<String, @Nullable Object> fields = new LinkedHashMap<>();
                for (int i = 0; i < struct.fields.length; i++) {
                    fields.put(type.getFieldNames().get(i), value(struct.fields[i], row, children.get(i)));
                }
                yield fields;
            }
            default -> throw new IllegalStateException(vector.getClass().getName());
        };
    }
}
