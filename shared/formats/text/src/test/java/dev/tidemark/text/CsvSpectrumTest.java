package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.data.SampledSchema;
import dev.tidemark.spi.FormatOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The files of csv-spectrum against the rows that come with them.
final class CsvSpectrumTest {

    private static final Pattern STRING = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"\\s*([:,}\\]])");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "comma_in_quotes",
                "empty",
                "escaped_quotes",
                "json",
                "newlines",
                "quotes_and_newlines",
                "simple",
                "utf8"
            })
    void isReadAsItsAuthorSays(String name) throws IOException {
        byte[] file = BytesInput.resource("csv-spectrum/csvs/" + name + ".csv");
        Map<String, String> options = Map.of("withHeader", "true", "multiLine", "true");
        SampledSchema sample =
                new CsvFormatReader().sample(new BytesInput(file), 1 << 20, new FormatOptions(options), Set.of());
        CsvReading read = CsvReading.with("withHeader", "true", "multiLine", "true")
                .text(sample.schema().names().toArray(String[]::new))
                .read(file);
        List<String> actual = new ArrayList<>();
        read.rows.forEach(row -> {
            for (int i = 0; i < row.size(); i++) {
                actual.add(sample.schema().names().get(i));
                String value = row.get(i);
                actual.add(value == null ? "" : value);
            }
        });
        assertThat(read.bad).isEmpty();
        assertThat(actual).isEqualTo(strings(name));
    }

    /// Names and values of all objects, in order: the files hold nothing but strings.
    private static List<String> strings(String name) throws IOException {
        String json = new String(BytesInput.resource("csv-spectrum/json/" + name + ".json"), StandardCharsets.UTF_8);
        List<String> all = new ArrayList<>();
        Matcher matcher = STRING.matcher(json);
        while (matcher.find()) {
            all.add(matcher.group(1).translateEscapes());
        }
        return all;
    }
}
