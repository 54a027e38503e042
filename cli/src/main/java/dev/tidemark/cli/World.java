package dev.tidemark.cli;

import dev.tidemark.local.LocalPorts;
import dev.tidemark.run.Ports;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/// What a command may use of its process.
///
/// @param out         results, and with `--json` one document and nothing else
/// @param err         progress and errors
/// @param environment variables
/// @param terminal    whether somebody watches
/// @param stopping    told of signals
/// @param ports       the ports below a state folder
/// @param around      what stands between the command and these ports: nothing, or a test's tap
record World(
        PrintStream out,
        PrintStream err,
        Map<String, String> environment,
        boolean terminal,
        Stopping stopping,
        Function<Path, LocalPorts> ports,
        UnaryOperator<Ports> around) {

    World {
        environment = Map.copyOf(environment);
    }

    /// Nothing stands between.
    World(
            PrintStream out,
            PrintStream err,
            Map<String, String> environment,
            boolean terminal,
            Stopping stopping,
            Function<Path, LocalPorts> ports) {
        this(out, err, environment, terminal, stopping, ports, UnaryOperator.identity());
    }
}
