package dev.tidemark.cli;

import dev.tidemark.data.TidemarkException;
import dev.tidemark.job.JobFileException;
import dev.tidemark.json.CommandJson;
import dev.tidemark.run.JobClaimedException;
import dev.tidemark.run.LostJobException;
import dev.tidemark.run.PublishingException;
import picocli.CommandLine;

/// How a command ends that did not end well: one message for people, or one document, and the exit code.
final class Endings implements CommandLine.IExecutionExceptionHandler, CommandLine.IParameterExceptionHandler {

    static final int OK = 0;
    static final int FAILED = 1;
    static final int USAGE = 2;
    static final int BUSY = 3;

    private final World world;

    Endings(World world) {
        this.world = world;
    }

    @Override
    public int handleParseException(CommandLine.ParameterException error, String[] args) {
        CommandLine line = error.getCommandLine();
        boolean json = java.util.Arrays.asList(args).contains("--json");
        if (json) {
            write(CommandJson.failure(line.getCommandName(), null, "FAILED", new UsageException(error), false));
        } else {
            world.err().println("tidemark: " + error.getMessage());
            CommandLine.UnmatchedArgumentException.printSuggestions(error, world.err());
            world.err().println("Try: " + line.getCommandSpec().qualifiedName() + " --help");
        }
        return USAGE;
    }

    @Override
    public int handleExecutionException(Exception error, CommandLine line, CommandLine.ParseResult parsed)
            throws Exception {
        boolean json = parsed.subcommands().stream().anyMatch(Endings::asksForJson) || asksForJson(parsed);
        if (!(error instanceof TidemarkException known)) {
            if (json) {
                write(CommandJson.failure(
                        line.getCommandName(), null, "FAILED", new UnexpectedException(error), false));
                return FAILED;
            }
            world.err().println("tidemark: unexpected " + error + ". This is a fault of Tidemark: please report it.");
            error.printStackTrace(world.err());
            return FAILED;
        }
        int exit = exitCode(known);
        if (json) {
            String status = exit == BUSY ? "BUSY" : "FAILED";
            write(CommandJson.failure(line.getCommandName(), jobOf(known), status, known, known.retryable()));
        } else {
            world.err().println("tidemark: " + known.getMessage());
        }
        return exit;
    }

    private static @org.jspecify.annotations.Nullable String jobOf(TidemarkException error) {
        return error instanceof JobBusyException busy ? busy.job() : null;
    }

    private static boolean asksForJson(CommandLine.ParseResult parsed) {
        return parsed.hasMatchedOption("--json")
                || parsed.subcommands().stream().anyMatch(Endings::asksForJson);
    }

    private static int exitCode(TidemarkException error) {
        return switch (error) {
            case JobFileException _ -> USAGE;
            case UsageException _ -> USAGE;
            case JobBusyException _ -> BUSY;
            case LostJobException _ -> BUSY;
            case JobClaimedException _ -> BUSY;
            case PublishingException _ -> BUSY;
            default -> FAILED;
        };
    }

    private void write(byte[] document) {
        world.out().write(document, 0, document.length);
        world.out().flush();
    }
}
