package dev.tidemark.cli;

import dev.tidemark.local.LocalPorts;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The command's entry. What it does is in the commands; here is what the world sees of its ending.
@Command(
        name = "tidemark",
        description = "Incremental ETL without a cluster: each run reads what is new and commits once.",
        mixinStandardHelpOptions = true,
        versionProvider = Tidemark.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {RunCommand.class, PlanCommand.class, ExplainCommand.class, ValidateCommand.class})
public final class Tidemark implements Runnable {

    @CommandLine.Spec
    CommandLine.Model.@Nullable CommandSpec spec;

    private final World world;

    Tidemark(World world) {
        this.world = world;
    }

    World world() {
        return world;
    }

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                Objects.requireNonNull(spec).commandLine(), "Name a command: tidemark --help lists them.");
    }

    public static void main(String[] args) {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(new FileOutputStream(FileDescriptor.err), true, StandardCharsets.UTF_8);
        Stopping stopping = new Stopping();
        int exit = execute(args, new World(out, err, System.getenv(), terminal(), stopping, LocalPorts::below));
        out.flush();
        stopping.ended();
        // After a signal the JVM is on its way out with that signal's exit code.
        if (!stopping.stopped()) {
            Runtime.getRuntime().halt(exit);
        }
    }

    private static boolean terminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    /// Runs one command and returns its exit code.
    static int execute(String[] args, World world) {
        CommandLine line = new CommandLine(new Tidemark(world));
        line.setOut(new PrintWriter(world.out(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(world.err(), true, StandardCharsets.UTF_8));
        line.setExecutionExceptionHandler(new Endings(world));
        line.setParameterExceptionHandler(new Endings(world));
        return line.execute(args);
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
