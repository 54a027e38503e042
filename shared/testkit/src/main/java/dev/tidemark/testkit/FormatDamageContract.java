package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.Schema;
import dev.tidemark.data.TidemarkException;
import dev.tidemark.spi.ReadTask;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Values, names, and files that are damaged or none of the format.
public abstract class FormatDamageContract extends FormatNamesContract {

    /// Lengths at which a file may be cut and is still whole: where nothing says that more was to come.
    protected List<Long> wholePrefixes(byte[] file) throws IOException {
        return List.of();
    }

    /// Every prefix of a file, the empty one too.
    @Test
    protected void aTruncatedFileIsNeverReadAsFewerRows() throws IOException {
        Schema schema = wide();
        byte[] file = writtenByOther(schema, values.rows(schema, 40));
        List<Long> whole = wholePrefixes(file);
        List<String> silent = new ArrayList<>();
        for (int length = 0; length < file.length; length++) {
            byte[] cut = Arrays.copyOf(file, length);
            try {
                int rows = read(cut, schema).size();
                if (whole.contains((long) length)) {
                    continue;
                }
                silent.add(length + " of " + file.length + " bytes gave " + rows + " rows");
            } catch (TidemarkException told) {
                assertThat(told).hasMessageContaining(LOCATION);
            }
        }
        assertThat(silent).isEmpty();
    }

    /// Whatever byte is wrong: a typed error, bad records, or (where nothing protects values) other values;
    /// never another kind of error.
    @Test
    protected void aByteThatIsWrongNeverEndsInAnUntypedError() throws IOException {
        Schema schema = wide();
        byte[] file = writtenByOther(schema, values.rows(schema, 40));
        for (int i = 0; i < 1500; i++) {
            byte[] wrong = file.clone();
            int place = random.nextInt(wrong.length);
            wrong[place] ^= (byte) (1 << random.nextInt(8));
            try {
                read(wrong, schema, 0, ReadTask.END, new Told(), new ArrayList<>());
                sampled(wrong);
            } catch (TidemarkException told) {
                assertThat(told).hasMessageContaining(LOCATION);
            } catch (RuntimeException | Error untyped) {
                throw new AssertionError("bit flipped in byte " + place + " of " + wrong.length, untyped);
            }
        }
    }

    @Test
    protected void anEmptyObjectAndOneOfAnotherFormatAreNamed() {
        Schema schema = wide();
        byte[] text = "id,v\n1,a\n2,b\n3,ccccccccccccccccccccccccccccccccccc\n".getBytes(StandardCharsets.UTF_8);
        for (byte[] file : List.of(new byte[0], text)) {
            assertThatThrownBy(() -> read(file, schema))
                    .isInstanceOf(TidemarkException.class)
                    .hasMessageContaining(LOCATION);
            assertThatThrownBy(() -> sampled(file))
                    .isInstanceOf(TidemarkException.class)
                    .hasMessageContaining(LOCATION);
        }
    }
}
