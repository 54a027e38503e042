package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Seeded;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Partition keys that a source declares and its folders do not have.
class DeclaredKeysTest {

    private static final String KEYS = "[ { name: day, type: string } ]";

    @TempDir
    private Path folder;

    private Desk desk;

    @BeforeEach
    void setUp() {
        desk = new Desk(folder, Seeded.of("DeclaredKeysTest").random());
    }

    private void keys(String keys) {
        desk.write("job.yaml", Desk.JOB.replace(KEYS, keys).replace("partitionKeys: [ day ]", "partitionKeys: [ ]"));
    }

    /// The broken twin skips every object, and says with exit code 0 that there is nothing to do.
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "[ { name: jahr } ]; jahr; line 8, column 24",
                "[ { name: yaer } ]; yaer; line 8, column 24",
                "[ { name: year }, { name: contry } ]; contry; line 8, column 40"
            })
    void thatNoFolderHasAreAMistakeOfTheJobFile(String keys, String wrong, String place) {
        keys(keys);
        desk.write("lake/raw/year=2020/country=DE/a.csv", "id,amount\n1,100\n");
        desk.write("lake/raw/b.csv", "id,amount\n2,100\n");
        for (String command : List.of("plan", "run")) {
            Desk.Said said = desk.call(command, "JOB");
            assertThat(said.exit()).as(said.err()).isEqualTo(2);
            assertThat(said.err()).contains(place).contains("has the key '" + wrong + "'; they have year, country.");
            if (!wrong.equals("jahr")) {
                assertThat(said.err()).contains("Did you mean " + (wrong.equals("yaer") ? "year?" : "country?"));
            }
        }
        assertThat(desk.rows()).isEmpty();
    }

    /// What a stricter rule would refuse: one object lies where it should, or none lies in folders k=v.
    @Test
    void thatSomeObjectHasOrThatNoFolderCouldHaveAreNone() {
        keys("[ { name: year } ]");
        desk.write("lake/raw/b.csv", "id,amount\n2,100\n");
        Desk.Said _ = desk.done("run", "JOB");
        assertThat(desk.rows()).isEmpty();
        desk.write("lake/raw/country=DE/a.csv", "id,amount\n3,100\n");
        desk.write("lake/raw/_tmp/year=2020/a.csv", "id,amount\n3,100\n");
        assertThat(desk.call("run", "JOB").exit()).isEqualTo(2);
        desk.write("lake/raw/year=2020/a.csv", "id,amount\n1,100\n");
        Desk.Said _ = desk.done("run", "JOB");
        assertThat(desk.rows()).containsExactly("{\"id\":1,\"amount\":100,\"year\":\"2020\"}");
        // Everything read and known: the declared folder is still there.
        assertThat(desk.done("run", "JOB").out()).contains("NOTHING_TO_DO");
    }
}
