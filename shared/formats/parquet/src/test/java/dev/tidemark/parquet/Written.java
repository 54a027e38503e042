package dev.tidemark.parquet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageHeader;
import org.jspecify.annotations.NullUnmarked;

/// A finished file taken apart by the letter of the format, with nothing of the writer but thrift's compact form.
@NullUnmarked
record Written(byte[] bytes, FileMetaData footer) {

    static Written of(byte[] file) throws IOException {
        int end = file.length - 8;
        int length = (int) ByteBuilder.INTS.get(file, end);
        return new Written(file, ThriftBytes.read(Arrays.copyOfRange(file, end - length, end), new FileMetaData()));
    }

    /// @param rightChecksum whether the checksum in the header is that of the bytes behind it
    record Page(long offset, int length, PageHeader header, boolean rightChecksum) {}

    /// The pages of a chunk, dictionary included, front to back.
    List<Page> pages(ColumnChunk chunk) throws IOException {
        ColumnMetaData metadata = chunk.getMeta_data();
        int at = (int)
                (metadata.isSetDictionary_page_offset()
                        ? metadata.getDictionary_page_offset()
                        : metadata.getData_page_offset());
        int end = at + (int) metadata.getTotal_compressed_size();
        List<Page> pages = new ArrayList<>();
        while (at < end) {
            PageHeader header = ThriftBytes.read(Arrays.copyOfRange(bytes, at, end), new PageHeader());
            ByteBuilder again = new ByteBuilder();
            ThriftBytes.write(header, again);
            CRC32 crc = new CRC32();
            crc.update(bytes, at + again.size(), header.getCompressed_page_size());
            int length = again.size() + header.getCompressed_page_size();
            pages.add(new Page(at, length, header, header.isSetCrc() && (int) crc.getValue() == header.getCrc()));
            at += length;
        }
        return pages;
    }

    OffsetIndex offsetIndex(ColumnChunk chunk) throws IOException {
        int from = (int) chunk.getOffset_index_offset();
        return ThriftBytes.read(
                Arrays.copyOfRange(bytes, from, from + chunk.getOffset_index_length()), new OffsetIndex());
    }

    ColumnIndex columnIndex(ColumnChunk chunk) throws IOException {
        int from = (int) chunk.getColumn_index_offset();
        return ThriftBytes.read(
                Arrays.copyOfRange(bytes, from, from + chunk.getColumn_index_length()), new ColumnIndex());
    }
}
