package dev.tidemark.run;

import dev.tidemark.bookmark.ObjectVersion;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.Field;
import dev.tidemark.data.SampledSchema;
import dev.tidemark.data.Schema;
import dev.tidemark.data.SchemaMerge;
import dev.tidemark.job.Flow;
import dev.tidemark.job.OnSchemaChange;
import dev.tidemark.job.SourceOptions;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.plan.Chunk;
import dev.tidemark.plan.ChunkInput;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.FormatReader;
import dev.tidemark.spi.Formats;
import dev.tidemark.spi.ObjectArchivedException;
import dev.tidemark.spi.ObjectChangedException;
import dev.tidemark.spi.ObjectGoneException;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ObjectStore;
import dev.tidemark.spi.StorageUnavailableException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds the columns of a flow's files: declared before recorded before sampled.
///
/// The sample is bounded: the first megabyte of up to 1,000 objects (footers of up to 10,000), those with the
/// lowest key hash, so that it does not depend on names. Objects of `whole` are read to their end: a run
/// before this one met new fields in them.
final class SchemaProbe {

    static final long SAMPLE_BYTES = 1 << 20;

    private final ObjectStore objects;
    private final Formats formats;

    SchemaProbe(ObjectStore objects, Formats formats) {
        this.objects = objects;
        this.formats = formats;
    }

    /// @param chunks   of the flow
    /// @param recorded what the last commit recorded, or null
    /// @param whole    locations of objects whose whole content counts
    List<ColumnSpec> columns(Flow flow, List<Chunk> chunks, @Nullable Schema recorded, Set<String> whole) {
        SourceOptions options = flow.source().options();
        FormatOptions formatOptions = new FormatOptions(options.formatOptions().values());
        FormatReader reader = formats.reader(String.valueOf(options.format()));
        Set<String> known = known(options.schema(), recorded);
        Optional<FieldPositions> positions = FieldPositions.of(options);
        List<SampledSchema> samples = new ArrayList<>();
        for (SourceObject object : sampled(chunks, whole, reader.sampledObjects())) {
            try (ObjectInput input = objects.open(object.location(), object.etag())) {
                long bytes = whole.contains(object.location()) ? Long.MAX_VALUE : SAMPLE_BYTES;
                SampledSchema sample = reader.sample(input, bytes, formatOptions, known);
                samples.add(positions.map(names -> names.named(sample)).orElse(sample));
            } catch (ObjectChangedException | ObjectArchivedException | ObjectGoneException changed) {
                // The worker will defer it or find it gone; the others tell the schema.
            } catch (OutOfMemoryError full) {
                throw OutOfHeapException.during(
                        "Looking at the columns of flow " + flow.name(),
                        List.of(object.location()),
                        Runtime.getRuntime().maxMemory(),
                        full);
            } catch (IOException e) {
                throw new StorageUnavailableException("sample " + object.location(), String.valueOf(e.getMessage()), e);
            }
        }
        boolean fixed = flow.onSchemaChange() != OnSchemaChange.ADD_NEW_COLUMNS
                && !options.schema().isEmpty()
                && !reader.listsColumns();
        Schema sampled = fixed || closed(flow, recorded) ? Schema.EMPTY : SchemaMerge.merge(samples);
        return merge(options, recorded, sampled, nullOnly(samples));
    }

    private static Set<String> known(List<ColumnSpec> declared, @Nullable Schema recorded) {
        Set<String> known = new HashSet<>();
        declared.forEach(column -> known.add(Schema.fold(column.name())));
        if (recorded != null) {
            recorded.fields().forEach(field -> known.add(Schema.fold(field.name())));
        }
        return known;
    }

    /// The columns that are known before any file is opened.
    static List<ColumnSpec> declaredAndRecorded(SourceOptions source, Schema recorded) {
        return merge(source, recorded, Schema.EMPTY, Set.of());
    }

    /// Under `ignore` and `fail` the columns of the first run stay those of all: others are dropped, or
    /// refused by the worker that meets them.
    private static boolean closed(Flow flow, @Nullable Schema recorded) {
        return recorded != null
                && recorded.size() > 0
                && switch (flow.onSchemaChange()) {
                    case IGNORE, FAIL -> true;
                    case ADD_NEW_COLUMNS, RESCUE -> false;
                };
    }

    private static List<SourceObject> sampled(List<Chunk> chunks, Set<String> whole, int most) {
        Map<String, SourceObject> all = new LinkedHashMap<>();
        for (Chunk chunk : chunks) {
            for (ChunkInput input : chunk.inputs()) {
                all.put(input.object().location(), input.object());
            }
        }
        List<SourceObject> objects = new ArrayList<>(all.values());
        if (objects.size() <= most) {
            return objects;
        }
        record Keyed(ObjectVersion version, SourceObject object) {}
        List<Keyed> keyed = new ArrayList<>(objects.stream()
                .map(object -> new Keyed(ObjectVersion.key(object.location()), object))
                .toList());
        keyed.sort(Comparator.comparing(Keyed::version));
        List<SourceObject> chosen =
                new ArrayList<>(keyed.stream().limit(most).map(Keyed::object).toList());
        objects.stream()
                .filter(object -> whole.contains(object.location()) && !chosen.contains(object))
                .forEach(chosen::add);
        return chosen;
    }

    /// Sampled columns in their order, with declared ones in their places or at the end; recorded ones never
    /// vanish, but where the schema names fields by their places.
    private static List<ColumnSpec> merge(
            SourceOptions source, @Nullable Schema recorded, Schema sampled, Set<String> nullOnly) {
        Map<String, ColumnSpec> columns = new LinkedHashMap<>();
        if (recorded != null) {
            recorded.fields().forEach(field -> columns.put(Schema.fold(field.name()), spec(field)));
        }
        // A recorded type stays: a sample of other objects may not change what earlier files were read as.
        sampled.fields().forEach(field -> columns.putIfAbsent(Schema.fold(field.name()), spec(field)));
        columns.replaceAll((name, column) -> nullOnly.contains(name) ? column.onlyNulls() : column);
        source.schema().forEach(column -> columns.put(Schema.fold(column.name()), column));
        List<ColumnSpec> merged = List.copyOf(columns.values());
        return FieldPositions.of(source)
                .map(positions -> positions.columns(recorded, merged))
                .orElse(merged);
    }

    /// Folded names of the columns in which no sample has a value.
    private static Set<String> nullOnly(List<SampledSchema> samples) {
        Set<String> without = new HashSet<>();
        Set<String> with = new HashSet<>();
        for (SampledSchema sample : samples) {
            for (Field field : sample.schema().fields()) {
                (sample.nullOnly().contains(field.name()) ? without : with).add(Schema.fold(field.name()));
            }
        }
        without.removeAll(with);
        return without;
    }

    private static ColumnSpec spec(Field field) {
        return ColumnSpec.of(field.name(), field.type());
    }
}
