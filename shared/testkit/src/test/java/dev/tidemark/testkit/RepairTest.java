package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.run.Head;
import dev.tidemark.run.PublishLostException;
import dev.tidemark.run.RecordLostException;
import dev.tidemark.run.RepairTooEarlyException;
import dev.tidemark.run.Run;
import dev.tidemark.run.RunNotDecidedException;
import dev.tidemark.run.Settlement;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A decided commit whose staged files are lost is repaired by chunks done again.
class RepairTest {

    private final ProtocolWorld world = new ProtocolWorld(false);

    @ParameterizedTest
    @EnumSource(RepairScenario.class)
    void whateverHappensToARepairNothingIsLostOrTwice(RepairScenario scenario) {
        assertThat(RepairScenario.firstFailure(scenario, UnaryOperator.identity()))
                .isNull();
    }

    @ParameterizedTest
    @EnumSource(RepairMistake.class)
    void theScenarioFindsTheMistake(RepairMistake mistake) {
        assertThat(RepairScenario.firstFailure(mistake.foundBy, mistake.made))
                .as("%s under %s", mistake, mistake.foundBy)
                .isNotNull();
    }

    @Test
    void aRepairBeforeAnHourAfterTheLastPublishersSeatIsRefusedAndSaysWhen() {
        world.decide("A");
        RepairScenario.lose(world, "/part-A-0-");
        world.clockMoves();
        assertThatThrownBy(() -> RepairScenario.repair(world, world.ports))
                .isInstanceOf(RepairTooEarlyException.class)
                .hasMessageContaining("Run A cannot be repaired before 1970-01-01T01:17:40Z");
        world.now.addAndGet(Duration.ofHours(1).toMillis());
        assertThat(RepairScenario.repair(world, world.ports).state()).isEqualTo(Run.State.COMMITTED);
        world.recover();
        world.check();
    }

    @Test
    void onOneMachineARepairNeedNotWait() {
        ProtocolWorld machine = new ProtocolWorld(true);
        machine.decide("A");
        RepairScenario.lose(machine, "/part-A-0-");
        assertThatThrownBy(() -> new Settlement(machine.context(machine.ports)).settle())
                .isInstanceOf(PublishLostException.class)
                .hasMessageContaining("tidemark runs repair");
        assertThat(RepairScenario.repair(machine, machine.ports).state()).isEqualTo(Run.State.COMMITTED);
        machine.recover();
        machine.check();
    }

    @Test
    void aRunThatLostNothingIsOnlySettled() {
        world.decide("A");
        world.now.addAndGet(Duration.ofHours(2).toMillis());
        String record = world.state().head().record().orElseThrow();
        Run run = RepairScenario.repair(world, world.ports);
        assertThat(run.state()).isEqualTo(Run.State.COMMITTED);
        assertThat(run.record()).hasValue(record);
        world.check();
    }

    /// Wherever the publisher died: what it had published is not published twice, and what it had not is.
    @Test
    void aLostRecordIsMadeAgainWhereverItsPublisherDied() {
        boolean died = true;
        for (int at = 1; died; at++) {
            ProtocolWorld machine = new ProtocolWorld(true);
            machine.badRecords = true;
            machine.decide("A");
            try (Actor publisher =
                    new Actor(tap -> new Settlement(machine.context(TappedPorts.of(machine.ports, tap))).settle())) {
                int _ = publisher.move(at);
            }
            died = machine.state().head().state() == Head.State.PUBLISHING;
            if (died) {
                String record = machine.state().head().record().orElseThrow();
                machine.objects.delete(List.of(machine.context(machine.ports).location(record)));
                assertThatThrownBy(() -> new Settlement(machine.context(machine.ports)).settle())
                        .isInstanceOf(RecordLostException.class)
                        .hasMessageContaining(record)
                        .hasMessageContaining("Restore this one object");
                assertThat(RepairScenario.repair(machine, machine.ports).state())
                        .isEqualTo(Run.State.COMMITTED);
            }
            machine.recover();
            machine.check();
        }
    }

    @Test
    void aRunThatIsNotDecidedIsNotRepaired() {
        world.work("A");
        assertThatThrownBy(() -> RepairScenario.repair(world, world.ports))
                .isInstanceOf(RunNotDecidedException.class)
                .hasMessageContaining("Run A cannot be repaired: it is PLANNED");
        assertThat(world.abort(world.ports, "A").state()).isEqualTo(Run.State.ABORTED);
        assertThat(RepairScenario.repair(world, world.ports).state()).isEqualTo(Run.State.ABORTED);
    }

    @Test
    void anInputThatIsGoneIsLeftOutAndOneThatChangedIsPendingAgain() {
        world.decide("A");
        RepairScenario.lose(world, "/part-A-0-");
        RepairScenario.lose(world, "/part-A-3-");
        world.produce("d=1/a");
        world.now.addAndGet(Duration.ofHours(2).toMillis());
        long mark = world.state().head().mark();
        assertThat(RepairScenario.repair(world, world.ports).state()).isEqualTo(Run.State.COMMITTED);
        assertThat(world.state().head().mark()).isEqualTo(mark + 1);
        assertThat(world.rows()).hasSize(4).noneMatch(row -> row.startsWith("d=1/a"));
        world.recover();
        assertThat(world.rows()).contains("d=1/a-v1-row0").doesNotContain("d=1/a-v0-row0");
        world.check();
    }

    @Test
    void ofASplitObjectThatChangedBothHalvesAreLeftOut() {
        world.decide("A");
        RepairScenario.lose(world, "/part-A-2-");
        world.produce("d=1/b.split");
        world.now.addAndGet(Duration.ofHours(2).toMillis());
        assertThat(RepairScenario.repair(world, world.ports).state()).isEqualTo(Run.State.COMMITTED);
        assertThat(world.rows()).hasSize(4).noneMatch(row -> row.startsWith("d=1/b"));
        world.recover();
        world.check();
    }

    @Test
    void aPartitionWhoseOnlyChunkIsLeftOutIsNotRegistered() {
        world.decide("A");
        RepairScenario.lose(world, "/part-A-3-");
        world.objects.delete(java.util.List.of("mem:///in/d=2/c"));
        world.now.addAndGet(Duration.ofHours(2).toMillis());
        assertThat(RepairScenario.repair(world, world.ports).state()).isEqualTo(Run.State.COMMITTED);
        assertThat(world.catalog.partitions("lake", "t"))
                .extracting(partition -> partition.values().getFirst())
                .containsExactly("1");
    }

    @Test
    void whatARepairStagedCanBeLostAndRepairedAgain() {
        world.decide("A");
        RepairScenario.lose(world, "/part-A-0-");
        world.now.addAndGet(Duration.ofHours(2).toMillis());
        HaltingTap dies = new HaltingTap(0, false);
        assertThatThrownBy(() -> RepairScenario.repair(world, TappedPorts.of(world.ports, new PortTap() {
                    private int completions;

                    @Override
                    public <T> T call(String call, java.util.function.Supplier<T> effect) {
                        if (call.equals("staging.complete") && ++completions == 2) {
                            throw new Halt(call);
                        }
                        return dies.call(call, effect);
                    }
                })))
                .isInstanceOf(Halt.class);
        RepairScenario.lose(world, "/part-A-0-");
        world.now.addAndGet(Duration.ofHours(2).toMillis());
        assertThat(RepairScenario.repair(world, world.ports).state()).isEqualTo(Run.State.COMMITTED);
        world.recover();
        world.check();
    }
}
