package dev.tidemark.lambda;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.run.CommittedChange;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The detail of the event `Tidemark Run Committed`.
final class CommittedEvent {

    static final String SOURCE = "tidemark";

    static final String DETAIL_TYPE = "Tidemark Run Committed";

    private static final int MOST_PARTITIONS = 100;

    /// Far below what the bus takes (256 KB), and within what its targets do.
    private static final int MOST_BYTES = 16_000;

    private CommittedEvent() {}

    static ObjectNode of(String stage, String job, String runId, CommittedChange change) {
        ObjectNode event = Wire.document().put("stage", stage).put("job", job).put("runId", runId);
        change.generation().ifPresent(generation -> event.put("generation", generation));
        ArrayNode tables = event.putArray("tables");
        change.tables().forEach(table -> tables.add(table.name()));
        ArrayNode partitions = event.putArray("partitions");
        int all = 0;
        long bytes = event.toString().length();
        for (CommittedChange.Table table : change.tables()) {
            for (List<@Nullable String> values : table.partitions()) {
                all++;
                ObjectNode partition = Wire.object().put("table", table.name());
                ArrayNode texts = partition.putArray("values");
                values.forEach(texts::add);
                bytes += partition.toString().getBytes(StandardCharsets.UTF_8).length + 1;
                if (all <= MOST_PARTITIONS && bytes <= MOST_BYTES) {
                    partitions.add(partition);
                }
            }
        }
        return event.put("partitionsTotal", all);
    }
}
