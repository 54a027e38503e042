package dev.tidemark.avro;

import dev.tidemark.spi.FileLayout;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.avro.LogicalType;
import org.apache.avro.Schema;

/// What a container file says of its blocks and types.
final class AvroLayout {

    private AvroLayout() {}

    /// Reads the file to its end: only the blocks themselves say where they are.
    static FileLayout of(ContainerFile file, long sizeBytes) throws IOException {
        List<Long> starts = new ArrayList<>();
        List<Long> rows = new ArrayList<>();
        for (ContainerFile.Block block = file.next(Long.MAX_VALUE); block != null; block = file.next(Long.MAX_VALUE)) {
            starts.add(file.blockStart());
            rows.add(block.records());
        }
        List<FileLayout.Part> parts = new ArrayList<>();
        for (int i = 0; i < starts.size(); i++) {
            long end = i + 1 < starts.size() ? starts.get(i + 1) : sizeBytes;
            parts.add(new FileLayout.Part(starts.get(i), rows.get(i), end - starts.get(i)));
        }
        Map<String, String> types = new LinkedHashMap<>();
        if (file.schema().getType() == Schema.Type.RECORD) {
            file.schema().getFields().forEach(field -> types.put(field.name(), type(field.schema())));
        }
        return new FileLayout(
                FileLayout.TypesFrom.FILE, List.of(file.codec().codecName()), null, "block", parts, types);
    }

    /// `long timestamp-millis`, `union of null, string`, `array`.
    private static String type(Schema schema) {
        if (schema.getType() == Schema.Type.UNION) {
            return "union of "
                    + schema.getTypes().stream().map(AvroLayout::type).collect(Collectors.joining(", "));
        }
        LogicalType logical = schema.getLogicalType();
        String name = schema.getType().getName();
        return logical == null ? name : name + " " + logical.getName();
    }
}
