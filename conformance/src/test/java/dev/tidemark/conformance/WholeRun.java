package dev.tidemark.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.data.Batch;
import dev.tidemark.data.Schema;
import dev.tidemark.expression.Functions;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.job.Job;
import dev.tidemark.json.FormatCatalogue;
import dev.tidemark.json.JobFile;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.LocalRunner;
import dev.tidemark.run.Ports;
import dev.tidemark.run.RunRequest;
import dev.tidemark.sink.ChunkResult;
import dev.tidemark.spi.FileWriter;
import dev.tidemark.spi.FormatOption;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.FormatWriter;
import dev.tidemark.spi.Formats;
import dev.tidemark.spi.StagedOutput;
import dev.tidemark.testkit.MemoryCatalog;
import dev.tidemark.testkit.MemoryCodec;
import dev.tidemark.testkit.MemoryInput;
import dev.tidemark.testkit.MemoryObjectStore;
import dev.tidemark.testkit.MemoryStaging;
import dev.tidemark.testkit.MemoryStateStore;
import dev.tidemark.testkit.Values;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// A job with one sample as its source, run from the job file to the sink by the classes that runs consist of; only the
/// ports are in memory, and the sink's format keeps the rows.
final class WholeRun {

    private static final String RUN = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

    private static final Set<String> NEVER_EMPTY = Set.of("avro", "orc", "parquet");

    private WholeRun() {}

    /// What the sink got.
    ///
    /// @param rows in [Values]' form
    record Rows(Schema schema, List<List<@Nullable Object>> rows) {}

    /// @throws dev.tidemark.data.TidemarkException what ended the run
    static Rows of(Sample sample) throws IOException {
        byte[] own = sample.bytes();
        byte[] bytes = own == null ? Files.readAllBytes(sample.file()) : own;
        refuseNeverRead(sample, bytes);
        MemoryObjectStore objects = new MemoryObjectStore();
        // Names that begin with _ or . are ignored.
        String key = sample.object().replaceFirst("\\A([_.])", "x$1");
        objects.put("s3://samples/in/" + key, bytes);
        AtomicLong random = new AtomicLong();
        Ports ports = new Ports(
                objects,
                new MemoryStaging(objects),
                new MemoryStateStore(),
                new MemoryCatalog(),
                new MemoryCodec(),
                () -> Instant.ofEpochSecond(1_000_000),
                random::incrementAndGet);
        Kept kept = new Kept();
        Formats formats = new Formats(Formats.load().readers(), Map.of("kept", kept));
        JobContext context = new JobContext(
                job(sample, formats), ports, "s3://samples/work/", "s3://samples/bad/", Duration.ofMinutes(5), false);
        RunRequest request = new RunRequest(RUN, BookmarkMode.ENABLE, null, null, Instant.EPOCH, Map.of(), false);
        AtomicLong tries = new AtomicLong();
        new LocalRunner(context, formats, Functions.standard(), new LocalRunner.Limits(1, 64 << 20), new Silent())
                .run(request, () -> {
                    // A field that the probe did not see: the run begins anew, with it.
                    kept.rows.clear();
                    return RUN.substring(0, RUN.length() - 1) + tries.incrementAndGet();
                });
        return new Rows(kept.schema, List.copyOf(kept.rows));
    }

    /// Runs pass these over with a warning; what their readers say of them counts here.
    private static void refuseNeverRead(Sample sample, byte[] bytes) throws IOException {
        String format = sample.options().path("format").asText();
        if (bytes.length == 0 && NEVER_EMPTY.contains(format)) {
            var _ = Formats.load()
                    .reader(format)
                    .sample(new MemoryInput(sample.name(), bytes), 1 << 20, FormatOptions.NONE, Set.of());
        }
    }

    private static Job job(Sample sample, Formats formats) {
        ObjectNode job = JsonNodeFactory.instance.objectNode().put("job", "conformance");
        if (sample.options().has("timezone")) {
            job.set("timezone", sample.options().get("timezone"));
        }
        ObjectNode flow = job.putArray("flows").addObject().put("name", "sample");
        ObjectNode source = flow.putObject("source");
        source.putObject("s3").putArray("paths").add("s3://samples/in/");
        for (String option : List.of("format", "formatOptions", "schema")) {
            if (sample.options().has(option)) {
                source.set(option, withoutParams(sample.options().get(option)));
            }
        }
        flow.putObject("sink").put("path", "s3://samples/out/").put("format", "kept");
        return JobFile.read(
                        job.toString().getBytes(StandardCharsets.UTF_8),
                        sample.name(),
                        Map.of(),
                        Map.of(),
                        "s3://samples/",
                        FormatCatalogue.of(
                                formats.readers().values(), formats.writers().values()))
                .job();
    }

    /// A dollar of an option is no param.
    private static JsonNode withoutParams(JsonNode node) {
        JsonNodeFactory make = JsonNodeFactory.instance;
        if (node.isTextual()) {
            return make.textNode(node.asText().replace("$", "$$"));
        }
        if (node instanceof ObjectNode object) {
            ObjectNode copy = make.objectNode();
            object.properties().forEach(field -> copy.set(field.getKey(), withoutParams(field.getValue())));
            return copy;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode copy = make.arrayNode();
            array.forEach(element -> copy.add(withoutParams(element)));
            return copy;
        }
        return node;
    }

    /// A format whose files are rows in memory.
    private static final class Kept implements FormatWriter {

        private final List<List<@Nullable Object>> rows = new ArrayList<>();
        private Schema schema = Schema.EMPTY;

        @Override
        public String format() {
            return "kept";
        }

        @Override
        public List<FormatOption> options() {
            return List.of();
        }

        @Override
        public String extension(FormatOptions options) {
            return "kept";
        }

        @Override
        public void check(Schema asked, FormatOptions options) {
            // Asked for all columns at once last, when the plan is made.
            schema = asked;
        }

        @Override
        public FileWriter create(StagedOutput output, Schema columns, FormatOptions options) {
            schema = columns;
            return new FileWriter() {
                @Override
                public void append(Batch batch, int[] chosen, int count) {
                    List<List<@Nullable Object>> all = Values.rows(batch);
                    for (int i = 0; i < count; i++) {
                        rows.add(all.get(chosen[i]));
                    }
                }

                @Override
                public long bufferedBytes() {
                    return 0;
                }

                @Override
                public void flush() {}

                @Override
                public void finish() throws IOException {
                    output.write(new byte[] {1}, 0, 1);
                }
            };
        }
    }

    private static final class Silent implements LocalRunner.Progress {
        @Override
        public void planned(WorkPlan plan) {}

        @Override
        public void chunkDone(ChunkResult result) {}

        @Override
        public void committing() {}
    }
}
