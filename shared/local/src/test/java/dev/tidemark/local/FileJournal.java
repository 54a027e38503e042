package dev.tidemark.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/// Work on real files that is written down, call by call, so that [PowerLoss] can lose what was not synced.
final class FileJournal implements FileWork {

    /// One call that took effect.
    sealed interface Call {

        record Append(Path file, byte[] bytes) implements Call {}

        record Sync(Path path) implements Call {}

        record Rename(Path from, Path to) implements Call {}

        record Link(Path existing, Path name) implements Call {}

        record Delete(Path path) implements Call {}

        record CreateFolder(Path folder) implements Call {}
    }

    private final FileWork work = new RealFileWork();
    private final Predicate<Path> unsynced;
    private final List<Call> calls = new ArrayList<>();

    /// @param unsynced what is not synced when it should be
    FileJournal(Predicate<Path> unsynced) {
        this.unsynced = unsynced;
    }

    List<Call> calls() {
        return List.copyOf(calls);
    }

    @Override
    public synchronized void append(Path file, byte[] bytes, int from, int length) throws IOException {
        work.append(file, bytes, from, length);
        calls.add(new Call.Append(file, Arrays.copyOfRange(bytes, from, from + length)));
    }

    /// Only noted: the power is lost in [PowerLoss] alone.
    @Override
    public synchronized void sync(Path fileOrFolder) {
        if (!unsynced.test(fileOrFolder)) {
            calls.add(new Call.Sync(fileOrFolder));
        }
    }

    @Override
    public synchronized void rename(Path from, Path to) throws IOException {
        work.rename(from, to);
        calls.add(new Call.Rename(from, to));
    }

    @Override
    public synchronized void link(Path existing, Path name) throws IOException {
        work.link(existing, name);
        calls.add(new Call.Link(existing, name));
    }

    @Override
    public synchronized void delete(Path fileOrFolder) throws IOException {
        work.delete(fileOrFolder);
        calls.add(new Call.Delete(fileOrFolder));
    }

    @Override
    public synchronized void createFolder(Path folder) throws IOException {
        work.createFolder(folder);
        calls.add(new Call.CreateFolder(folder));
    }
}
