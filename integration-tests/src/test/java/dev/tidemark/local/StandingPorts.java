package dev.tidemark.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/// The local ports of a process that may be made to stand still right before any call that changes a file.
public final class StandingPorts {

    private StandingPorts() {}

    /// @param arriving told of each call before it is done, by number and name; returns when the process may go on
    public static LocalPorts below(Path state, Consumer<String> arriving) {
        return LocalPorts.below(state, new Standing(new RealFileWork(), arriving));
    }

    /// Calls come one after the other, so that nothing moves while one stands.
    private record Standing(FileWork work, Consumer<String> arriving) implements FileWork {

        @Override
        public synchronized void append(Path file, byte[] bytes, int from, int length) throws IOException {
            arriving.accept("append " + file);
            work.append(file, bytes, from, length);
        }

        @Override
        public synchronized void sync(Path fileOrFolder) throws IOException {
            arriving.accept("sync " + fileOrFolder);
            work.sync(fileOrFolder);
        }

        @Override
        public synchronized void rename(Path from, Path to) throws IOException {
            arriving.accept("rename to " + to);
            work.rename(from, to);
        }

        @Override
        public synchronized void link(Path existing, Path name) throws IOException {
            arriving.accept("link " + name);
            work.link(existing, name);
        }

        @Override
        public synchronized void delete(Path fileOrFolder) throws IOException {
            arriving.accept("delete " + fileOrFolder);
            work.delete(fileOrFolder);
        }

        @Override
        public synchronized void createFolder(Path folder) throws IOException {
            arriving.accept("create " + folder);
            work.createFolder(folder);
        }
    }
}
