package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.compression.Compression;
import dev.tidemark.compression.EncodedFile;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.StagedOutput;
import dev.tidemark.spi.UnreadableObjectException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Case GF-03: every member is read, and nothing is silently cut.
public final class CompressionTest {

    private static final byte[] TEXT =
            "id,name\n1,Ann\n2,\"B, C\"\n".repeat(500).getBytes(StandardCharsets.UTF_8);

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 512, 8192, Integer.MAX_VALUE})
    void allMembersAreReadFromASourceWithNothingAvailable(int piece) throws IOException {
        byte[] object = BytesInput.resource("made-here/two_members_aligned.csv.gz");
        assertThat(new String(read(new BytesInput(object, piece)), StandardCharsets.UTF_8)
                        .lines()
                        .count())
                .isEqualTo(6000);
    }

    /// The broken twin, as JDK 17's GZIPInputStream, takes the end of the first member for the end of all.
    @Test
    void aTwinThatReadsTheFirstMemberAloneLosesHalfOfTheLines() throws IOException {
        byte[] object = BytesInput.resource("made-here/two_members_aligned.csv.gz");
        int second = 10;
        while (object[second] != 0x1f || object[second + 1] != (byte) 0x8b || object[second + 2] != 8) {
            second++;
        }
        byte[] first = Arrays.copyOf(object, second);
        assertThat(new String(read(new BytesInput(first)), StandardCharsets.UTF_8)
                        .lines()
                        .count())
                .isPositive()
                .isLessThan(6000);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsEncodedIsFoundByContentAndDecoded(Compression compression) throws IOException {
        byte[] encoded = encode(compression, TEXT);
        assertThat(read(new BytesInput(encoded, 100))).isEqualTo(TEXT);
        assertThat(read(new BytesInput(encode(compression, new byte[0])))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void membersFollowEachOtherAlsoEmptyOnes(Compression compression) throws IOException {
        byte[] member = encode(compression, TEXT);
        byte[] empty = encode(compression, new byte[0]);
        assertThat(read(new BytesInput(concat(member, empty, member, empty), 33)))
                .isEqualTo(concat(TEXT, TEXT));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void everyCutInsideAMemberIsAnErrorThatNamesTheObject(Compression compression) throws IOException {
        byte[] whole = encode(compression, TEXT);
        for (int length = 7; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> read(new BytesInput(cut)))
                    .as("cut after %d of %d bytes", length, whole.length)
                    .isInstanceOf(UnreadableObjectException.class)
                    .hasMessageContaining("s3://test/object.csv")
                    .hasMessageContaining("truncated or damaged");
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void garbageAfterTheLastMemberIsAnError(Compression compression) throws IOException {
        byte[] object = concat(encode(compression, TEXT), "garbage!".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> read(new BytesInput(object))).isInstanceOf(UnreadableObjectException.class);
    }

    @Test
    void zeroPaddingAfterGzipIsNoGarbage() throws IOException {
        assertThat(read(new BytesInput(concat(encode(Compression.GZIP, TEXT), new byte[600]))))
                .isEqualTo(TEXT);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void damageIsAnErrorOfTheObjectWhateverTheDecoderThrows(Compression compression) throws IOException {
        long seed = Long.getLong("tidemark.seed", System.nanoTime());
        Random random = new Random(seed);
        byte[] whole = encode(compression, TEXT);
        for (int i = 0; i < 300; i++) {
            byte[] damaged = whole.clone();
            damaged[6 + random.nextInt(whole.length - 6)] ^= (byte) (1 << random.nextInt(8));
            try {
                read(new BytesInput(damaged));
            } catch (UnreadableObjectException e) {
                assertThat(e).as("seed %d", seed).hasMessageContaining("damaged");
            }
        }
    }

    @Test
    void aStoreThatFailsIsNotTakenForDamage() throws IOException {
        byte[] encoded = encode(Compression.GZIP, TEXT);
        ObjectInput failing = new FailingInput(new BytesInput(encoded, 10));
        assertThatThrownBy(() -> read(failing))
                .isExactlyInstanceOf(IOException.class)
                .hasMessage("connection reset");
    }

    @Test
    void compressionsThatAreNotReadAreRefusedByName() {
        byte[] xz = {(byte) 0xFD, '7', 'z', 'X', 'Z', 0, 0, 0};
        assertThatThrownBy(() -> read(new BytesInput(xz)))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining("xz");
    }

    @Test
    void namesOfCompressedObjectsAreKnown() {
        assertThat(Compression.compressedName("a/b.csv.GZ")).isTrue();
        assertThat(Compression.compressedName("a/b.csv.bz2")).isTrue();
        assertThat(Compression.compressedName("a.gz/b.csv")).isFalse();
    }

    /// A worker with hundreds of open files ends their members to have the memory of their encoders.
    @ParameterizedTest
    @EnumSource(Compression.class)
    void membersThatEndBeforeTheirFileDoAreOneFile(Compression compression) throws IOException {
        MemoryOutput output = new MemoryOutput();
        StringBuilder all = new StringBuilder();
        try (EncodedFile file = compression.encode(output)) {
            for (int i = 0; i < 5; i++) {
                file.endMember();
                assertThat(file.heldBytes()).isZero();
                String text = "line " + i + "\n";
                all.append(text);
                file.write(text.getBytes(StandardCharsets.UTF_8));
                assertThat(file.heldBytes() > 0).isEqualTo(compression != Compression.NONE);
            }
        }
        assertThat(read(new BytesInput(output.bytes()))).asString().isEqualTo(all.toString());
    }

    @ParameterizedTest
    @EnumSource(Compression.class)
    void aFileOfNothingIsReadAsNothing(Compression compression) throws IOException {
        byte[] file = encode(compression, new byte[0]);
        assertThat(file.length > 0).isEqualTo(compression != Compression.NONE);
        assertThat(read(new BytesInput(file))).isEmpty();
    }

    static byte[] read(ObjectInput input) throws IOException {
        try (InputStream in = Compression.open(input)) {
            return in.readAllBytes();
        }
    }

    static byte[] encode(Compression compression, byte[] text) throws IOException {
        MemoryOutput output = new MemoryOutput();
        try (OutputStream out = compression.encode(output)) {
            out.write(text);
        }
        return output.bytes();
    }

    private static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    /// A staged file in memory.
    public static final class MemoryOutput implements StagedOutput {

        private final ByteArrayOutputStream written = new ByteArrayOutputStream();

        @Override
        public void write(byte[] bytes, int from, int length) {
            written.write(bytes, from, length);
        }

        @Override
        public long position() {
            return written.size();
        }

        public byte[] bytes() {
            return written.toByteArray();
        }
    }

    /// Breaks off after some bytes.
    private record FailingInput(BytesInput whole) implements ObjectInput {

        @Override
        public String location() {
            return whole.location();
        }

        @Override
        public String etag() {
            return whole.etag();
        }

        @Override
        public long sizeBytes() {
            return whole.sizeBytes();
        }

        @Override
        public InputStream stream(long from) throws IOException {
            InputStream in = whole.stream(from);
            return new InputStream() {
                private int left = 40;

                @Override
                public int read() throws IOException {
                    if (left-- <= 0) {
                        throw new IOException("connection reset");
                    }
                    return in.read();
                }

                @Override
                public int read(byte[] bytes, int from, int length) throws IOException {
                    int value = read();
                    bytes[from] = (byte) value;
                    return value < 0 ? -1 : 1;
                }
            };
        }

        @Override
        public void close() {}
    }
}
