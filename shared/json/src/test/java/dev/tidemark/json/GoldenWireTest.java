package dev.tidemark.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.tidemark.bookmark.FlowState;
import dev.tidemark.bookmark.Generation;
import dev.tidemark.bookmark.NewerSegmentException;
import dev.tidemark.bookmark.ObjectVersion;
import dev.tidemark.bookmark.Segment;
import dev.tidemark.catalog.CatalogChange;
import dev.tidemark.catalog.CatalogPartition;
import dev.tidemark.catalog.SchemaChange;
import dev.tidemark.catalog.Table;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.partition.Partition;
import dev.tidemark.plan.Chunk;
import dev.tidemark.plan.ChunkInput;
import dev.tidemark.plan.FlowCounts;
import dev.tidemark.plan.FlowPlan;
import dev.tidemark.plan.SampledFlow;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.run.ChunkTime;
import dev.tidemark.run.CommitRecord;
import dev.tidemark.run.RunReport;
import dev.tidemark.sink.ChunkCounts;
import dev.tidemark.sink.ChunkResult;
import dev.tidemark.sink.StagedFile;
import dev.tidemark.spi.Item;
import dev.tidemark.spi.UnreadableObjectException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;

/// The bytes of everything that outlives a process. A file in `golden/` is what a released version wrote: when one of
/// these tests fails, the form changed, and needs a new `wire` and a reader of the old one. `-Dtidemark.golden=write`
/// writes files that are missing.
class GoldenWireTest {

    private static final JsonRunCodec CODEC = new JsonRunCodec();
    private static final Instant TIME = Instant.parse("2026-11-30T12:00:00.123Z");

    private static final SourceObject OBJECT =
            new SourceObject("file:///lake/raw/year=2026/a%20b.csv", 1234, TIME, "99-7", null);
    private static final SourceObject ARCHIVED = new SourceObject("s3://b/raw/b.csv", 5, TIME, "e", "GLACIER");
    private static final Partition PARTITION = new Partition(List.of("year", "region"), Arrays.asList("2026", null));
    private static final ChunkInput WHOLE = new ChunkInput(OBJECT, PARTITION, 0, Long.MAX_VALUE, false);
    private static final ChunkInput RANGE = new ChunkInput(ARCHIVED, Partition.NONE, 2, 5, true);
    private static final StagedFile DATA = new StagedFile(
            "file:///lake/out/year=2026/part-R-0-a-0.parquet",
            "upload",
            List.of("t1", "t2"),
            10,
            999,
            StagedFile.Kind.DATA,
            0,
            PARTITION);
    private static final StagedFile BAD = new StagedFile(
            "file:///q/bad.json.gz", "u2", List.of(), 1, 60, StagedFile.Kind.QUARANTINE, -1, Partition.NONE);
    private static final Schema SCHEMA =
            new Schema(List.of(new Field("id", DataType.BIGINT), new Field("note", DataType.STRING)));
    private static final FlowCounts COUNTS =
            new FlowCounts(3, 1, 2, 9, 4, 1, 2, Map.of("hidden", 1L, "excluded", 1L), 2, 77);

    private static final WorkPlan PLAN = new WorkPlan(
            List.of(new FlowPlan(
                    "f",
                    List.of(
                            new ColumnSpec("id", DataType.BIGINT, null, null, '.', List.of(), List.of()),
                            new ColumnSpec(
                                    "at",
                                    DataType.STRING,
                                    "dd.MM.yyyy",
                                    ZoneId.of("Europe/Zurich"),
                                    ',',
                                    List.of("J"),
                                    List.of("N"))),
                    COUNTS,
                    2,
                    List.of(ARCHIVED),
                    List.of("a warning"))),
            List.of(new Chunk(0, "f", 2, List.of(WHOLE, RANGE))));

    private static final ChunkResult RESULT = new ChunkResult(
            0,
            "f",
            "0123456789abcdef",
            List.of(WHOLE),
            List.of(RANGE),
            List.of(),
            List.of(DATA, BAD),
            new ChunkCounts(1234, 12, 10, 1, 1, 0),
            List.of(SCHEMA),
            SCHEMA,
            List.of(OBJECT.location()),
            List.of("a warning"),
            1_000,
            2_000);

    private static final Map<String, FlowState> FLOWS =
            Map.of("f", new FlowState(List.of("segments/R-a-0"), SCHEMA), "g", FlowState.START);

    private static final Generation GENERATION =
            new Generation(2, 1, Generation.Kind.SET_NOW, "R", "ann", "because \"so\"", TIME, FLOWS);

