package dev.tidemark.transform;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.job.Flow;
import dev.tidemark.job.Mistake;
import dev.tidemark.job.Place;
import dev.tidemark.job.Sink;
import dev.tidemark.partition.Partition;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Fits the columns that reach a sink to its partition keys and its format.
final class SinkCheck {

    private final SinkColumns sinkColumns;
    private final List<Mistake> found;

    /// @param found takes the mistakes, and has those of the flow before
    SinkCheck(SinkColumns sinkColumns, List<Mistake> found) {
        this.sinkColumns = sinkColumns;
        this.found = found;
    }

    void check(Flow flow, Sink sink, KnownColumns columns) {
        partitionKeys(sink, columns);
        format(flow, sink, columns);
    }

    private void partitionKeys(Sink sink, KnownColumns columns) {
        List<String> keys = sink.partitionKeys();
        for (int i = 0; i < keys.size(); i++) {
            String key = keys.get(i);
            Place place = sink.places().of("partitionKeys[" + i + "]");
            DataType type = columns.type(key);
            if (type != null && !Partition.canBeKey(type)) {
                add(
                        place,
                        "The column '" + key + "' is " + type + ", which no partition key can be.",
                        "Keys can be text, whole numbers, decimals, dates, timestamps and booleans: cast it in derive or"
                                + " applyMapping.");
            } else if (type == null && columns.certain(key)) {
                add(
                        place,
                        "There is no column '" + key + "' to partition by; " + columns.known() + ".",
                        columns.explains(key) ? columns.hint(key) : "Derive it, or map a column to it.");
            }
        }
        Set<String> outside = Set.copyOf(keys.stream().map(Schema::fold).toList());
        // After another mistake columns may be missing for its sake.
        if (found.isEmpty()
                && columns.complete()
                && keys.stream().allMatch(columns::has)
                && columns.typed().names().stream().map(Schema::fold).allMatch(outside::contains)) {
            add(
                    sink.places().of("partitionKeys"),
                    keys.isEmpty()
                            ? "No column is left to be written."
                            : "All columns are partition keys, so that the files would have none.",
                    "Keep one that is no key.");
        }
    }

    /// What the format of the sink cannot hold, of the columns whose types are known.
    private void format(Flow flow, Sink sink, KnownColumns columns) {
        Set<String> outside =
                Set.copyOf(sink.partitionKeys().stream().map(Schema::fold).toList());
        // What is wrong with an option is the same for all columns.
        Set<String> told = new LinkedHashSet<>();
        for (Field column : columns.typed().fields()) {
            if (!outside.contains(Schema.fold(column.name()))) {
                sinkColumns.refusal(sink, column).ifPresent(told::add);
            }
        }
        told.forEach(why -> add(sink.places().of("format"), "Flow " + flow.name() + ": " + why, null));
    }

    private void add(Place place, String message, @Nullable String hint) {
        found.add(new Mistake(place.path(), place.line(), place.column(), message, hint));
    }
}
