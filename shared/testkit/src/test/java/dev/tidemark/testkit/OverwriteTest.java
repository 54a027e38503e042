package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.data.TidemarkException;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.run.CommitRecord;
import dev.tidemark.run.Ports;
import dev.tidemark.run.PublishingException;
import dev.tidemark.run.Settlement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Commits that replace what lies in their partitions.
class OverwriteTest {

    @Test
    void whoeverSettlesLateRemovesNothingOfALaterCommit() {
        assertThat(lateSettler(UnaryOperator.identity())).isNull();
    }

    @Test
    void aLateSettlerFindsC1RemoveAllButMine() {
        assertThat(lateSettler(OverwriteTest::removingAllButMine)).isNotNull();
    }

    @Test
    void aReaderSeesTheOldRowsOfAPartitionOrTheNewOnesWheneverHeLooks() {
        assertThat(reader(UnaryOperator.identity())).isNull();
    }

    @Test
    void aReaderFindsC2RemoveFirst() {
        assertThat(reader(OverwriteTest::removingFirst)).isNotNull();
    }

    /// Run B is decided; its settler sleeps at its k-th call while another settles B and run C commits.
    private static @Nullable Throwable lateSettler(UnaryOperator<Ports> broken) {
        boolean reached = true;
        for (int at = 1; reached; at++) {
            ProtocolWorld world = decidedTwice();
            MeddlingTap.Point point = new MeddlingTap.Point(at, false);
            try {
                Ports late = TappedPorts.of(world.ports, point.at(() -> {
                    world.clockMoves();
                    new Settlement(world.context(world.ports)).settle();
                    world.produce("d=1/a");
                    assertThat(world.run(world.ports, "C")).isEqualTo("COMMITTED");
                }));
                settle(world, broken.apply(late));
                reached = point.reached();
                assertThat(world.rows()).isEqualTo(world.lastRows());
            } catch (AssertionError | TidemarkException wrong) {
                return new AssertionError("call %d: %s".formatted(at, wrong), wrong);
            }
        }
        return null;
    }

    private static @Nullable Throwable reader(UnaryOperator<Ports> broken) {
        ProtocolWorld world = decidedTwice();
        Set<String> before = Set.copyOf(world.rows());
        Set<String> after = Set.copyOf(world.lastRows());
        PortTap looking = new PortTap() {
            @Override
            public <T> T call(String call, Supplier<T> effect) {
                T answer = effect.get();
                Set<String> visible = new HashSet<>(world.rows());
                assertThat(visible.containsAll(before) || visible.containsAll(after))
                        .as("after %s a reader sees %s", call, visible)
                        .isTrue();
                return answer;
            }
        };
        try {
            settle(world, broken.apply(TappedPorts.of(world.ports, looking)));
            assertThat(world.rows()).isEqualTo(world.lastRows());
            return null;
        } catch (AssertionError wrong) {
            return wrong;
        }
    }

    /// A commit, and a second one that is decided and nothing more.
    private static ProtocolWorld decidedTwice() {
        ProtocolWorld world = new ProtocolWorld(false);
        world.job = ProtocolJob.overwriting();
        world.mode = BookmarkMode.DISABLE;
        assertThat(world.run(world.ports, "A")).isEqualTo("COMMITTED");
        world.produce("d=1/a");
        world.produce("d=2/c");
        world.decide("B");
        world.clockMoves();
        return world;
    }

    private static void settle(ProtocolWorld world, Ports used) {
        try {
            new Settlement(world.context(used)).settle();
        } catch (PublishingException finishedByAnother) {
            assertThat(finishedByAnother).hasMessageContaining("being published");
        }
    }

    @NullUnmarked // reflection hands objects through that may be null
    private static Ports removingAllButMine(Ports ports) {
        CommitRecord[] record = new CommitRecord[1];
        return TwinPorts.withObjects(remembering(ports, record), "delete", (real, in) -> {
            List<String> mine =
                    record[0].files().stream().map(file -> file.target()).toList();
            List<String> others = ports.objects().list("mem:///out/", false, null).objects().stream()
                    .map(object -> object.location())
                    .filter(name -> !mine.contains(name))
                    .toList();
            return real.call(others);
        });
    }

    @NullUnmarked // reflection hands objects through that may be null
    private static Ports removingFirst(Ports ports) {
        CommitRecord[] record = new CommitRecord[1];
        return TwinPorts.withStaging(remembering(ports, record), "complete", (real, in) -> {
            ports.objects().delete(record[0].remove());
            return real.call(in);
        });
    }

    @NullUnmarked // reflection hands objects through that may be null
    private static Ports remembering(Ports ports, CommitRecord[] record) {
        return TwinPorts.withCodec(ports, "readRecord", (real, in) -> {
            record[0] = (CommitRecord) real.call(in);
            return record[0];
        });
    }
}
