package dev.tidemark.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.job.Job;
import dev.tidemark.json.JobJson;
import dev.tidemark.json.JsonRunCodec;
import dev.tidemark.run.Ports;
import dev.tidemark.spi.Item;
import dev.tidemark.spi.ItemKey;
import dev.tidemark.spi.UnreadableObjectException;
import dev.tidemark.spi.Write;
import dev.tidemark.testkit.MemoryCatalog;
import dev.tidemark.testkit.MemoryObjectStore;
import dev.tidemark.testkit.MemoryStaging;
import dev.tidemark.testkit.MemoryStateStore;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

final class JobFilesTest {

    private static final String RUN = "01KJZJ8N00ABCDEFGHJKMNPQRS";

    private final MemoryObjectStore objects = new MemoryObjectStore();
    private final MemoryStateStore items = new MemoryStateStore();
    private final JobFiles files = new JobFiles(
            new Ports(
                    objects,
                    new MemoryStaging(objects),
                    items,
                    new MemoryCatalog(),
                    new JsonRunCodec(),
                    () -> Instant.EPOCH,
                    () -> 0),
            new Settings("dev", "t", "state", "", Optional.empty(), Duration.ofDays(1)));

    private String deploy(String name, Job job) {
        byte[] bytes = JobJson.write(job);
        String key = "jobs/" + name + "/" + HexFormat.of().formatHex(RunIds.sha256(bytes)) + ".json";
        objects.put("s3://state/" + key, bytes);
        var _ = items.write(new Write.Put(
                new ItemKey("job#" + name, "file"),
                Item.EMPTY.with("file", key).with("param.lake", "s3://lake"),
                List.of()));
        return key;
    }

    @Test
    void aJobIsReadByItsPointer() {
        deploy("orders", DeployedStage.job("orders", 7));
        DeployedJob deployed = files.deployed("orders");
        assertThat(deployed.job().concurrency()).isEqualTo(7);
        assertThat(deployed.params()).containsExactly(Map.entry("lake", "s3://lake"));
    }

    @Test
    void aRunKeepsTheJobThatItBeganWith() {
        deploy("orders", DeployedStage.job("orders", 7));
        assertThat(files.freeze("orders", RUN).job().concurrency()).isEqualTo(7);
        deploy("orders", DeployedStage.job("orders", 8));

        assertThat(files.freeze("orders", RUN).job().concurrency()).isEqualTo(7);
        assertThat(files.frozen("orders", RUN).concurrency()).isEqualTo(7);
        assertThat(files.deployed("orders").job().concurrency()).isEqualTo(8);
        assertThat(objects.names("s3://state/work/orders/runs/" + RUN + "/job.json"))
                .hasSize(1);
    }

    @Test
    void aRunThatBeganEndsAlsoWhenItsJobIsNotDeployedAnyMore() {
        deploy("orders", DeployedStage.job("orders", 7));
        var _ = files.freeze("orders", RUN);
        var _ = items.write(new Write.Delete(new ItemKey("job#orders", "file"), List.of()));
        assertThat(files.frozen("orders", RUN).name()).isEqualTo("orders");
        assertThat(files.names()).isEmpty();
        assertThatThrownBy(() -> files.deployed("orders"))
                .isInstanceOf(JobNotDeployedException.class)
                .hasMessageContaining("job#orders / file");
    }

    /// A run works by its own copy, whatever is deployed, and by nothing where it has none.
    ///
    /// @param ofRun the job that a step of the run works by
    private void aRunWorksByItsCopyAlone(BiFunction<String, String, Job> ofRun) {
        deploy("orders", DeployedStage.job("orders", 7));
        assertThatThrownBy(() -> ofRun.apply("orders", RUN))
                .isInstanceOf(JobCopyMissingException.class)
                .hasMessageContaining(RUN)
                .hasMessageContaining("s3://state/work/orders/runs/" + RUN + "/job.json");
        var _ = files.freeze("orders", RUN);
        deploy("orders", DeployedStage.job("orders", 8));
        assertThat(ofRun.apply("orders", RUN).concurrency()).isEqualTo(7);
    }

    @Test
    void aRunWithoutItsCopyIsNotWorkedOnByWhatIsDeployedNow() {
        aRunWorksByItsCopyAlone(files::frozen);
    }

    /// It plans by one job file and writes by another.
    @Test
    void theTwinThatWorksByWhatIsDeployedNowIsCaught() {
        assertThatThrownBy(() -> aRunWorksByItsCopyAlone(
                        (job, runId) -> files.deployed(job).job()))
                .isInstanceOf(AssertionError.class);
    }

    /// So does the one that does without only where there is no copy.
    @Test
    void theTwinThatTakesWhatIsDeployedForAMissingCopyIsCaught() {
        assertThatThrownBy(() -> aRunWorksByItsCopyAlone(files::frozenOrDeployed))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void aRunThatMadeNothingIsEndedByWhatIsDeployed() {
        deploy("orders", DeployedStage.job("orders", 7));
        assertThat(files.frozenOrDeployed("orders", RUN).concurrency()).isEqualTo(7);
        var _ = files.freeze("orders", RUN);
        deploy("orders", DeployedStage.job("orders", 8));
        assertThat(files.frozenOrDeployed("orders", RUN).concurrency()).isEqualTo(7);
    }

    @Test
    void theJobsOfAStageAreThoseThatHaveAPointer() {
        deploy("orders", DeployedStage.job("orders", 7));
        deploy("events", DeployedStage.job("events", 7));
        objects.put("s3://state/jobs/left/abc.json", "{}");
        assertThat(files.names()).containsExactly("events", "orders");
    }

    @Test
    void aChangedOrMissingFileIsRefusedByName() {
        String key = deploy("orders", DeployedStage.job("orders", 7));
        objects.put("s3://state/" + key, JobJson.write(DeployedStage.job("orders", 9)));
        assertThatThrownBy(() -> files.deployed("orders"))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining("it is not the file that was deployed");
        objects.delete(List.of("s3://state/" + key));
        assertThatThrownBy(() -> files.deployed("orders"))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining("it is not there");
        deploy("orders", DeployedStage.job("events", 7));
        assertThatThrownBy(() -> files.deployed("orders"))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining("is the file of job events");
    }
}
