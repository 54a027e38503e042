package dev.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tidemark.local.CrashWorld.Left;
import dev.tidemark.local.CrashWorld.Variant;
import dev.tidemark.local.FileJournal.Call;
import dev.tidemark.local.HaltingFileWork.Moment;
import dev.tidemark.testkit.Seeded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The power goes between any two calls that change files: whatever was not synced may be lost, and the next run
/// still leaves what an undisturbed run leaves. [Mistake] names the broken twins.
@Timeout(120)
class PowerLossTest {

    /// Syncs that are left out.
    enum Mistake {
        /// The bytes of files are not synced.
        F1,
        /// Folders are not synced.
        F2,
        /// Of folders, those of staged files are not synced before results name what is in them.
        F3;

        boolean leavesOut(Path path) {
            return switch (this) {
                case F1 -> !Files.isDirectory(path);
                case F2 -> Files.isDirectory(path);
                case F3 -> path.toString().contains(LocalStaging.FOLDER + "/") && Files.isDirectory(path);
            };
        }
    }

    /// @param names  chance of a change to a name to survive
    /// @param bytes  chance of bytes to survive
    private record Chance(double names, double bytes, boolean zeros, Random random) implements PowerLoss.Taste {

        @Override
        public int changes(int unsynced) {
            return drawn(unsynced, names);
        }

        @Override
        public int bytes(int unsynced) {
            return drawn(unsynced, bytes);
        }

        private int drawn(int unsynced, double chance) {
            int kept = 0;
            while (kept < unsynced && random.nextDouble() < chance) {
                kept++;
            }
            return kept;
        }
    }

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final Seeded seeded = Seeded.of("PowerLossTest");

    @ParameterizedTest
    @EnumSource(Variant.class)
    void afterALossOfPowerTheNextRunLeavesWhatAnUndisturbedRunLeaves(Variant variant) throws IOException {
        CrashWorld world = new CrashWorld(folder, variant, seeded.seed());
        assertThat(firstFailure(world, path -> false)).isNull();
    }

    @ParameterizedTest
    @EnumSource(Mistake.class)
    void aTwinThatLeavesOutSyncsIsCaught(Mistake mistake) throws IOException {
        CrashWorld world = new CrashWorld(folder, Variant.APPEND, seeded.seed());
        assertThat(firstFailure(world, mistake::leavesOut)).isNotNull();
    }

    @Test
    void whatARunReportedAsCommittedIsThereAfterALossOfPower() throws IOException {
        CrashWorld world = new CrashWorld(folder, Variant.FIRST, seeded.seed());
        List<Call> calls = journal(world, path -> false);
        Left undisturbed = world.left();

        disk(world, calls).survivors(new Chance(0, 0, false, seeded.random())).restore(world.home());

        assertThat(world.left().rows()).isEqualTo(undisturbed.rows());
        assertThat(world.left().bookmark()).isEqualTo(undisturbed.bookmark());
        assertThat(world.left().partitions()).isEqualTo(undisturbed.partitions());
    }

    /// First a kill, whose successor finds folders and names that were never synced; then, when that successor has
    /// committed, the power goes.
    @Test
    void whatTheSuccessorOfAKilledRunCommittedIsThereAfterALossOfPower() throws IOException {
        CrashWorld world = new CrashWorld(folder, Variant.FIRST, seeded.seed());
        List<Call> calls = journal(world, path -> false);
        Left undisturbed = world.left();
        for (int at = seeded.random().nextInt(2); at <= calls.size(); at += 2) {
            List<Call> before = calls.subList(0, at);
            disk(world, before)
                    .survivors(new Chance(1, 1, false, seeded.random()))
                    .restore(world.home());
            List<Call> all = new ArrayList<>(before);
            all.addAll(journal(world, path -> false));
            disk(world, all).survivors(new Chance(0, 0, false, seeded.random())).restore(world.home());
            String what = "killed after call %d of %s".formatted(at, calls);
            assertThat(world.left().rows()).as(what).isEqualTo(undisturbed.rows());
            assertThat(world.left().bookmark()).as(what).isEqualTo(undisturbed.bookmark());
            world.run(new HaltingFileWork(0, Moment.BEFORE));
            assertThat(world.left()).as(what).isEqualTo(undisturbed);
        }
    }

    /// The first loss of power after which the next run leaves something else; null when there is none.
    private @Nullable String firstFailure(CrashWorld world, Predicate<Path> leftOut) throws IOException {
        List<Call> calls = journal(world, leftOut);
        Left undisturbed = world.left();
        Random random = seeded.random();
        for (int at = 0; at <= calls.size(); at++) {
            PowerLoss disk = disk(world, calls.subList(0, at));
            List<Chance> fixed = List.of(
                    new Chance(0, 0, false, random),
                    new Chance(1, 0, false, random),
                    new Chance(1, 0.9, true, random),
                    new Chance(0.5, 1, false, random));
            Chance drawn = new Chance(random.nextDouble(), random.nextDouble(), random.nextBoolean(), random);
            for (Chance chance : at % 2 == 0 ? List.of(fixed.get(at / 2 % fixed.size())) : List.of(drawn)) {
                disk.survivors(chance).restore(world.home());
                Throwable failed = catchThrowable(() -> world.run(new HaltingFileWork(0, Moment.BEFORE)));
                Left left = failed == null ? world.left() : undisturbed;
                if (failed != null || !left.equals(undisturbed)) {
                    return "power lost after call %d of %s, with %s: %s%nbut %s"
                            .formatted(at, calls, chance, undisturbed, failed == null ? left : failed);
                }
            }
        }
        return null;
    }

    /// What one run does to the files, from the start.
    private static List<Call> journal(CrashWorld world, Predicate<Path> leftOut) throws IOException {
        FileJournal journal = new FileJournal(leftOut);
        world.run(journal);
        return journal.calls();
    }

    private static PowerLoss disk(CrashWorld world, List<Call> calls) {
        PowerLoss disk = new PowerLoss(world.home(), world.start());
        calls.forEach(disk::happened);
        return disk;
    }
}
