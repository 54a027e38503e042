package dev.tidemark.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.spi.Formats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Every sample is read as other libraries read it. `-Dtidemark.conformance=DIR` reads those of another folder.
class SamplesTest {

    /// Formats that samples have and nobody reads yet. Empty this when a format comes:
    /// [#noFormatIsForgotten] fails until then.
    static final Set<String> UNBUILT = Set.of();

    private static final Path OWN = Path.of("samples");

    static Path folder() {
        String other = System.getProperty("tidemark.conformance", "");
        if (other.isEmpty()) {
            return OWN;
        }
        // Whoever calls Maven stands in the root, and tests run in their module.
        Path named = Path.of(other);
        return Files.isDirectory(named) ? named : Path.of("..").resolve(named);
    }

    @TestFactory
    Stream<DynamicTest> samplesAreReadAsOthersReadThem() throws IOException {
        List<Sample> samples = new SampleFolder(folder()).samples();
        assertThat(samples).as("samples below %s", folder().toAbsolutePath()).isNotEmpty();
        return samples.stream()
                .map(sample -> DynamicTest.dynamicTest(sample.name(), () -> {
                    boolean unbuilt =
                            UNBUILT.contains(sample.options().path("format").asText());
                    Sample asked = unbuilt ? sample.withExpected(new Sample.Refused("")) : sample;
                    assertThat(Judge.differences(asked)).as(sample.name()).isEmpty();
                }));
    }

    /// Of our own samples somebody says what each holds.
    @Test
    void nobodyIsSilentAboutASample() throws IOException {
        List<Sample> samples = new SampleFolder(OWN).samples();
        assertThat(samples).hasSizeGreaterThan(200);
        assertThat(samples)
                .filteredOn(sample -> sample.expected() instanceof Sample.Anything)
                .isEmpty();
    }

    /// All readers of the house are on the class path, and none of them is called unbuilt.
    @Test
    void noFormatIsForgotten() throws IOException {
        Set<String> found = new TreeSet<>();
        Formats.load()
                .readers()
                .values()
                .forEach(reader -> found.add(reader.getClass().getName()));
        try (Stream<Path> modules = Files.list(Path.of("../shared/formats"))) {
            for (Path module : modules.toList()) {
                Path services = module.resolve("src/main/resources/META-INF/services/dev.tidemark.spi.FormatReader");
                if (Files.exists(services)) {
                    assertThat(found)
                            .containsAll(Files.readAllLines(services).stream()
                                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                                    .toList());
                }
            }
        }
        assertThat(Formats.load().readers().keySet()).noneMatch(UNBUILT::contains);
    }
}
