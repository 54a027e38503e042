package dev.tidemark.parquet;

import java.io.IOException;
import java.util.zip.CRC32;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.jspecify.annotations.Nullable;
import shaded.parquet.org.apache.thrift.TException;
import shaded.parquet.org.apache.thrift.transport.TTransportException;

/// The pages of one column chunk, front to back: checked, decompressed, taken apart into levels and values.
final class PageReader {

    private static final int HEADER_BYTES = 1 << 10;
    /// Headers hold a minimum and a maximum of any length.
    private static final int MOST_HEADER_BYTES = 64 << 20;
    /// What does not compress grows a little.
    private static final int MOST_COMPRESSED = Decompression.MOST + (Decompression.MOST >> 3);

    private final Place place;
    private final ChunkBytes chunk;
    private final CompressionCodec codec;
    private final Decompression decompression;
    private final int repetitionWidth;
    private final int definitionWidth;
    private final CRC32 crc = new CRC32();
    private byte[] room;
    /// Of the page read last, in the file.
    private long start;
    /// Bytes that all pages to come may take, by the footer.
    private long uncompressedLeft;

    /// @param room what pages are decompressed into, as far as it is long enough
    PageReader(
            Place place,
            Node.Scalar column,
            ChunkBytes chunk,
            ColumnMetaData metadata,
            Decompression decompression,
            byte[] room) {
        this.place = place;
        this.repetitionWidth = HybridEncoding.width(column.repetition());
        this.definitionWidth = HybridEncoding.width(column.present());
        this.chunk = chunk;
        this.codec = place.there(metadata.getCodec(), "codec");
        this.decompression = decompression;
        this.uncompressedLeft = metadata.getTotal_uncompressed_size();
        this.room = room;
        if (codec == CompressionCodec.LZO) {
            throw place.refused(
                    "is compressed with LZO, which is not read", "Have it written with zstd, snappy or gzip");
        }
    }

    /// The buffer that pages are decompressed into, for the next chunk.
    byte[] room() {
        return room;
    }

    /// Where the page read last begins in the file.
    long start() {
        return start;
    }

    /// A page's parts, as places in `bytes`.
    ///
    /// @param dictionary whether its values are those of the dictionary
    /// @param values     how many, nulls included
    /// @param encoding   of the values
    /// @param data       bytes `data` to `end` are the values
    record Page(
            boolean dictionary,
            int values,
            Encoding encoding,
            byte[] bytes,
            Range repetition,
            Range definition,
            int data,
            int end) {}

    /// Levels of a page.
    ///
    /// @param packed by the deprecated encoding BIT_PACKED, else in RLE
    record Range(int from, int to, boolean packed) {

        static final Range NONE = new Range(0, 0, false);
    }

    /// The next page, or null at the chunk's end. Valid until the next call.
    @Nullable
    Page next() throws IOException {
        while (chunk.more()) {
            start = chunk.position();
            PageHeader header = header();
            int length = header.getCompressed_page_size();
            int size = header.getUncompressed_page_size();
            if (length < 0 || length > chunk.left()) {
                throw place.damaged("a page claims " + length + " bytes where its chunk has " + chunk.left() + " left");
            }
            if (length > MOST_COMPRESSED) {
                throw place.refused(
                        "has a page of " + length + " compressed bytes; up to " + MOST_COMPRESSED + " are read",
                        "Have it written with smaller pages");
            }
            checkSize(length, size);
            chunk.ensure(length);
            byte[] bytes = chunk.bytes();
            int at = chunk.at();
            if (header.isSetCrc()) {
                crc.reset();
                crc.update(bytes, at, length);
                if ((int) crc.getValue() != header.getCrc()) {
                    throw place.damaged("a page's checksum is " + Integer.toHexString((int) crc.getValue())
                            + " where its header says " + Integer.toHexString(header.getCrc()));
                }
            }
            chunk.skip(length);
            switch (place.there(header.getType(), "type of page")) {
                case DICTIONARY_PAGE -> {
                    return dictionary(header, bytes, at, length, size);
                }
                case DATA_PAGE -> {
                    return first(header, bytes, at, length, size);
                }
                case DATA_PAGE_V2 -> {
                    return second(header, bytes, at, length, size);
                }
                case INDEX_PAGE -> {}
            }
        }
        return null;
    }

    private void checkSize(int length, int size) {
        if (size < 0 || size > uncompressedLeft) {
            throw place.damaged(
                    "a page claims " + size + " bytes where its chunk says that it has " + uncompressedLeft + " left");
        }
        uncompressedLeft -= size;
        if (size > Decompression.MOST) {
            throw place.refused(
                    "has a page of " + size + " bytes; up to " + Decompression.MOST + " are read",
                    "Have it written with smaller pages");
        }
        if (!Decompression.isPossible(codec, length, size)) {
            throw place.damaged("a page of " + length + " bytes cannot decompress to the " + size + " that it says");
        }
    }

