package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.testkit.Seeded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A local folder is one folder, by however many names a job calls it, and the state folder is Tidemark's own.
class LinkedFoldersTest {

    @TempDir
    private Path folder;

    private Desk desk;

    @BeforeEach
    void setUp() {
        desk = new Desk(folder, Seeded.of("LinkedFoldersTest").random());
    }

    private void job(String before, String after) {
        assertThat(Desk.JOB).contains(before);
        desk.write("job.yaml", Desk.JOB.replace(before, after));
    }

    /// The broken twin: paths compared as they are written, by which each row is read twice.
    @Test
    void aSourceUnderTwoNamesIsReadOnce() throws IOException {
        int kept = desk.addFile();
        Files.createSymbolicLink(folder.resolve("lake/raw2"), folder.resolve("lake/raw"));
        job("[ \"${lake}/raw/\" ]", "[ \"${lake}/raw/\", \"${lake}/raw2/\" ]");

        desk.done("run", "JOB");

        assertThat(desk.rows()).hasSize(kept);
    }

    @Test
    void aSourceBehindALinkIsKnownByItsRealPath() throws IOException {
        desk.addFile("one.csv", "id,amount\n1,200\n");
        Files.createSymbolicLink(folder.resolve("lake/raw2"), folder.resolve("lake/raw"));
        job("${lake}/raw/", "${lake}/raw2/");
        String real = folder.toRealPath().resolve("lake/raw/day=d0/one.csv").toString();

        for (String name : new String[] {"lake/raw/day=d0/one.csv", "lake/raw2/day=d0/one.csv"}) {
            JsonNode document = desk.done("explain", "JOB", folder.resolve(name).toString(), "--json")
                    .document();
            assertThat(document.path("object").asText()).isEqualTo("file://" + real);
            assertThat(document.at("/flows/0/read").asBoolean()).isTrue();
        }
    }

    @Test
    void aSinkInTheSourceIsRefusedThroughALinkToo() throws IOException {
        desk.addFile();
        Files.createDirectories(folder.resolve("lake/raw/day=d0/out"));
        Files.createSymbolicLink(folder.resolve("lake/curated"), folder.resolve("lake/raw/day=d0/out"));

        Desk.Said said = desk.call("run", "JOB");

        assertThat(said.exit()).isNotZero();
        assertThat(said.err()).contains("The sink lies in the source");
        assertThat(desk.rows()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"./.tidemark/job/", "./.tidemark/", "./link/job/"})
    void aSinkInTheStateFolderIsRefused(String path) throws IOException {
        desk.addFile();
        Files.createDirectories(folder.resolve(".tidemark"));
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve(".tidemark"));
        job("${lake}/curated/", path);

        for (String command : new String[] {"validate", "run"}) {
            Desk.Said said = desk.call(command, "JOB");
            assertThat(said.exit())
                    .isEqualTo(desk.call("validate", "nowhere.yaml").exit());
            assertThat(said.err()).contains("lies in the state folder").contains("--state");
        }
    }
}
