package dev.tidemark.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/// Where a command says how it goes on: standard error for who watches, and the file of `--log` with times.
final class Log {

    private final World world;
    private final boolean quiet;
    private final boolean verbose;
    private final @Nullable Path file;

    /// @param quiet   whether nothing of it goes to standard error
    /// @param verbose whether details do
    Log(World world, boolean quiet, boolean verbose, @Nullable Path file) {
        this.world = world;
        this.quiet = quiet;
        this.verbose = verbose;
        this.file = file;
    }

    void say(String text) {
        if (!quiet) {
            world.err().println(text);
        }
        keep(text);
    }

    /// For `-v` and for the file.
    void detail(String text) {
        if (verbose) {
            world.err().println(text);
        }
        keep(text);
    }

    /// For the file alone.
    ///
    /// @throws UsageException when it cannot be written
    void keep(String text) {
        if (file == null) {
            return;
        }
        String line = "%s %s%n".formatted(Instant.now().truncatedTo(ChronoUnit.MILLIS), text);
        try {
            synchronized (this) {
                Files.writeString(
                        file,
                        line,
                        StandardCharsets.UTF_8,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.APPEND);
            }
        } catch (IOException e) {
            Path folder = file.toAbsolutePath().getParent();
            String why = folder != null && !Files.isDirectory(folder)
                    ? "there is no folder " + file.getParent()
                    : e.toString();
            throw new UsageException("Cannot write the log " + file + ": " + why
                    + ". Name a file in a folder that exists and can be written, or leave --log out.");
        }
    }
}
