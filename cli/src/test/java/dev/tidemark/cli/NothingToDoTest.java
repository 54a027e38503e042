package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Seeded;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A run with nothing new ends well and says why there is nothing.
class NothingToDoTest {

    private static final String NOTHING = "nothing to do";

    @TempDir
    private Path folder;

    private Desk desk;

    @BeforeEach
    void setUp() {
        desk = new Desk(folder, Seeded.of("NothingToDoTest").random());
    }

    @Test
    void becauseEverythingWasTakenInBefore() {
        int _ = desk.addFile();
        // The broken twin says it of a run that did something.
        assertThat(desk.done("run", "JOB").out()).doesNotContain(NOTHING);
        assertThat(desk.done("run", "JOB").out())
                .contains("NOTHING_TO_DO")
                .contains(NOTHING + ": every object listed was taken in by an earlier run");
    }

    @Test
    void becauseWhatIsNewIsIgnored() {
        int _ = desk.addFile();
        Desk.Said _ = desk.done("run", "JOB");
        desk.addFile("_hidden.csv", "id,amount\n1,500\n");
        assertThat(desk.done("run", "JOB").out())
                .contains(NOTHING + ": of 2 objects listed 1 were taken in before and 1 are ignored by rule")
                .contains("hidden");
    }

    @Test
    void becauseThereIsNoObjectAnyMore() throws Exception {
        desk.addFile("a.csv", "id,amount\n1,500\n");
        Desk.Said _ = desk.done("run", "JOB");
        Files.delete(folder.resolve("lake/raw/day=d0/a.csv"));
        assertThat(desk.done("run", "JOB").out()).contains(NOTHING + ": no object was listed");
    }
}
