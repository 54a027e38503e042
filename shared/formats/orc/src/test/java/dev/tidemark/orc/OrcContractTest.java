package dev.tidemark.orc;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.FormatReader;
import dev.tidemark.spi.FormatWriter;
import dev.tidemark.testkit.FormatContract;
import dev.tidemark.testkit.Seeded;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcConf;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.jspecify.annotations.Nullable;

/// Files of orc-core 2.3.1, with every codec and encoding in turns, are read; files of Tidemark are read by it.
class OrcContractTest extends FormatContract {

    private final Random random = Seeded.of("OrcContractTest's files").random();

    @Override
    protected FormatReader reader() {
        return new OrcFormatReader();
    }

    @Override
    protected FormatWriter writer() {
        return new OrcFormatWriter();
    }

    /// ORC-763: the last second before 1970 is read as the first after it.
    @Override
    protected boolean holdsTimestamp(long micros) {
        return micros >= 0 || micros <= -1_000_000;
    }

    private OtherOrc drawn() {
        CompressionKind[] kinds = CompressionKind.values();
        CompressionKind kind = kinds[random.nextInt(kinds.length)];
        boolean old = random.nextInt(4) == 0;
        double dictionary = random.nextInt(3) / 2.0;
        return OtherOrc.USUAL.with(kind).with(options -> {
            options.encodingStrategy(
                    random.nextBoolean() ? OrcFile.EncodingStrategy.SPEED : OrcFile.EncodingStrategy.COMPRESSION);
            options.bufferSize(random.nextBoolean() ? 1024 : 65_536).enforceBufferSize();
            OrcConf.DICTIONARY_KEY_SIZE_THRESHOLD.setDouble(options.getConfiguration(), dictionary);
            return old ? options.version(OrcFile.Version.V_0_11) : options;
        });
    }

    @Override
    protected byte[] writtenByOther(Schema schema, List<List<@Nullable Object>> rows) throws IOException {
        return drawn().write(schema, rows);
    }

    @Override
    protected byte[] writtenInBlocks(Schema schema, List<List<@Nullable Object>> rows) throws IOException {
        return drawn().stripes(rows.size() / 5).write(schema, rows);
    }

    @Override
    protected byte[] writtenWithNames(List<String> names) throws IOException {
        TypeDescription struct = TypeDescription.createStruct();
        List<@Nullable Object> row = new ArrayList<>();
        for (String name : names) {
            struct.addField(name, OtherOrc.type(DataType.INT));
            row.add(row.size());
        }
        return OtherOrc.USUAL.write(struct, List.of(row));
    }

    @Override
    protected List<List<@Nullable Object>> readByOther(byte[] file, Schema schema) throws IOException {
        return OtherOrc.read(file);
    }

    @Override
    protected List<Long> blocks(byte[] file) throws IOException {
        return OtherOrc.stripes(file);
    }
}
