package dev.tidemark.parquet;

import com.github.luben.zstd.Zstd;
import io.airlift.compress.lz4.Lz4Compressor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;
import org.xerial.snappy.Snappy;

/// Files made by parquet-java 1.18.1: any schema, however old its shapes are.
///
/// @param version     of the data pages
/// @param dictionary  whether dictionaries are tried
/// @param split       whether BYTE_STREAM_SPLIT is used where there is no dictionary
/// @param rowsOfPage  the most rows of a page
/// @param rowsOfGroup the most rows of a row group
record ParquetJava(
        CompressionCodecName codec,
        WriterVersion version,
        boolean dictionary,
        boolean split,
        boolean checksums,
        int rowsOfPage,
        int rowsOfGroup) {

    static final ParquetJava USUAL = new ParquetJava(
            CompressionCodecName.SNAPPY, WriterVersion.PARQUET_1_0, true, false, true, 20_000, Integer.MAX_VALUE);

    ParquetJava with(CompressionCodecName other) {
        return new ParquetJava(other, version, dictionary, split, checksums, rowsOfPage, rowsOfGroup);
    }

    ParquetJava withoutDictionary() {
        return new ParquetJava(codec, version, false, split, checksums, rowsOfPage, rowsOfGroup);
    }

    ParquetJava with(WriterVersion other) {
        return new ParquetJava(codec, other, dictionary, split, checksums, rowsOfPage, rowsOfGroup);
    }

    /// @param rows each writes the fields of one row
    byte[] write(MessageType schema, List<Consumer<RecordConsumer>> rows) throws IOException {
        Memory memory = new Memory();
        try (ParquetWriter<Consumer<RecordConsumer>> writer = new Builder(memory, schema)
                .withConf(new PlainParquetConfiguration())
                .withCodecFactory(new Codecs())
                .withCompressionCodec(codec)
                .withWriterVersion(version)
                .withDictionaryEncoding(dictionary)
                .withByteStreamSplitEncoding(split)
                .withPageWriteChecksumEnabled(checksums)
                .withPageRowCountLimit(rowsOfPage)
                .withRowGroupRowCountLimit(rowsOfGroup)
                .build()) {
            for (Consumer<RecordConsumer> row : rows) {
                writer.write(row);
            }
        }
        return memory.bytes.toByteArray();
    }

    private static final class Builder extends ParquetWriter.Builder<Consumer<RecordConsumer>, Builder> {

        private final MessageType schema;

        Builder(OutputFile file, MessageType schema) {
            super(file);
            this.schema = schema;
        }

        @Override
        protected Builder self() {
            return this;
        }

        @Override
        @SuppressWarnings("deprecation")
        protected WriteSupport<Consumer<RecordConsumer>> getWriteSupport(Configuration hadoop) {
            throw new UnsupportedOperationException("no Hadoop here");
        }

        @Override
        protected WriteSupport<Consumer<RecordConsumer>> getWriteSupport(ParquetConfiguration configuration) {
            return new Rows(schema);
        }
    }

    private static final class Rows extends WriteSupport<Consumer<RecordConsumer>> {

        private final MessageType schema;
        private @Nullable RecordConsumer consumer;

        Rows(MessageType schema) {
            this.schema = schema;
        }

        @Override
        @SuppressWarnings("deprecation")
        public WriteContext init(Configuration hadoop) {
            throw new UnsupportedOperationException("no Hadoop here");
        }

        @Override
        public WriteContext init(ParquetConfiguration configuration) {
            return new WriteContext(schema, Map.of());
        }

        @Override
        public void prepareForWrite(RecordConsumer recordConsumer) {
            consumer = recordConsumer;
        }

        @Override
        public void write(Consumer<RecordConsumer> row) {
            RecordConsumer out = Objects.requireNonNull(consumer);
            out.startMessage();
            row.accept(out);
            out.endMessage();
        }
    }

    private static final class Memory implements OutputFile {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public PositionOutputStream create(long blockSizeHint) {
            return new PositionOutputStream() {
                @Override
                public long getPos() {
                    return bytes.size();
                }

                @Override
                public void write(int value) {
                    bytes.write(value);
                }

                @Override
                public void write(byte[] from, int start, int length) {
                    bytes.write(from, start, length);
                }
            };
        }

        @Override
        public PositionOutputStream createOrOverwrite(long blockSizeHint) {
            return create(blockSizeHint);
        }

        @Override
        public boolean supportsBlockSize() {
            return false;
        }

        @Override
        public long defaultBlockSize() {
            return 0;
        }
    }

    private static final class Codecs implements CompressionCodecFactory {

        @Override
        public BytesInputCompressor getCompressor(CompressionCodecName codec) {
            return new BytesInputCompressor() {
                @Override
                @SuppressWarnings("deprecation")
                public BytesInput compress(BytesInput bytes) throws IOException {
                    return BytesInput.from(compressed(codec, bytes.toByteArray()));
                }

                @Override
                public CompressionCodecName getCodecName() {
                    return codec;
                }

                @Override
                public void release() {}
            };
        }

        @Override
        public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
            throw new UnsupportedOperationException("written only");
        }

        @Override
        public void release() {}
    }

    private static byte[] compressed(CompressionCodecName codec, byte[] bytes) throws IOException {
        return switch (codec) {
            case UNCOMPRESSED -> bytes;
            case SNAPPY -> Snappy.compress(bytes);
            case ZSTD -> Zstd.compress(bytes);
            case GZIP -> gzip(bytes);
            case LZ4_RAW -> lz4(bytes);
            case LZ4 -> {
                byte[] block = lz4(bytes);
                yield ByteBuffer.allocate(block.length + 8)
                        .putInt(bytes.length)
                        .putInt(block.length)
                        .put(block)
                        .array();
            }
            case LZO, BROTLI -> throw new UnsupportedOperationException(codec + " is not written");
        };
    }

    /// In two members, as a writer that flushes makes them.
    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream made = new ByteArrayOutputStream();
        int half = bytes.length / 2;
        try (GZIPOutputStream first = new GZIPOutputStream(made)) {
            first.write(bytes, 0, half);
        }
        try (GZIPOutputStream second = new GZIPOutputStream(made)) {
            second.write(bytes, half, bytes.length - half);
        }
        return made.toByteArray();
    }

    private static byte[] lz4(byte[] bytes) {
        Lz4Compressor compressor = new Lz4Compressor();
        byte[] room = new byte[compressor.maxCompressedLength(bytes.length)];
        int length = compressor.compress(bytes, 0, bytes.length, room, 0, room.length);
        return java.util.Arrays.copyOf(room, length);
    }
}
