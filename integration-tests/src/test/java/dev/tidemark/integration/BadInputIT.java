package dev.tidemark.integration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.json.ItemJson;
import dev.tidemark.spi.Item;
import dev.tidemark.testkit.Seeded;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What the packaged command does with each kind of bad input: its exit code, the thing it names and the way out, and
/// that it leaves outputs, catalog and bookmark as they were, byte for byte.
final class BadInputIT {

    private static final String HEAD = ".tidemark/job/faults/head.json";

    @TempDir
    private static @Nullable Path folder;

    private static @Nullable FaultHome home;

    @BeforeAll
    static void makeTheHome() throws Exception {
        FaultHome made =
                new FaultHome(logs().resolve("home"), Seeded.of("BadInputIT").random());
        made.make(logs());
        home = made;
    }

    @AfterAll
    static void putTheHomeBack() throws Exception {
        if (home != null) {
            home.restore();
        }
    }

    private static Path logs() {
        return Objects.requireNonNull(folder);
    }

    static Stream<Fault> faults() {
        return Stream.of(
                        JobFileFaults.all(),
                        UnbuiltFaults.all(),
                        SourceFaults.all(),
                        ColumnFaults.all(),
                        RecordFaults.all(),
                        OutputFaults.all(),
                        StateFaults.all())
                .flatMap(List::stream);
    }

    @ParameterizedTest
    @MethodSource("faults")
    void isNamedWithTheWayOutAndChangesNothing(Fault fault) throws Exception {
        assertThat(complaints(fault)).isEmpty();
    }

    @Test
    void theTableHasAtLeastThirtyRowsAndNoNameTwice() {
        assertThat(faults().map(Fault::name)).hasSizeGreaterThanOrEqualTo(30).doesNotHaveDuplicates();
    }

    /// The broken twin: nothing is wrong, so the run commits and everything that must stay changes.
    @Test
    void aTwinThatSucceedsIsCaught() throws Exception {
        Fault twin = Fault.failed("nothing is wrong", _ -> {}, "/raw/", "run again");
        assertThat(complaints(twin))
                .anyMatch(line -> line.startsWith("exit code 0"))
                .anyMatch(line -> line.startsWith("the message does not name"))
                .anyMatch(line -> line.startsWith("the message gives no way out"))
                .anyMatch(line -> line.contains("lake/curated/country="))
                .anyMatch(line -> line.contains(".tidemark/job/faults/gen/000000000002.json"))
                .anyMatch(line -> line.contains(".tidemark/work/faults/segments/"))
                .anyMatch(line -> line.startsWith("the head"))
                .anyMatch(line -> line.startsWith("run 0"));
    }

    /// The broken twin of exit 2: a fault that is only found when the run has begun leaves bytes.
    @Test
    void aTwinThatLeavesARunWhereNothingMayBeLeftIsCaught() throws Exception {
        Fault late = Fault.refused(
                "a bad record", home -> home.raw("bad.csv", "id,amount,country,note\nx,1,de,\n"), "bad.csv", "");
        assertThat(complaints(late))
                .anyMatch(line -> line.startsWith("exit code 1"))
                .anyMatch(line -> line.contains(".tidemark/job/faults/run/"));
    }

    private static List<String> complaints(Fault fault) throws Exception {
        FaultHome at = Objects.requireNonNull(home);
        at.restore();
        fault.make().in(at);
        Map<String, String> before = at.snapshot();
        List<String> arguments =
                new ArrayList<>(List.of("run", at.path("job.yaml").toString()));
        fault.arguments()
                .forEach(argument ->
                        arguments.add(argument.replace("HOME", at.path("").toString())));
        var ended = PackagedCommand.PLAIN
                .using(logs().resolve("aot"))
                .under(fault.under().toArray(String[]::new))
                .run(logs(), arguments);
        List<String> complaints = new ArrayList<>();
        if (ended.exit() != fault.exit()) {
            complaints.add("exit code " + ended.exit() + ", not " + fault.exit());
        }
        said(fault, ended, complaints);
        Map<String, String> after = at.snapshot();
        for (String name : FaultHome.changed(before, after)) {
            if (fault.exit() == 2 || !mayChange(name)) {
                complaints.add("changed: " + name);
            }
        }
        if (fault.exit() != 2) {
            state(at, before, after, complaints);
        }
        if (!complaints.isEmpty() || Boolean.getBoolean("tidemark.showFaults")) {
            System.out.println(fault.name() + ": " + complaints + "\n" + ended.out() + ended.err());
        }
        return complaints;
    }

    private static void said(Fault fault, PackagedCommand.Ended ended, List<String> complaints) {
        if (!ended.out().isEmpty()) {
            complaints.add("standard output is not empty");
        }
        if (!ended.err().contains(fault.named())) {
            complaints.add("the message does not name " + fault.named());
        }
        if (!ended.err().contains(fault.wayOut())) {
            complaints.add("the message gives no way out: " + fault.wayOut());
        }
        if (ended.err().contains("\tat ") || ended.err().contains("unexpected")) {
            complaints.add("a stack trace");
        }
    }

    /// What a run that ended by its own error may leave: itself.
    private static boolean mayChange(String name) {
        return name.matches("\\.tidemark/job/[a-z]+(/(run(/[^/]+\\.json)?|head\\.json|lock|holder))?")
                || name.matches("\\.tidemark/quarantine(/[a-z]+){0,2}")
                || name.matches("\\.tidemark/work/[a-z]+(/runs(/.*)?)?");
    }

    /// A head without its time, with its attributes in order.
    private static List<String> sorted(String head) {
        return Stream.of(head.substring(head.indexOf(' ')).strip().split("[{},]"))
                .filter(part -> !part.isBlank())
                .sorted()
                .toList();
    }

    /// The job is free, at the generation it was, and every new run has ended. A state that is itself what is wrong
    /// must stay as it is.
    private static void state(
            FaultHome at, Map<String, String> before, Map<String, String> after, List<String> complaints)
            throws Exception {
        String head = String.valueOf(before.get(HEAD));
        if (!head.contains("\"state\":\"IDLE\"") || !head.contains("\"formatVersion\":2,")) {
            // Whoever tries to publish takes the publisher's seat.
            String now = String.valueOf(after.get(HEAD))
                    .replaceAll("\"publisher\":\"[^\"]*\",|\"publisherUntil\":\\d+,", "");
            if (!sorted(head).equals(sorted(now))) {
                complaints.add("the head is " + after.get(HEAD));
            }
            return;
        }
        Item now = ItemJson.read(Files.readAllBytes(at.path(HEAD)), HEAD);
        if (!now.text("state").orElse("").equals("IDLE")
                || now.number("generation").orElse(0) != 1) {
            complaints.add("the head is " + now);
        }
        for (String name : after.keySet()) {
            if (name.matches("\\.tidemark/job/[a-z]+/run/.*") && !before.containsKey(name)) {
                String state = ItemJson.read(Files.readAllBytes(at.path(name)), name)
                        .text("state")
                        .orElse("");
                if (!state.equals("ABORTED")) {
                    complaints.add("run " + name.replaceAll(".*/run/", "") + " is " + state);
                }
            }
        }
    }
}
