package dev.tidemark.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The short way gives the general parsers' value for every text that it takes, and takes the usual ones.
final class CanonicalTextTest {

    private static final int TEXTS = 200_000;
    private static final String ODD = "0123456789-+.:TZ eE/ax";

    private Random random = new Random();

    @BeforeEach
    void seed() {
        long seed = Long.getLong("tidemark.seed", System.nanoTime());
        System.out.println("CanonicalTextTest: tidemark.seed=" + seed);
        random = new Random(seed);
    }

    @Test
    void timesAreThoseOfTheGeneralParser() {
        int taken = 0;
        for (int i = 0; i < TEXTS; i++) {
            String text = odd("%04d-%02d-%02d%s%02d:%02d:%02d%s%s"
                    .formatted(
                            random.nextInt(10_000),
                            random.nextInt(14),
                            random.nextInt(33),
                            random.nextBoolean() ? "T" : " ",
                            random.nextInt(25),
                            random.nextInt(61),
                            random.nextInt(61),
                            random.nextBoolean() ? "" : ("." + random.nextInt(10_000_000)),
                            random.nextBoolean() ? "" : "Z"));
            for (boolean utc : new boolean[] {true, false}) {
                ZoneId zone = utc ? ZoneOffset.UTC : ZoneId.of("America/New_York");
                long micros = CanonicalText.micros(vector(text), 1, utc);
                if (micros != CanonicalText.NONE) {
                    taken++;
                    assertThat(micros).as(text).isEqualTo(TimeText.micros(text, zone));
                }
            }
        }
        assertThat(taken).isGreaterThan(TEXTS / 4);
        assertThat(CanonicalText.micros(vector("2024-02-29T23:59:59.5Z"), 1, false))
                .isEqualTo(1_709_251_199_500_000L);
    }

    @Test
    void datesAreThoseOfTheGeneralParser() {
        int taken = 0;
        for (int i = 0; i < TEXTS; i++) {
            String text =
                    odd("%04d-%02d-%02d".formatted(random.nextInt(10_000), random.nextInt(14), random.nextInt(33)));
            long days = CanonicalText.days(vector(text), 1);
            if (days != CanonicalText.NONE) {
                taken++;
                assertThat(days).as(text).isEqualTo(TimeText.days(text));
            }
        }
        assertThat(taken).isGreaterThan(TEXTS / 4);
    }

    @Test
    void decimalsAreRoundedHalfUpAsBigDecimalDoes() {
        int taken = 0;
        for (int i = 0; i < TEXTS; i++) {
            String text = odd(number(19));
            int precision = random.nextInt(1, 19);
            DataType.Decimal type = (DataType.Decimal) DataType.decimal(precision, random.nextInt(precision + 1));
            long unscaled = CanonicalText.unscaled(vector(text), 1, type);
            if (unscaled != CanonicalText.NONE) {
                taken++;
                BigDecimal exact = new BigDecimal(text).setScale(type.scale(), RoundingMode.HALF_UP);
                assertThat(BigDecimal.valueOf(unscaled, type.scale()))
                        .as(text + " as " + type)
                        .isEqualTo(exact);
                assertThat(exact.signum() == 0 || exact.precision() <= type.precision())
                        .as(text + " fits " + type)
                        .isTrue();
            }
        }
        assertThat(taken).isGreaterThan(TEXTS / 10);
        assertThat(List.of("0.5", "-0.5", "1.49", "-1.5", "+2.50"))
                .extracting(text -> CanonicalText.unscaled(vector(text), 1, (DataType.Decimal) DataType.decimal(3, 0)))
                .containsExactly(1L, -1L, 1L, -2L, 3L);
    }

    @Test
    void doublesAreThoseOfTheLanguage() {
        int taken = 0;
        for (int i = 0; i < TEXTS; i++) {
            String text = odd(number(17));
            double value = CanonicalText.number(vector(text), 1);
            if (!Double.isNaN(value)) {
                taken++;
                assertThat(Double.doubleToRawLongBits(value))
                        .as(text)
                        .isEqualTo(Double.doubleToRawLongBits(Double.parseDouble(text)));
            }
        }
        assertThat(taken).isGreaterThan(TEXTS / 4);
        assertThat(CanonicalText.number(vector("-0.0"), 1)).isEqualTo(-0.0);
    }

    @Test
    void onlyTrueAndFalseAreTakenAsTheyStand() {
        assertThat(CanonicalText.bool(vector("true"), 1)).isEqualTo(1);
        assertThat(CanonicalText.bool(vector("false"), 1)).isZero();
        assertThat(List.of("True", "t", "falsy", "", "trues"))
                .allMatch(text -> CanonicalText.bool(vector(text), 1) < 0);
    }

    private String number(int mostDigits) {
        int digits = random.nextInt(1, mostDigits + 1);
        StringBuilder text = new StringBuilder(List.of("", "", "-", "+").get(random.nextInt(4)));
        int point = random.nextInt(digits + 2);
        for (int i = 0; i < digits; i++) {
            text.append(i == point ? "." : "").append((char) ('0' + random.nextInt(10)));
        }
        return text.toString();
    }

    /// The text, or one that differs in a place.
    private String odd(String text) {
        int at = random.nextInt(text.length());
        String other = String.valueOf(ODD.charAt(random.nextInt(ODD.length())));
        return switch (random.nextInt(6)) {
            case 0 -> text.substring(0, at) + other + text.substring(at + 1);
            case 1 -> text.substring(0, at) + other + text.substring(at);
            case 2 -> text.substring(0, at) + text.substring(at + 1);
            default -> text;
        };
    }

    /// Row 1 of three: neighbours must not be looked at.
    private static BytesVector vector(String text) {
        BytesVector vector = (BytesVector) ColumnVector.of(DataType.STRING);
        vector.append("1");
        vector.append(text);
        vector.append("23");
        return vector;
    }
}
