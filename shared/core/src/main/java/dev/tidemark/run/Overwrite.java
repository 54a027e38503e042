package dev.tidemark.run;

import dev.tidemark.job.Flow;
import dev.tidemark.job.Sink;
import dev.tidemark.job.SinkMode;
import dev.tidemark.listing.ListPage;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.sink.ChunkResult;
import dev.tidemark.sink.StagedFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The objects that `overwritePartitions` replaces: all that lie in the partitions this run wrote to, by name.
///
/// @param remove  full locations
/// @param byFlow  how many of them, by flow
/// @param kept    by flow, warnings of partitions whose inputs were read, that got no row and keep their old ones
record Overwrite(List<String> remove, Map<String, Long> byFlow, Map<String, List<String>> kept) {

    static final Overwrite NONE = new Overwrite(List.of(), Map.of(), Map.of());

    static Overwrite of(JobContext context, Run run, CommitStep.CommitInput input) {
        Set<String> own = new HashSet<>();
        input.files().forEach(file -> own.add(file.target()));
        List<String> remove = new ArrayList<>();
        Map<String, Long> byFlow = new HashMap<>();
        Map<String, List<String>> kept = new HashMap<>();
        for (Flow flow : context.job().flows()) {
            for (int i = 0; i < flow.sinks().size(); i++) {
                Sink sink = flow.sinks().get(i);
                if (sink.mode() == SinkMode.OVERWRITE_PARTITIONS) {
                    Set<String> touched = touched(context, input, flow.name(), i, sink);
                    new KeptPartitions(context, run, flow, sink, touched)
                            .warning(input.results())
                            .ifPresent(warning -> kept.computeIfAbsent(flow.name(), _ -> new ArrayList<>())
                                    .add(warning));
                    for (String folder : touched) {
                        long before = remove.size();
                        list(context, folder, own, remove, sink.partitionKeys().isEmpty());
                        byFlow.merge(flow.name(), remove.size() - before, Long::sum);
                    }
                }
            }
        }
        return new Overwrite(List.copyOf(remove), Map.copyOf(byFlow), Map.copyOf(kept));
    }

    private static Set<String> touched(
            JobContext context, CommitStep.CommitInput input, String flow, int index, Sink sink) {
        Set<String> folders = new TreeSet<>();
        Set<StagedFile> published = new HashSet<>(input.files());
        for (ChunkResult result : input.results()) {
            if (result.flow().equals(flow)) {
                for (StagedFile file : result.files()) {
                    if (file.kind() == StagedFile.Kind.DATA && file.sink() == index && published.contains(file)) {
                        folders.add(CatalogPlanning.folder(context.sinkRoot(sink), file.partition()));
                    }
                }
            }
        }
        return folders;
    }

    private static void list(
            JobContext context, String folder, Set<String> own, List<String> remove, boolean unpartitioned) {
        String token = null;
        do {
            // A partition's files lie directly in its folder; deeper ones belong to somebody else.
            ListPage page = context.ports().objects().list(folder, true, token);
            for (SourceObject object : page.objects()) {
                String name = object.location().substring(folder.length());
                boolean hidden = name.startsWith("_") || name.startsWith(".");
                if (!own.contains(object.location()) && !(hidden && unpartitioned)) {
                    remove.add(object.location());
                }
            }
            token = page.next();
        } while (token != null);
    }
}
