package dev.tidemark.run;

import dev.tidemark.catalog.SerDe;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.data.TidemarkException;
import dev.tidemark.job.CatalogTarget;
import dev.tidemark.job.Sink;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.FormatWriter;
import dev.tidemark.transform.SinkColumns;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Asks the formats themselves what they can hold, column by column, and the engines that read their tables.
///
/// @param writers by format; what another format holds is not known here
public record FormatColumns(Map<String, FormatWriter> writers) implements SinkColumns {

    public FormatColumns {
        writers = Map.copyOf(writers);
    }

    @Override
    public Optional<String> refusal(Sink sink, Field column) {
        String format = FlowShape.sinkFormat(sink);
        FormatWriter writer = writers.get(format);
        if (writer == null) {
            return Optional.empty();
        }
        CatalogTarget table = sink.catalog();
        try {
            writer.check(
                    Schema.of(column), new FormatOptions(sink.formatOptions().values()));
            if (table != null) {
                SerDe.check(table.fullName(), format, List.of(column));
            }
            return Optional.empty();
        } catch (TidemarkException refused) {
            return Optional.of(String.valueOf(refused.getMessage()));
        }
    }
}
