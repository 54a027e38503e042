package dev.tidemark.cli;

import dev.tidemark.bookmark.Generation;
import dev.tidemark.run.Head;
import dev.tidemark.run.JobState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/// `tidemark bookmark`: what a job has taken in. Operators' acts on it are [BookmarkChange]s.
@Command(
        name = "bookmark",
        description = "Show or change what a job has taken in.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "show|history|reset|rewind|set-now",
        subcommands = {
            BookmarkCommand.Show.class,
            BookmarkCommand.History.class,
            BookmarkChange.Reset.class,
            BookmarkChange.Rewind.class,
            BookmarkChange.SetNow.class
        })
final class BookmarkCommand {

    /// `bookmark show`.
    @Command(name = "show", description = "Where the job stands.", mixinStandardHelpOptions = true)
    static final class Show extends JobCommand {

        @Override
        boolean onlyReads() {
            return true;
        }

        @Override
        Answer answer(Session session) {
            JobState state = new JobState(session.context());
            Head head = state.head();
            Generation generation = state.generation(head.generation());
            Map<String, Object> flows = new TreeMap<>();
            StringBuilder text = new StringBuilder(
                    "Job %s is %s at generation %d.".formatted(session.job().name(), head.state(), head.generation()));
            generation.flows().forEach((name, flow) -> {
                long objects = state.objectsTaken(flow);
                flows.put(
                        name,
                        Map.of("objects", objects, "segments", flow.segments().size()));
                text.append(String.format(Locale.ROOT, "%n  %s: %,d objects taken in", name, objects));
            });
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("job", session.job().name());
            fields.put("state", head.state().name());
            fields.put("runId", head.runId().orElse(null));
            fields.put("generation", head.generation());
            fields.put("flows", flows);
            return say(fields, text.toString());
        }
    }

    /// `bookmark history`.
    @Command(name = "history", description = "All generations that are kept.", mixinStandardHelpOptions = true)
    static final class History extends JobCommand {

        @Override
        boolean onlyReads() {
            return true;
        }

        @Override
        Answer answer(Session session) {
            List<Object> rows = new ArrayList<>();
            StringBuilder text = new StringBuilder();
            for (Generation generation : new JobState(session.context()).generations()) {
                rows.add(row(generation));
                text.append(line(generation)).append('\n');
            }
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("job", session.job().name());
            fields.put("generations", rows);
            return say(fields, rows.isEmpty() ? "No generation yet: the job never committed." : text.toString());
        }

        private static Map<String, @Nullable Object> row(Generation generation) {
            Map<String, @Nullable Object> row = new LinkedHashMap<>();
            row.put("generation", generation.number());
            row.put("parent", generation.parent());
            row.put("kind", generation.kind().wireName());
            row.put("runId", generation.runId());
            row.put("by", generation.by());
            row.put("reason", generation.reason());
            row.put("madeAt", generation.madeAt().toString());
            return row;
        }

        private static String line(Generation generation) {
            String who = generation.runId() == null ? "by " + generation.by() : generation.runId();
            String why = generation.reason() == null ? "" : "  " + generation.reason();
            return "g:%d  %s  %s  %s%s"
                    .formatted(
                            generation.number(),
                            generation.madeAt(),
                            generation.kind().wireName(),
                            who,
                            why);
        }
    }
}
