package dev.tidemark.orc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.DataTypeParser;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.data.TidemarkException;
import dev.tidemark.spi.UnreadableObjectException;
import dev.tidemark.testkit.Seeded;
import dev.tidemark.testkit.Values;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.orc.CompressionKind;
import org.apache.orc.OrcFile;
import org.junit.jupiter.api.Test;

/// Whatever is wrong in a file, it ends in other values (ORC has no checksums) or in an error that names the file;
/// never
/// in another kind of error, and never in fewer rows.
class DamageTest {

    private static final int FILES = 60;
    private static final int DAMAGES = 150;

    private static final List<String> TYPES = List.of(
            "boolean",
            "tinyint",
            "int",
            "bigint",
            "double",
            "string",
            "binary",
            "date",
            "timestamp",
            "decimal(9,2)",
            "decimal(38,0)",
            "array<string>",
            "array<array<bigint>>",
            "map<string,array<string>>",
            "struct<a:struct<b:struct<c:string,d:int>>>",
            "struct<l:array<map<string,bigint>>>");

    private final Random random = Seeded.of("DamageTest").random();
    private final Values values = new Values(random, micros -> micros >= 0);

    @Test
    void damageOfAnyKindIsATypedError() throws IOException {
        int refused = 0;
        for (int i = 0; i < FILES; i++) {
            Schema schema = schema();
            byte[] file = drawn().write(schema, values.rows(schema, random.nextInt(200)));
            for (int damage = 0; damage < DAMAGES; damage++) {
                refused += isRefused(damaged(file)) ? 1 : 0;
            }
        }
        assertThat(refused).isGreaterThan(FILES * DAMAGES / 5);
    }

    /// The twin: orc-core itself, whose errors the test above would not let pass. Its bytes are one by one the same
    /// each
    /// time, for there are damages over which orc-core never ends.
    @Test
    void aReaderWithUntypedErrorsIsFound() throws IOException {
        byte[] file = OtherOrc.USUAL
                .with(CompressionKind.NONE)
                .write(Reading.one("int"), List.of(Values.row(1), Values.row(700), Values.row(-5)));
        int changed = 0;
        for (int i = 0; i < file.length - 3; i++) {
            // In the stripe's footer: kind DATA of column 1 becomes DICTIONARY_COUNT.
            if (file[i] == 1 << 3 && file[i + 1] == 1 && file[i + 2] == 2 << 3 && file[i + 3] == 1) {
                file[i + 1] = 4;
                changed++;
            }
        }
        assertThat(changed).isEqualTo(1);
        assertThat(isRefused(file)).isTrue();
        assertThatThrownBy(() -> OtherOrc.read(file)).isInstanceOf(RuntimeException.class);
    }

    @Test
    void everyCutIsFound() throws IOException {
        Schema schema = new Schema(TYPES.stream()
                .map(type -> new Field("c" + TYPES.indexOf(type), DataTypeParser.parse(type)))
                .toList());
        for (CompressionKind kind : List.of(CompressionKind.NONE, CompressionKind.ZSTD)) {
            byte[] file = OtherOrc.USUAL.with(kind).stripes(10).write(schema, values.rows(schema, 25));
            for (int length = 0; length < file.length; length++) {
                byte[] cut = Arrays.copyOf(file, length);
                assertThatThrownBy(() -> Reading.rows(cut, schema, java.time.ZoneOffset.UTC))
                        .as("%s of %s bytes", length, file.length)
                        .isInstanceOf(UnreadableObjectException.class)
                        .hasMessageContaining(Reading.FILE);
            }
        }
    }

    /// A chunk that decompresses to more than the file allows, and lists and texts that claim more than there is.
    @Test
    void bombsAreRefused() throws IOException {
        Schema schema = Reading.one("string");
        byte[] file = OtherOrc.USUAL
                .with(CompressionKind.ZLIB)
                .with(options -> options.bufferSize(256 << 10).enforceBufferSize())
                .write(schema, List.of(Values.row("a".repeat(200_000)), Values.row("b".repeat(50_000))));
        int changed = 0;
        byte[] small = file.clone();
        // Field 3 of the postscript, the block size of 262,144 (80 80 10), becomes 4,096 (80 A0 00).
        for (int i = file.length - 40; i < file.length - 4; i++) {
            if (small[i] == 3 << 3
                    && small[i + 1] == (byte) 0x80
                    && small[i + 2] == (byte) 0x80
                    && small[i + 3] == 0x10) {
                small[i + 2] = (byte) 0xA0;
                small[i + 3] = 0;
                changed++;
            }
        }
        assertThat(changed).isEqualTo(1);
        assertThatThrownBy(() -> Reading.rows(small, schema, java.time.ZoneOffset.UTC))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining("does not decompress to 4096 bytes");
        assertThat(Reading.rows(file)).hasSize(2);
    }

    private Schema schema() {
        List<Field> fields = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            fields.add(new Field("c" + i, DataTypeParser.parse(TYPES.get(random.nextInt(TYPES.size())))));
        }
        return new Schema(fields);
    }

    private OtherOrc drawn() {
        CompressionKind[] kinds = CompressionKind.values();
        OtherOrc other = OtherOrc.USUAL.with(kinds[random.nextInt(kinds.length)]);
        if (random.nextInt(3) == 0) {
            other = other.with(options -> options.version(OrcFile.Version.V_0_11));
        }
        return random.nextBoolean() ? other.stripes(1 + random.nextInt(100)) : other;
    }

    /// One to three wrong bytes, mostly anywhere and often in the footer, or a piece copied to another place.
    private byte[] damaged(byte[] file) {
        byte[] wrong = file.clone();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
            int place = random.nextInt(3) == 0
                    ? wrong.length - 1 - random.nextInt(Math.min(wrong.length, 300))
                    : random.nextInt(wrong.length);
            wrong[place] =
                    random.nextBoolean() ? (byte) random.nextInt() : (byte) (wrong[place] ^ 1 << random.nextInt(8));
        }
        if (random.nextInt(10) == 0) {
            int from = random.nextInt(wrong.length);
            int to = random.nextInt(wrong.length);
            int length = Math.min(random.nextInt(30), wrong.length - Math.max(from, to));
            System.arraycopy(wrong, from, wrong, to, length);
        }
        return wrong;
    }

    private static boolean isRefused(byte[] file) throws IOException {
        try {
            return !Reading.taken(file).bad().isEmpty();
        } catch (TidemarkException told) {
            assertThat(told).hasMessageContaining(Reading.FILE);
            return true;
        }
    }
}
