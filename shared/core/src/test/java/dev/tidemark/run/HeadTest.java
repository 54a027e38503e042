package dev.tidemark.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.spi.Item;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class HeadTest {

    private static Head noting(List<String> runs) {
        return new Head(Item.EMPTY.with(Head.UNTOLD, String.join(" ", runs)));
    }

    @Test
    void aCommitIsNotedOnceBehindTheEarlierOnes() {
        assertThat(new Head(null).untoldWith("B")).isEqualTo("B");
        assertThat(noting(List.of("A")).untoldWith("B")).isEqualTo("A B");
        assertThat(noting(List.of("A", "B")).untoldWith("B")).isEqualTo("A B");
    }

    /// A head is an item, of at most 100 KB. The twin that keeps all notes passes that.
    @Test
    void ofCommitsThatNobodyCanTellOfTheLastThousandStayNoted() {
        List<String> runs =
                IntStream.range(0, 5_000).mapToObj("%026d"::formatted).toList();
        Head head = new Head(null);
        for (String run : runs) {
            head = noting(List.of(head.untoldWith(run).split(" ")));
        }
        assertThat(head.untold()).isEqualTo(runs.subList(4_000, 5_000));
        assertThat(Item.EMPTY.with(Head.UNTOLD, head.untoldText()).sizeBytes()).isLessThan(30_000);
        assertThat(Item.EMPTY.with(Head.UNTOLD, String.join(" ", runs)).sizeBytes())
                .as("the twin")
                .isGreaterThan(100_000);
    }
}
