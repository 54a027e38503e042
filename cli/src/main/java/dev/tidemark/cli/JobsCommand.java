package dev.tidemark.cli;

import dev.tidemark.data.TidemarkException;
import dev.tidemark.lambda.JobFiles;
import dev.tidemark.run.Head;
import dev.tidemark.run.JobState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `tidemark jobs`: what a stage has.
@Command(
        name = "jobs",
        description = "The jobs of a stage.",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "list",
        subcommands = JobsCommand.ListJobs.class)
final class JobsCommand {

    /// `jobs list`.
    @Command(
            name = "list",
            description = "All jobs that are deployed to a stage, and how they stand.",
            mixinStandardHelpOptions = true)
    static final class ListJobs implements Callable<Integer> {

        @Spec
        @Nullable
        CommandSpec spec;

        @Override
        public Integer call() {
            CommandSpec own = Objects.requireNonNull(spec);
            Tidemark root = (Tidemark) own.root().userObject();
            Stage stage = Stage.of(root.aws(), root.world());
            JobFiles files = stage.jobs();
            List<Object> rows = new ArrayList<>();
            StringBuilder text = new StringBuilder();
            for (String job : files.names()) {
                Map<String, @Nullable Object> row = row(stage, files, job);
                rows.add(row);
                text.append(line(row)).append('\n');
            }
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            fields.put("stage", stage.name());
            fields.put("jobs", rows);
            return Answer.of(
                            JobCommand.name(own), fields, rows.isEmpty() ? "No job is deployed here." : text.toString())
                    .print(root.world(), root.json());
        }

        /// One job that cannot be read says so, and hides none of the others.
        private static Map<String, @Nullable Object> row(Stage stage, JobFiles files, String job) {
            Map<String, @Nullable Object> row = new LinkedHashMap<>();
            row.put("name", job);
            try {
                Head head = new JobState(stage.context(files.deployed(job).job())).head();
                row.put("state", head.state().name());
                row.put("generation", head.generation());
                row.put("failures", head.failures());
                row.put("pending", head.mark() != head.seen());
                row.put("runId", head.runId().orElse(null));
            } catch (TidemarkException unreadable) {
                row.put("problem", unreadable.getMessage());
            }
            return row;
        }

        private static String line(Map<String, @Nullable Object> row) {
            if (row.containsKey("problem")) {
                return "%s  cannot be read: %s".formatted(row.get("name"), row.get("problem"));
            }
            return "%s  %s  generation %s%s%s"
                    .formatted(
                            row.get("name"),
                            row.get("state"),
                            row.get("generation"),
                            row.get("runId") == null ? "" : "  run " + row.get("runId"),
                            Long.valueOf(0).equals(row.get("failures"))
                                    ? ""
                                    : "  " + row.get("failures") + " failures since the last commit");
        }
    }
}
