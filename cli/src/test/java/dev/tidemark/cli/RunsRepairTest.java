package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.testkit.Halt;
import dev.tidemark.testkit.PortTap;
import dev.tidemark.testkit.Seeded;
import dev.tidemark.testkit.TappedPorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A staged file is deleted between a commit's decision and its publication.
class RunsRepairTest {

    @TempDir
    private Path folder;

    @Test
    void aCommitThatLostAStagedFileIsRepairedByTheCommandThatItsErrorNames() throws IOException {
        Desk desk = new Desk(folder, Seeded.of("RunsRepairTest").random());
        int rows = 0;
        for (int file = 0; file < 5; file++) {
            rows += desk.addFile();
        }
        rows += 1;
        desk.addFile("sure.csv", "id,amount\n7,700\n");
        desk.around(ports -> TappedPorts.of(ports, new Dying()));
        assertThatThrownBy(() -> desk.call("run", "JOB")).isInstanceOf(Halt.class);
        desk.around(UnaryOperator.identity());
        List<String> staged = desk.snapshot().keySet().stream()
                .filter(name -> name.contains("/.tidemark-staged/") && name.endsWith(".json"))
                .toList();
        Files.delete(folder.resolve(staged.getFirst()));

        Desk.Said lost = desk.call("run", "JOB");
        assertThat(lost.err()).contains("cannot be published: 1 staged file is gone", "tidemark runs repair JOB RUN");
        String runId = desk.done("runs", "list", "JOB", "--json")
                .document()
                .path("runs")
                .path(0)
                .path("runId")
                .asText();
        assertThat(desk.done("runs", "repair", "JOB", runId).out()).contains("Run " + runId + " is COMMITTED.");
        assertThat(desk.rows()).hasSize(rows).contains("{\"id\":7,\"amount\":700}");
        desk.done("run", "JOB");
        assertThat(desk.rows()).as("nothing is read again").hasSize(rows);
    }

    /// A thousand files are published at a time. The broken twin is the commit above, whose count is exact.
    @Test
    void howManyOfThousandsOfFilesAreLostIsALowerBound() throws IOException {
        Desk desk = new Desk(folder, Seeded.of("RunsRepairTest").random());
        desk.write("job.yaml", Desk.JOB.replace("partitionKeys: [ day ]", "partitionKeys: [ id ]"));
        StringBuilder text = new StringBuilder("id,amount\n");
        for (int id = 0; id <= 1_000; id++) {
            text.append(id).append(",700\n");
        }
        desk.addFile("many.csv", text.toString());
        Path _ = decided(desk);
        for (String name : desk.snapshot().keySet()) {
            if (name.contains("/.tidemark-staged/") && name.endsWith(".json")) {
                Files.delete(folder.resolve(name));
            }
        }
        assertThat(desk.call("run", "JOB").err())
                .contains("cannot be published: at least 1000 staged files are gone", "runs repair");
    }

    /// It is whole: the version that wrote it goes on. A twin that calls it lost makes another record in its place.
    @Test
    void aRecordOfANewerVersionIsNotLost() throws IOException {
        Desk desk = new Desk(folder, Seeded.of("RunsRepairTest").random());
        desk.addFile();
        Path record = decided(desk);
        Files.writeString(record, Files.readString(record).replace("\"wire\":1", "\"wire\":2"));
        byte[] newer = Files.readAllBytes(record);
        String runId = record.getName(record.getNameCount() - 2).toString();
        for (String words : List.of("run JOB", "runs finish JOB " + runId, "runs repair JOB " + runId)) {
            Desk.Said refused = desk.call(words.split(" "));
            assertThat(refused.exit()).isEqualTo(1);
            assertThat(refused.err())
                    .contains("wire format 2", "run the version that wrote it")
                    .doesNotContain("Restore");
        }
        try (Stream<Path> files = Files.list(Objects.requireNonNull(record.getParent()))) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("record-")))
                    .containsExactly(record);
        }
        assertThat(Files.readAllBytes(record)).isEqualTo(newer);
    }

    /// The record is cut or gone; some files are published already.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCommitThatLostItsRecordSaysWhatToRestoreAndIsMadeAgainFromPlanAndResults(boolean cut) throws IOException {
        Desk desk = new Desk(folder, Seeded.of("RunsRepairTest").random());
        int rows = 0;
        for (int file = 0; file < 5; file++) {
            rows += desk.addFile();
        }
        desk.addFile("bad.csv", "id,amount\nx,1\n");
        Path record = decided(desk);
        byte[] whole = Files.readAllBytes(record);
        String real = "file://" + record.toRealPath();
        if (cut) {
            Files.write(record, Arrays.copyOf(whole, whole.length / 2));
        } else {
            Files.delete(record);
        }
        String runId = record.getName(record.getNameCount() - 2).toString();
        for (String words : List.of("run JOB", "runs finish JOB " + runId, "bookmark reset JOB")) {
            Desk.Said refused = desk.call(words.split(" "));
            assertThat(refused.exit()).isEqualTo(1);
            assertThat(refused.err())
                    .contains(real, cut ? "it is damaged" : "it is not there")
                    .contains("Restore this one object", "previous version", "tidemark runs repair JOB " + runId)
                    .doesNotContain("rewind");
        }
        assertThat(desk.done("runs", "repair", "JOB", runId).out()).contains("Run " + runId + " is COMMITTED.");
        assertThat(desk.rows()).hasSize(rows);
        desk.done("run", "JOB");
        assertThat(desk.rows()).as("nothing is read again").hasSize(rows);
    }

    @Test
    void theRecordOfACommitThatOverwritesIsNotGuessed() throws IOException {
        Desk desk = new Desk(folder, Seeded.of("RunsRepairTest").random());
        desk.write(
                "job.yaml",
                "bookmark: disable\n"
                        + Desk.JOB.replace("format: json\n", "format: json\n      mode: overwritePartitions\n"));
        desk.addFile("sure.csv", "id,amount\n7,700\n");
        Path record = decided(desk);
        byte[] whole = Files.readAllBytes(record);
        Files.delete(record);
        String runId = record.getName(record.getNameCount() - 2).toString();
        assertThat(desk.call("runs", "repair", "JOB", runId).err())
                .contains("It cannot be made again: flow orders overwrites partitions", "stood only there.");
        Files.write(record, whole);
        desk.done("runs", "finish", "JOB", runId);
        assertThat(desk.rows()).hasSize(1);
    }

    /// @return the record of a run that dies when its first file is published
    private Path decided(Desk desk) {
        desk.around(ports -> TappedPorts.of(ports, new Dying()));
        assertThatThrownBy(() -> desk.call("run", "JOB")).isInstanceOf(Halt.class);
        desk.around(UnaryOperator.identity());
        return folder.resolve(desk.snapshot().keySet().stream()
                .filter(name -> name.matches("\\.tidemark/work/orders/runs/.*/record-.*\\.json"))
                .findFirst()
                .orElseThrow());
    }

    /// The process dies before its first staged file is published.
    private static final class Dying implements PortTap {
        @Override
        public <T> T call(String call, Supplier<T> effect) {
            if (call.equals("staging.complete")) {
                throw new Halt(call);
            }
            return effect.get();
        }
    }
}
