package dev.tidemark.cli;

import dev.tidemark.expression.NearestName;
import dev.tidemark.spi.FormatOption;
import dev.tidemark.spi.FormatReader;
import dev.tidemark.spi.Formats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `tidemark inspect`: what is in some files.
@Command(
        name = "inspect",
        description = "Show columns, rows, compression, layout and the first records of files of any format.",
        mixinStandardHelpOptions = true)
final class InspectCommand implements Callable<Integer> {

    @Spec
    @Nullable
    CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "What to look into.")
    List<Path> files = List.of();

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "What they are; default what content and name say.")
    @Nullable
    String format;

    @Option(
            names = "--option",
            paramLabel = "NAME=VALUE",
            description = "One of a source's formatOptions, instead of what the content says; may be repeated.")
    Map<String, String> given = Map.of();

    @Option(names = "--rows", paramLabel = "N", description = "How many records to show; default 10.")
    int rows = 10;

    @Option(names = "--quick", description = "Read no further than these, and do not count.")
    boolean quick;

    @Override
    public Integer call() {
        Tidemark root = (Tidemark) Objects.requireNonNull(spec).root().userObject();
        if (!(root.where() instanceof Where.Local)) {
            throw new UsageException(
                    "inspect looks into files of this machine. Leave --on aws out, and copy the object:"
                            + " aws s3 cp s3://BUCKET/KEY .");
        }
        if (rows < 0) {
            throw new UsageException("--rows " + rows + ": it is a whole number of 0 or more.");
        }
        List<Inspection> found = new ArrayList<>();
        files.forEach(file -> found.add(inspected(file)));
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("files", found.stream().map(InspectionText::document).toList());
        StringBuilder text = new StringBuilder();
        found.forEach(each -> text.append(text.isEmpty() ? "" : "\n").append(InspectionText.of(each)));
        return Answer.of(JobCommand.name(Objects.requireNonNull(spec)), fields, text.toString())
                .print(root.world(), root.json());
    }

    private Inspection inspected(Path file) {
        if (Files.isDirectory(file)) {
            throw new UsageException(Shown.of(file) + " is a folder. Name files in it.");
        }
        if (!Files.isRegularFile(file)) {
            throw new UsageException("There is no file " + Shown.of(file) + ".");
        }
        SampleFile input = new SampleFile(file);
        try {
            FormatReader reader = Formats.load().reader(format == null ? SampleFormat.of(input) : named(format));
            Map<String, String> options = new LinkedHashMap<>();
            GuessedOptions.of(input, reader.format()).forEach((name, value) -> {
                if (given.keySet().stream().noneMatch(name::equalsIgnoreCase)) {
                    options.put(name, value);
                }
            });
            given.forEach((name, value) -> options.put(checked(reader, name, value), value));
            refuseUnguessed(file, reader.format(), options);
            return Inspection.of(input, reader, options, new Inspection.Wish(rows, quick));
        } catch (IOException e) {
            throw new UsageException("Cannot read " + Shown.of(file) + ": " + e + ".");
        }
    }

    /// What the format cannot be read without, and nothing in the file says.
    private static void refuseUnguessed(Path file, String format, Map<String, String> options) {
        if (format.equals("grokLog") && !options.containsKey("logFormat")) {
            throw new UsageException(Shown.of(file) + " has lines that none of the common patterns matches: "
                    + String.join(", ", LogGuess.PATTERNS) + ". Say yours: --option logFormat=PATTERN.");
        }
        if (format.equals("xml") && !options.containsKey("rowTag")) {
            throw new UsageException(
                    Shown.of(file)
                            + " holds no element that could be a row. Say what it is: --format FORMAT, or --option rowTag=NAME.");
        }
    }

    private static String named(String format) {
        TreeSet<String> known = new TreeSet<>(Formats.load().readers().keySet());
        return known.stream()
                .filter(format::equalsIgnoreCase)
                .findFirst()
                .orElseThrow(() -> new UsageException("--format " + Shown.of(format) + ": it is one of "
                        + String.join(", ", known) + "." + meant(format, known)));
    }

    private static String meant(String word, Iterable<String> known) {
        List<String> names = new ArrayList<>();
        known.forEach(names::add);
        String near = NearestName.of(word, names);
        return near == null ? "" : " Did you mean " + near + "?";
    }

    /// @return the option's own spelling
    private static String checked(FormatReader reader, String name, String value) {
        List<String> names = reader.options().stream().map(FormatOption::name).toList();
        FormatOption option = reader.options().stream()
                .filter(each -> each.name().equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new UsageException("--option " + Shown.of(name) + ": a source of " + reader.format()
                        + " has " + (names.isEmpty() ? "no options." : String.join(", ", names) + ".")
                        + meant(name, names)));
        boolean fits = switch (option.kind()) {
            case FLAG -> value.toLowerCase(Locale.ROOT).matches("true|false");
            case CHOICE -> option.choices().stream().anyMatch(value::equalsIgnoreCase);
            case NUMBER -> value.matches("[0-9]{1,18}");
            case TEXT, CHARACTER, SIZE -> true;
        };
        if (!fits) {
            throw new UsageException("--option %s=%s: it is %s."
                    .formatted(
                            option.name(),
                            Shown.of(value),
                            switch (option.kind()) {
                                case FLAG -> "true or false";
                                case CHOICE -> "one of " + String.join(", ", option.choices());
                                case NUMBER -> "a whole number";
                                case TEXT, CHARACTER, SIZE -> "a text";
                            }));
        }
        return option.name();
    }
}
