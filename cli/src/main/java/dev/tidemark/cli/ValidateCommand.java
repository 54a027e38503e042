package dev.tidemark.cli;

import dev.tidemark.job.Mistake;
import dev.tidemark.json.CommandJson;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/// `tidemark validate`.
@Command(name = "validate", description = "Say all mistakes of a job file at once.", mixinStandardHelpOptions = true)
final class ValidateCommand extends JobCommand {

    @Override
    Answer answer(Session session) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("job", session.job().name());
        fields.put("status", "VALID");
        fields.put("warnings", CommandJson.mistakes(session.warnings()));
        StringBuilder text = new StringBuilder();
        for (Mistake warning : session.warnings()) {
            text.append("warning: ").append(warning).append('\n');
        }
        return say(fields, text + options.jobFile.toString() + " is valid.");
    }
}
