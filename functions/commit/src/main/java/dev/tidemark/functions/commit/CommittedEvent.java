package dev.tidemark.functions.commit;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.lambda.Wire;
import dev.tidemark.run.CommittedChange;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The detail of the event `Tidemark Run Committed`, which the state machine puts on the bus.
final class CommittedEvent {

    private static final int MOST_PARTITIONS = 100;

    /// The answer is a state's output, which stays under 32 KB.
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
