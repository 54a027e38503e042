package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.expression.Functions;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.job.Job;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.plan.Chunk;
import dev.tidemark.plan.ChunkInput;
import dev.tidemark.plan.SampledFlow;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.run.EndlessChunkException;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.JobListing;
import dev.tidemark.run.JobSampling;
import dev.tidemark.run.JobState;
import dev.tidemark.run.RunRequest;
import dev.tidemark.run.WorkerLimits;
import dev.tidemark.testkit.Seeded;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Objects that no worker could finish are refused while planning. Their sizes are drawn; of their bytes, nothing but
/// the sample is ever read here.
class EndlessChunksTest {

    private static final WorkerLimits LIMITS = WorkerLimits.within(Duration.ofMinutes(15));
    private static final long MOST = LIMITS.unsplitBytes();

    private final Random random = Seeded.of("EndlessChunksTest").random();
    private final MemoryLake lake = new MemoryLake();

    @Test
    void aWorkerOfFifteenMinutesFinishesEightGigabytes() {
        assertThat(MOST).isEqualTo(8_400_000_000L);
    }

    /// The broken twin is workers without limits: it plans what the limits refuse.
    @ParameterizedTest
    @CsvSource({
        "csv, '{ withHeader: true, multiLine: true }', big.csv, false",
        "csv, { withHeader: true }, big.csv, true",
        "csv, { withHeader: true }, big.csv.gz, false",
        "csv, { withHeader: true }, big.csv.zst, false",
        "json, {}, big.json, true",
        "json, { multiLine: true }, big.json, false",
        "json, {}, big.json.bz2, false",
        "xml, { rowTag: r }, big.xml, false",
        "grokLog, { logFormat: \"%{NOTSPACE:v}\" }, big.log, true",
    })
    void whatCannotBeSplitIsRefusedWithNameAndSize(String format, String options, String name, boolean split) {
        Job job = job(format, options, "1GB");
        String location = "s3://lake/raw/" + name;
        lake.objects.put(location, format.equals("xml") ? "<rs><r><v>1</v></r></rs>" : "");
        long size = MOST + 1 + random.nextLong(1L << 40);
        WorkPlan draft = draft(job, Map.of(location, size));
        if (split) {
            assertThat(sample(job, draft, LIMITS))
                    .allSatisfy(flow -> assertThat(flow.splittable()).containsExactly(location));
        } else {
            assertThatThrownBy(() -> sample(job, draft, LIMITS))
                    .isInstanceOf(EndlessChunkException.class)
                    .hasMessageContaining("Flow f would read " + location + " (" + size + " bytes) in one piece")
                    .hasMessageContaining("more than 8400000000 bytes")
                    .hasMessageContaining("exclusions");
            assertThat(sample(job, draft, WorkerLimits.NONE)).hasSize(1);
        }
        assertThat(sample(job, draft(job, Map.of(location, MOST)), LIMITS)).hasSize(1);
    }

    @Test
    void allSuchObjectsAreCounted() {
        Job job = job("csv", "{ withHeader: true, multiLine: true }", "1GB");
        lake.objects.put("s3://lake/raw/a.csv", "");
        lake.objects.put("s3://lake/raw/b.csv", "");
        lake.objects.put("s3://lake/raw/c.csv", "");
        Map<String, Long> sizes =
                Map.of("s3://lake/raw/a.csv", MOST, "s3://lake/raw/b.csv", MOST + 1, "s3://lake/raw/c.csv", MOST * 2);
        assertThatThrownBy(() -> sample(job, draft(job, sizes), LIMITS))
                .hasMessageContaining("s3://lake/raw/b.csv")
                .hasMessageContaining("and 1 more such objects in one piece");
    }

    @Test
    void aGroupThatNoWorkerFinishesIsRefused() {
        Job job = job("csv", "{ withHeader: true }", "20GB");
        lake.objects.put("s3://lake/raw/a.csv", "");
        assertThatThrownBy(() -> sample(job, draft(job, Map.of("s3://lake/raw/a.csv", MOST + 1)), LIMITS))
                .isInstanceOf(EndlessChunkException.class)
                .hasMessageContaining("Set a smaller groupSize");
        assertThat(sample(job, draft(job, Map.of("s3://lake/raw/a.csv", MOST)), LIMITS))
                .hasSize(1);
    }

    private static Job job(String format, String options, String groupSize) {
        return MemoryLake.read("""
                job: j
                flows:
                  - name: f
                    source:
                      s3: { paths: [ "s3://lake/raw/" ] }
                      format: %s
                      formatOptions: %s
                      groupSize: %s
                      schema: [ { name: v, type: string } ]
                    sink: { path: "s3://lake/out/", format: json }
                """.formatted(format, options, groupSize));
    }

    private JobContext context(Job job) {
        return new JobContext(
                job, lake.ports, "s3://lake/work-j/", "s3://lake/quarantine/", Duration.ofMinutes(5), false);
    }

    private WorkPlan draft(Job job, Map<String, Long> sizes) {
        RunRequest request = new RunRequest("A", BookmarkMode.ENABLE, null, null, Instant.EPOCH, Map.of(), false);
        WorkPlan draft = new JobListing().plan(context(job), request, new JobState(context(job)).generation(0));
        List<ChunkInput> inputs = draft.chunks().stream()
                .flatMap(chunk -> chunk.inputs().stream())
                .toList();
        assertThat(inputs).hasSameSizeAs(sizes.keySet());
        List<Chunk> chunks = inputs.stream()
                .map(input -> new Chunk(
                        inputs.indexOf(input),
                        "f",
                        1,
                        List.of(resized(input, sizes.getOrDefault(location(input), 0L)))))
                .toList();
        return new WorkPlan(draft.flows(), chunks);
    }

    private static String location(ChunkInput input) {
        return input.object().location();
    }

    private static ChunkInput resized(ChunkInput input, long size) {
        SourceObject object = input.object();
        return new ChunkInput(
                new SourceObject(object.location(), size, object.lastModified(), object.etag(), object.storageClass()),
                input.partition(),
                0,
                Long.MAX_VALUE,
                false);
    }

    private List<SampledFlow> sample(Job job, WorkPlan draft, WorkerLimits limits) {
        return new JobSampling(MemoryLake.FORMATS, Functions.standard(), limits)
                .sample(context(job), draft, new JobState(context(job)).generation(0));
    }
}
