package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.run.CommitStep;
import dev.tidemark.run.JobState;
import dev.tidemark.run.PlanOutcome;
import dev.tidemark.run.PlanStep;
import dev.tidemark.run.ResultsMissingException;
import dev.tidemark.run.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// PROTOCOL, on ports in memory: whatever happens at whatever port call, the output is that of undisturbed runs.
///
/// [SeededMistakesTest] shows that these same scenarios fail when the protocol is broken.
class CommitProtocolTest {

    @Test
    void aRunTakesEverythingOnceAndTheNextHasNothingToDo() {
        ProtocolWorld world = new ProtocolWorld(true);
        assertThat(world.run(world.ports, "A")).isEqualTo("COMMITTED");
        assertThat(world.run(world.ports, "B")).isEqualTo("NOTHING_TO_DO");
        world.produce("d=2/c");
        assertThat(world.run(world.ports, "C")).isEqualTo("COMMITTED");
        assertThat(new JobState(world.context(world.ports)).head().generation()).isEqualTo(2);
        world.check();
    }

    @ParameterizedTest
    @EnumSource(Scenario.class)
    void whateverHappensAtAnyCallOnOneMachineNothingIsLostOrTwice(Scenario scenario) {
        assertThat(Scenario.firstFailure(scenario, UnaryOperator.identity(), true))
                .isNull();
    }

    @ParameterizedTest
    @EnumSource(Scenario.class)
    void whateverHappensAtAnyCallInTheCloudNothingIsLostOrTwice(Scenario scenario) {
        assertThat(Scenario.firstFailure(scenario, UnaryOperator.identity(), false))
                .isNull();
    }

    @Test
    void aRunMakesMoreThanThirtyPortCallsSoThatMoreThanSixtyPointsAreTried() {
        assertThat(Scenario.calls(UnaryOperator.identity(), true)).isGreaterThan(30);
    }

    @Test
    void aCommitWithoutAllResultsIsRefusedAndNamesTheChunk() {
        ProtocolWorld world = new ProtocolWorld(true);
        PlanOutcome outcome = new PlanStep(world::plan).run(world.context(world.ports), world.request("A"));
        assertThat(outcome).isInstanceOf(PlanOutcome.Planned.class);
        assertThatThrownBy(() -> new CommitStep(0).run(world.context(world.ports), "A"))
                .isInstanceOf(ResultsMissingException.class)
                .hasMessageContaining("chunk 0 of 4 has no result");
        assertThat(world.rows()).isEmpty();
    }

    @Test
    void anAbortOfARunThatNeverStartedKeepsItFromStarting() {
        ProtocolWorld world = new ProtocolWorld(false);
        assertThat(world.abort(world.ports, "A").state()).isEqualTo(Run.State.ABORTED);
        assertThat(world.run(world.ports, "A")).isEqualTo("ABORTED");
        assertThat(world.rows()).isEmpty();
    }

    @Test
    void anAbortAfterTheCommitLeavesItCommitted() {
        ProtocolWorld world = new ProtocolWorld(false);
        assertThat(world.run(world.ports, "A")).isEqualTo("COMMITTED");
        assertThat(world.abort(world.ports, "A").state()).isEqualTo(Run.State.COMMITTED);
        world.check();
    }

    @Test
    void aRedriveOfAnAbortedRunDoesNotOpenItAgain() {
        ProtocolWorld world = new ProtocolWorld(false);
        world.work("A");
        assertThat(world.abort(world.ports, "A").state()).isEqualTo(Run.State.ABORTED);
        assertThat(world.run(world.ports, "A")).isEqualTo("ABORTED");
        assertThat(new CommitStep(0).run(world.context(world.ports), "A").state())
                .isEqualTo(Run.State.ABORTED);
        assertThat(world.rows()).isEmpty();
        assertThat(world.run(world.ports, "B")).isEqualTo("COMMITTED");
        world.check();
    }

    @Test
    void badRecordsOfARunAreInvisibleUntilItCommitsAndGoWithAnAbort() {
        ProtocolWorld world = new ProtocolWorld(false);
        world.badRecords = true;
        world.work("A");
        assertThat(world.objects.names("mem:///quarantine/")).isEmpty();
        assertThat(world.staging.hidden()).anyMatch(name -> name.startsWith("mem:///quarantine/"));
        assertThat(world.abort(world.ports, "A").state()).isEqualTo(Run.State.ABORTED);
        assertThat(world.objects.names("mem:///quarantine/")).isEmpty();
        assertThat(world.staging.hidden()).isEmpty();
        assertThat(world.run(world.ports, "B")).isEqualTo("COMMITTED");
        assertThat(world.objects.names("mem:///quarantine/")).hasSize(4).allMatch(name -> name.contains("part-B-"));
        world.check();
    }

    @Test
    void aRedriveOfAPublishingRunFinishesIt() {
        ProtocolWorld world = new ProtocolWorld(false);
        world.decide("A");
        world.clockMoves();
        assertThat(world.run(world.ports, "A")).isEqualTo("COMMITTED");
        world.check();
    }

    @Test
    void aSecondRunFindsTheJobBusyAndLeavesAMark() {
        ProtocolWorld world = new ProtocolWorld(false);
        PlanOutcome _ = new PlanStep(world::plan).run(world.context(world.ports), world.request("A"));
        assertThat(world.run(world.ports, "B")).isEqualTo("BUSY");
        assertThat(new JobState(world.context(world.ports)).head().mark()).isEqualTo(1);
    }

    @Test
    void filesComeBeforeTheCatalogAndTheCatalogBeforeTheEndOfTheRun() {
        ProtocolWorld world = new ProtocolWorld(true);
        List<String> calls = new ArrayList<>();
        PortTap noting = new PortTap() {
            @Override
            public <T> T call(String call, Supplier<T> effect) {
                calls.add(call);
                return effect.get();
            }
        };
        assertThat(world.run(TappedPorts.of(world.ports, noting), "A")).isEqualTo("COMMITTED");
        int completed = calls.lastIndexOf("staging.complete");
        assertThat(completed).isLessThan(calls.lastIndexOf("catalog.writePartitions"));
        assertThat(calls.lastIndexOf("catalog.writePartitions")).isLessThan(calls.lastIndexOf("state.transact"));
    }
}
