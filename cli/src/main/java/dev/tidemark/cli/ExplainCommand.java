package dev.tidemark.cli;

import dev.tidemark.job.Flow;
import dev.tidemark.job.S3Source;
import dev.tidemark.local.LocalPaths;
import dev.tidemark.run.Explanation;
import dev.tidemark.run.JobListing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// `tidemark explain`: writes nothing.
@Command(
        name = "explain",
        description = "Say why an object is, or is not, read by the next run.",
        mixinStandardHelpOptions = true)
final class ExplainCommand extends JobCommand {

    @Parameters(index = "1", paramLabel = "KEY", description = "The object: a location or a path.")
    String key = "";

    @Override
    boolean onlyReads() {
        return true;
    }

    @Override
    Answer answer(Session session) {
        String location = key.startsWith("file://")
                ? key
                : LocalPaths.location(Path.of(key).toAbsolutePath().normalize());
        if (!belowSource(session, location)) {
            // Sources are known by their real paths.
            location = LocalPaths.real(location);
        }
        JobListing planning = new JobListing();
        List<Object> flows = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (Flow flow : session.job().flows()) {
            Explanation explanation = planning.explain(
                    session.context(),
                    PlanCommand.request(session, session.job().bookmark()),
                    flow,
                    location);
            Map<String, @Nullable Object> each = new LinkedHashMap<>();
            each.put("name", flow.name());
            each.put("read", explanation.read());
            each.put("reason", explanation.reason());
            each.put("text", explanation.sentence());
            flows.add(each);
            text.append(flow.name()).append(": ").append(explanation.sentence()).append('\n');
        }
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("job", session.job().name());
        fields.put("object", location);
        fields.put("flows", flows);
        return say(fields, text.toString());
    }

    private static boolean belowSource(Session session, String location) {
        return session.job().flows().stream()
                .anyMatch(flow -> flow.source() instanceof S3Source source
                        && source.paths().stream().anyMatch(location::startsWith));
    }
}
