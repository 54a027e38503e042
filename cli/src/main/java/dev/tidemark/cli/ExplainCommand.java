package dev.tidemark.cli;

import dev.tidemark.job.Flow;
import dev.tidemark.json.CommandJson;
import dev.tidemark.local.LocalPaths;
import dev.tidemark.run.Explanation;
import dev.tidemark.run.JobPlanning;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/// `tidemark explain`.
@Command(
        name = "explain",
        description = "Say why an object is, or is not, read by the next run.",
        mixinStandardHelpOptions = true)
final class ExplainCommand implements Callable<Integer> {

    @ParentCommand
    @Nullable
    Tidemark parent;

    @Mixin
    JobOptions options = new JobOptions();

    @Parameters(index = "1", paramLabel = "KEY", description = "The object: a location or a path.")
    String key = "";

    @Override
    public Integer call() {
        World world = Objects.requireNonNull(parent).world();
        try (Session session = Session.open(options, world)) {
            String location = key.startsWith("file://")
                    ? key
                    : LocalPaths.location(Path.of(key).toAbsolutePath().normalize());
            JobPlanning planning = new JobPlanning(session.formats(), session.functions(), Set.of());
            List<Object> flows = new ArrayList<>();
            for (Flow flow : session.job().flows()) {
                Explanation explanation = planning.explain(
                        session.context(),
                        PlanCommand.request(session, session.job().bookmark()),
                        flow,
                        location);
                if (options.json) {
                    Map<String, @Nullable Object> each = new LinkedHashMap<>();
                    each.put("name", flow.name());
                    each.put("read", explanation.read());
                    each.put("reason", explanation.reason());
                    each.put("text", explanation.sentence());
                    flows.add(each);
                } else {
                    world.out().println(flow.name() + ": " + explanation.sentence());
                }
            }
            if (options.json) {
                Map<String, @Nullable Object> fields = new LinkedHashMap<>();
                fields.put("job", session.job().name());
                fields.put("object", location);
                fields.put("flows", flows);
                byte[] document = CommandJson.document("explain", fields);
                world.out().write(document, 0, document.length);
            }
            world.out().flush();
            return Endings.OK;
        }
    }
}
