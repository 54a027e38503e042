package dev.tidemark.benchmarks;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;

/// Avro's generic reader and writer, without conversions of logical types, the record used again and again.
final class AvroPeer implements Peer {

    private static final Schema SCHEMA = new Schema.Parser().parse("""
            {"type": "record", "name": "orders", "fields": [
              {"name": "order_id", "type": ["null", "long"]}, {"name": "customer_id", "type": ["null", "string"]},
              {"name": "product", "type": ["null", "string"]}, {"name": "quantity", "type": ["null", "int"]},
              {"name": "price", "type": ["null",
                {"type": "bytes", "logicalType": "decimal", "precision": 10, "scale": 2}]},
              {"name": "order_ts", "type": ["null", {"type": "long", "logicalType": "timestamp-micros"}]},
              {"name": "country", "type": ["null", "string"]}, {"name": "comment", "type": ["null", "string"]}]}
            """);

    private final CodecFactory codec;
    private final List<GenericRecord> records = new ArrayList<>();

    AvroPeer(CodecFactory codec, List<Order> orders) {
        this.codec = codec;
        for (Order order : orders) {
            GenericRecord made = new GenericData.Record(SCHEMA);
            made.put(0, order.id());
            made.put(1, new Utf8(order.customer()));
            made.put(2, new Utf8(order.product()));
            made.put(3, order.quantity());
            made.put(4, ByteBuffer.wrap(order.price().unscaledValue().toByteArray()));
            made.put(5, order.micros());
            made.put(6, new Utf8(order.country()));
            made.put(7, new Utf8(order.comment()));
            records.add(made);
        }
    }

    @Override
    public String name() {
        return "GenericDatumReader and -Writer";
    }

    @Override
    public void write(Path file) throws IOException {
        try (DataFileWriter<GenericRecord> writer = new DataFileWriter<>(new GenericDatumWriter<>(SCHEMA))) {
            writer.setCodec(codec).create(SCHEMA, file.toFile());
            for (GenericRecord row : records) {
                writer.append(row);
            }
        }
    }

    @Override
    public String read(Path file) throws IOException {
        Order.Sums sums = new Order.Sums();
        try (DataFileReader<GenericRecord> reader = new DataFileReader<>(file.toFile(), new GenericDatumReader<>())) {
            GenericRecord row = new GenericData.Record(reader.getSchema());
            while (reader.hasNext()) {
                row = reader.next(row);
                sums.add(
                        (Long) row.get(0),
                        length(row.get(1)),
                        length(row.get(2)),
                        (Integer) row.get(3),
                        unscaled(row.get(4)),
                        (Long) row.get(5),
                        length(row.get(6)),
                        length(row.get(7)));
            }
        }
        return sums.toString();
    }

    private static int length(Object text) {
        return ((Utf8) text).getByteLength();
    }

    private static long unscaled(Object decimal) {
        byte[] bytes;
        int from = 0;
        int to;
        if (decimal instanceof GenericFixed fixed) {
            bytes = fixed.bytes();
            to = bytes.length;
        } else {
            ByteBuffer buffer = (ByteBuffer) decimal;
            bytes = buffer.array();
            from = buffer.arrayOffset() + buffer.position();
            to = from + buffer.remaining();
        }
        long value = bytes[from];
        for (int i = from + 1; i < to; i++) {
            value = (value << 8) | (bytes[i] & 0xff);
        }
        return value;
    }
}
