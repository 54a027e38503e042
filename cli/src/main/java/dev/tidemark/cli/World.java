package dev.tidemark.cli;

import java.io.PrintStream;
import java.util.Map;

/// What a command may use of its process.
///
/// @param out         results, and with `--json` one document and nothing else
/// @param err         progress and errors
/// @param environment variables
/// @param terminal    whether somebody watches
/// @param stopping    told of signals
record World(PrintStream out, PrintStream err, Map<String, String> environment, boolean terminal, Stopping stopping) {

    World {
        environment = Map.copyOf(environment);
    }
}
