package dev.tidemark.orc;

import static dev.tidemark.testkit.Values.row;
import static dev.tidemark.testkit.Values.struct;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.spi.BadRecord;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.orc.CompressionKind;
import org.apache.orc.TypeDescription;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A value that its column cannot hold makes its own record bad, never the file, and is never taken. Written by
/// orc-core,
/// which checks none of it.
class BadValuesTest {

    static Stream<Arguments> kinds() {
        ByteBuffer noText = ByteBuffer.wrap(new byte[] {'a', (byte) 0xC3});
        String years = "lies outside of 0001 to 9999";
        return Stream.of(
                Arguments.of("date", 2_932_896, 2_932_897, "the date +10000-01-01 " + years),
                Arguments.of("date", -719_162, -719_163, "the date 0000-12-31 " + years),
                Arguments.of("date", 0, Integer.MAX_VALUE, years),
                Arguments.of("timestamp", 253_402_300_799_999_999L, 253_402_300_800_000_000L, years),
                Arguments.of("timestamp", -62_135_596_800_000_000L, -62_135_596_800_000_001L, years),
                Arguments.of("timestamp with local time zone", 0L, Long.MAX_VALUE, years),
                Arguments.of("string", "ü€𝄞", noText, "the text is not UTF-8"),
                Arguments.of("varchar(9)", "a", noText, "the text is not UTF-8"));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void onlyTheRecordIsBad(String type, Object good, Object bad, String reason) throws IOException {
        check("struct<n:int,v:" + type + ">", good, bad, "v", reason);
        check("struct<n:int,v:array<" + type + ">>", List.of(good, good), list(good, bad), "v[]", reason);
        check(
                "struct<n:int,v:struct<a:map<string," + type + ">>>",
                struct("a", Map.of("k", good)),
                struct("a", Map.of("k", bad)),
                "v.a{}",
                reason);
    }

    private static List<Object> list(Object... values) {
        return List.of(values);
    }

    /// Good and bad ones in turns, with nulls between.
    private static void check(String type, Object good, Object bad, String column, String reason) throws IOException {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        List<List<@Nullable Object>> expected = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            Object value = i % 4 == 1 ? null : i % 4 == 2 ? bad : good;
            rows.add(row(i, value));
            if (i % 4 != 2) {
                expected.add(row(i, value));
            }
        }
        byte[] file = OtherOrc.USUAL.write(TypeDescription.fromString(type), rows);
        Reading.Taken taken = Reading.taken(file);
        assertThat(taken.rows()).isEqualTo(expected);
        assertThat(taken.bad())
                .extracting(BadRecord::recordNumber)
                .containsExactly(3L, 7L, 11L, 15L, 19L, 23L, 27L, 31L, 35L, 39L);
        assertThat(taken.bad()).allSatisfy(record -> {
            assertThat(record.column()).isEqualTo(column);
            assertThat(record.reason()).contains(reason);
            assertThat(record.object()).isEqualTo(Reading.FILE);
        });
    }

    /// A decimal whose type in the footer has fewer digits than its values: one byte of an uncompressed file is
    /// changed.
    @Test
    void decimalsWithTooManyDigitsAreBad() throws IOException {
        for (int precision : new int[] {18, 38}) {
            TypeDescription type = TypeDescription.fromString("struct<v:decimal(" + precision + ",2)>");
            byte[] file = OtherOrc.USUAL
                    .with(CompressionKind.NONE)
                    .write(
                            type,
                            List.of(
                                    row(new BigDecimal("999.99")),
                                    row(new BigDecimal("1000.00")),
                                    row(new BigDecimal("-1000.00"))));
            int found = 0;
            for (int i = 0; i < file.length - 3; i++) {
                // Field 5, precision, then field 6, scale.
                if (file[i] == 5 << 3 && file[i + 1] == precision && file[i + 2] == 6 << 3 && file[i + 3] == 2) {
                    file[i + 1] = 5;
                    found++;
                }
            }
            assertThat(found).isEqualTo(1);
            Reading.Taken taken = Reading.taken(file);
            assertThat(taken.rows()).isEqualTo(List.of(row(new BigDecimal("999.99"))));
            assertThat(taken.bad())
                    .hasSize(2)
                    .allSatisfy(record -> assertThat(record.reason())
                            .containsPattern("1000(\\.00)? has too many digits for decimal\\(5,2\\)"));
        }
    }

    @Test
    void nullKeysAreBad() throws IOException {
        for (String keys : List.of("string", "int")) {
            Map<@Nullable Object, @Nullable Object> none = new LinkedHashMap<>();
            none.put(null, 1);
            byte[] file = OtherOrc.USUAL.write(
                    TypeDescription.fromString("struct<v:map<" + keys + ",int>>"),
                    List.of(row(Map.of()), row(none), row(Map.of())));
            Reading.Taken taken = Reading.taken(file);
            assertThat(taken.rows()).hasSize(2);
            assertThat(taken.bad()).singleElement().satisfies(record -> {
                assertThat(record.recordNumber()).isEqualTo(2);
                assertThat(record.reason()).contains("a key is null");
            });
        }
    }
}
