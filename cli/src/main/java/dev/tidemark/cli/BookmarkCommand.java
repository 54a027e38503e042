package dev.tidemark.cli;

import dev.tidemark.bookmark.Generation;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.json.CommandJson;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.plan.Chunk;
import dev.tidemark.plan.ChunkInput;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.run.Head;
import dev.tidemark.run.JobPlanning;
import dev.tidemark.run.JobState;
import dev.tidemark.run.OperatorStep;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/// `tidemark bookmark`: what a job has taken in, and operators' acts on it.
@Command(
        name = "bookmark",
        description = "Show or change what a job has taken in.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "show|history|reset|rewind|set-now",
        subcommands = {
            BookmarkCommand.Show.class,
            BookmarkCommand.History.class,
            BookmarkCommand.Reset.class,
            BookmarkCommand.Rewind.class,
            BookmarkCommand.SetNow.class
        })
final class BookmarkCommand implements Callable<Integer> {

    @ParentCommand
    @Nullable
    Tidemark parent;

    @Override
    public Integer call() {
        throw new UsageException("Name what to do: tidemark bookmark show|history|reset|rewind|set-now JOB.");
    }

    /// What the acts have in common.
    abstract static class Act implements Callable<Integer> {

        @ParentCommand
        @Nullable
        BookmarkCommand parent;

        @Mixin
        JobOptions options = new JobOptions();

        World world() {
            return Objects.requireNonNull(Objects.requireNonNull(parent).parent).world();
        }

        void print(String command, Map<String, @Nullable Object> fields, String text) {
            World world = world();
            if (options.json) {
                byte[] document = CommandJson.document(command, fields);
                world.out().write(document, 0, document.length);
            } else {
                world.out().println(text);
            }
            world.out().flush();
        }
    }

    /// An act that makes a generation.
    abstract static class Change extends Act {

        @Option(names = "--reason", paramLabel = "TEXT", description = "Kept in the history.")
        String reason = "";

        @Option(names = "--dry-run", description = "Say what would change; change nothing.")
        boolean dryRun;

        abstract String name();

        abstract String wouldDo(Session session, JobState state);

        abstract Generation act(Session session, JobState state, OperatorStep step);

        @Override
        public Integer call() {
            try (Session session = Session.open(options, world())) {
                JobState state = new JobState(session.context());
                Map<String, @Nullable Object> fields = new LinkedHashMap<>();
                fields.put("job", session.job().name());
                long before = state.head().generation();
                fields.put("generationBefore", before);
                if (dryRun) {
                    String would = wouldDo(session, state);
                    fields.put("dryRun", true);
                    fields.put("text", would);
                    print("bookmark " + name(), fields, would);
                    return Endings.OK;
                }
                session.lock();
                Generation made = act(session, state, new OperatorStep(session.context(), user()));
                fields.put("generationAfter", made.number());
                print(
                        "bookmark " + name(),
                        fields,
                        "Bookmark of job %s: generation %d → %d (%s)."
                                .formatted(session.job().name(), before, made.number(), name()));
                return Endings.OK;
            }
        }

        private static String user() {
            return System.getProperty("user.name", "unknown");
        }
    }

    /// `bookmark show`.
    @Command(name = "show", description = "Where the job stands.", mixinStandardHelpOptions = true)
    static final class Show extends Act {
        @Override
        public Integer call() {
            try (Session session = Session.open(options, world())) {
                JobState state = new JobState(session.context());
                Head head = state.head();
                Generation generation = state.generation(head.generation());
                Map<String, @Nullable Object> fields = new LinkedHashMap<>();
                fields.put("job", session.job().name());
                fields.put("state", head.state().name());
                fields.put("runId", head.runId().orElse(null));
                fields.put("generation", generation.number());
                Map<String, Object> flows = new TreeMap<>();
                StringBuilder text = new StringBuilder("Job %s is %s at generation %d."
                        .formatted(session.job().name(), head.state(), generation.number()));
                generation.flows().forEach((name, flow) -> {
                    long objects = state.objectsTaken(flow);
                    flows.put(
                            name,
                            Map.of(
                                    "objects",
                                    objects,
                                    "segments",
                                    flow.segments().size()));
                    text.append("\n  %s: %,d objects taken in".formatted(name, objects));
                });
                fields.put("flows", flows);
                print("bookmark show", fields, text.toString());
                return Endings.OK;
            }
        }
    }

