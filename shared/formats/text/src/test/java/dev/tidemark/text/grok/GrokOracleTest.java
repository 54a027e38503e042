package dev.tidemark.text.grok;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.text.FormatReading;
import io.krakens.grok.api.Grok;
import io.krakens.grok.api.GrokCompiler;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Random lines are taken apart as java-grok 0.1.9 does.
final class GrokOracleTest {

    private static final long SEED = Long.getLong("tidemark.seed", System.nanoTime());
    private static final List<String> FORMATS = List.of(
            "%{COMMONAPACHELOG}",
            "%{COMBINEDAPACHELOG}",
            "%{SYSLOGBASE} %{GREEDYDATA:message}",
            "%{TIMESTAMP_ISO8601:ts} %{LOGLEVEL:level} \\[%{DATA:thread}\\] %{JAVACLASS:class} - %{GREEDYDATA:message}",
            "%{IPORHOST:client} %{URI:uri}( %{QUOTEDSTRING:agent})?",
            "%{NUMBER:a} ?%{WORD:b}?");

    private final Random random = new Random(SEED);

    @Test
    void randomLinesAreTakenApartAsJavaGrokDoes() throws IOException {
        System.out.println("GrokOracleTest: -Dtidemark.seed=" + SEED);
        GrokCompiler compiler = GrokCompiler.newInstance();
        compiler.registerDefaultPatterns();
        compiler.registerPatternFromClasspath("/patterns/java");
        compiler.registerPatternFromClasspath("/patterns/linux-syslog");
        int matched = 0;
        for (String format : FORMATS) {
            Grok grok = compiler.compile(format, true);
            List<String> names = GrokReading.sampled(Map.of("logFormat", format));
            for (int i = 0; i < 60; i++) {
                String line = line();
                FormatReading reading = GrokReading.of(
                        line, GrokReading.options(format, "MISSING", "\u0000"), names.toArray(String[]::new));
                Map<String, Object> captured = grok.match(line).capture();
                assertThat(reading.rows())
                        .as("seed %d, %s, %s", SEED, format, line)
                        .hasSize(captured.isEmpty() ? 0 : 1);
                if (captured.isEmpty()) {
                    assertThat(reading.badRaws()).containsExactly(line);
                    continue;
                }
                matched++;
                List<@Nullable Object> expected = new ArrayList<>();
                names.forEach(name -> expected.add(unquoted(captured.get(name.split(" ", 2)[0]))));
                assertThat(reading.rows().getFirst().stream()
                                .map(GrokOracleTest::unquoted)
                                .toList())
                        .as("seed %d, %s, %s", SEED, format, line)
                        .isEqualTo(expected);
            }
        }
        assertThat(matched).as("seed %d", SEED).isGreaterThan(30);
    }

    /// java-grok takes quotes around a capture off.
    private static @Nullable Object unquoted(@Nullable Object value) {
        return value instanceof String text ? text.replaceFirst("^(['\"])(.*)\\1$", "$2") : value;
    }

    private String line() {
        String ip = random.nextInt(256) + "." + random.nextInt(256) + ".0." + random.nextInt(256);
        String host = random.nextBoolean() ? ip : "host-" + random.nextInt(9) + ".example.org";
        String agent = random.nextBoolean() ? " \"http://r/\" \"Mozilla (é)\"" : "";
        return switch (random.nextInt(6)) {
            case 0, 1 ->
                host + " - " + (random.nextBoolean() ? "-" : "frank") + " [10/Oct/2000:13:55:36 -0700] \""
                        + (random.nextBoolean() ? "GET /a?b=%20 HTTP/1.1" : "garbage") + "\" " + random.nextInt(600)
                        + " "
                        + (random.nextBoolean() ? "-" : random.nextInt(9999)) + agent;
            case 2 -> "Feb  9 07:15:0" + random.nextInt(10) + " " + host + " app[" + random.nextInt(99) + "]: text é";
            case 3 ->
                "2026-03-0" + (1 + random.nextInt(9)) + "T10:00:00.123Z "
                        + List.of("INFO", "WARN", "odd").get(random.nextInt(3)) + " [t-1] a.b.C - some text";
            case 4 -> host + " http://" + host + ":80/p?q=1" + (random.nextBoolean() ? " 'x y'" : "");
            default -> random.nextInt(100) + (random.nextBoolean() ? " w" : "é") + " rest";
        };
    }
}
