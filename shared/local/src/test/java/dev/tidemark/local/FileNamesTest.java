package dev.tidemark.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Names that are no text have no location: such a file is named, never left out. Java cannot make one, a shell can.
final class FileNamesTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"touch \"$(printf 'caf\\351.csv')\"", "mkdir \"$(printf 'd\\377')\""})
    void aNameThatIsNoTextIsNamedWithTheWayOut(String make) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("ok.csv"), "v\n");
        shell(make);
        LocalObjectStore store = new LocalObjectStore(new DurableFiles(new RealFileWork()));
        assertThatThrownBy(() -> store.list(LocalPaths.location(folder) + "/", false, null))
                .isInstanceOf(FileNameException.class)
                .hasMessageContaining(LocalPaths.location(folder))
                .hasMessageContaining("Rename the file");
    }

    /// The broken twin of a refusal that is too eager: text beyond ASCII is a name like any other.
    @Test
    void aNameBeyondAsciiIsListed() throws IOException, InterruptedException {
        shell("touch \"$(printf 'caf\\303\\251.csv')\"");
        LocalObjectStore store = new LocalObjectStore(new DurableFiles(new RealFileWork()));
        assertThat(store.list(LocalPaths.location(folder) + "/", false, null).objects())
                .singleElement()
                .satisfies(object -> assertThat(object.location()).endsWith(".csv"));
    }

    private void shell(String command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("sh", "-c", command)
                .directory(folder.toFile())
                .inheritIO()
                .start();
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
    }
}
