package dev.tidemark.orc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.tidemark.spi.UnreadableObjectException;
import dev.tidemark.testkit.MemoryInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;

/// Small files that claim what no memory holds, made by hand.
class BombsTest {

    private static final Place PLACE = Place.file(Reading.FILE);

    private static byte[] file(ProtoWriter footer) {
        byte[] description = bytes(footer);
        byte[] postscript =
                bytes(new ProtoWriter().number(1, description.length).text(8000, "ORC"));
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(new byte[] {'O', 'R', 'C'});
        file.writeBytes(description);
        file.writeBytes(postscript);
        file.write(postscript.length);
        return file.toByteArray();
    }

    private static byte[] bytes(ProtoWriter message) {
        return Arrays.copyOf(message.bytes().bytes(), message.bytes().size());
    }

    private static Tail tail(ProtoWriter footer) throws IOException {
        return Tail.read(new FileBytes(new MemoryInput(Reading.FILE, file(footer))));
    }

    private static ProtoWriter repeated(int field, int count) {
        ProtoWriter message = new ProtoWriter();
        for (int i = 0; i < count; i++) {
            message.text(field, "");
        }
        return message;
    }

    private static long allocatedBytes() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    @Test
    void aFooterOfTypesWithoutEndIsRefused() {
        assertThatThrownBy(() -> tail(repeated(4, 200_001)))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining(Reading.FILE)
                .hasMessageContaining("more than 200000");
    }

    @Test
    void aTypeOfNamesWithoutEndIsRefused() {
        assertThatThrownBy(() -> tail(new ProtoWriter().message(4, repeated(3, 200_001))))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining(Reading.FILE)
                .hasMessageContaining("more than 200000");
    }

    @Test
    void aTypeOfSubtypesWithoutEndIsRefused() {
        ProtoWriter type = new ProtoWriter().numbers(2, new long[200_001], 200_001);
        assertThatThrownBy(() -> tail(new ProtoWriter().message(4, type)))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining(Reading.FILE)
                .hasMessageContaining("more than 200000");
    }

    @Test
    void numbersThatAreNotPackedAreNotCopiedOneByOne() throws IOException {
        ProtoWriter type = new ProtoWriter();
        for (int i = 0; i < 10_000; i++) {
            type.number(2, i);
        }
        ProtoWriter footer = new ProtoWriter().message(4, type);
        long before = allocatedBytes();
        assertThat(tail(footer).types().getFirst().subtypes()).hasSize(10_000);
        assertThat(allocatedBytes() - before).isLessThan(8 << 20);
    }

    @Test
    void moreStripesThanBytesAreDamage() {
        assertThatThrownBy(() -> tail(repeated(3, 4)))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining(Reading.FILE)
                .hasMessageContaining("more stripes than there are bytes");
    }

    @Test
    void aDescriptionThatDecompressesWithoutEndIsDamage() {
        byte[] chunk = new byte[1 << 18];
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
        deflater.setInput(new byte[1 << 18]);
        deflater.finish();
        int length = deflater.deflate(chunk);
        deflater.end();
        ByteArrayOutputStream chunks = new ByteArrayOutputStream();
        for (int i = 0; i < 80; i++) {
            chunks.write(length << 1);
            chunks.write(length >> 7);
            chunks.write(0);
            chunks.write(chunk, 0, length);
        }
        assertThat(chunks.size()).isLessThan(32_000);
        try (Decompression decompression = new Decompression()) {
            assertThatThrownBy(() -> decompression.all(Codec.ZLIB, 1 << 18, chunks.toByteArray(), 256 << 20, PLACE))
                    .isInstanceOf(UnreadableObjectException.class)
                    .hasMessageContaining(Reading.FILE)
                    .hasMessageContaining("decompress to more than");
        }
    }

    @Test
    void aStripeHasNoMoreStreamsAndEncodingsThanItsTypesCanHave() {
        Tail.StripeInfo stripe = new Tail.StripeInfo(3, 0, 0, 0, 1);
        assertThat(StripeFooter.read(PLACE, bytes(repeated(1, 32)), stripe, 2).streams())
                .hasSize(32);
        assertThatThrownBy(() -> StripeFooter.read(PLACE, bytes(repeated(1, 33)), stripe, 2))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining(Reading.FILE)
                .hasMessageContaining("more streams");
        assertThatThrownBy(() -> StripeFooter.read(PLACE, bytes(repeated(2, 3)), stripe, 2))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining("more encodings");
    }

    @Test
    void rowsThatNoColumnIsReadOfAreHeldToTheStripesBytes() {
        long rows = 1_000_000_000_000L;
        ProtoWriter footer = new ProtoWriter()
                .message(3, new ProtoWriter().number(1, 3).number(5, rows))
                .message(4, new ProtoWriter().number(1, 12).number(2, 1).text(3, "a"))
                .message(4, new ProtoWriter().number(1, 3))
                .number(6, rows);
        byte[] file = file(footer);
        assertThatThrownBy(() -> Reading.rows(file, Reading.one("int"), ZoneOffset.UTC))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining(Reading.FILE)
                .hasMessageContaining("claims 1000000000000 rows in 0 bytes");
    }
}
