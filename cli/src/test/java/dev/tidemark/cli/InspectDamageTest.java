package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.testkit.Seeded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Samples with bytes changed, cut out, put in or cut off are read, or refused by a typed error that names the file:
/// never a fault of the program, whatever the format.
class InspectDamageTest {

    private static final Path SAMPLES = Path.of("../conformance/samples");
    private static final int EACH = Integer.getInteger("tidemark.damages", 8);

    @TempDir
    private Path folder;

    private static List<Path> samples() throws IOException {
        try (Stream<Path> files = Files.walk(SAMPLES)) {
            return files.filter(file ->
                            file.getFileName().toString().matches(".*\\.(avro|parquet|xml|gz|bz2|ion|log|csv|jsonl)"))
                    .filter(file -> !file.toString().endsWith(".jsn.gz"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void noDamageIsAFaultOfTheProgram() throws IOException {
        Random random = Seeded.of("InspectDamageTest").random();
        Desk desk = new Desk(folder, random);
        int refused = 0;
        for (Path sample : samples()) {
            byte[] whole = Files.readAllBytes(sample);
            for (int damage = 0; damage < EACH && whole.length > 0; damage++) {
                Path file = folder.resolve(sample.getFileName());
                byte[] damaged = damaged(whole, random);
                Files.write(file, damaged);
                Desk.Said said = desk.call("inspect", "--json", "--rows", "1", file.toString());
                JsonNode document = said.document();
                String about = sample + " " + said.out() + said.err();
                assertThat(Schemas.complaints(document)).as(about).isEmpty();
                if (said.exit() != 0) {
                    refused++;
                    if (document.at("/error/type").asText().equals("UnexpectedException")) {
                        Files.write(Path.of("target", "fault-" + sample.getFileName()), damaged);
                    }
                    assertThat(document.at("/error/type").asText()).as(about).isNotEqualTo("UnexpectedException");
                    assertThat(said.exit()).as(about).isIn(1, 2);
                }
            }
        }
        // A twin that damages nothing is refused nowhere but where the sample is broken itself.
        assertThat(refused).isGreaterThan(samples().size() * EACH / 10);
    }

    private static byte[] damaged(byte[] whole, Random random) {
        byte[] bytes = whole.clone();
        int at = random.nextInt(bytes.length);
        return switch (random.nextInt(4)) {
            case 0 -> Arrays.copyOf(bytes, at);
            case 1 -> {
                for (int i = random.nextInt(1, 8); i > 0; i--) {
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
                }
                yield bytes;
            }
            case 2 -> {
                int length = Math.min(bytes.length - at, random.nextInt(1, 16));
                System.arraycopy(bytes, at + length, bytes, at, bytes.length - at - length);
                yield Arrays.copyOf(bytes, bytes.length - length);
            }
            default -> {
                byte[] longer = Arrays.copyOf(bytes, bytes.length + 3);
                System.arraycopy(bytes, at, longer, at + 3, bytes.length - at);
                longer[at] = (byte) random.nextInt(256);
                yield longer;
            }
        };
    }
}
