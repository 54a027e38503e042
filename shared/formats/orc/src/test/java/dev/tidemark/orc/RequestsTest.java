package dev.tidemark.orc;

import static dev.tidemark.testkit.Values.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.data.Schema;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.testkit.MemoryInput;
import dev.tidemark.testkit.Seeded;
import dev.tidemark.testkit.Values;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.orc.CompressionKind;
import org.apache.orc.StripeInformation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// What is fetched of a file, request by request, and which stripes a range owns. Files are of orc-core 2.3.1.
class RequestsTest {

    private static final int STRIPES = 3;
    private static final int ROWS = 2_000;
    private static final int TAIL = 64 << 10;

    private final Random random = Seeded.of("RequestsTest").random();
    private final Schema schema =
            new Schema(((dev.tidemark.data.DataType.Struct) Reading.one("struct<id:int,a:string,b:string,c:string>")
                            .field(0)
                            .type())
                    .fields());

    /// Of each stripe b has four megabytes, more than the gap that is read over.
    private byte[] large() throws IOException {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int i = 0; i < STRIPES * ROWS; i++) {
            rows.add(row(i, text(10), text(2_000), text(10)));
        }
        return OtherOrc.USUAL.with(CompressionKind.NONE).stripes(ROWS).write(schema, rows);
    }

    private String text(int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append((char) ('a' + random.nextInt(26)));
        }
        return text.toString();
    }

    private MemoryInput read(byte[] file, String... columns) throws IOException {
        MemoryInput input = new MemoryInput(Reading.FILE, file);
        Schema asked = new Schema(List.of(columns).stream()
                .map(name -> schema.indexOf(name) < 0
                        ? new dev.tidemark.data.Field(name, dev.tidemark.data.DataType.DATE)
                        : schema.field(schema.indexOf(name)))
                .toList());
        assertThat(Reading.taken(new OrcFormatReader(), input, asked, ZoneOffset.UTC, 0, ReadTask.END)
                        .rows())
                .hasSize(STRIPES * ROWS);
        return input;
    }

    @Test
    void aSmallFileCostsOneRequest() throws IOException {
        List<List<@Nullable Object>> rows = new Values(random).rows(schema, STRIPES * ROWS);
        assertThat(read(OtherOrc.USUAL.write(schema, rows), "id", "a", "b", "c").opened())
                .containsExactly(0L);
    }

    /// The end; then for each stripe its footer, unless that is in the end, and its streams.
    @Test
    void aStripeCostsTwoRequestsWhenItsStreamsLieTogether() throws IOException {
        byte[] file = large();
        assertThat(read(file, "id", "a", "b", "c").opened()).hasSize(1 + 2 * STRIPES - 1);
    }

    @Test
    void whatIsNotAskedForIsNotFetched() throws IOException {
        byte[] file = large();
        List<Long> opened = read(file, "id", "a").opened();
        assertThat(opened).hasSize(1 + 2 * STRIPES - 1);
        List<StripeInformation> stripes = OtherOrc.open(file, reader -> List.copyOf(reader.getStripes()));
        for (int i = 0; i < STRIPES; i++) {
            long start = stripes.get(i).getOffset() + stripes.get(i).getIndexLength();
            long end = start + stripes.get(i).getDataLength();
            // Between the columns before b and the stripe's footer nothing is opened, and b lies there.
            assertThat(opened)
                    .filteredOn(at -> at > start && at < end && at < file.length - TAIL)
                    .isEmpty();
        }
        // The twin that reads all fetches c too where b is left out.
        assertThat(read(file, "id", "c").opened()).hasSizeGreaterThan(opened.size());
    }

    @Test
    void rowsAreCountedFromTheFooterAlone() throws IOException {
        byte[] file = large();
        assertThat(read(file, "other").opened()).containsExactly(file.length - (long) TAIL);
    }

    @Test
    void stripesThatAreTooLargeToHoldAreReadInWindows() throws IOException {
        for (CompressionKind kind : List.of(CompressionKind.NONE, CompressionKind.ZLIB)) {
            List<List<@Nullable Object>> rows = new ArrayList<>();
            for (int i = 0; i < ROWS; i++) {
                rows.add(row(i, text(random.nextInt(10)), text(random.nextInt(3_000)), text(10)));
            }
            byte[] file = OtherOrc.USUAL.with(kind).write(schema, rows);
            MemoryInput input = new MemoryInput(Reading.FILE, file, 3_000);
            assertThat(Reading.taken(new OrcFormatReader(100_000), input, schema, ZoneOffset.UTC, 0, ReadTask.END)
                            .rows())
                    .isEqualTo(rows);
            assertThat(input.opened()).hasSizeGreaterThan(10);
        }
    }

    /// Each border of each stripe, and one byte before and after it.
    @Test
    void aRangeOwnsTheStripesThatStartInIt() throws IOException {
        Schema mixed = Reading.one("struct<a:array<string>,b:timestamp>");
        List<List<@Nullable Object>> rows = new Values(random, micros -> micros >= 0).rows(mixed, 1_000);
        byte[] file = OtherOrc.USUAL.stripes(130).write(mixed, rows);
        List<Long> starts = OtherOrc.stripes(file);
        assertThat(starts).hasSize(8);
        List<Long> cuts = new ArrayList<>(List.of(1L, (long) file.length - 1, (long) file.length));
        starts.forEach(start -> cuts.addAll(List.of(start - 1, start, start + 1)));
        for (long cut : cuts) {
            List<List<@Nullable Object>> both = range(file, mixed, 0, cut);
            long owned = starts.stream().filter(start -> start < cut).count();
            assertThat(both).as("cut at %s", cut).hasSize((int) Math.min(1_000, owned * 130));
            both.addAll(range(file, mixed, cut, ReadTask.END));
            assertThat(both).as("cut at %s", cut).isEqualTo(rows);
        }
        // The twin that owns a stripe by its end gives another count at some border.
        assertThat(cuts)
                .anyMatch(cut ->
                        starts.stream().filter(start -> start + 100 <= cut).count()
                                != starts.stream().filter(start -> start < cut).count());
    }

    private static List<List<@Nullable Object>> range(byte[] file, Schema schema, long from, long to)
            throws IOException {
        return Reading.taken(
                        new OrcFormatReader(), new MemoryInput(Reading.FILE, file), schema, ZoneOffset.UTC, from, to)
                .rows();
    }
}
