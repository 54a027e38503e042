package dev.tidemark.orc;

import static dev.tidemark.testkit.Values.row;
import static dev.tidemark.testkit.Values.struct;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.testkit.MemoryInput;
import dev.tidemark.testkit.Seeded;
import dev.tidemark.testkit.Values;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.orc.OrcFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Batches keep to some megabytes wherever in a file the long values are.
class BatchBytesTest {

    private static final long MOST = 8 << 20;
    private static final int LONG = 200_000;

    private final Random random = Seeded.of("BatchBytesTest").random();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "string",
                "struct<a:struct<b:string>>",
                "array<string>",
                "map<string,array<string>>",
                "array<bigint>"
            })
    void manyShortRowsThenLongOnes(String type) throws IOException {
        Schema schema = Reading.one(type);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int i = 0; i < 3_000; i++) {
            rows.add(row(random.nextInt(3) == 0 ? null : value(type, 3)));
        }
        for (int i = 0; i < 200; i++) {
            rows.add(row(random.nextInt(3) == 0 ? null : value(type, LONG)));
        }
        List<OtherOrc> others = type.equals("string")
                ? List.of(OtherOrc.USUAL, OtherOrc.USUAL.with(options -> options.version(OrcFile.Version.V_0_11)))
                : List.of(OtherOrc.USUAL);
        for (OtherOrc other : others) {
            byte[] file = other.write(schema, rows);
            List<List<@Nullable Object>> read = new ArrayList<>();
            int largest = 0;
            ReadTask task = new ReadTask(
                    new MemoryInput(Reading.FILE, file),
                    0,
                    ReadTask.END,
                    List.of(ColumnSpec.of("v", schema.field(0).type())),
                    FormatOptions.NONE,
                    ZoneOffset.UTC,
                    null);
            try (BatchReader reader = new OrcFormatReader().open(task, record -> {
                throw new AssertionError(record.reason());
            })) {
                for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                    long bytes = batch.columns().stream()
                            .mapToLong(ColumnVector::valueBytes)
                            .sum();
                    assertThat(bytes).isLessThan(MOST + MOST / 4);
                    largest = Math.max(largest, batch.rows());
                    read.addAll(Values.rows(batch));
                }
            }
            assertThat(read.equals(rows)).isTrue();
            assertThat(largest).isGreaterThan(1_500);
        }
        // The twin that takes as many rows as the batch before did has all of the long ones in one.
        Batch last = Values.batch(schema, rows.subList(rows.size() - 2_000, rows.size()));
        assertThat(last.column(0).valueBytes()).isGreaterThan(MOST + MOST / 4);
    }

    private Object value(String type, int length) {
        String text = "x".repeat(length / 2) + random.nextInt(1_000);
        return switch (type) {
            case "string" -> text;
            case "array<string>" ->
                List.of(text.substring(0, text.length() / 2), "", text.substring(text.length() / 2));
            case "array<bigint>" -> random.longs(length / 8).boxed().toList();
            case "map<string,array<string>>" -> Map.of("k", List.of(text), "l" + text, List.of());
            default -> struct("a", struct("b", text));
        };
    }
}
