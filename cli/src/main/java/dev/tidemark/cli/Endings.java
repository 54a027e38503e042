package dev.tidemark.cli;

import dev.tidemark.data.TidemarkException;
import dev.tidemark.json.CommandJson;
import dev.tidemark.run.OutOfHeapException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/// How a command ends that did not come to an answer of its own: by an error, by wrong usage, or by a call for help.
/// Always one message for people or one document for programs, never both.
final class Endings implements CommandLine.IExecutionExceptionHandler, CommandLine.IParameterExceptionHandler {

    private static final String JSON = "--json";

    private final World world;

    Endings(World world) {
        this.world = world;
    }

    @Override
    public int handleParseException(CommandLine.ParameterException error, String[] args) {
        CommandLine line = error.getCommandLine();
        StringWriter text = new StringWriter();
        PrintWriter lines = new PrintWriter(text);
        lines.println("tidemark: " + error.getMessage());
        CommandLine.UnmatchedArgumentException.printSuggestions(error, lines);
        lines.println("Try: " + line.getCommandSpec().qualifiedName() + " --help");
        lines.flush();
        UsageException usage = new UsageException(error);
        return new Answer(document(line, null, null, usage), text.toString(), ExitCodes.USAGE)
                .print(world, asksForJson(args));
    }

    @Override
    public int handleExecutionException(Exception error, CommandLine line, CommandLine.ParseResult parsed) {
        return ending(error, line);
    }

    /// A fault that no caller was meant to see ends with a document too.
    int handleError(Error error, CommandLine line) {
        return error instanceof OutOfMemoryError full
                ? ending(
                        OutOfHeapException.during(
                                line.getCommandName(),
                                List.of(),
                                Runtime.getRuntime().maxMemory(),
                                full),
                        line)
                : ending(error, line);
    }

    private int ending(Throwable error, CommandLine line) {
        CommandLine at = deepest(line);
        JobCommand command = at.getCommand() instanceof JobCommand job ? job : null;
        String job = command == null ? null : command.job();
        String runId = command == null ? null : command.runId();
        Tidemark root = line.getCommandSpec().root().userObject() instanceof Tidemark tidemark ? tidemark : null;
        boolean json = root != null && root.json();
        boolean verbose = root != null && root.verbose();
        if (root != null && !(error instanceof UsageException)) {
            root.logFor(false).keep(error.toString());
        }
        if (error instanceof TidemarkException known) {
            if (verbose) {
                error.printStackTrace(world.err());
            }
            String text = "tidemark: " + known.getMessage() + "\n";
            return new Answer(document(at, job, runId, known), text, ExitCodes.of(known)).print(world, json);
        }
        error.printStackTrace(world.err());
        UnexpectedException unexpected = new UnexpectedException(error);
        String text = "tidemark: " + unexpected.getMessage() + "\n";
        return new Answer(document(at, job, runId, unexpected), text, ExitCodes.FAILED).print(world, json);
    }

    /// Help and version, which with `--json` are documents like everything else.
    static int execute(CommandLine.ParseResult parsed, World world) {
        CommandLine.ParseResult at = parsed;
        while (at.hasSubcommand() && !at.isUsageHelpRequested() && !at.isVersionHelpRequested()) {
            at = at.subcommand();
        }
        CommandLine line = at.commandSpec().commandLine();
        boolean json = parsed.commandSpec().userObject() instanceof Tidemark root && root.json();
        if (at.isUsageHelpRequested()) {
            return help(line, "help", line.getUsageMessage()).print(world, json);
        }
        if (at.isVersionHelpRequested()) {
            return help(line, "version", String.join("\n", new Tidemark.Version().getVersion()) + "\n")
                    .print(world, json);
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    private static Answer help(CommandLine line, String command, String text) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("about", JobCommand.name(line.getCommandSpec()));
        fields.put("text", text.stripTrailing());
        return Answer.of(command, fields, text);
    }

    private static byte[] document(
            CommandLine line, @Nullable String job, @Nullable String runId, TidemarkException error) {
        String status = ExitCodes.status(error).name();
        return CommandJson.failure(JobCommand.name(line.getCommandSpec()), job, runId, status, error);
    }

    private static CommandLine deepest(CommandLine line) {
        CommandLine.ParseResult parsed = line.getParseResult();
        return parsed != null && parsed.hasSubcommand()
                ? deepest(parsed.subcommand().commandSpec().commandLine())
                : line;
    }

    /// Where parsing failed nothing says what was understood: the words are looked at.
    private static boolean asksForJson(String[] args) {
        List<String> words = List.of(args);
        int end = words.indexOf("--");
        return words.subList(0, end < 0 ? words.size() : end).contains(JSON);
    }
}
