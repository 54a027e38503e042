package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.testkit.Halt;
import dev.tidemark.testkit.PortTap;
import dev.tidemark.testkit.Seeded;
import dev.tidemark.testkit.TappedPorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A state folder that was moved or copied is the state of wherever it lies now; what an older Tidemark wrote into it
/// is read too.
class MovedStateTest {

    @TempDir
    private Path folder;

    private Desk desk;
    private int rows;

    @BeforeEach
    void setUp() {
        desk = new Desk(folder.resolve("home"), Seeded.of("MovedStateTest").random());
        for (int round = 0; round < 3; round++) {
            rows += desk.addFile();
            Desk.Said _ = desk.done("run", "JOB");
        }
    }

    @Test
    void noItemAndNoRecordNamesTheFolderThatTheStateLiesIn() {
        String state = folder.resolve("home/.tidemark/work").toString();
        desk.snapshot().forEach((name, bytes) -> {
            if (name.matches("\\.tidemark/(job/.*|work/.*/record-.*)\\.json")) {
                assertThat(text(bytes)).as(name).doesNotContain(state);
            }
        });
    }

    @Test
    void aMovedStateKnowsWhatWasTakenIn() throws IOException {
        Path moved = Files.move(folder.resolve("home/.tidemark"), folder.resolve("moved"));
        assertThat(status(moved)).isEqualTo("NOTHING_TO_DO");
        rows += desk.addFile();
        assertThat(status(moved)).isEqualTo("COMMITTED");
        Desk.Said _ = desk.done("runs", "show", "JOB", "--state", moved.toString());
        assertThat(desk.rows()).hasSize(rows);
    }

    @Test
    void aCopyDoesNotReadTheOriginalNorWriteToIt() throws IOException {
        Path copy = folder.resolve("copy");
        copy(folder.resolve("home/.tidemark"), copy);
        delete(folder.resolve("home/.tidemark/work"));
        assertThat(status(copy)).isEqualTo("NOTHING_TO_DO");
        Desk.Said range = desk.done(
                "run",
                "JOB",
                "--json",
                "--bookmark",
                "pause",
                "--from",
                "g:0",
                "--to",
                "g:3",
                "--state",
                copy.toString());
        assertThat(range.document().path("flows").path(0).path("recordsWritten").asInt())
                .isEqualTo(rows);
        assertThat(folder.resolve("home/.tidemark/work")).doesNotExist();
    }

    @Test
    void aDecidedCommitIsPublishedFromWhereItsStateLiesNow() throws IOException {
        rows += desk.addFile();
        decide();
        Path moved = Files.move(folder.resolve("home/.tidemark"), folder.resolve("moved"));
        assertThat(status(moved)).isEqualTo("NOTHING_TO_DO");
        assertThat(desk.rows()).hasSize(rows);
    }

    /// Data and state together. The broken twin of the refusal publishes and deletes in the original.
    @Test
    void aJobFolderThatWasCopiedInTheMiddleOfACommitLeavesTheOriginalAlone() throws IOException {
        rows += desk.addFile();
        decide();
        copy(folder.resolve("home"), folder.resolve("copied"));
        Map<String, String> before = desk.snapshot();
        Desk copied =
                new Desk(folder.resolve("copied"), Seeded.of("MovedStateTest").random());
        for (String command : List.of("run", "bookmark reset")) {
            Desk.Said refused = copied.call((command + " JOB").split(" "));
            assertThat(refused.exit()).isEqualTo(1);
            assertThat(refused.err())
                    .contains(folder.resolve("home/lake/curated").toRealPath().toString())
                    .contains("was moved or copied", "put it back");
        }
        assertThat(desk.snapshot()).isEqualTo(before);
        assertThat(status(folder.resolve("home/.tidemark"))).isEqualTo("NOTHING_TO_DO");
        assertThat(desk.rows()).hasSize(rows);
    }

    /// What format 1 wrote: full locations in items and records.
    @Test
    void theFullNamesOfTheFirstFormatAreReadWhereverTheStateLies() throws IOException {
        rows += desk.addFile();
        decide();
        Path state = folder.resolve("home/.tidemark");
        String root = "file://" + state.toRealPath() + "/work/orders/";
        try (Stream<Path> walk = Files.walk(state)) {
            for (Path file : walk.filter(path -> path.toString().matches(".*/(job|work)/.*[.]json"))
                    .toList()) {
                Files.writeString(
                        file,
                        Files.readString(file)
                                .replaceAll("\"(runs|segments)/", "\"" + root + "$1/")
                                .replaceAll("\\\\\"segments/", "\\\\\"" + root + "segments/")
                                .replace("\"formatVersion\":2", "\"formatVersion\":1"));
            }
        }
        assertThat(Files.readString(state.resolve("job/orders/head.json"))).contains(root, "\"formatVersion\":1");
        assertThat(Files.readString(state.resolve("job/orders/gen/000000000003.json")))
                .contains(root + "segments/");
        assertThat(status(state)).as("where it was").isEqualTo("NOTHING_TO_DO");
        Path moved = Files.move(state, folder.resolve("moved"));
        rows += desk.addFile();
        assertThat(status(moved)).isEqualTo("COMMITTED");
        assertThat(desk.rows()).hasSize(rows);
        assertThat(Files.readString(moved.resolve("job/orders/head.json"))).contains("\"formatVersion\":2");
    }

    private String status(Path state) {
        return desk.done("run", "JOB", "--json", "--state", state.toString())
                .document()
                .path("status")
                .asText();
    }

    /// A run whose process dies as soon as its commit is decided.
    private void decide() {
        desk.around(ports -> TappedPorts.of(ports, new PortTap() {
            @Override
            public <T> T call(String call, Supplier<T> effect) {
                if (call.equals("staging.complete")) {
                    throw new Halt(call);
                }
                return effect.get();
            }
        }));
        assertThatThrownBy(() -> desk.call("run", "JOB")).isInstanceOf(Halt.class);
        desk.around(UnaryOperator.identity());
    }

    private static String text(String hex) {
        return new String(java.util.HexFormat.of().parseHex(hex), java.nio.charset.StandardCharsets.UTF_8);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> walk = Files.walk(from)) {
            for (Path path : walk.toList()) {
                Files.copy(path, to.resolve(from.relativize(path)), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
    }

    private static void delete(Path tree) throws IOException {
        try (Stream<Path> walk = Files.walk(tree)) {
            walk.sorted(java.util.Comparator.reverseOrder()).forEach(path -> {
                try {
                    Files.delete(path);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
