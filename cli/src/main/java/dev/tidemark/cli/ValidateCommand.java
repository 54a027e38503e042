package dev.tidemark.cli;

import dev.tidemark.json.CommandJson;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParentCommand;

/// `tidemark validate`.
@Command(name = "validate", description = "Say all mistakes of a job file at once.", mixinStandardHelpOptions = true)
final class ValidateCommand implements Callable<Integer> {

    @ParentCommand
    @Nullable
    Tidemark parent;

    @Mixin
    JobOptions options = new JobOptions();

    @Override
    public Integer call() {
        World world = Objects.requireNonNull(parent).world();
        try (Session session = Session.open(options, world)) {
            if (options.json) {
                Map<String, @Nullable Object> fields = new LinkedHashMap<>();
                fields.put("job", session.job().name());
                fields.put("status", "VALID");
                fields.put(
                        "warnings",
                        session.warnings().stream().map(Object::toString).toList());
                byte[] document = CommandJson.document("validate", fields);
                world.out().write(document, 0, document.length);
            } else {
                session.warnings().forEach(warning -> world.err().println("warning: " + warning));
                world.out().println(options.jobFile + " is valid.");
            }
            world.out().flush();
            return Endings.OK;
        }
    }
}
