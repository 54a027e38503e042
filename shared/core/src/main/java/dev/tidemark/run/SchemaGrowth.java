package dev.tidemark.run;

import dev.tidemark.job.Job;
import dev.tidemark.job.OnSchemaChange;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.sink.ChunkResult;
import dev.tidemark.spi.UnreadableObjectException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Fields that workers met and the plan did not know, under `onSchemaChange: addNewColumns`.
///
/// A run that met some ends; the objects in which it did are named by the head until the job's next commit, and plans
/// sample them whole meanwhile. So a column is never typed chunk by chunk.
///
/// @param flow    the first flow that met any
/// @param fields  their names in order
/// @param objects of the chunks that met them, by flow
record SchemaGrowth(String flow, TreeSet<String> fields, Map<String, List<SourceObject>> objects) {

    /// So many runs in a row may end because files have new fields, before that is an error.
    static final int MOST_IN_A_ROW = 3;

    /// @param results of all chunks
    static Optional<SchemaGrowth> of(Job job, List<ChunkResult> results) {
        String flow = null;
        TreeSet<String> fields = new TreeSet<>();
        Map<String, List<SourceObject>> objects = new TreeMap<>();
        for (ChunkResult result : results) {
            if (result.newFields() != null
                    && job.flow(result.flow()).onSchemaChange() == OnSchemaChange.ADD_NEW_COLUMNS) {
                flow = flow == null ? result.flow() : flow;
                fields.addAll(result.newFields().names());
                List<SourceObject> met = objects.computeIfAbsent(result.flow(), _ -> new ArrayList<>());
                result.taken().forEach(input -> met.add(input.object()));
            }
        }
        return flow == null ? Optional.empty() : Optional.of(new SchemaGrowth(flow, fields, objects));
    }

    SchemaGrewException refusal() {
        return new SchemaGrewException(flow, String.join(", ", fields));
    }

    /// Reads what the chunks of a run met, and keeps it for the job's next runs.
    ///
    /// @return name of what was kept, below the folder of all runs
    static Optional<String> keep(JobContext context, JobState state, Run run) {
        try {
            return of(context.job(), results(context, state, run)).map(growth -> {
                String name = run.runId() + "/grown-" + context.ports().attempt() + ".json";
                state.write(context.runsFolder() + name, context.ports().codec().inputs(growth.objects()));
                return name;
            });
        } catch (StateMissingException | UnreadableObjectException lost) {
            // The run must end; the next one meets the fields once more.
            return Optional.empty();
        }
    }

    private static List<ChunkResult> results(JobContext context, JobState state, Run run) {
        List<ChunkResult> results = new ArrayList<>();
        int chunks = run.plan().map(name -> state.plan(name).chunks().size()).orElse(0);
        for (int chunk = 0; chunk < chunks; chunk++) {
            String location = ProcessStep.resultLocation(context, run.runId(), chunk);
            if (context.ports().objects().head(location).isPresent()) {
                results.add(context.ports().codec().readResult(state.read(location), location));
            }
        }
        return results;
    }

    /// Locations of the objects in which runs since the last commit met new fields.
    static Set<String> metBefore(JobState state, JobContext context) {
        Set<String> locations = new HashSet<>();
        for (String name : state.head().grown()) {
            String location = context.runsFolder() + name;
            try {
                context.ports()
                        .codec()
                        .readInputs(state.read(location), location)
                        .values()
                        .forEach(objects -> objects.forEach(object -> locations.add(object.location())));
            } catch (StateMissingException | UnreadableObjectException lost) {
                // A hint only: the run meets the fields once more.
            }
        }
        return locations;
    }
}
