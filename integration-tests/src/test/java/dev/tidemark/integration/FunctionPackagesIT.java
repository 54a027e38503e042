package dev.tidemark.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What is deployed: `functions/NAME/target/NAME.zip`, jars in `lib/`.
final class FunctionPackagesIT {

    private static final Path HOUSE =
            Objects.requireNonNull(Path.of("").toAbsolutePath().getParent());

    private static final List<String> NOWHERE =
            List.of("netty", "apache-client", "aws-crt", "hadoop", "testkit", "junit");
    private static final List<String> IN_PROCESS_ONLY =
            List.of("parquet", "zstd", "snappy", "tidemark-text", "commons-compress");

    @ParameterizedTest
    @CsvSource({"trigger,30", "plan,30", "commit,30", "abort,30", "process,60"})
    void aPackageIsSmallAndHoldsWhatItsFunctionNeeds(String name, int mostMegabytes) throws IOException {
        Path file = HOUSE.resolve("functions").resolve(name).resolve("target").resolve(name + ".zip");
        System.out.println("FunctionPackagesIT: " + name + ".zip has " + Files.size(file) + " bytes");
        assertThat(Files.size(file)).isLessThanOrEqualTo(mostMegabytes * 1_000_000L);

        List<String> jars = new ArrayList<>();
        try (ZipFile zip = new ZipFile(file.toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                assertThat(entry.getName()).startsWith("lib/");
                // The same sources make the same bytes: no entry says when it was packed.
                assertThat(entry.getTimeLocal().getYear()).isEqualTo(2026);
                assertThat(entry.getTimeLocal().getMonthValue()).isBetween(10, 11);
                assertThat(entry.getTimeLocal().getMinute()).isZero();
                jars.add(entry.getName().substring("lib/".length()));
            }
        }
        assertThat(jars).anyMatch(jar -> jar.startsWith("tidemark-function-" + name + "-"));
        assertThat(jars).anyMatch(jar -> jar.startsWith("tidemark-lambda-"));
        assertThat(jars).noneMatch(jar -> NOWHERE.stream().anyMatch(jar::contains));
        boolean process = name.equals("process");
        for (String part : IN_PROCESS_ONLY) {
            assertThat(jars.stream().anyMatch(jar -> jar.contains(part)))
                    .as(part)
                    .isEqualTo(process);
        }
    }
}
