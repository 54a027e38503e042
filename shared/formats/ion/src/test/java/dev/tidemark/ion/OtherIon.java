package dev.tidemark.ion;

import com.amazon.ion.IonBool;
import com.amazon.ion.IonDatagram;
import com.amazon.ion.IonDecimal;
import com.amazon.ion.IonFloat;
import com.amazon.ion.IonInt;
import com.amazon.ion.IonList;
import com.amazon.ion.IonLob;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonStruct;
import com.amazon.ion.IonSystem;
import com.amazon.ion.IonText;
import com.amazon.ion.IonTimestamp;
import com.amazon.ion.IonValue;
import com.amazon.ion.OffsetSpan;
import com.amazon.ion.SpanProvider;
import com.amazon.ion.Timestamp;
import com.amazon.ion.system.IonReaderBuilder;
import com.amazon.ion.system.IonSystemBuilder;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// ion-java's document model (1.12.1), which shares no code with the streaming reader and writer but the symbols'.
final class OtherIon {

    static final IonSystem ION = IonSystemBuilder.standard().build();

    private OtherIon() {}

    static IonDatagram datagram(Schema schema, List<List<@Nullable Object>> rows) {
        IonDatagram datagram = ION.newDatagram();
        for (List<@Nullable Object> row : rows) {
            IonStruct struct = ION.newEmptyStruct();
            for (int i = 0; i < schema.size(); i++) {
                // As typed nulls in some rows, and as no field in others.
                if (row.get(i) != null || rows.indexOf(row) % 2 == 0) {
                    struct.add(schema.field(i).name(), value(schema.field(i).type(), row.get(i)));
                }
            }
            datagram.add(struct);
        }
        return datagram;
    }

    private static IonValue value(DataType type, @Nullable Object value) {
        if (value == null) {
            return ION.newNull();
        }
        return switch (type) {
            case DataType.Primitive primitive ->
                switch (primitive) {
                    case BOOLEAN -> ION.newBool((Boolean) value);
                    case TINYINT, SMALLINT, INT, BIGINT -> ION.newInt((Number) value);
                    case FLOAT, DOUBLE -> ION.newFloat(((Number) value).doubleValue());
                    case STRING -> ION.newString((String) value);
                    case BINARY -> ION.newBlob(((ByteBuffer) value).array());
                    case DATE -> {
                        LocalDate day = LocalDate.ofEpochDay((Integer) value);
                        yield ION.newTimestamp(
                                Timestamp.forDay(day.getYear(), day.getMonthValue(), day.getDayOfMonth()));
                    }
                    case TIMESTAMP ->
                        ION.newTimestamp(Timestamp.valueOf(Instant.EPOCH
                                .plus((Long) value, ChronoUnit.MICROS)
                                .toString()));
                };
            case DataType.Decimal _ -> ION.newDecimal((BigDecimal) value);
            case DataType.Array array -> {
                IonList list = ION.newEmptyList();
                ((List<?>) value).forEach(element -> list.add(value(array.element(), element)));
                yield list;
            }
            case DataType.Map map -> {
                IonStruct struct = ION.newEmptyStruct();
                ((Map<?, ?>) value).forEach((key, element) -> struct.add((String) key, value(map.value(), element)));
                yield struct;
            }
            case DataType.Struct struct -> {
                IonStruct made = ION.newEmptyStruct();
                for (Field field : struct.fields()) {
                    made.add(field.name(), value(field.type(), ((Map<?, ?>) value).get(field.name())));
                }
                yield made;
            }
        };
    }

    static List<List<@Nullable Object>> read(byte[] file, Schema schema) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (IonValue value : ION.getLoader().load(file)) {
            List<@Nullable Object> row = new ArrayList<>();
            for (Field field : schema.fields()) {
                row.add(plain(field.type(), ((IonStruct) value).get(field.name())));
            }
            rows.add(row);
        }
        return rows;
    }

    private static @Nullable Object plain(DataType type, @Nullable IonValue value) {
        if (value == null || value.isNullValue()) {
            return null;
        }
        return switch (type) {
            case DataType.Primitive primitive ->
                switch (primitive) {
                    case BOOLEAN -> ((IonBool) value).booleanValue();
                    case TINYINT, SMALLINT, INT -> ((IonInt) value).intValue();
                    case BIGINT -> ((IonInt) value).longValue();
                    case FLOAT -> ((IonFloat) value).floatValue();
                    case DOUBLE -> ((IonFloat) value).doubleValue();
                    case STRING -> ((IonText) value).stringValue();
                    case BINARY -> ByteBuffer.wrap(((IonLob) value).getBytes());
                    case DATE ->
                        (int) LocalDate.parse(
                                        ((IonTimestamp) value).timestampValue().toString())
                                .toEpochDay();
                    case TIMESTAMP ->
                        ChronoUnit.MICROS.between(
                                Instant.EPOCH,
                                Instant.parse(
                                        ((IonTimestamp) value).timestampValue().toZString()));
                };
            case DataType.Decimal _ -> ((IonDecimal) value).bigDecimalValue();
            case DataType.Array array -> {
                List<@Nullable Object> elements = new ArrayList<>();
                ((IonList) value).forEach(element -> elements.add(plain(array.element(), element)));
                yield elements;
            }
            case DataType.Map map -> {
                Map<String, @Nullable Object> entries = new LinkedHashMap<>();
                ((IonStruct) value).forEach(entry -> entries.put(entry.getFieldName(), plain(map.value(), entry)));
                yield entries;
            }
            case DataType.Struct struct -> {
                Map<String, @Nullable Object> fields = new LinkedHashMap<>();
                for (Field field : struct.fields()) {
                    fields.put(field.name(), plain(field.type(), ((IonStruct) value).get(field.name())));
                }
                yield fields;
            }
        };
    }

    /// Places behind which a binary file may end: its version marker's end, and each value's.
    static List<Long> ends(byte[] file) throws IOException {
        List<Long> ends = new ArrayList<>(List.of(0L, 4L));
        try (IonReader reader = IonReaderBuilder.standard().build(file)) {
            SpanProvider spans = reader.asFacet(SpanProvider.class);
            while (reader.next() != null) {
                OffsetSpan span = spans.currentSpan().asFacet(OffsetSpan.class);
                ends.add(span.getStartOffset());
                ends.add(span.getFinishOffset());
            }
        }
        return ends;
    }
}
