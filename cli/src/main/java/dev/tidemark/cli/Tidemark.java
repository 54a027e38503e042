package dev.tidemark.cli;

import dev.tidemark.local.LocalPorts;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/// The command's entry. What it does is in the commands; here is what the world sees of its ending.
@Command(
        name = "tidemark",
        description = "Incremental ETL without a cluster: each run reads what is new and commits once.",
        mixinStandardHelpOptions = true,
        versionProvider = Tidemark.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            RunCommand.class,
            PlanCommand.class,
            ExplainCommand.class,
            ValidateCommand.class,
            InitCommand.class,
            InspectCommand.class,
            BookmarkCommand.class,
            RunsCommand.class,
            StartCommand.class,
            JobsCommand.class
        })
public final class Tidemark {

    private final World world;

    @Option(
            names = "--json",
            scope = ScopeType.INHERIT,
            description = "Print one JSON document on standard output and nothing else.")
    private boolean json;

    @Option(
            names = {"-v", "--verbose"},
            scope = ScopeType.INHERIT,
            description = "Say more on standard error: each chunk, and where an error came from.")
    private boolean verbose;

    @Option(
            names = "--log",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "Append progress and errors to a file, with times.")
    private @Nullable Path log;

    @Option(
            names = "--on",
            paramLabel = "local|aws",
            scope = ScopeType.INHERIT,
            description = "Where to work: on this machine's files, or on S3, DynamoDB and the Glue Data Catalog.")
    private String on = "local";

    @Option(
            names = "--stage",
            paramLabel = "NAME",
            scope = ScopeType.INHERIT,
            description = "The deployment to work on; goes with --on aws.")
    private @Nullable String stage;

    Tidemark(World world) {
        this.world = world;
    }

    World world() {
        return world;
    }

    boolean json() {
        return json;
    }

    boolean verbose() {
        return verbose;
    }

    /// @param shown whether progress goes to standard error too
    Log logFor(boolean shown) {
        return new Log(world, !shown && !world.terminal(), verbose, log);
    }

    /// Where to work.
    ///
    /// @throws UsageException when `--on` and `--stage` do not go together
    Where where() {
        return switch (on) {
            case "local" -> {
                if (stage != null) {
                    throw new UsageException(
                            "--stage " + stage + " goes with --on aws. Leave it out, or say --on aws.");
                }
                yield new Where.Local();
            }
            case "aws" -> aws();
            default -> throw new UsageException("--on " + on + ": it is local or aws.");
        };
    }

    /// Of commands that work on a stage only.
    Where.Aws aws() {
        return new Where.Aws(stage(world.environment()));
    }

    private String stage(Map<String, String> environment) {
        if (stage != null) {
            return stage;
        }
        if (environment.containsKey("TIDEMARK_TABLE") && environment.containsKey("TIDEMARK_BUCKET")) {
            return "";
        }
        throw new UsageException("On AWS --stage NAME is needed, whose table and bucket hold the job's state;"
                + " or set TIDEMARK_TABLE and TIDEMARK_BUCKET.");
    }

    public static void main(String[] args) {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        // Whatever a library prints must not stand beside the one document.
        System.setOut(err);
        ProcessSignals signals = new ProcessSignals();
        int exit = execute(args, new World(out, err, System.getenv(), terminal(), signals, LocalPorts::below));
        out.flush();
        Runtime.getRuntime().halt(signals.exitCode(exit));
    }

    private static boolean terminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    /// Runs one command and returns its exit code.
    static int execute(String[] args, World world) {
        CommandLine line = new CommandLine(new Tidemark(world));
        Endings endings = new Endings(world);
        line.setExpandAtFiles(false);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        Words.readBy(line);
        line.setExecutionStrategy(parsed -> Endings.execute(parsed, world));
        line.setExecutionExceptionHandler(endings);
        line.setParameterExceptionHandler(endings);
        try {
            return line.execute(args);
        } catch (VirtualMachineError | LinkageError | AssertionError e) {
            return endings.handleError(e, line);
        }
    }

    /// The version in the jar's manifest.
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Tidemark.class.getPackage().getImplementationVersion();
            return new String[] {"tidemark " + (version == null ? "(built from sources)" : version)};
        }
    }
}
