package dev.tidemark.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.spi.FormatOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/// docs/reference/parquet.md lists the options that there are and no others.
class ParquetPageTest {

    private static List<String> named(List<FormatOption> options) {
        return options.stream().map(FormatOption::name).sorted().toList();
    }

    /// The quoted names in the first column of the first table behind `heading`.
    private static List<String> listed(String page, String heading) {
        return page.substring(page.indexOf("## " + heading))
                .lines()
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
        String page = Files.readString(Path.of("../../../docs/reference/parquet.md"));
        assertThat(listed(page, "Reading")).isEqualTo(named(new ParquetFormatReader().options()));
        assertThat(listed(page, "Options of a sink")).isEqualTo(named(new ParquetFormatWriter().options()));
        // The broken twin: a line less is found.
        assertThat(listed(page.replace("| `pageSize` ", "| "), "Options of a sink"))
                .isNotEqualTo(named(new ParquetFormatWriter().options()));
    }
}
