package dev.tidemark.local;

import dev.tidemark.testkit.Halt;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/// Work on files that stops for good at its k-th call, as a killed process does: all later calls stop too.
///
/// Nothing is synced: what the kernel has, a kill does not take ([PowerLossTest] is about what does).
final class HaltingFileWork implements FileWork {

    /// Where in the call the process dies. Right before a call is also right after the one before it.
    enum Moment {
        BEFORE,
        /// Half of the bytes are appended; a call of another kind dies after its effect.
        AMID
    }

    private interface Effect {
        void run() throws IOException;
    }

    private final FileWork work;
    private final int at;
    private final Moment moment;
    private final AtomicInteger calls = new AtomicInteger();
    private final Set<Integer> appends = new TreeSet<>();

    /// @param at counted from 1; 0 never stops and only counts
    HaltingFileWork(int at, Moment moment) {
        this(at, moment, new RealFileWork());
    }

    HaltingFileWork(int at, Moment moment, FileWork work) {
        this.work = work;
        this.at = at;
        this.moment = moment;
    }

    int calls() {
        return calls.get();
    }

    /// Which of the calls append bytes.
    Set<Integer> appends() {
        return appends;
    }

    private void call(String call, Effect half, Effect whole) throws IOException {
        int now = calls.incrementAndGet();
        if (at > 0 && now >= at) {
            if (now == at && moment == Moment.AMID) {
                half.run();
            }
            throw new Halt(call);
        }
        whole.run();
    }

    private void call(String call, Effect whole) throws IOException {
        call(call, whole, whole);
    }

    @Override
    public void append(Path file, byte[] bytes, int from, int length) throws IOException {
        appends.add(calls.get() + 1);
        call(
                "append " + file,
                () -> work.append(file, bytes, from, length / 2),
                () -> work.append(file, bytes, from, length));
    }

    @Override
    public void sync(Path fileOrFolder) throws IOException {
        call("sync " + fileOrFolder, () -> {});
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        call("rename to " + to, () -> work.rename(from, to));
    }

    @Override
    public void link(Path existing, Path name) throws IOException {
        call("link " + name, () -> work.link(existing, name));
    }

    @Override
    public void delete(Path fileOrFolder) throws IOException {
        call("delete " + fileOrFolder, () -> work.delete(fileOrFolder));
    }

    @Override
    public void createFolder(Path folder) throws IOException {
        call("create " + folder, () -> work.createFolder(folder));
    }
}
