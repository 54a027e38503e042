package dev.tidemark.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StageFileTest {

    private static final String RIGHT = """
            stage: dev
            account: "123456789012"
            region: eu-central-1
            tags: { project: tidemark }
            logDays: 90
            buckets: [ my-lake ]
            keepWorkers: [ 4096 ]
            jobs:
              - file: jobs/a.yaml
                params: { lake: s3://my-lake }
                schedule: rate(1 day)
                onNewObjects: true
                alarmAfterHours: 36
            """;

    @TempDir
    private Path folder;

    @Test
    void aStageIsReadWithPathsRelativeToItsFile() throws IOException {
        StageSettings settings = StageFile.read(file(RIGHT));

        assertThat(settings.names().bucket()).isEqualTo("tidemark-dev-123456789012-eu-central-1");
        assertThat(settings.logDays()).isEqualTo(90);
        assertThat(settings.keepWorkers()).containsExactly(4096);
        assertThat(settings.jobs().getFirst().file()).isEqualTo(folder.resolve("jobs/a.yaml"));
        assertThat(settings.jobs().getFirst().alarmAfterHours()).isEqualTo(36);
        assertThat(settings.jobs().getFirst().timezone()).isEqualTo("UTC");
    }

    /// Broken twins of a right file: what stands there, what stands there instead, what the refusal says.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "stage: dev|stage: Dev|is no name of a stage",
                "stage: dev|stage: production1x|Write up to 10 lower-case letters",
                "stage: dev|stages: dev|unknown key 'stages'",
                "\"123456789012\"|011112222333|'account' is no text but",
                "\"123456789012\"|\"1234\"|is no account id",
                "region: eu-central-1|region: |'region' is missing",
                "logDays: 90|logDays: 91|keeps no logs for 91 days",
                "region: eu-central-1|region: \"\\U99999999\"|Mend its YAML",
                "logDays: 90|logDays: many|'logDays' is no number",
                "onNewObjects: true|onNewObject: true|unknown key 'onNewObject'",
                "onNewObjects: true|onNewObjects: often|'onNewObjects' is neither true nor false",
                "onNewObjects: true|timezone: Berlin|'Berlin' is no time zone",
                "file: jobs/a.yaml|file: |'file' is missing",
                "[ my-lake ]|my-lake|'buckets' is no list",
                "[ 4096 ]|4096|'keepWorkers' is no list of memory sizes but 4096",
                "[ 4096 ]|[ 4GiB ]|'keepWorkers' is no list of memory sizes",
                "[ 4096 ]|[ 4096, 511 ]|of megabytes from 512 to 10240",
                "[ 4096 ]|[ 10241 ]|of megabytes from 512 to 10240",
                "tags: { project: tidemark }|tags: 3|tags is no map",
                "tags: { project: tidemark }|stage: prod|found duplicate key stage",
            })
    void aWrongFileIsRefused(String there, String instead, String says) throws IOException {
        assertThat(RIGHT).contains(there);
        Path file = file(RIGHT.replace(there, instead));

        assertThatThrownBy(() -> StageFile.read(file))
                .isInstanceOf(StageFileException.class)
                .hasMessageContaining("The stage's file " + file)
                .hasMessageContaining(says);
    }

    private Path file(String text) throws IOException {
        return Files.writeString(folder.resolve("dev.yaml"), text);
    }
}
