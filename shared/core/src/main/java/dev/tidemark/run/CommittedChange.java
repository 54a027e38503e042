package dev.tidemark.run;

import dev.tidemark.bookmark.Generation;
import dev.tidemark.catalog.CatalogChange;
import dev.tidemark.catalog.CatalogPartition;
import dev.tidemark.spi.UnreadableObjectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a committed run changed, for whoever waits for its data: by its commit record.
///
/// @param generation that it made; none where the bookmark stays
/// @param tables     that it wrote to and that have catalog entries
public record CommittedChange(Optional<Long> generation, List<Table> tables) {

    /// @param name       `database.table`
    /// @param partitions that got files, by the values of their keys
    public record Table(String name, List<List<@Nullable String>> partitions) {
        public Table {
            partitions = List.copyOf(partitions);
        }
    }

    public CommittedChange {
        tables = List.copyOf(tables);
    }

    /// @return nothing of what it changed, where its record is gone or cannot be read: it was committed all the same
    public static CommittedChange of(JobContext context, Run run) {
        Optional<String> name = run.record();
        if (name.isEmpty()) {
            return new CommittedChange(Optional.empty(), List.of());
        }
        try {
            return of(new JobState(context).record(name.get()));
        } catch (StateMissingException | UnreadableObjectException unknown) {
            return new CommittedChange(Optional.empty(), List.of());
        }
    }

    private static CommittedChange of(CommitRecord record) {
        List<Table> tables = new ArrayList<>();
        for (CatalogChange change : record.catalog()) {
            tables.add(new Table(
                    change.table().database() + "." + change.table().name(),
                    change.partitions().stream().map(CatalogPartition::values).toList()));
        }
        return new CommittedChange(Optional.ofNullable(record.next()).map(Generation::number), tables);
    }
}