    private static final SchemaChange CHANGE =
            new SchemaChange("id", DataType.INT, DataType.BIGINT, SchemaChange.Change.WIDENED, "int to bigint");

    private static final Table TABLE = new Table(
            "lake",
            "t",
            SCHEMA.fields(),
            List.of(new Field("year", DataType.INT)),
            "file:///lake/out/",
            "parquet",
            Map.of("k", "v"),
            3);

    private static final CommitRecord RECORD = new CommitRecord(
            "R",
            "0123456789abcdef",
            1,
            List.of(DATA, BAD),
            List.of("file:///lake/out/old.parquet"),
            List.of(new CatalogChange(
                    TABLE,
                    List.of(new CatalogPartition(
                            Arrays.asList("2026", null), "file:///lake/out/year=2026", SCHEMA.fields())),
                    List.of(CHANGE),
                    true,
                    List.of("a warning"))),
            GENERATION,
            true,
            "inputs.json",
            "report.json");

    private static final RunReport REPORT = new RunReport(
            "j",
            "R",
            RunReport.Status.FAILED,
            new RunReport.Failure("BadRecordException", "it is bad", false),
            "pause",
            1,
            1,
            List.of(new RunReport.FlowReport(
                    "f",
                    COUNTS,
                    1,
                    1,
                    new ChunkCounts(1234, 12, 10, 1, 1, 0),
                    2,
                    1,
                    List.of(DATA),
                    1,
                    List.of(PARTITION),
                    4,
                    List.of(CHANGE),
                    7,
                    List.of("a warning"))),
            new RunReport.Cost(0.25, Map.of("objects.list", 3L)),
            new RunReport.Millis(1, 2, 3, 6));

    private static final Item HEAD = Item.EMPTY
            .with("state", "IDLE")
            .with("generation", 7)
            .with("formatVersion", 1)
            .with("mark", 2);

    @Test
    void samplesAreThoseOfTheGoldenFile() {
        List<SampledFlow> samples = List.of(new SampledFlow(
                "f",
                PLAN.flow("f").columns(),
                Set.of("s3://b/raw/large-2.csv", "s3://b/raw/large-1.csv"),
                List.of("a warning")));
        pinned("samples.json", CODEC.samples(samples), samples, CODEC::readSamples);
    }

    @Test
    void eachItemOfAPlanLeadsToItsChunkAlone() throws IOException {
        List<Chunk> chunks = List.of(
                new Chunk(0, "f", 2, List.of(WHOLE, RANGE)),
                new Chunk(
                        1,
                        "f",
                        1,
                        List.of(new ChunkInput(
                                new SourceObject("file:///lake/\"[{\u00e9\ud83d\ude00.csv", 1, TIME, "]}", null),
                                PARTITION,
                                0,
                                Long.MAX_VALUE,
                                false))),
                new Chunk(2, "f", 1, List.of(RANGE)));
        WorkPlan plan = new WorkPlan(PLAN.flows(), chunks);
        byte[] bytes = CODEC.plan(plan);
        byte[] items = CODEC.items(bytes, "plan.json");
        same("items.json", items);
        JsonNode places = new JsonMapper().readTree(items);
        assertThat(places).hasSize(chunks.size());
        for (int i = 0; i < chunks.size(); i++) {
            JsonNode place = places.get(i);
            assertThat(place.path("chunk").asInt()).isEqualTo(i);
            byte[] head = Arrays.copyOf(bytes, place.path("head").asInt());
            byte[] chunk = Arrays.copyOfRange(
                    bytes, place.path("from").asInt(), place.path("to").asInt());
            assertThat(CODEC.readPlanPart(head, chunk, "plan.json"))
                    .isEqualTo(new WorkPlan(plan.flows(), List.of(chunks.get(i))));
        }
    }

