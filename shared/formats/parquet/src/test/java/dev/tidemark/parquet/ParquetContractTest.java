package dev.tidemark.parquet;

import dev.tidemark.data.Schema;
import dev.tidemark.spi.FormatReader;
import dev.tidemark.spi.FormatWriter;
import dev.tidemark.testkit.FormatContract;
import dev.tidemark.testkit.Seeded;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/// Files of parquet-java 1.18.1, in every version, encoding and codec in turns, are read; files of Tidemark are
/// read by DuckDB.
class ParquetContractTest extends FormatContract {

    private static final List<CompressionCodecName> CODECS = List.of(
            CompressionCodecName.UNCOMPRESSED,
            CompressionCodecName.SNAPPY,
            CompressionCodecName.GZIP,
            CompressionCodecName.ZSTD,
            CompressionCodecName.LZ4_RAW,
            CompressionCodecName.LZ4);

    private final Random random = Seeded.of("ParquetContractTest's files").random();

    @Override
    protected FormatReader reader() {
        return new ParquetFormatReader();
    }

    @Override
    protected FormatWriter writer() {
        return new ParquetFormatWriter();
    }

    private ParquetJava drawn(int rowsOfGroup) {
        return new ParquetJava(
                CODECS.get(random.nextInt(CODECS.size())),
                random.nextBoolean() ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0,
                random.nextBoolean(),
                random.nextBoolean(),
                random.nextBoolean(),
                1 + random.nextInt(300),
                rowsOfGroup);
    }

    @Override
    protected byte[] writtenByOther(Schema schema, List<List<@Nullable Object>> rows) throws IOException {
        return drawn(Integer.MAX_VALUE).write(ParquetJavaRows.message(schema), ParquetJavaRows.rows(schema, rows));
    }

    @Override
    protected byte[] writtenInBlocks(Schema schema, List<List<@Nullable Object>> rows) throws IOException {
        return drawn(rows.size() / 5).write(ParquetJavaRows.message(schema), ParquetJavaRows.rows(schema, rows));
    }

    @Override
    protected byte[] writtenWithNames(List<String> names) throws IOException {
        MessageType message = new MessageType(
                "schema",
                names.stream()
                        .map(name ->
                                (Type) Types.required(PrimitiveTypeName.INT32).named(name))
                        .toList());
        return ParquetJava.USUAL.write(
                message,
                List.of(out -> IntStream.range(0, names.size()).forEach(i -> {
                    out.startField(names.get(i), i);
                    out.addInteger(i);
                    out.endField(names.get(i), i);
                })));
    }

    @Override
    protected List<List<@Nullable Object>> readByOther(byte[] file, Schema schema) throws IOException {
        return DuckDb.rows(file, schema);
    }

    @Override
    protected List<Long> blocks(byte[] file) throws IOException {
        return Objects.requireNonNull(Written.of(file).footer().getRow_groups()).stream()
                .map(group -> Footer.start(group, Place.file("file")))
                .toList();
    }
}
