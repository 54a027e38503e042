package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.bookmark.Generation;
import dev.tidemark.run.CleanUpStep;
import dev.tidemark.run.OperatorStep;
import dev.tidemark.run.Run;
import dev.tidemark.run.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What clean-up deletes and what it leaves, and that nobody misses anything whenever it comes.
class CleanUpTest {

    private final ProtocolWorld world = new ProtocolWorld(false);

    @Test
    void generationsBeyondRetentionGoTogetherWithTheSegmentsThatOnlyTheyName() {
        world.job = ProtocolJob.keeping(2);
        commits(5);
        int segments = world.objects.names("mem:///work/segments/").size();
        CleanUpStep.Cleaned cleaned = cleanUp();
        assertThat(cleaned.generations()).isEqualTo(3);
        assertThat(world.state().generations()).extracting(Generation::number).containsExactly(4L, 5L);
        assertThat(world.objects.names("mem:///work/segments/"))
                .hasSizeLessThan(segments)
                .containsExactlyInAnyOrderElementsOf(world.state().generations().stream()
                        .flatMap(generation -> generation.flow("f").segments().stream())
                        .map(world.context(world.ports)::location)
                        .distinct()
                        .toList());
        world.recover();
        world.check();
    }

    @Test
    void plansResultsAndReportsGoThirtyDaysAfterTheirRunEndedAndWhatBelongsToAKeptGenerationStays() {
        assertThat(world.run(world.ports, "A")).isEqualTo("COMMITTED");
        world.produce("d=1/z");
        world.work("B");
        Run _ = world.abort(world.ports, "B");
        world.now.addAndGet(Duration.ofDays(30).toMillis() - 1);
        assertThat(cleanUp().objects()).isZero();
        world.now.addAndGet(1);
        assertThat(cleanUp().objects()).isPositive();
        assertThat(world.objects.names("mem:///work/runs/"))
                .hasSize(3)
                .allMatch(name -> name.matches("mem:///work/runs/A/(record|inputs|report)-.*"));
        world.recover();
        world.check();
        assertThat(cleanUp().objects()).isZero();
    }

    /// A run that found the job busy has a copy of the job file and nothing else; a run whose item went with its time
    /// to live has more, of which kept generations may need the rest. A twin that asks for an ended run keeps the
    /// copies for ever.
    @Test
    void theCopyOfARunThatNeverBeganGoesThirtyDaysAfterItWasMade() {
        assertThat(world.run(world.ports, "A")).isEqualTo("COMMITTED");
        world.produce("d=1/z");
        world.work("B");
        for (String run : List.of("A", "B", "BUSY")) {
            world.objects.put("mem:///work/runs/" + run + "/job.json", "{}");
        }
        world.objects.put("mem:///work/runs/FORGOTTEN/record-1", "{}");
        Instant made = world.objects
                .head("mem:///work/runs/BUSY/job.json")
                .orElseThrow()
                .lastModified();
        world.now.set(made.plus(Duration.ofDays(30)).toEpochMilli() - 1);
        assertThat(cleanUp().objects()).isZero();
        world.now.addAndGet(1);
        assertThat(cleanUp().objects()).isEqualTo(1);
        assertThat(world.objects.names("mem:///work/runs/"))
                .doesNotContain("mem:///work/runs/BUSY/job.json")
                .contains(
                        "mem:///work/runs/FORGOTTEN/record-1",
                        "mem:///work/runs/A/job.json",
                        "mem:///work/runs/B/job.json");
    }

    @Test
    void objectsOfARunThatHasNotEndedStayHoweverOldItIs() {
        world.work("A");
        world.now.addAndGet(Duration.ofDays(400).toMillis());
        String before = world.everything();
        assertThat(cleanUp().objects()).isZero();
        assertThat(world.everything()).isEqualTo(before);
    }

    @Test
    void recordsThatARewindLeftBehindGoOnceNoKeptGenerationLeadsToThem() {
        world.job = ProtocolJob.keeping(3);
        commits(3);
        var _ = new OperatorStep(world.context(world.ports), "ann").rewind(1, "");
        world.now.addAndGet(Duration.ofDays(31).toMillis());
        var _ = cleanUp();
        assertThat(records()).as("generations 2 and 3 are kept").isEqualTo(List.of("R0", "R1", "R2"));
        var _ = new OperatorStep(world.context(world.ports), "ann").setNow(Map.of(), "");
        var _ = new OperatorStep(world.context(world.ports), "ann").setNow(Map.of(), "");
        var _ = cleanUp();
        assertThat(records()).as("the head goes back to generation 1 only").isEqualTo(List.of("R0"));
    }

    @Test
    void theRecordOfACatalogChangeThatIsOwedStays() {
        world.decide("A");
        world.clockMoves();
        new Settlement(world.context(world.ports)).settleWithoutCatalog();
        world.now.addAndGet(Duration.ofDays(40).toMillis());
        var _ = cleanUp();
        world.recover();
        world.produce("d=1/more");
        world.recover();
        world.check();
    }

    @Test
    void withinADayOfTheLastCleanUpItIsTwoReads() {
        commits(3);
        var _ = new CleanUpStep(world.context(world.ports)).runWhenDue();
        CountingTap counting = new CountingTap();
        var _ = new CleanUpStep(world.context(TappedPorts.of(world.ports, counting))).runWhenDue();
        assertThat(counting.counts()).isEqualTo(Map.of("state.get", 2));
        world.now.addAndGet(Duration.ofDays(1).toMillis());
        var _ = new CleanUpStep(world.context(TappedPorts.of(world.ports, counting))).runWhenDue();
        assertThat(counting.counts()).containsEntry("objects.list", 2);
    }

    @Test
    void asManyGenerationsAsAreKeptMakeItDueEarlier() {
        world.job = ProtocolJob.keeping(2);
        commits(1);
        var _ = new CleanUpStep(world.context(world.ports)).runWhenDue();
        commits(4, 1);
        assertThat(new CleanUpStep(world.context(world.ports)).runWhenDue().generations())
                .isZero();
        commits(5, 1);
        assertThat(new CleanUpStep(world.context(world.ports)).runWhenDue().generations())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(CleanUpScenario.class)
    void wheneverCleanUpComesNobodyMissesAnything(CleanUpScenario scenario) {
        assertThat(CleanUpScenario.firstFailure(scenario, UnaryOperator.identity()))
                .isNull();
    }

    @ParameterizedTest
    @EnumSource(CleanUpMistake.class)
    void theScenarioFindsTheMistake(CleanUpMistake mistake) {
        assertThat(CleanUpScenario.firstFailure(mistake.foundBy, mistake.made))
                .as("%s under %s", mistake, mistake.foundBy)
                .isNotNull();
    }

    private void commits(int count) {
        CleanUpScenario.commits(world, 0, count);
    }

    private void commits(int from, int count) {
        CleanUpScenario.commits(world, from, count);
    }

    private CleanUpStep.Cleaned cleanUp() {
        return new CleanUpStep(world.context(world.ports)).run();
    }

    /// Runs that still have a record.
    private List<String> records() {
        return world.objects.names("mem:///work/runs/").stream()
                .filter(name -> name.contains("/record-"))
                .map(name -> name.split("/")[5])
                .toList();
    }
}
