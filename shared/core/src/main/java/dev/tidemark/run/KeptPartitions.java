package dev.tidemark.run;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.job.Flow;
import dev.tidemark.job.Sink;
import dev.tidemark.job.TransformSpec;
import dev.tidemark.listing.ListPage;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.partition.HivePath;
import dev.tidemark.partition.Partition;
import dev.tidemark.plan.ChunkInput;
import dev.tidemark.sink.ChunkResult;
import dev.tidemark.transform.SourceKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Partitions that an overwriting run read the inputs of and wrote no row to. Like Spark's dynamic overwrite it
/// replaces only what it writes: their old rows stay, which nobody must find out by himself.
///
/// A run that reads everything (bookmark disable) left alone whatever partition of the sink it wrote nothing to. Of a
/// run that reads some source partitions, those sink partitions count that have the same keys.
///
/// @param touched folders that the run writes to
record KeptPartitions(JobContext context, Run run, Flow flow, Sink sink, Set<String> touched) {

    private static final int NAMED = 5;

    /// @param results of all flows
    Optional<String> warning(List<ChunkResult> results) {
        String root = context.sinkRoot(sink);
        Set<String> kept = new TreeSet<>();
        if (sink.partitionKeys().isEmpty()) {
            if (touched.isEmpty()) {
                addIfFilled(root, kept);
            }
        } else if (readsEverything()) {
            addUntouched(root, kept);
        } else {
            for (String folder : fedBy(results, root)) {
                if (!touched.contains(folder)) {
                    addIfFilled(folder, kept);
                }
            }
        }
        return kept.isEmpty() ? Optional.empty() : Optional.of(text(root, new ArrayList<>(kept)));
    }

    private boolean readsEverything() {
        return run.item()
                .text(Run.MODE)
                .filter(BookmarkMode.DISABLE.name().toLowerCase(Locale.ROOT)::equals)
                .isPresent();
    }

    /// One flat listing: there may be many partitions with few files.
    private void addUntouched(String root, Set<String> kept) {
        String token = null;
        do {
            ListPage page = context.ports().objects().list(root, false, token);
            for (SourceObject object : page.objects()) {
                String folder = object.location().substring(0, object.location().lastIndexOf('/') + 1);
                String name = object.location().substring(folder.length());
                if (!isHidden(name) && !touched.contains(folder) && isPartition(folder.substring(root.length()))) {
                    kept.add(folder);
                }
            }
            token = page.next();
        } while (token != null);
    }

    /// Whether a path below the sink has one folder for each of its keys.
    private boolean isPartition(String path) {
        String[] steps = path.split("/", -1);
        boolean all = steps.length == sink.partitionKeys().size() + 1;
        for (int i = 0; i < steps.length - 1 && all; i++) {
            String key = HivePath.escape(sink.partitionKeys().get(i)) + "=";
            all = steps[i].regionMatches(true, 0, key, 0, key.length());
        }
        return all;
    }

    private static boolean isHidden(String name) {
        return name.isEmpty() || name.startsWith("_") || name.startsWith(".");
    }

    private void addIfFilled(String folder, Set<String> kept) {
        ListPage page = context.ports().objects().list(folder, true, null);
        boolean filled = page.objects().stream()
                .map(object -> object.location().substring(folder.length()))
                .anyMatch(name -> !isHidden(name));
        if (filled) {
            kept.add(folder);
        }
    }

    /// Folders of the sink partitions that have the values of the source partitions that were read.
    private Set<String> fedBy(List<ChunkResult> results, String root) {
        Set<String> folders = new TreeSet<>();
        for (ChunkResult result : results) {
            if (result.flow().equals(flow.name())) {
                for (ChunkInput input : result.taken()) {
                    Partition same = samePartition(input.partition());
                    if (same != null) {
                        folders.add(CatalogPlanning.folder(root, same));
                    }
                }
            }
        }
        return folders;
    }

    /// Null where a key of the sink is no key of the source, under whatever name.
    private @Nullable Partition samePartition(Partition source) {
        List<TransformSpec> transforms = new ArrayList<>(flow.transforms());
        transforms.addAll(sink.transforms());
        Map<String, String> carried = SourceKeys.carried(transforms, source.keys());
        List<@Nullable String> values = new ArrayList<>();
        for (String key : sink.partitionKeys()) {
            String from = carried.get(Schema.fold(key));
            if (from == null) {
                return null;
            }
            for (int i = 0; i < source.keys().size(); i++) {
                if (Schema.fold(source.keys().get(i)).equals(from)) {
                    values.add(asWritten(from, source.values().get(i)));
                }
            }
        }
        return new Partition(sink.partitionKeys(), values);
    }

    /// `month=01` of a whole number is written as `month=1`.
    private @Nullable String asWritten(String key, @Nullable String value) {
        boolean whole = flow.source().options().partitionKeys().stream()
                .filter(field -> Schema.fold(field.name()).equals(key))
                .map(Field::type)
                .anyMatch(type -> type.equals(DataType.INT) || type.equals(DataType.BIGINT));
        return whole && value != null && value.matches("[0-9]{1,18}") ? Long.toString(Long.parseLong(value)) : value;
    }

    private String text(String root, List<String> kept) {
        List<String> names = kept.subList(0, Math.min(NAMED, kept.size())).stream()
                .map(folder -> folder.equals(root) ? "all of it" : folder.substring(root.length()))
                .toList();
        String which = String.join(", ", names) + (kept.size() > NAMED ? ", …" : "");
        return String.format(
                Locale.ROOT,
                "%,d %s of %s rows of earlier runs (%s): this run wrote no row to %s, and overwritePartitions replaces only"
                        + " what a run writes to, as Spark's dynamic overwrite does. Delete the files there if these rows"
                        + " are to go.",
                kept.size(),
                kept.size() == 1 ? "partition" : "partitions",
                root + (kept.size() == 1 ? " keeps" : " keep"),
                which,
                kept.size() == 1 ? "it" : "them");
    }
}
