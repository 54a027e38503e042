package dev.tidemark.ion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.data.TidemarkException;
import dev.tidemark.spi.UnreadableObjectException;
import dev.tidemark.testkit.Seeded;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Text and binary that is no Ion, is cut, or is more than a worker can hold.
class IonDamageTest {

    private static final Schema A = Schema.of(new Field("a", DataType.INT));
    private static final Schema TEXT = Schema.of(new Field("a", DataType.STRING));

    private final Seeded seeded = Seeded.of("IonDamageTest");
    private final Random random = seeded.random();
    private final IonReading ion = new IonReading();

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /// What stands between two records is one bad record, and both are read.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{a: 12:34}",
                "{a: 1 b: 2}",
                "{a: }",
                "{: 1}",
                "{a 1}",
                "{a: 2020-13-01}",
                "{a: 2020-02-30}",
                "{a: 2020-01-01T25:00Z}",
                "{a: 1_}",
                "{a: 0123}",
                "{a: 1e}",
                "{a: 0xZZ}",
                "{a: \"\\q\"}",
                "{a: '''x''' 'y'}",
                "{a: {{!!}}}",
                "{a: {{AAA}}}",
                "{a: null.nothing}",
                "{a: ::1}",
                "{a: x::}",
                "{a: @}",
                "{a: [1 2]}",
                "{a: [1,,2]}",
                "{1: 2}",
                "{a: 5, , b: 1}",
                "{a: $999}",
                "{a: +5}",
                "{a: .5}",
                "{a: -}",
                "{a: \"\\ud800\"}",
                "{a: \"\\uD800x\"}"
            })
    void wrongTextIsOneBadRecordAndItsNeighboursAreRead(String wrong) throws IOException {
        byte[] file = utf8("{a:1}\n" + wrong + "{a:2} /* { */ {a:3}");
        assertThat(ion.read(file, TEXT)).containsExactly(List.of("1"), List.of("2"), List.of("3"));
        assertThat(ion.bad()).singleElement().satisfies(record -> {
            assertThat(record.offset()).isEqualTo(6);
            assertThat(record.recordNumber()).isEqualTo(2);
            assertThat(record.raw()).isEqualTo(utf8(wrong));
        });
        assertThat(ion.sampled(file).names()).contains("a");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{a: [1}",
                "{a: 1",
                "{a: \"x}\n",
                "{a: 'x}\n",
                "{a: '''x}",
                "{a: {{AAAA}",
                "{a: /* 1}",
                "}",
                "]",
                ",",
                "@",
                "{a: (1]}",
                "$ion_1_1 {a:2}"
            })
    void textThatIsNotClosedMakesTheObjectUnreadableAndNamesTheByte(String wrong) {
        byte[] file = utf8("{a:1}\n" + wrong);
        assertThatThrownBy(() -> ion.read(file, TEXT))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining(IonReading.LOCATION)
                .hasMessageContaining("the value that begins at byte 6");
        assertThatThrownBy(() -> ion.sampled(file)).isInstanceOf(UnreadableObjectException.class);
    }

    @Test
    void bytesThatAreNoUtf8AreABadRecord() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.write(utf8("{a:\"x\"}{a:\""));
        file.write(0xFF);
        file.write(utf8("\"}{a:\"y\"}"));
        assertThat(ion.read(file.toByteArray(), TEXT)).containsExactly(List.of("x"), List.of("y"));
        assertThat(ion.bad()).hasSize(1);
    }

    @Test
    void aByteOrderMarkIsSkippedAndUtf16IsRefused() throws IOException {
        assertThat(ion.read(utf8("\uFEFF{a:1}"), A)).containsExactly(List.of(1));
        byte[] utf16 = "\uFEFF{a:1}".getBytes(StandardCharsets.UTF_16BE);
        assertThatThrownBy(() -> ion.read(utf16, A)).hasMessageContaining("UTF-16");
    }

    /// 100,000 lists in each other.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void depthEndsInATypedError(boolean binary) throws IOException {
        int depth = 100_000;
        byte[] file = binary
                ? nested(depth)
                : utf8("{a:1}{b:" + "[".repeat(depth) + "]".repeat(depth) + "}{a:" + "[".repeat(depth)
                        + "]".repeat(depth) + "}{a:2}");
        Schema sample = ion.sampled(file);
        assertThat(sample.names()).contains("a");
        assertThat(ion.read(file, TEXT)).hasSize(2);
        assertThat(ion.bad()).allSatisfy(record -> assertThat(record.reason()).contains("deeper than 500"));
        assertThat(ion.bad()).hasSize(binary ? 1 : 2);
    }

    /// `{a:1}{a:[[…]]}{a:2}` in binary, which ion-java's own writer cannot make.
    private static byte[] nested(int depth) {
        byte[] lists = {(byte) 0xB0};
        ByteArrayOutputStream reversed = new ByteArrayOutputStream();
        int length = lists.length;
        reversed.write(0xB0);
        for (int i = 1; i < depth; i++) {
            int number = length;
            int head = 1;
            if (number < 14) {
                reversed.write(0xB0 | number);
            } else {
                int low = (number & 0x7F) | 0x80;
                reversed.write(low);
                head++;
                for (number >>= 7; number > 0; number >>= 7) {
                    reversed.write(number & 0x7F);
                    head++;
                }
                reversed.write(0xBE);
            }
            length += head;
        }
        byte[] backwards = reversed.toByteArray();
        byte[] value = new byte[backwards.length];
        for (int i = 0; i < value.length; i++) {
            value[i] = backwards[value.length - 1 - i];
        }
        byte[] one = OtherIon.ION.getLoader().load("{a:1}").getBytes();
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(one);
        file.write(0xDE);
        int body = value.length + 1;
        file.write(body >> 21 & 0x7F);
        file.write(body >> 14 & 0x7F);
        file.write(body >> 7 & 0x7F);
        file.write((body & 0x7F) | 0x80);
        file.write(0x8A);
        file.writeBytes(value);
        file.writeBytes(one);
        return file.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aValueOfMoreThan128MegabytesIsNamed(boolean binary) {
        byte[] file;
        if (binary) {
            byte[] one = OtherIon.ION.getLoader().load("{a:1}").getBytes();
            // It only claims them: nothing of that size may be made.
            file = Arrays.copyOf(one, one.length + 6);
            System.arraycopy(new byte[] {(byte) 0xDE, 0x40, 0, 0, (byte) 0x80}, 0, file, one.length, 5);
        } else {
            file = new byte[(128 << 20) + 100];
            Arrays.fill(file, (byte) 'x');
            System.arraycopy(utf8("{a:1}{a:\""), 0, file, 0, 9);
        }
        assertThatThrownBy(() -> ion.read(file, TEXT))
                .isInstanceOf(UnreadableObjectException.class)
                .hasMessageContaining("128 MB")
                .hasMessageContaining(binary ? "byte " + (file.length - 6) : "byte 5");
    }

    @Test
    void aNumberOfTooManyDigitsIsABadRecord() throws IOException {
        byte[] file = utf8("{a:1}{a:" + "9".repeat(2_000_000) + "}{a:2}{a:1d2000000000}{a:1d-2000000000}{a:5e999}");
        assertThat(ion.read(file, A)).containsExactly(List.of(1), List.of(2));
        assertThat(ion.bad()).hasSize(4);
        assertThat(ion.bad().getFirst().reason()).contains("more than 10,000 digits");
        assertThat(ion.read(file, Schema.of(new Field("a", DataType.decimal(38, 10)))))
                .hasSize(2);
        assertThat(ion.read(file, TEXT)).hasSize(5);
    }

    @Test
    void oneWrongByteInTextNeverEndsInAnUntypedError() {
        String text =
                "$ion_1_0 x::{a:1, b:[1.5, \"x\", 'y'], c:{{AAEC}}} // z\n{a:2020-01-01T10:00:00.5Z, d:(+ 1 2)}\n";
        byte[] whole = utf8(text.repeat(5));
        IntStream.range(0, 4000).forEach(_ -> {
            byte[] wrong = whole.clone();
            int place = random.nextInt(wrong.length);
            wrong[place] = (byte) random.nextInt(256);
            try {
                ion.read(wrong, TEXT);
                ion.sampled(wrong);
            } catch (TidemarkException told) {
                assertThat(told).hasMessageContaining(IonReading.LOCATION);
            } catch (IOException | RuntimeException untyped) {
                throw new AssertionError("byte " + place + " is " + wrong[place], untyped);
            }
        });
    }

    /// Rows and bad records together are never fewer than the records, at whatever byte text is cut.
    @Test
    void textThatIsCutIsReadUpToAWholeRecordOrRefused() throws IOException {
        byte[] whole = utf8("{a:1}\n{a:\"2\"}\n{a:'''3'''}");
        int read = 0;
        for (int length = 0; length <= whole.length; length++) {
            try {
                List<List<@Nullable Object>> rows = ion.read(Arrays.copyOf(whole, length), A);
                assertThat(rows).hasSize(length < 5 ? 0 : length < 13 ? 1 : length < whole.length ? 2 : 3);
                read++;
            } catch (UnreadableObjectException cut) {
                assertThat(cut).hasMessageContaining("byte");
            }
        }
        assertThat(read).as("0, 5, 6, 13, 14 and all of it").isEqualTo(6);
    }

    @Test
    void rawRecordsAreTheTextAndTheJsonOfBinary() throws IOException {
        ion.read(utf8("{a:1} /* x */ q::{ a : 2 }"), A);
        assertThat(ion.raw()).containsExactly(utf8("{a:1}"), utf8("q::{ a : 2 }"));
        byte[] binary = OtherIon.ION
                .getLoader()
                .load("{a:1,b:[x,2.5]} {a:zz,t:2020-01-01,c:{{AAEC}},s:{u:null.int,v:1e0}}")
                .getBytes();
        ion.read(binary, A);
        assertThat(ion.raw()).containsExactly(utf8("{\"a\":1}"));
        assertThat(ion.bad())
                .singleElement()
                .satisfies(record -> assertThat(record.raw())
                        .isEqualTo(utf8(
                                "{\"a\":\"zz\",\"t\":\"2020-01-01\",\"c\":\"AAEC\",\"s\":{\"u\":null,\"v\":1.0}}")));
    }
}
