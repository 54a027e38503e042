package dev.tidemark.json;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.catalog.CatalogPartition;
import dev.tidemark.catalog.Table;
import java.util.List;

/// Tables and partitions of a catalog kept in files.
public final class TableJson {

    private TableJson() {}

    public static byte[] table(Table table) {
        ObjectNode node = WireJson.document();
        node.setAll(CommitJson.table(table));
        return WireJson.bytes(node);
    }

    public static Table readTable(byte[] bytes, String from) {
        return WireJson.read(bytes, from, CommitJson::readTable);
    }

    public static byte[] partitions(List<CatalogPartition> partitions) {
        ObjectNode node = WireJson.document();
        node.set("partitions", PlanJson.array(partitions, CommitJson::partition));
        return WireJson.bytes(node);
    }

    public static List<CatalogPartition> readPartitions(byte[] bytes, String from) {
        return WireJson.read(bytes, from, node -> WireJson.list(node, "partitions", CommitJson::readPartition));
    }
}
