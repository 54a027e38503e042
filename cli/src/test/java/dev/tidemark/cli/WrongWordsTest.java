package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.testkit.Halt;
import dev.tidemark.testkit.PortTap;
import dev.tidemark.testkit.Seeded;
import dev.tidemark.testkit.TappedPorts;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Words that name no run and no time: wrong usage, whatever command they are given to, and nothing is touched.
class WrongWordsTest {

    private static final List<String> NO_RUN = List.of(
            "../head", "..", ".", "", " ", "run/x", "a#b", "#", "run#x", "a\nb", "%2e%2e", "ü", "x".repeat(300));

    private static final List<String> NO_TIME = List.of(
            "-1000000000-01-01T00:00:00Z",
            "+1000000000-12-31T23:59:59.999999999Z",
            "+10000-01-01T00:00:00Z",
            "0000-01-01T00:00:00Z",
            "9999-12-31T23:59:59Z",
            "2026-13-01T00:00:00Z",
            "2026-11-30",
            "2026-11-30T25:00:00Z",
            "9999999999-01-01T00:00:00Z");

    @TempDir
    private Path folder;

    private Desk desk;

    @BeforeEach
    void setUp() {
        desk = new Desk(folder, Seeded.of("WrongWordsTest").random());
        desk.addFile();
        Desk.Said _ = desk.done("run", "JOB");
    }

    @Test
    void aWordThatIsNoRunIsWrongUsage() {
        for (String word : NO_RUN) {
            for (String act : List.of("show", "abort", "finish", "repair")) {
                refused(word, "runs", act, "JOB", word);
            }
            refused(word, "bookmark", "rewind", "JOB", word);
            refused(word, "run", "JOB", "--bookmark", "pause", "--from", word, "--to", "g:1");
            refused(word, "run", "JOB", "--bookmark", "pause", "--from", "g:0", "--to", word);
        }
        for (String word : List.of("g:", "g:x", "g:-1", "g:99", "g:99999999999999999999")) {
            refused("generation", "bookmark", "rewind", "JOB", word);
            refused("generation", "run", "JOB", "--bookmark", "pause", "--from", word, "--to", "g:1");
        }
    }

    @Test
    void aWordThatIsNoTimeIsWrongUsage() {
        for (String word : NO_TIME) {
            refused(word, "run", "JOB", "--as-of=" + word);
            refused(word, "run", "JOB", "--bookmark", "pause", "--from=" + word, "--to", "g:1");
            refused(word, "run", "JOB", "--bookmark", "pause", "--from", "g:0", "--to=" + word);
            refused(word, "bookmark", "rewind", "JOB", "--before=" + word);
            refused(word, "bookmark", "rewind", "JOB", "--", word);
            refused(word, "bookmark", "set-now", "JOB", "--before=" + word);
        }
    }

    @Test
    void theFirstAndTheLastTimesAreTimes() {
        for (String time : List.of("0001-01-02T00:00:00Z", "9999-12-30T23:59:59.999999Z")) {
            desk.addFile();
            Desk.Said _ = desk.done("run", "JOB", "--as-of", time);
            Desk.Said _ = desk.done("bookmark", "rewind", "JOB", "--dry-run", "--before", time);
            Desk.Said _ = desk.done("bookmark", "rewind", "JOB", "--dry-run", time);
            Desk.Said _ = desk.done("bookmark", "set-now", "JOB", "--dry-run", "--before", time);
        }
    }

    @Test
    void finishIsAboutTheRunThatIsNamedAndNamesTheOneThatStands() {
        String committed = lastRun();
        desk.addFile();
        desk.around(ports -> TappedPorts.of(ports, new Dying()));
        assertThatThrownBy(() -> desk.call("run", "JOB")).isInstanceOf(Halt.class);
        desk.around(UnaryOperator.identity());
        String decided = lastRun();
        Desk.Said refused = desk.call("runs", "finish", "JOB", committed);
        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.err())
                .contains("Run " + committed + " is COMMITTED", "tidemark runs finish " + desk.job() + " " + decided);
        assertThat(state()).isEqualTo("PUBLISHING");
        Desk.Said _ = desk.done("runs", "finish", "JOB", decided);
        assertThat(state()).isEqualTo("IDLE");
        Desk.Said _ = desk.done("runs", "finish", "JOB", committed);
    }

    private String lastRun() {
        return desk.done("runs", "show", "JOB", "--json")
                .document()
                .path("run")
                .path("runId")
                .asText();
    }

    private String state() {
        return desk.done("bookmark", "show", "JOB", "--json")
                .document()
                .path("state")
                .asText();
    }

    /// A message for people and a document for programs, and not a byte is changed.
    private void refused(String word, String... words) {
        Map<String, String> before = desk.snapshot();
        Desk.Said text = desk.call(words);
        assertThat(text.exit()).as("%s: %s", List.of(words), text.err()).isEqualTo(2);
        assertThat(text.err())
                .as("%s", List.of(words))
                .startsWith("tidemark: ")
                .doesNotContain("\tat ")
                .contains(word.isBlank() ? "'" : word.substring(0, Math.min(word.length(), 20)));
        List<String> json = new ArrayList<>(List.of(words));
        json.add(1, "--json");
        List<String> ordered = words[0].equals("run")
                ? json
                : Stream.concat(Stream.of("--json"), Stream.of(words)).toList();
        Desk.Said document = desk.call(ordered.toArray(String[]::new));
        assertThat(document.document().path("error").path("type").asText()).isEqualTo("UsageException");
        assertThat(Schemas.complaints(document.document())).isEmpty();
        assertThat(desk.snapshot()).isEqualTo(before);
    }

    /// The process dies before its first staged file is published.
    private static final class Dying implements PortTap {
        @Override
        public <T> T call(String call, Supplier<T> effect) {
            if (call.equals("staging.complete")) {
                throw new Halt(call);
            }
            return effect.get();
        }
    }
}