    /// `bookmark history`.
    @Command(name = "history", description = "All generations that are kept.", mixinStandardHelpOptions = true)
    static final class History extends Act {
        @Override
        public Integer call() {
            try (Session session = Session.open(options, world())) {
                List<Object> rows = new ArrayList<>();
                StringBuilder text = new StringBuilder();
                for (Generation generation : new JobState(session.context()).generations()) {
                    Map<String, @Nullable Object> row = new LinkedHashMap<>();
                    row.put("generation", generation.number());
                    row.put("parent", generation.parent());
                    row.put("kind", generation.kind().name());
                    row.put("runId", generation.runId());
                    row.put("by", generation.by());
                    row.put("reason", generation.reason());
                    row.put("madeAt", generation.madeAt().toString());
                    rows.add(row);
                    text.append("g:%d  %s  %s  %s%s%n"
                            .formatted(
                                    generation.number(),
                                    generation.madeAt(),
                                    generation.kind(),
                                    generation.runId() == null ? "by " + generation.by() : generation.runId(),
                                    generation.reason() == null ? "" : "  " + generation.reason()));
                }
                Map<String, @Nullable Object> fields = new LinkedHashMap<>();
                fields.put("job", session.job().name());
                fields.put("generations", rows);
                print(
                        "bookmark history",
                        fields,
                        text.isEmpty()
                                ? "No generation yet: the job never committed."
                                : text.toString().stripTrailing());
                return Endings.OK;
            }
        }
    }

    /// `bookmark reset`.
    @Command(name = "reset", description = "Forget everything, of all flows together.", mixinStandardHelpOptions = true)
    static final class Reset extends Change {
        @Override
        String name() {
            return "reset";
        }

        @Override
        String wouldDo(Session session, JobState state) {
            long objects = state.generation(state.head().generation()).flows().values().stream()
                    .mapToLong(state::objectsTaken)
                    .sum();
            return "Would forget %,d objects: the next run reads everything again.".formatted(objects);
        }

        @Override
        Generation act(Session session, JobState state, OperatorStep step) {
            return step.reset(reason);
        }
    }

    /// `bookmark rewind`.
    @Command(name = "rewind", description = "Return to right after a run.", mixinStandardHelpOptions = true)
    static final class Rewind extends Change {

        @Parameters(index = "1", paramLabel = "RUN|g:N|TIME", description = "The point to return to.")
        String target = "";

        @Override
        String name() {
            return "rewind";
        }

        @Override
        String wouldDo(Session session, JobState state) {
            return "Would return to what generation %d had taken in.".formatted(new Generations(state).number(target));
        }

        @Override
        Generation act(Session session, JobState state, OperatorStep step) {
            return step.rewind(new Generations(state).number(target), reason);
        }
    }

    /// `bookmark set-now`.
    @Command(
            name = "set-now",
            description = "Record everything that exists now as taken in, unread.",
            mixinStandardHelpOptions = true)
    static final class SetNow extends Change {
        @Override
        String name() {
            return "set-now";
        }

        @Override
        String wouldDo(Session session, JobState state) {
            long objects = pending(session, state).values().stream()
                    .mapToLong(List::size)
                    .sum();
            return "Would record %,d objects as taken in without reading them.".formatted(objects);
        }

        @Override
        Generation act(Session session, JobState state, OperatorStep step) {
            return step.setNow(pending(session, state), reason);
        }

        private static Map<String, List<SourceObject>> pending(Session session, JobState state) {
            Generation base = state.generation(state.head().generation());
            WorkPlan plan = new JobPlanning(session.formats(), session.functions(), Set.of())
                    .plan(session.context(), PlanCommand.request(session, BookmarkMode.ENABLE), base);
            Map<String, Set<SourceObject>> found = new TreeMap<>();
            for (Chunk chunk : plan.chunks()) {
                for (ChunkInput input : chunk.inputs()) {
                    found.computeIfAbsent(chunk.flow(), flow -> new LinkedHashSet<>())
                            .add(input.object());
                }
            }
            Map<String, List<SourceObject>> pending = new TreeMap<>();
            found.forEach((flow, objects) -> pending.put(flow, List.copyOf(objects)));
            return pending;
        }
    }
}
