package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.bookmark.Generation;
import dev.tidemark.run.GenerationMissingException;
import dev.tidemark.run.Head;
import dev.tidemark.run.JobClaimedException;
import dev.tidemark.run.OperatorStep;
import dev.tidemark.run.Ports;
import dev.tidemark.run.PublishingException;
import dev.tidemark.run.Run;
import dev.tidemark.spi.Write;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What operators do to bookmarks: every act makes a generation, and none comes between a run's claim and its end.
class OperatorStepTest {

    private final ProtocolWorld world = new ProtocolWorld(false);

    @Test
    void aResetMakesTheNextRunReadEverythingAgainAndTheNumberGrows() {
        assertThat(world.run(world.ports, "A")).isEqualTo("COMMITTED");
        Generation made = operator(false).reset("bad mapping");
        assertThat(made.number()).isEqualTo(2);
        assertThat(made.parent()).isEqualTo(1);
        assertThat(made.kind()).isEqualTo(Generation.Kind.RESET);
        assertThat(made.reason()).isEqualTo("bad mapping");
        assertThat(world.run(world.ports, "B")).isEqualTo("COMMITTED");
        assertThat(world.rows()).hasSize(12);
        assertThat(world.state().head().generation()).isEqualTo(3);
    }

    @Test
    void aRewindTakesInAgainWhatCameAfterAndTheNumberGrows() {
        assertThat(world.run(world.ports, "A")).isEqualTo("COMMITTED");
        world.produce("d=2/later");
        assertThat(world.run(world.ports, "B")).isEqualTo("COMMITTED");
        Generation made = operator(false).rewind(1, "");
        assertThat(made.number()).isEqualTo(3);
        assertThat(made.parent()).isEqualTo(1);
        assertThat(made.reason()).isNull();
        assertThat(world.run(world.ports, "C")).isEqualTo("COMMITTED");
        assertThat(world.rows()).hasSize(10);
        assertThat(world.rows().stream().filter(row -> row.startsWith("d=2/later")))
                .hasSize(4);
    }

    @Test
    void aRewindToAGenerationThatIsNotKeptIsRefused() {
        assertThat(world.run(world.ports, "A")).isEqualTo("COMMITTED");
        assertThatThrownBy(() -> operator(false).rewind(7, ""))
                .isInstanceOf(GenerationMissingException.class)
                .hasMessageContaining("Job j has no generation 7");
        assertThat(world.state().head().generation()).isEqualTo(1);
    }

    /// Clean-up takes the generation away between the operator's look and its transaction.
    @Test
    void aRewindWhoseGenerationGoesAtTheLastMomentIsRefused() {
        assertThat(world.run(world.ports, "A")).isEqualTo("COMMITTED");
        var _ = operator(false).reset("");
        MeddlingTap meddling = new MeddlingTap(
                3,
                false,
                () -> world.items.write(
                        new Write.Delete(world.context(world.ports).generationKey(1), List.of())));
        Ports used = TappedPorts.of(world.ports, meddling);
        assertThatThrownBy(() -> new OperatorStep(world.context(used), "ann").rewind(1, ""))
                .isInstanceOf(GenerationMissingException.class);
        assertThat(world.state().head().generation()).isEqualTo(2);
    }

    @Test
    void setNowTakesInWithoutReading() {
        var listed = world.objects.list("mem:///in/", false, null).objects();
        Generation made = operator(false).setNow(Map.of("f", listed), "start here");
        assertThat(made.kind()).isEqualTo(Generation.Kind.SET_NOW);
        assertThat(world.run(world.ports, "A")).isEqualTo("NOTHING_TO_DO");
        world.produce("d=1/a");
        assertThat(world.run(world.ports, "B")).isEqualTo("COMMITTED");
        assertThat(world.rows()).containsExactly("d=1/a-v1-row0", "d=1/a-v1-row1");
    }

    @Test
    void whileARunHoldsTheJobEveryActIsRefusedAndNamesTheRun() {
        world.work("A");
        String before = world.everything();
        assertThatThrownBy(() -> operator(false).reset("")).isInstanceOf(JobClaimedException.class);
        assertThatThrownBy(() -> operator(false).rewind(0, "")).isInstanceOf(JobClaimedException.class);
        assertThatThrownBy(() -> operator(false).setNow(Map.of(), ""))
                .isInstanceOf(JobClaimedException.class)
                .hasMessageContaining("Job j is claimed by run A");
        assertThat(world.everything()).isEqualTo(before);
    }

    @Test
    void anActThatAbortsTheRunEndsItsClaimDropsItsFilesAndLeavesAMark() {
        world.work("A");
        long mark = world.state().head().mark();
        Generation made = operator(true).reset("");
        assertThat(made.number()).isEqualTo(1);
        Head head = world.state().head();
        assertThat(head.state()).isEqualTo(Head.State.IDLE);
        assertThat(head.runId()).isEmpty();
        assertThat(head.mark()).isEqualTo(mark + 1);
        Run run = world.state().run("A").orElseThrow();
        assertThat(run.state()).isEqualTo(Run.State.ABORTED);
        assertThat(run.reason()).hasValue("aborted by ann for RESET");
        assertThat(world.staging.hidden()).isEmpty();
        assertThat(world.run(world.ports, "A")).isEqualTo("ABORTED");
        assertThat(world.run(world.ports, "B")).isEqualTo("COMMITTED");
        assertThat(world.rows()).hasSize(6);
    }

    @Test
    void aDecidedCommitIsFinishedBeforeTheAct() {
        world.decide("A");
        world.clockMoves();
        Generation made = operator(true).reset("");
        assertThat(made.number()).isEqualTo(2);
        assertThat(world.state().run("A").orElseThrow().state()).isEqualTo(Run.State.COMMITTED);
        assertThat(world.rows()).hasSize(6);
    }

    @Test
    void aCommitThatIsBeingPublishedRefusesTheAct() {
        world.decide("A");
        assertThatThrownBy(() -> operator(true).reset("")).isInstanceOf(PublishingException.class);
        assertThat(world.state().head().generation()).isZero();
    }

    @Test
    void anActThatAnotherOneForestalledIsRefusedAndChangesNothing() {
        MeddlingTap meddling = new MeddlingTap(
                2, false, () -> assertThat(operator(false).reset("").number()).isEqualTo(1));
        Ports used = TappedPorts.of(world.ports, meddling);
        assertThatThrownBy(() -> new OperatorStep(world.context(used), "ben").reset(""))
                .isInstanceOf(JobClaimedException.class)
                .hasMessage("The bookmark of job j did not change: a run or another operator was faster. "
                        + "Look at tidemark bookmark history JOB, then try again.");
        assertThat(world.state().generations()).hasSize(1);
        assertThat(world.state().generation(1).by()).isEqualTo("ann");
    }

    @Test
    void anActWhoseAnswerWasLostIsRecognisedAsOnesOwn() {
        assertThat(world.run(world.ports, "A")).isEqualTo("COMMITTED");
        Ports used = TappedPorts.of(world.ports, new LostAnswersTap(Set.of("state.transact")));
        Generation made = new OperatorStep(world.context(used), "ann").reset("");
        assertThat(made.number()).isEqualTo(2);
        assertThat(world.state().head().generation()).isEqualTo(2);
    }

    private OperatorStep operator(boolean abortRun) {
        return new OperatorStep(world.context(world.ports), "ann", abortRun);
    }
}
