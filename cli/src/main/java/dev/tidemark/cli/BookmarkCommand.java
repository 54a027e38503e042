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
            JobState state = new JobState(session.context());
            List<Generation> kept = state.generations();
            for (Generation generation : kept) {
                rows.add(row(generation));
                text.append(line(generation)).append('\n');
            }
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("job", session.job().name());
            fields.put("generations", rows);
            return say(fields, text + lost(session, state, kept));
        }

        /// Where the job stands tells an empty history from a lost one.
        private static String lost(Session session, JobState state, List<Generation> kept) {
            long at = state.head().generation();
            if (at == 0) {
                return kept.isEmpty() ? "No generation yet: the job never committed." : "";
            }
            return kept.stream().anyMatch(generation -> generation.number() == at)
                    ? ""
                    : ("Job %s stands at generation %d, and its item is lost: nobody knows any more what was taken in."
                                    + " Restore the state folder or table from a backup, or begin anew:"
                                    + " tidemark bookmark rewind JOB g:0 (everything is read again)%s.")
                            .formatted(
                                    session.job().name(),
                                    at,
                                    kept.isEmpty() ? "" : ", or rewind to a generation above");
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
            String who =
                    generation.runId() == null ? "by " + Shown.of(String.valueOf(generation.by())) : generation.runId();
            String why = generation.reason() == null ? "" : "  " + Shown.of(generation.reason());
            return "g:%d  %s  %s  %s%s"
                    .formatted(
                            generation.number(),
                            generation.madeAt(),
                            generation.kind() == Generation.Kind.REWIND
                                    ? "rewind to g:" + generation.parent()
                                    : generation.kind().wireName(),
                            who,
                            why);
        }
    }
}
