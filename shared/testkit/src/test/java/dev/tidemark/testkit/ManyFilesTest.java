package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.run.Head;
import dev.tidemark.run.Ports;
import dev.tidemark.run.Settlement;
import dev.tidemark.spi.Item;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// A commit of so many files that no single publisher lives long enough.
class ManyFilesTest {

    private static final int FILES = 100_001;
    private static final int CALLS_OF_A_LIFE = 25;

    @Test
    void aCommitOfAHundredThousandFilesThatIsKilledEveryFewCallsFinishesByItsCursor() {
        ProtocolWorld world = decided();
        assertThat(lives(world, UnaryOperator.identity())).isBetween(10, 30);
        assertThat(world.objects.names("mem:///out/d=1/")).hasSize(FILES);
        assertThat(world.state().head().generation()).isEqualTo(1);
    }

    @Test
    void withoutTheCursorItNeverEnds() {
        ProtocolWorld world = decided();
        assertThat(lives(world, ManyFilesTest::withoutCursor)).isEqualTo(Integer.MAX_VALUE);
    }

    private static ProtocolWorld decided() {
        ProtocolWorld world = new ProtocolWorld(true, 4 * FILES);
        world.objects.delete(world.objects.names("mem:///in/"));
        world.objects.put(
                "mem:///in/d=1/big",
                IntStream.range(0, FILES).mapToObj(row -> "row" + row + "\n").collect(Collectors.joining()));
        world.filesAChunk = FILES;
        world.decide("A");
        return world;
    }

    /// How many publishers it takes.
    private static int lives(ProtocolWorld world, UnaryOperator<Ports> broken) {
        for (int life = 1; life < 31; life++) {
            HaltingTap dies = new HaltingTap(CALLS_OF_A_LIFE, true);
            try {
                new Settlement(world.context(broken.apply(TappedPorts.of(world.ports, dies)))).settle();
            } catch (Halt killed) {
                assertThat(dies.calls()).isEqualTo(CALLS_OF_A_LIFE);
            }
            if (world.state().head().state() == Head.State.IDLE) {
                return life;
            }
        }
        return Integer.MAX_VALUE;
    }

    private static Ports withoutCursor(Ports ports) {
        return TwinPorts.withState(
                ports,
                "get",
                (real, in) -> real.call(in) instanceof Optional<?> found
                        ? found.map(Item.class::cast).map(item -> item.without("cursor"))
                        : Optional.empty());
    }
}
