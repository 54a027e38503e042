package dev.tidemark.benchmarks;

import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.IonWriter;
import com.amazon.ion.Timestamp;
import com.amazon.ion.system.IonBinaryWriterBuilder;
import com.amazon.ion.system.IonReaderBuilder;
import com.amazon.ion.system.IonTextWriterBuilder;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// ion-java's streaming reader and writer.
///
/// @param isText whether Ion text is written
record IonPeer(boolean isText, List<Order> orders) implements Peer {

    @Override
    public String name() {
        return "ion-java";
    }

    @Override
    public void write(Path file) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
                IonWriter writer = isText
                        ? IonTextWriterBuilder.standard().build(out)
                        : IonBinaryWriterBuilder.standard().build(out)) {
            for (Order order : orders) {
                writer.stepIn(IonType.STRUCT);
                writer.setFieldName("order_id");
                writer.writeInt(order.id());
                text(writer, "customer_id", order.customer());
                text(writer, "product", order.product());
                writer.setFieldName("quantity");
                writer.writeInt(order.quantity());
                writer.setFieldName("price");
                writer.writeDecimal(order.price());
                writer.setFieldName("order_ts");
                writer.writeTimestamp(Timestamp.forMillis(order.micros() / 1000, 0));
                text(writer, "country", order.country());
                text(writer, "comment", order.comment());
                writer.stepOut();
            }
        }
    }

    private static void text(IonWriter writer, String name, String value) throws IOException {
        writer.setFieldName(name);
        writer.writeString(value);
    }

    @Override
    public String read(Path file) throws IOException {
        Order.Sums sums = new Order.Sums();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16);
                IonReader reader = IonReaderBuilder.standard().build(in)) {
            while (reader.next() != null) {
                reader.stepIn();
                order(reader, sums);
                reader.stepOut();
            }
        }
        return sums.toString();
    }

    private static void order(IonReader reader, Order.Sums sums) {
        long id = 0;
        int customer = 0;
        int product = 0;
        int quantity = 0;
        BigDecimal price = BigDecimal.ZERO;
        long millis = 0;
        int country = 0;
        int comment = 0;
        while (reader.next() != null) {
            switch (reader.getFieldName()) {
                case "order_id" -> id = reader.longValue();
                case "customer_id" -> customer = reader.stringValue().length();
                case "product" -> product = reader.stringValue().length();
                case "quantity" -> quantity = reader.intValue();
                case "price" -> price = reader.bigDecimalValue();
                case "order_ts" -> millis = reader.timestampValue().getMillis();
                case "country" -> country = reader.stringValue().length();
                case "comment" -> comment = reader.stringValue().length();
                case String other -> throw new IllegalStateException("no column of orders is called " + other);
            }
        }
        sums.add(id, customer, product, quantity, price.unscaledValue().longValue(), millis * 1000, country, comment);
    }
}
