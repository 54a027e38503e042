package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.DataType;
import dev.tidemark.spi.BadRecord;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.FormatReader;
import dev.tidemark.spi.ReadTask;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// What readers tell besides rows: dropped digits, unknown fields of structs, names that stand in an object again.
class ReadNoticesTest {

    private static final List<ColumnSpec> COLUMNS = JsonReading.specs(
            "id bigint", "at timestamp", "o struct<a:int,p:struct<b:int>>", "l array<struct<c:timestamp>>");

    private final long seed = Long.getLong("tidemark.seed", System.nanoTime());
    private final Random random = new Random(seed);

    /// What was told; each call as a word.
    private static final class Told implements ReadTask.Notices {

        final List<String> finer = new ArrayList<>();
        final List<String> unknown = new ArrayList<>();
        final List<BadRecord> bad = new ArrayList<>();
        long duplicates;

        @Override
        public void finerThanMicros(String column) {
            finer.add(column);
        }

        @Override
        public void unknownNestedField(String path) {
            unknown.add(path);
        }

        @Override
        public void duplicateKeys(long count) {
            duplicates += count;
        }

        static Told by(FormatReader reader, String text, Map<String, String> options, List<ColumnSpec> columns)
                throws IOException {
            Told told = new Told();
            ReadTask task = new ReadTask(
                    BytesInput.of(text),
                    0,
                    ReadTask.END,
                    columns,
                    new FormatOptions(options),
                    ZoneOffset.UTC,
                    null,
                    told);
            try (BatchReader batches = reader.open(task, told.bad::add)) {
                Batch batch = batches.next();
                while (batch != null) {
                    batch = batches.next();
                }
            }
            return told;
        }
    }

    /// Records with what is to be told of them; wrong ones bring nothing.
    private final class Made {

        final StringBuilder text = new StringBuilder();
        final TreeSet<String> finer = new TreeSet<>();
        final TreeSet<String> unknown = new TreeSet<>();
        long duplicates;
        /// What a reader would tell that does not care whether the record is taken.
        long duplicatesOfAll;

        Made(int records) {
            for (int i = 0; i < records; i++) {
                record(i);
            }
        }

        private void record(int number) {
            boolean wrong = random.nextInt(4) == 0;
            int again = random.nextInt(3);
            boolean fine = random.nextInt(200) == 0;
            boolean fineNested = random.nextInt(200) == 0;
            String outer = random.nextInt(50) == 0 ? "x" + random.nextInt(5) : "a";
            String inner = random.nextInt(50) == 0 ? "y" + random.nextInt(5) : "b";
            text.append("{\"id\":").append(number);
            text.append(",\"id\":1".repeat(again));
            text.append(",\"at\":\"2026-01-01T00:00:00.").append(digits(fine)).append("Z\"");
            text.append(",\"o\":{\"%s\":1,\"p\":{\"%s\":2}}".formatted(outer, inner));
            text.append(",\"l\":[{\"c\":\"2026-01-01T00:00:00.%sZ\"}]".formatted(digits(fineNested)));
            text.append(wrong ? ",\"at\":\"no time\"}\n" : "}\n");
            duplicatesOfAll += again + (wrong ? 1 : 0);
            if (wrong) {
                return;
            }
            duplicates += again;
            if (fine) {
                finer.add("at");
            }
            if (fineNested) {
                finer.add("l[].c");
            }
            if (!outer.equals("a")) {
                unknown.add("o." + outer);
            }
            if (!inner.equals("b")) {
                unknown.add("o.p." + inner);
            }
        }

        private String digits(boolean fine) {
            String micros = "%06d".formatted(random.nextInt(1_000_000));
            return fine ? micros + "00" + (1 + random.nextInt(9)) : micros + "000".substring(random.nextInt(4));
        }
    }

    @Test
    void jsonRecordsThatAreTakenTellEachPathOnceAndTheirDuplicates() throws IOException {
        System.out.println("ReadNoticesTest: -Dtidemark.seed=" + seed);
        boolean twinDiffers = false;
        for (int round = 0; round < 50; round++) {
            Made made = new Made(random.nextInt(1, 300));
            Told told = Told.by(new JsonFormat(), made.text.toString(), Map.of(), COLUMNS);
            assertThat(told.finer).containsExactlyInAnyOrderElementsOf(made.finer);
            assertThat(told.unknown).containsExactlyInAnyOrderElementsOf(made.unknown);
            assertThat(told.duplicates).isEqualTo(made.duplicates);
            twinDiffers |= told.duplicates != made.duplicatesOfAll;
        }
        // The broken twin: a reader that counts before it knows whether it takes the record.
        assertThat(twinDiffers).isTrue();
    }

    @Test
    void rejectedDuplicatesAreNotCounted() throws IOException {
        String text = "{\"id\":1,\"id\":2}\n{\"id\":3}\n";
        Told failing = Told.by(new JsonFormat(), text, Map.of("duplicateKeys", "fail"), COLUMNS);
        assertThat(failing.duplicates).isZero();
        assertThat(failing.bad).hasSize(1);
        assertThat(Told.by(new JsonFormat(), text, Map.of("duplicateKeys", "first"), COLUMNS).duplicates)
                .isEqualTo(1);
    }

    @Test
    void duplicatesInMapsCountToo() throws IOException {
        Told told = Told.by(
                new JsonFormat(),
                "{\"m\":{\"k\":1,\"k\":2,\"K\":3}}\n",
                Map.of(),
                JsonReading.specs("m map<string,int>"));
        assertThat(told.duplicates).isEqualTo(1);
        assertThat(told.unknown).isEmpty();
    }

    @Test
    void namesThatAreDataDoNotGrowWhatIsToldWithoutBound() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 3_000; i++) {
            text.append("{\"o\":{\"n").append(i).append("\":1}}\n");
        }
        assertThat(Told.by(new JsonFormat(), text.toString(), Map.of(), COLUMNS).unknown)
                .hasSize(1_000);
    }

    @Test
    void csvTellsEachColumnWhoseDigitsItDropped() throws IOException {
        String text = """
                a,b,c,d
                2026-01-01T00:00:00.123456789Z,2026-01-01 00:00:00.123456000,1767225600.1234567,01.01.2026 00:00:00.000000001
                2026-01-01T00:00:00.123456Z,2026-01-01 00:00:00.1,1767225600.5,01.01.2026 00:00:00.000001000
                """;
        List<ColumnSpec> columns = List.of(
                JsonReading.specs("a timestamp").getFirst(),
                JsonReading.specs("b timestamp").getFirst(),
                formatted("c", "epoch_seconds"),
                formatted("d", "dd.MM.yyyy HH:mm:ss.SSSSSSSSS"));
        Map<String, String> options = Map.of("withHeader", "true");
        Told told = Told.by(new CsvFormatReader(), text, options, columns);
        assertThat(told.bad).isEmpty();
        assertThat(told.finer).containsExactly("a", "c", "d");
        // The broken twin: the row with the fine digits is not there.
        String coarse = text.lines().filter(line -> !line.contains("789")).reduce("", (all, line) -> all + line + "\n");
        assertThat(Told.by(new CsvFormatReader(), coarse, options, columns).finer)
                .isEmpty();
    }

    private static ColumnSpec formatted(String name, String format) {
        return new ColumnSpec(name, DataType.TIMESTAMP, format, null, '.', List.of(), List.of());
    }
}
