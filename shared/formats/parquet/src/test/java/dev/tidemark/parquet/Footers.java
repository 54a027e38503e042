package dev.tidemark.parquet;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Statistics;

/// Files with another footer than their writer made.
final class Footers {

    private Footers() {}

    static byte[] changed(byte[] file, Consumer<FileMetaData> change) throws IOException {
        FileMetaData footer = Written.of(file).footer();
        change.accept(footer);
        int pages = file.length - 8 - (int) ByteBuilder.INTS.get(file, file.length - 8);
        ByteBuilder made = new ByteBuilder();
        made.write(file, 0, pages);
        ThriftBytes.write(footer, made);
        made.putInt(made.size() - pages);
        made.write(file, file.length - 4, 4);
        return made.toArray();
    }

    static List<ColumnChunk> chunks(FileMetaData footer) {
        return Objects.requireNonNull(footer.getRow_groups()).stream()
                .flatMap(group -> Objects.requireNonNull(group.getColumns()).stream())
                .toList();
    }

    /// Gives the column these statistics and takes its page index away.
    static void statistics(FileMetaData footer, int column, Statistics statistics) {
        ColumnChunk chunk = chunks(footer).get(column);
        chunk.unsetColumn_index_offset();
        ColumnMetaData metadata = Objects.requireNonNull(chunk.getMeta_data());
        metadata.setStatistics(statistics);
    }
}
