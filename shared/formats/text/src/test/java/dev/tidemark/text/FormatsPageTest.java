package dev.tidemark.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.spi.FormatOption;
import dev.tidemark.text.grok.GrokFormat;
import dev.tidemark.text.xml.XmlFormat;
import dev.tidemark.text.xml.XmlWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// docs/reference/formats.md lists the options of XML and logs, those and no others, each in its section's table.
final class FormatsPageTest {

    private static List<String> named(List<FormatOption> options) {
        return options.stream().map(FormatOption::name).sorted().toList();
    }

    /// The names in the first column of the first table behind `heading`.
    private static List<String> listed(String page, String heading, String under) {
        String section = page.substring(page.indexOf(under, page.indexOf("## " + heading)));
        return section.lines()
                .dropWhile(line -> !line.startsWith("|---"))
                .skip(1)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> line.split("\\|")[1])
                .flatMap(cell -> Arrays.stream(cell.split(",")))
                .map(name -> name.replace("`", "").strip())
                .sorted()
                .toList();
    }

    @Test
    void thePageListsTheOptions() throws IOException {
        String page = Files.readString(Path.of("../../../docs/reference/formats.md"));
        assertThat(listed(page, "XML", "### Options of a source")).isEqualTo(named(new XmlFormat().options()));
        assertThat(listed(page, "XML", "### Options of a sink")).isEqualTo(named(new XmlWriter().options()));
        assertThat(listed(page, "Logs", "### Options of a source")).isEqualTo(named(new GrokFormat().options()));
        // The broken twin: a line less is found.
        assertThat(listed(page.replace("| `excludeAttribute` ", "| "), "XML", "### Options of a source"))
                .isNotEqualTo(named(new XmlFormat().options()));
    }

    @Test
    void theFormatsAreFound() {
        assertThat(dev.tidemark.spi.Formats.load().readers()).containsKeys("csv", "json", "xml", "grokLog");
        assertThat(Stream.of("csv", "json", "xml"))
                .allMatch(dev.tidemark.spi.Formats.load().writers()::containsKey);
    }
}