    private PageHeader header() throws IOException {
        for (int wanted = HEADER_BYTES; ; wanted *= 8) {
            chunk.ensure(wanted);
            PageHeader header = new PageHeader();
            int at = chunk.at();
            int there = chunk.available();
            try {
                int end = ThriftBytes.read(chunk.bytes(), at, at + there, header);
                chunk.skip(end - at);
                uncompressedLeft -= end - at;
                return header;
            } catch (TException e) {
                boolean more = e instanceof TTransportException && there < chunk.left() && wanted < MOST_HEADER_BYTES;
                if (!more) {
                    throw place.damaged("a page's header cannot be read (" + e.getMessage() + ")", e);
                }
            }
        }
    }

    private Page dictionary(PageHeader header, byte[] bytes, int at, int length, int size) {
        DictionaryPageHeader own = place.there(header.getDictionary_page_header(), "header of the dictionary");
        Encoding encoding = own.getEncoding();
        if (encoding != Encoding.PLAIN && encoding != Encoding.PLAIN_DICTIONARY) {
            throw place.damaged("its dictionary is encoded as " + encoding);
        }
        byte[] values = plain(bytes, at, length, size);
        int start = codec == CompressionCodec.UNCOMPRESSED ? at : 0;
        return new Page(
                true, count(own.getNum_values()), Encoding.PLAIN, values, Range.NONE, Range.NONE, start, start + size);
    }

    private int count(int values) {
        if (values < 0) {
            throw place.damaged("a page claims " + values + " values");
        }
        return values;
    }

    /// The page's bytes without compression, at 0 unless they are `bytes` themselves.
    private byte[] plain(byte[] bytes, int at, int length, int size) {
        if (codec == CompressionCodec.UNCOMPRESSED) {
            if (length != size) {
                throw place.damaged("a page without compression has " + length + " bytes and says " + size);
            }
            return bytes;
        }
        byte[] to = room(size);
        if (size > 0) {
            decompression.decompress(codec, bytes, at, length, to, size, place);
        }
        return to;
    }

    private byte[] room(int size) {
        if (room.length < size) {
            room = new byte[Math.max(size, Math.min(Decompression.MOST, room.length * 2))];
        }
        return room;
    }

    /// Data pages of version 1: levels are compressed with the values and stand behind their lengths.
    private Page first(PageHeader header, byte[] bytes, int start, int length, int size) {
        DataPageHeader own = place.there(header.getData_page_header(), "header of a data page");
        byte[] all = plain(bytes, start, length, size);
        int at = codec == CompressionCodec.UNCOMPRESSED ? start : 0;
        int end = at + size;
        int count = count(own.getNum_values());
        Range repetition = Range.NONE;
        if (repetitionWidth > 0) {
            repetition = levels(own.getRepetition_level_encoding(), count, repetitionWidth, all, at, end);
            at = repetition.to();
        }
        Range definition = Range.NONE;
        if (definitionWidth > 0) {
            definition = levels(own.getDefinition_level_encoding(), count, definitionWidth, all, at, end);
            at = definition.to();
        }
        Encoding encoding = place.there(own.getEncoding(), "encoding of a page");
        return new Page(false, count, encoding, all, repetition, definition, at, end);
    }

    private Range levels(@Nullable Encoding encoding, int count, int width, byte[] bytes, int at, int end) {
        long length;
        int from = at;
        if (encoding == Encoding.BIT_PACKED) {
            length = ((long) count * width + 7) / 8;
        } else if (encoding == Encoding.RLE) {
            if (end - at < 4) {
                throw place.damaged("a page ends within its levels");
            }
            length = (int) ByteBuilder.INTS.get(bytes, at) & 0xFFFFFFFFL;
            from += 4;
        } else {
            throw place.damaged("levels are encoded as " + encoding);
        }
        if (length > end - from) {
            throw place.damaged("a page's levels claim " + length + " bytes where " + (end - from) + " are left");
        }
        return new Range(from, from + (int) length, encoding == Encoding.BIT_PACKED);
    }

    /// Data pages of version 2: levels are not compressed and stand before the values.
    private Page second(PageHeader header, byte[] bytes, int at, int length, int size) {
        DataPageHeaderV2 own = place.there(header.getData_page_header_v2(), "header of a data page");
        int repetition = own.getRepetition_levels_byte_length();
        int definition = own.getDefinition_levels_byte_length();
        long levels = (long) repetition + definition;
        if (repetition < 0 || definition < 0 || levels > length || levels > size) {
            throw place.damaged("a page's levels claim " + levels + " bytes of " + length);
        }
        int dataLength = length - (int) levels;
        int dataSize = size - (int) levels;
        byte[] all = bytes;
        int start = at;
        boolean compressed =
                codec != CompressionCodec.UNCOMPRESSED && (!own.isSetIs_compressed() || own.isIs_compressed());
        if (compressed) {
            all = room(size);
            start = dataSize;
            System.arraycopy(bytes, at, all, start, (int) levels);
            if (dataSize > 0) {
                decompression.decompress(codec, bytes, at + (int) levels, dataLength, all, dataSize, place);
            }
        } else if (dataLength != dataSize) {
            throw place.damaged("a page without compression has " + length + " bytes and says " + size);
        }
        int data = compressed ? 0 : at + (int) levels;
        return new Page(
                false,
                count(own.getNum_values()),
                place.there(own.getEncoding(), "encoding of a page"),
                all,
                new Range(start, start + repetition, false),
                new Range(start + repetition, start + (int) levels, false),
                data,
                data + dataSize);
    }
}
