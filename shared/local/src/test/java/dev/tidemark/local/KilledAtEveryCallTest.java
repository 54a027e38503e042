package dev.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tidemark.local.CrashWorld.Left;
import dev.tidemark.local.CrashWorld.Variant;
import dev.tidemark.local.HaltingFileWork.Moment;
import dev.tidemark.testkit.Halt;
import dev.tidemark.testkit.Seeded;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The process dies between any two calls that change files, and amid every append; the next run leaves what a run
/// that nobody killed leaves. [PowerLossTest] shows what this test would say of a broken order.
@Timeout(120)
class KilledAtEveryCallTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @ParameterizedTest
    @EnumSource(Variant.class)
    void theNextRunLeavesWhatAnUnkilledRunLeaves(Variant variant) throws IOException {
        CrashWorld world = new CrashWorld(
                folder, variant, Seeded.of("KilledAtEveryCallTest").seed());
        HaltingFileWork counting = new HaltingFileWork(0, Moment.BEFORE);
        world.run(counting);
        Left unkilled = world.left();
        assertThat(unkilled.leftovers()).isEmpty();
        System.out.println(variant + ": " + counting.calls() + " calls that change files");
        assertThat(counting.calls())
                .as("calls, before and after each of which a process dies")
                .isGreaterThan(60);

        for (int at = 1; at <= counting.calls(); at++) {
            assertRecovers(world, at, Moment.BEFORE, unkilled);
            if (counting.appends().contains(at) || at == counting.calls()) {
                assertRecovers(world, at, Moment.AMID, unkilled);
            }
        }
    }

    /// The broken twin: what a dead run staged is never discarded.
    @Test
    void aTwinThatKeepsTheStagedFilesOfDeadRunsIsCaught() throws IOException {
        CrashWorld world = new CrashWorld(
                folder, Variant.FIRST, Seeded.of("KilledAtEveryCallTest").seed());
        HaltingFileWork counting = new HaltingFileWork(0, Moment.BEFORE, new KeepsStaged());
        world.run(counting);
        Left unkilled = world.left();
        boolean caught = false;
        for (int at = 1; at <= counting.calls() && !caught; at++) {
            world.reset();
            FileWork halting = new HaltingFileWork(at, Moment.BEFORE, new KeepsStaged());
            assertThat(catchThrowable(() -> world.run(halting))).isInstanceOf(Halt.class);
            world.run(new HaltingFileWork(0, Moment.BEFORE, new KeepsStaged()));
            caught = !world.left().equals(unkilled);
        }
        assertThat(caught).isTrue();
    }

    private static void assertRecovers(CrashWorld world, int at, Moment moment, Left unkilled) throws IOException {
        world.reset();
        FileWork halting = new HaltingFileWork(at, moment);
        Throwable halt = catchThrowable(() -> world.run(halting));
        assertThat(halt).isInstanceOf(Halt.class);
        String what = "killed %s call %d: %s".formatted(moment, at, halt.getMessage());

        world.run(new HaltingFileWork(0, Moment.BEFORE));

        assertThat(world.left()).as(what).isEqualTo(unkilled);
    }

    private static final class KeepsStaged implements FileWork {

        private final FileWork work = new RealFileWork();

        @Override
        public void append(Path file, byte[] bytes, int from, int length) throws IOException {
            work.append(file, bytes, from, length);
        }

        @Override
        public void sync(Path fileOrFolder) throws IOException {
            work.sync(fileOrFolder);
        }

        @Override
        public void rename(Path from, Path to) throws IOException {
            work.rename(from, to);
        }

        @Override
        public void link(Path existing, Path name) throws IOException {
            work.link(existing, name);
        }

        @Override
        public void delete(Path fileOrFolder) throws IOException {
            if (!fileOrFolder.toString().contains(LocalStaging.FOLDER)) {
                work.delete(fileOrFolder);
            }
        }

        @Override
        public void createFolder(Path folder) throws IOException {
            work.createFolder(folder);
        }
    }
}
