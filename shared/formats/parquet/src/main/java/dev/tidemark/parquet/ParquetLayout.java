package dev.tidemark.parquet;

import dev.tidemark.spi.FileLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;

/// What a footer says of row groups, codecs and types.
final class ParquetLayout {

    private ParquetLayout() {}

    static FileLayout of(FileBytes file) throws IOException {
        Footer footer = Footer.read(file);
        TreeSet<String> codecs = new TreeSet<>();
        List<FileLayout.Part> parts = new ArrayList<>();
        for (RowGroup group : footer.rowGroups()) {
            long bytes = 0;
            for (ColumnChunk chunk : file.place().there(group.getColumns(), "column chunks")) {
                ColumnMetaData metadata = chunk.getMeta_data();
                if (metadata != null) {
                    bytes += metadata.getTotal_compressed_size();
                    if (metadata.getCodec() != null) {
                        codecs.add(metadata.getCodec().name().toLowerCase(Locale.ROOT));
                    }
                }
            }
            parts.add(new FileLayout.Part(Footer.start(group, file.place()), group.getNum_rows(), bytes));
        }
        return new FileLayout(
                FileLayout.TypesFrom.FILE,
                List.copyOf(codecs),
                footer.createdBy().isEmpty() ? null : footer.createdBy(),
                "row group",
                parts,
                types(footer.elements()));
    }

    /// Of the columns, `int96` or `int32 date`; of nested ones `group`.
    private static Map<String, String> types(List<SchemaElement> elements) {
        Map<String, String> types = new LinkedHashMap<>();
        int at = 1;
        while (at < elements.size()) {
            SchemaElement element = elements.get(at);
            types.put(element.getName(), type(element));
            at = behind(elements, at);
        }
        return types;
    }

    /// Where the subtree at `at` ends; the schema was checked when its columns were made.
    private static int behind(List<SchemaElement> elements, int at) {
        int open = 1;
        int next = at;
        while (open > 0 && next < elements.size()) {
            open += elements.get(next).getNum_children() - 1;
            next++;
        }
        return next;
    }

    private static String type(SchemaElement element) {
        String physical =
                element.getType() == null ? "group" : element.getType().name().toLowerCase(Locale.ROOT);
        if (element.getConverted_type() != null) {
            return physical + " " + element.getConverted_type().name().toLowerCase(Locale.ROOT);
        }
        if (element.getLogicalType() != null) {
            return physical + " "
                    + element.getLogicalType().getSetField().getFieldName().toLowerCase(Locale.ROOT);
        }
        return physical;
    }
}
