package dev.tidemark.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.integration.CrashHome.Left;
import dev.tidemark.testkit.Seeded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The packaged command stands at exact calls that change files: killed there, met by a second process, or told to
/// stop. All calls are tried with `-Pfull`, else some drawn from the seed.
@Timeout(300)
class StandingRunIT {

    private static final int POINTS = 12;
    private static final int BARRIERS = 10;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private final Seeded seeded = Seeded.of("StandingRunIT");

    @Test
    void theRunAfterAKillLeavesWhatAnUnkilledRunLeaves() throws Exception {
        CrashHome unkilled = home("unkilled");
        int calls = calls(unkilled);
        Left expected = unkilled.left();
        assertThat(expected.generation()).isEqualTo(1);
        assertThat(expected.leftovers()).isEmpty();
        for (int at : points(calls)) {
            CrashHome home = home("killed-" + at);
            String what;
            try (StandingProcess process = StandingProcess.run(home.path(), Integer.toString(at))) {
                what = process.said("at ");
                process.kill();
            }
            PackagedCommand.Ended next = command(home);
            assertThat(next.exit()).as(what + next.err()).isZero();
            assertThat(home.left()).as(what).isEqualTo(expected);
        }
    }

    /// The broken twin: the recovery loses one output file.
    @Test
    void aTwinThatLosesAnOutputFileIsCaught() throws Exception {
        CrashHome home = home("twin");
        int _ = calls(home);
        Left whole = home.left();
        String lost = home.snapshot().keySet().stream()
                .filter(name -> name.startsWith("lake/out/") && name.endsWith(".csv"))
                .findFirst()
                .orElseThrow();
        Files.delete(home.path().resolve(lost));
        assertThat(home.left()).isNotEqualTo(whole);
    }

    @Test
    void aSecondProcessNamesTheHolderAndChangesNoByteWhereverTheFirstStands() throws Exception {
        CrashHome home = home("held");
        int calls = calls(home("counted"));
        // The lock is held and its holder's name written before the twentieth call.
        Random random = seeded.random();
        TreeSet<Integer> barriers = new TreeSet<>();
        while (barriers.size() < BARRIERS) {
            barriers.add(random.nextInt(20, calls + 1));
        }
        String joined = barriers.stream().map(String::valueOf).collect(Collectors.joining(","));
        try (StandingProcess first = StandingProcess.run(home.path(), joined)) {
            for (int barrier : barriers) {
                String what = first.said("at ");
                assertThat(what).startsWith("at " + barrier + " ");
                Map<String, String> before = home.snapshot();
                PackagedCommand.Ended second = command(home);
                assertThat(second.exit()).as(what + second.err()).isEqualTo(3);
                assertThat(second.err()).contains("held by process " + first.pid());
                assertThat(home.snapshot()).as(what).isEqualTo(before);
                first.goOn();
            }
            assertThat(first.exit()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    void aSignalBeforeTheCommitAbortsTheRun(String signal, int exit) throws Exception {
        CrashHome home = home("aborted");
        // The first result of a chunk is about to appear: there are staged files.
        try (StandingProcess process = StandingProcess.run(home.path(), "result-00000.json")) {
            String _ = process.said("at ");
            assertThat(home.left().leftovers()).isNotEmpty();
            process.signal(signal);
            String _ = process.said("signalled");
            process.goOn();
            assertThat(process.exit()).isEqualTo(exit);
        }
        assertThat(home.left().rows()).isEmpty();
        assertThat(home.left().leftovers()).isEmpty();
        assertThat(home.left().state()).isEqualTo("IDLE");
        assertThat(home.left().generation()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    void aSignalAfterTheCommitWasDecidedLetsItEnd(String signal, int exit) throws Exception {
        CrashHome home = home("settled");
        CrashHome unkilled = home("unkilled");
        int _ = calls(unkilled);
        try (StandingProcess process = StandingProcess.run(home.path(), "create " + out(home))) {
            String _ = process.said("at ");
            assertThat(home.head().text("state")).contains("PUBLISHING");
            process.signal(signal);
            String _ = process.said("signalled");
            process.goOn();
            assertThat(process.exit()).isEqualTo(exit);
        }
        assertThat(home.left()).isEqualTo(unkilled.left());
    }

    @Test
    void aSecondSignalEndsTheProcessAtOnceAndTheNextRunRecovers() throws Exception {
        CrashHome home = home("twice");
        CrashHome unkilled = home("unkilled");
        int _ = calls(unkilled);
        try (StandingProcess process = StandingProcess.run(home.path(), "create " + out(home))) {
            String _ = process.said("at ");
            process.signal("TERM");
            String _ = process.said("signalled");
            process.signal("INT");
            assertThat(process.exit()).isEqualTo(130);
        }
        assertThat(command(home).exit()).isZero();
        assertThat(home.left()).isEqualTo(unkilled.left());
    }

    /// An output folder that a commit makes.
    private static String out(CrashHome home) throws IOException {
        return home.path().toRealPath().resolve("lake/out/kind=k0").toString();
    }

    private CrashHome home(String name) throws IOException {
        return CrashHome.make(folder.resolve(name), seeded.seed());
    }

    /// Runs the job once and says how many calls changed files.
    private static int calls(CrashHome home) throws Exception {
        try (StandingProcess process = StandingProcess.run(home.path(), "none")) {
            int calls = Integer.parseInt(process.said("calls ").substring("calls ".length()));
            assertThat(process.exit()).isZero();
            return calls;
        }
    }

    private List<Integer> points(int calls) {
        if (Boolean.getBoolean("tidemark.full")) {
            return IntStream.rangeClosed(1, calls).boxed().toList();
        }
        TreeSet<Integer> points = new TreeSet<>();
        while (points.size() < POINTS) {
            points.add(seeded.random().nextInt(1, calls + 1));
        }
        return List.copyOf(points);
    }

    private PackagedCommand.Ended command(CrashHome home) throws Exception {
        Path logs = Files.createDirectories(folder.resolve("logs"));
        return PackagedCommand.PLAIN.run(
                logs, List.of("run", home.path().resolve("job.yaml").toString()));
    }
}