    @Test
    void aPlanThatWasCutHasNoItems() {
        byte[] bytes = CODEC.plan(PLAN);
        for (int length = 0; length < bytes.length - 3; length += 7) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> CODEC.items(cut, "plan.json")).isInstanceOf(UnreadableObjectException.class);
        }
    }

    @Test
    void plansKeepTheirBytes() {
        pinned("plan.json", CODEC.plan(PLAN), PLAN, CODEC::readPlan);
    }

    @Test
    void resultsKeepTheirBytes() {
        pinned("result.json", CODEC.result(RESULT), RESULT, CODEC::readResult);
    }

    @Test
    void recordsKeepTheirBytes() {
        pinned("record.json", CODEC.record(RECORD), RECORD, CODEC::readRecord);
    }

    @Test
    void manifestsKeepTheirBytes() {
        Map<String, List<SourceObject>> inputs = Map.of("f", List.of(OBJECT, ARCHIVED));
        pinned("inputs.json", CODEC.inputs(inputs), inputs, CODEC::readInputs);
    }

    @Test
    void flowsOfGenerationsKeepTheirBytes() {
        pinned(
                "flows.json",
                CODEC.flows(FLOWS).getBytes(StandardCharsets.UTF_8),
                FLOWS,
                (bytes, from) -> CODEC.readFlows(new String(bytes, StandardCharsets.UTF_8), from));
    }

    @Test
    void tablesKeepTheirBytes() {
        pinned("table.json", TableJson.table(TABLE), TABLE, TableJson::readTable);
    }

    @Test
    void reportsAndTimelinesKeepTheirBytes() {
        same("report.json", CODEC.report(REPORT));
        same(
                "timeline.json",
                CODEC.timeline(List.of(
                        new ChunkTime(0, 1, 2, 1, 10, 100, null), new ChunkTime(1, 1, 3, 2, 0, 0, "it broke"))));
    }

    @Test
    void stateItemsKeepTheirBytes() {
        same("head.json", ItemJson.write(HEAD));
        assertThat(ItemJson.read(golden("head.json"), "head")).isEqualTo(HEAD);
    }

    @Test
    void segmentsKeepTheirBytesAndANewerOneIsRefused() {
        Segment segment = Segment.of(List.of(
                ObjectVersion.of("file:///a", "e1", 1),
                ObjectVersion.of("file:///b", "e2", 2),
                ObjectVersion.of("s3://b/c", "e3", 3)));
        String hex = HexFormat.of().formatHex(segment.encode()) + "\n";
        same("segment.hex", hex.getBytes(StandardCharsets.US_ASCII));
        byte[] bytes = HexFormat.of().parseHex(new String(golden("segment.hex"), StandardCharsets.US_ASCII).strip());
        assertThat(Segment.decode("s", bytes).encode()).isEqualTo(segment.encode());
        bytes[11]++;
        assertThatThrownBy(() -> Segment.decode("segments/x", bytes))
                .isInstanceOf(NewerSegmentException.class)
                .hasMessageContaining("segments/x");
    }

    /// The broken twin: a codec that writes one more character, or reads something else.
    @Test
    void aTwinWhoseBytesDifferIsCaught() {
        byte[] twin = new String(CODEC.plan(PLAN), StandardCharsets.UTF_8)
                .replace("\"groups\":2", "\"groups\":3")
                .getBytes(StandardCharsets.UTF_8);
        assertThat(twin).isNotEqualTo(golden("plan.json"));
        assertThat(CODEC.readPlan(twin, "twin")).isNotEqualTo(PLAN);
    }

    /// Bytes as pinned, today's reader reads them, and a newer form is refused with its name.
    private static <T> void pinned(String name, byte[] written, T value, BiFunction<byte[], String, T> reader) {
        same(name, written);
        assertThat(reader.apply(golden(name), name)).isEqualTo(value);
        byte[] newer = new String(golden(name), StandardCharsets.UTF_8)
                .replace("\"wire\":1", "\"wire\":2")
                .getBytes(StandardCharsets.UTF_8);
        assertThatThrownBy(() -> reader.apply(newer, "the " + name))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining("the " + name)
                .hasMessageContaining("wire format 2");
        // What a disk that was full, or a careless hand, leaves: the broken twin calls it an older version's.
        for (String left : List.of("", " \n", "null", "{}", "{\"wire\":1}x")) {
            assertThatThrownBy(() -> reader.apply(left.getBytes(StandardCharsets.UTF_8), "the " + name))
                    .as("%s left of %s", left, name)
                    .isInstanceOf(UnreadableObjectException.class)
                    .hasMessageContaining("the " + name)
                    .hasMessageContaining("it is damaged")
                    .hasMessageContaining("restore it from a copy");
        }
    }

    private static void same(String name, byte[] written) {
        if ("write".equals(System.getProperty("tidemark.golden"))
                && GoldenWireTest.class.getResource("/golden/" + name) == null) {
            try {
                Files.write(Path.of("src/test/resources/golden", name), written);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return;
        }
        assertThat(new String(written, StandardCharsets.UTF_8))
                .isEqualTo(new String(golden(name), StandardCharsets.UTF_8));
    }

    private static byte[] golden(String name) {
        try (InputStream in =
                Objects.requireNonNull(GoldenWireTest.class.getResourceAsStream("/golden/" + name), name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
