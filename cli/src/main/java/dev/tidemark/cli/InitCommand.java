package dev.tidemark.cli;

import dev.tidemark.json.FormatCatalogue;
import dev.tidemark.json.JobFile;
import dev.tidemark.local.LocalPaths;
import dev.tidemark.spi.Formats;
import dev.tidemark.spi.UnreadableObjectException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `tidemark init`: a first job file for some files.
@Command(
        name = "init",
        description = "Write a commented job file for sample files of any format.",
        mixinStandardHelpOptions = true)
final class InitCommand implements Callable<Integer> {

    @Spec
    @Nullable
    CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "Samples; their folders become the source.")
    List<Path> files = List.of();

    @Option(names = "-o", paramLabel = "JOB", description = "Where to write it; default standard output.")
    @Nullable
    Path target;

    @Option(
            names = "--encoding",
            paramLabel = "NAME",
            description = "Character set of CSV samples; default what a byte order mark says, else UTF-8.")
    @Nullable
    String encoding;

    @Override
    public Integer call() {
        Tidemark root = (Tidemark) Objects.requireNonNull(spec).root().userObject();
        Path to = target;
        Path job = to == null ? Path.of("job.yaml") : to;
        Path folder = Objects.requireNonNull(job.toAbsolutePath().normalize().getParent());
        String text = drafted(job);
        // What was made must be right before anybody sees it.
        Formats formats = Formats.load();
        JobFile.Result _ = JobFile.read(
                text.getBytes(StandardCharsets.UTF_8),
                "the drafted job file",
                Map.of(),
                Map.of(),
                LocalPaths.location(folder) + "/",
                FormatCatalogue.of(formats.readers().values(), formats.writers().values()));
        if (to != null) {
            write(to, text);
        }
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("files", files.stream().map(Path::toString).toList());
        fields.put("written", to == null ? null : to.toString());
        fields.put("text", text);
        String said =
                to == null ? text : "Wrote " + Shown.of(to) + ". Look it over, then: tidemark plan " + Shown.of(to);
        return Answer.of(JobCommand.name(Objects.requireNonNull(spec)), fields, said)
                .print(root.world(), root.json());
    }

    /// Damage of a sample is wrong usage here: nothing was begun.
    private String drafted(Path job) {
        try {
            return DraftJob.of(files, job, charset()).text();
        } catch (UnreadableObjectException damaged) {
            throw new UsageException(String.valueOf(damaged.getMessage()));
        }
    }

    private @Nullable Charset charset() {
        String name = encoding;
        try {
            return name == null ? null : Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException unknown) {
            throw new UsageException("There is no character set '" + name
                    + "'. Examples for --encoding are UTF-16, ISO-8859-1, windows-1252.");
        }
    }

    private static void write(Path to, String text) {
        if (Files.exists(to)) {
            throw new UsageException(Shown.of(to) + " exists already and is left as it is. Name another file with -o.");
        }
        try {
            Files.writeString(to, text, StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
        } catch (IOException e) {
            throw new UsageException(
                    "Cannot write " + Shown.of(to) + ": " + e + ". Name a file in a folder that exists with -o.");
        }
    }
}
