package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Seeded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A head that is lost, or restored from an older copy than the generations beside it.
class LostHeadTest {

    @TempDir
    private Path folder;

    private Desk desk;
    private Path head;
    private List<String> rows;

    @BeforeEach
    void twoRuns() {
        desk = new Desk(folder, Seeded.of("LostHeadTest").random());
        desk.addFile();
        desk.done("run", "JOB");
        desk.addFile();
        desk.done("run", "JOB");
        head = folder.resolve(".tidemark/job/orders/head.json");
        rows = desk.rows();
    }

    @Test
    void aRunWithoutTheHeadIsRefusedBeforeItClaims() throws IOException {
        Files.delete(head);
        refused("stands at generation 0, but generation 2 is there");
        assertThat(head).doesNotExist();
    }

    @Test
    void aRunWithAnOlderHeadIsRefusedBeforeItClaims() throws IOException {
        lower();
        refused("stands at generation 1, but generation 2 is there");
    }

    @Test
    void aRewindToTheNewestGenerationGoesOnWithoutReadingAnythingAgain() throws IOException {
        lower();
        desk.done("bookmark", "rewind", "JOB", "g:2", "--reason", "restored");
        assertThat(desk.done("run", "JOB", "--json").document().path("status").asText())
                .isEqualTo("NOTHING_TO_DO");
        int more = desk.addFile();
        desk.done("run", "JOB");
        assertThat(desk.rows()).hasSize(rows.size() + more);
    }

    private void lower() throws IOException {
        String text = Files.readString(head);
        assertThat(text).contains("\"generation\":2");
        Files.writeString(head, text.replace("\"generation\":2", "\"generation\":1"));
    }

    private void refused(String says) {
        Desk.Said said = desk.call("run", "JOB");
        assertThat(said.exit()).isEqualTo(1);
        assertThat(said.err()).contains(says, "tidemark bookmark rewind JOB g:2");
        assertThat(desk.rows()).isEqualTo(rows);
    }
}
