package dev.tidemark.parquet;

import dev.tidemark.spi.UnreadableObjectException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.jspecify.annotations.Nullable;
import shaded.parquet.org.apache.thrift.TException;

/// What stands at the end of a file: its schema and where its row groups are.
///
/// @param elements  the schema's tree in depth-first order
/// @param rowGroups in the file's order
/// @param createdBy the writer, as it names itself; empty when it does not
/// @param ordered   for each leaf, whether its bounds are in the order of its type; empty when the file does not say
record Footer(List<SchemaElement> elements, List<RowGroup> rowGroups, String createdBy, List<Boolean> ordered) {

    private static final Pattern OLD_WRITER = Pattern.compile("^parquet-mr version 1\\.(\\d{1,4})\\.(\\d{1,4})");
    private static final int SUFFIX = 8;
    /// With thousands of columns in thousands of row groups; more is damage.
    private static final int MOST = 256 << 20;

    /// @throws UnreadableObjectException when the object is no Parquet file, or encrypted
    static Footer read(FileBytes file) throws IOException {
        Place place = file.place();
        long size = file.sizeBytes();
        if (size == 0) {
            throw place.refused(
                    "it has no byte: a Parquet file has at least a footer",
                    "Its writer did not finish, or it is a marker: have it made anew, or name it in exclusions");
        }
        if (size < SUFFIX + 4) {
            throw none(place);
        }
        file.keepEnd();
        byte[] suffix = file.read(size - SUFFIX, SUFFIX);
        String magic = new String(suffix, 4, 4, StandardCharsets.ISO_8859_1);
        if (magic.equals("PARE")) {
            throw place.refused(
                    "it is a Parquet file with an encrypted footer, which is not read",
                    "Have it written without Parquet's own encryption; S3 encrypts objects as they lie");
        }
        if (!magic.equals("PAR1")) {
            throw none(place);
        }
        long length = (int) ByteBuilder.INTS.get(suffix, 0) & 0xFFFFFFFFL;
        if (length > size - SUFFIX - 4 || length > MOST) {
            throw place.damaged("its footer claims " + length + " bytes of " + size);
        }
        FileMetaData metadata = new FileMetaData();
        try {
            ThriftBytes.read(file.read(size - SUFFIX - length, (int) length), 0, (int) length, metadata);
        } catch (TException e) {
            throw place.damaged("its footer cannot be read (" + e.getMessage() + ")", e);
        }
        String writer = metadata.getCreated_by();
        return new Footer(
                place.there(metadata.getSchema(), "schema"),
                place.there(metadata.getRow_groups(), "row groups"),
                writer == null ? "" : writer,
                ordered(metadata.getColumn_orders()));
    }

    private static List<Boolean> ordered(@Nullable List<ColumnOrder> orders) {
        return orders == null
                ? List.of()
                : orders.stream().map(ColumnOrder::isSetTYPE_ORDER).toList();
    }

    /// Whether bounds of this leaf are in the order of its type, as the format has it since 2.4.
    boolean isOrdered(int leaf) {
        return leaf < ordered.size() && ordered.get(leaf);
    }

    private static UnreadableObjectException none(Place place) {
        return place.refused(
                "it is no Parquet file: it does not end in PAR1",
                "It is of another format, or its writer did not finish; name it in exclusions, or have it made anew");
    }

    /// Whether the writer is one of those before parquet-mr 1.2.9, whose chunks are longer than they say.
    boolean leavesOutHeaders() {
        Matcher version = OLD_WRITER.matcher(createdBy);
        if (!version.find()) {
            return false;
        }
        int minor = Integer.parseInt(version.group(1));
        return minor < 2 || (minor == 2 && Integer.parseInt(version.group(2)) < 9);
    }

    /// Where a row group begins: its first page. Columns may stand in any order.
    static long start(RowGroup group, Place place) {
        long first = Long.MAX_VALUE;
        for (ColumnChunk chunk : place.there(group.getColumns(), "column chunks")) {
            ColumnMetaData metadata = chunk.getMeta_data();
            if (metadata != null) {
                first = Math.min(first, start(metadata));
            }
        }
        return first == Long.MAX_VALUE ? 0 : first;
    }

    /// Whether a chunk of the group claims values.
    static boolean hasValues(RowGroup group) {
        return group.getColumns() != null
                && group.getColumns().stream()
                        .map(ColumnChunk::getMeta_data)
                        .anyMatch(chunk -> chunk != null && chunk.getNum_values() > 0);
    }

    /// The first page of a chunk. Some writers leave 0 for a dictionary that is not there.
    static long start(ColumnMetaData chunk) {
        long data = chunk.getData_page_offset();
        long dictionary = chunk.isSetDictionary_page_offset() ? chunk.getDictionary_page_offset() : 0;
        return dictionary > 0 && dictionary < data ? dictionary : data;
    }
}
