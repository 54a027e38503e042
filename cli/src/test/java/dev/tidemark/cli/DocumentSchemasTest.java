package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.local.LocalJobLock;
import dev.tidemark.testkit.Halt;
import dev.tidemark.testkit.HaltingTap;
import dev.tidemark.testkit.Seeded;
import dev.tidemark.testkit.TappedPorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The documents of the production command, of every command and all five statuses, fit the shipped schemas.
class DocumentSchemasTest {

    @TempDir
    private Path folder;

    private Desk desk;
    private final List<JsonNode> documents = new ArrayList<>();

    @BeforeEach
    void setUp() {
        desk = new Desk(folder, new Random(Seeded.of("DocumentSchemasTest").seed()));
        desk.addFile();
        desk.addFile("bad.csv", "id,amount\n1,many\n2,300\n");
    }

    @Test
    void everyDocumentOfEveryCommandFitsTheSchemaOfItsCommand() throws Exception {
        JsonNode committed = take("run JOB");
        assertThat(committed.path("status").asText()).isEqualTo("COMMITTED");
        assertThat(take("run JOB").path("status").asText()).isEqualTo("NOTHING_TO_DO");
        desk.addFile();
        desk.stopping(Runnable::run);
        JsonNode aborted = take("run JOB");
        assertThat(aborted.path("status").asText()).isEqualTo("ABORTED");
        desk.stopping(stop -> {});
        String job = Files.readString(desk.job());
        desk.write("job.yaml", job.replace("onBadRecord: quarantine", "onBadRecord: fail"));
        desk.addFile("worse.csv", "id,amount\nmany,1\n");
        JsonNode failed = take("run JOB");
        assertThat(failed.path("status").asText()).isEqualTo("FAILED");
        desk.write("job.yaml", job);
        try (LocalJobLock _ = LocalJobLock.tryAcquire(folder.resolve(".tidemark"), "orders", "the test")
                .orElseThrow()) {
            assertThat(take("run JOB").path("status").asText()).isEqualTo("BUSY");
            assertThat(take("bookmark reset JOB").path("status").asText()).isEqualTo("BUSY");
        }
        take("plan JOB");
        take("explain JOB " + folder.resolve("lake/raw/day=d0/bad.csv"));
        take("validate JOB");
        take("inspect " + folder.resolve("lake/raw/day=d0/bad.csv"));
        take("inspect nowhere.csv");
        take("init " + folder.resolve("lake/raw/day=d0/bad.csv"));
        take("bookmark show JOB");
        take("bookmark reset JOB --dry-run");
        take("bookmark reset JOB --reason because");
        take("bookmark rewind JOB g:1");
        take("bookmark set-now JOB");
        take("bookmark history JOB");
        take("runs list JOB");
        // Of a stage, which nobody named: how they end well needs one (integration-tests).
        take("start JOB");
        take("jobs list");
        take("jobs");
        for (JsonNode each : List.of(committed, aborted, failed)) {
            take("runs show JOB " + each.path("runId").asText());
        }
        desk.addFile();
        HaltingTap halting = new HaltingTap(8, true);
        desk.around(ports -> TappedPorts.of(ports, halting));
        assertThatThrownBy(() -> desk.call("run", "JOB")).isInstanceOf(Halt.class);
        desk.around(ports -> ports);
        JsonNode runs = desk.done("runs", "list", "JOB", "--json").document().path("runs");
        String halted = runs.path(runs.size() - 1).path("runId").asText();
        take("runs finish JOB " + halted);
        take("runs repair JOB " + halted);
        take("runs abort JOB " + halted);
        take("--help");
        take("--version");
        take("bookmark show");
        take("bookmark");
        take("runs");
        take("frobnicate");
        desk.write("job.yaml", job.replace("withHeader", "withHedder"));
        take("run JOB");
        take("validate JOB");
        assertThat(new TreeSet<>(documents.stream()
                        .map(document -> document.path("command").asText())
                        .toList()))
                .contains("run", "plan", "explain", "validate", "runs show", "bookmark history", "help", "tidemark");
        documents.forEach(DocumentSchemasTest::everyTwinWithoutAFieldIsRefused);
    }

    @Test
    void theTimelineFitsItsSchema() throws Exception {
        String runId = take("run JOB").path("runId").asText();
        JsonNode timeline =
                Desk.parse(Files.readString(folder.resolve(".tidemark/work/orders/runs/" + runId + "/timeline.json")));
        assertThat(Schemas.complaints("timeline", timeline)).isEmpty();
        ((com.fasterxml.jackson.databind.node.ArrayNode) timeline.path("chunks").path(0)).remove(0);
        assertThat(Schemas.complaints("timeline", timeline)).isNotEmpty();
    }

    private JsonNode take(String words) {
        JsonNode document = desk.call((words + " --json").split(" ")).document();
        assertThat(Schemas.complaints(document)).as(words + ": " + document).isEmpty();
        documents.add(document);
        return document;
    }

    /// The broken twins: a field missing, a field of another type, a field too many, another wire format.
    private static void everyTwinWithoutAFieldIsRefused(JsonNode document) {
        String command = document.path("command").asText().replace(' ', '-');
        List<String> names = new ArrayList<>();
        document.fieldNames().forEachRemaining(names::add);
        for (String name : names) {
            ObjectNode twin = document.deepCopy();
            // Members that may be absent.
            boolean optional =
                    List.of("job", "runId", "report", "text", "generationAfter").contains(name);
            twin.remove(name);
            if (!optional) {
                assertThat(Schemas.complaints(command, twin))
                        .as(name + " of " + document)
                        .isNotEmpty();
            }
            twin.putArray(name).add(true);
            assertThat(Schemas.complaints(command, twin))
                    .as(name + " of " + document)
                    .isNotEmpty();
        }
        ObjectNode more = document.deepCopy();
        assertThat(Schemas.complaints(command, more.put("more", 1))).isNotEmpty();
        ObjectNode newer = document.deepCopy();
        assertThat(Schemas.complaints(command, newer.put("wire", 2))).isNotEmpty();
    }
}
