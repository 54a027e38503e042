package dev.tidemark.ion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.spi.UnreadableObjectException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Objects that are small while they are compressed, and then claim what no memory holds.
class BombsTest {

    private static final Schema A = Schema.of(new Field("a", DataType.INT));

    private final IonReading ion = new IonReading();

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String more(String symbol) {
        return "$ion_symbol_table::{imports:$ion_symbol_table,symbols:[\"" + symbol + "\"]}\n";
    }

    @Test
    void tablesOfSymbolsThatAddUpToMoreThanTheirLimitMakeTheObjectUnreadable() {
        byte[] file = utf8(more("x".repeat(1 << 20)).repeat(9) + "{a:1}");
        assertThatThrownBy(() -> ion.read(file, A))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining(IonReading.LOCATION)
                .hasMessageContaining("tables of symbols have more than 8 MB");
        assertThatThrownBy(() -> ion.sampled(file)).isInstanceOf(UnreadableObjectException.class);
    }

    @Test
    void asManyTablesThatReplaceEachOtherAreRead() throws IOException {
        String table = "$ion_symbol_table::{symbols:[\"a\",\"" + "x".repeat(1 << 20) + "\"]}\n{$10:7}\n";
        assertThat(ion.read(utf8(table.repeat(12)), A)).hasSize(12).containsOnly(List.of(7));
    }
}
