package dev.tidemark.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Seeded;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Runs and packed values of every width, read in pieces of any length.
class HybridDecoderTest {

    private final Random random = Seeded.of("HybridDecoderTest").random();

    @Test
    void everyWidthIsReadInPiecesAsItWasWritten() {
        for (int width = 1; width <= 32; width++) {
            for (int round = 0; round < 20; round++) {
                int[] values = values(width, 1 + random.nextInt(3_000));
                ByteBuilder bytes = new ByteBuilder();
                HybridEncoding.encode(values, 0, values.length, width, bytes);
                HybridDecoder decoder = new HybridDecoder(Place.file("f"));
                decoder.reset(bytes.toArray(), 0, bytes.size(), width);
                int[] read = new int[values.length + 8];
                for (int at = 0; at < values.length; ) {
                    int count = Math.min(values.length - at, 1 + random.nextInt(200));
                    decoder.read(read, at, count);
                    at += count;
                }
                assertThat(Arrays.copyOf(read, values.length))
                        .as("width %d", width)
                        .isEqualTo(values);
                // Nothing is written behind what was asked for.
                assertThat(Arrays.copyOfRange(read, values.length, read.length)).containsOnly(0);
                values[random.nextInt(values.length)] ^= 1;
                assertThat(Arrays.copyOf(read, values.length)).isNotEqualTo(values);
            }
        }
    }

    private int[] values(int width, int count) {
        int[] values = new int[count];
        int mask = width == 32 ? -1 : (1 << width) - 1;
        for (int i = 0; i < count; ) {
            int run = random.nextInt(3) == 0 ? 1 + random.nextInt(100) : 1;
            int value = random.nextInt() & mask;
            for (int k = 0; k < run && i < count; k++) {
                values[i++] = value;
            }
        }
        return values;
    }
}
