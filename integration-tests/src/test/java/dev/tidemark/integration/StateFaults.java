package dev.tidemark.integration;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// The state folder does not hold what it should.
final class StateFaults {

    private static final String HEAD = ".tidemark/job/faults/head.json";

    private StateFaults() {}

    static List<Fault> all() {
        return List.of(
                Fault.failed(
                        "the state of a newer version",
                        home -> edit(home.path(HEAD), "\"formatVersion\":2", "\"formatVersion\":99"),
                        "job faults has format 99",
                        "Run a newer version"),
                Fault.failed("a corrupt head", home -> cut(home.path(HEAD)), HEAD, "copy"),
                Fault.failed("an empty head", home -> Files.write(home.path(HEAD), new byte[0]), HEAD, "copy"),
                Fault.failed(
                        "a corrupt generation",
                        home -> cut(home.state("job/faults/gen/*.json")),
                        "gen/000000000001.json",
                        "copy"),
                Fault.failed(
                        "a missing generation",
                        home -> Files.delete(home.state("job/faults/gen/*.json")),
                        "generation 1",
                        "tidemark bookmark"),
                Fault.failed(
                        "a corrupt segment",
                        home -> {
                            Path segment = home.state("work/faults/segments/*");
                            byte[] bytes = Files.readAllBytes(segment);
                            bytes[bytes.length / 2] ^= 1;
                            Files.write(segment, bytes);
                        },
                        "/segments/",
                        "tidemark bookmark rewind"),
                Fault.failed(
                        "a missing segment",
                        home -> Files.delete(home.state("work/faults/segments/*")),
                        "/segments/",
                        "tidemark bookmark rewind"),
                Fault.failed(
                        "a corrupt table of the catalog",
                        home -> cut(home.path(".tidemark/catalog/lake/orders.json")),
                        "catalog/lake/orders.json",
                        "copy"),
                Fault.failed(
                        "a corrupt record of a commit that is being published",
                        home -> {
                            Path record = home.state("work/faults/runs/*/record-*.json");
                            publishing(home, record);
                            cut(record);
                        },
                        "/record-",
                        "copy"),
                Fault.failed(
                        "another document in the place of a record that is being published",
                        home -> {
                            Path record = home.state("work/faults/runs/*/record-*.json");
                            publishing(home, record);
                            Files.writeString(record, "{\"wire\":1,\"flows\":{}}");
                        },
                        "/record-",
                        "copy"),
                Fault.failed(
                        "a newer version's record of a commit that is being published",
                        home -> {
                            Path record = home.state("work/faults/runs/*/record-*.json");
                            publishing(home, record);
                            edit(record, "\"wire\":1", "\"wire\":2");
                        },
                        "/record-",
                        "run the version that wrote it"),
                Fault.failed(
                        "a head in a state that there is not",
                        home -> edit(home.path(HEAD), "\"state\":\"IDLE\"", "\"state\":\"BUSY\""),
                        "its head has state 'BUSY'",
                        "from one copy"),
                Fault.failed(
                        "a head that nobody claims",
                        home -> edit(home.path(HEAD), "\"state\":\"IDLE\"", "\"state\":\"CLAIMED\""),
                        "its head is CLAIMED by no run",
                        "from one copy"),
                Fault.failed(
                        "another item in the place of a generation",
                        home -> Files.writeString(home.state("job/faults/gen/*.json"), "{\"state\":\"IDLE\"}"),
                        "generation 1 has no kind",
                        "from one copy"),
                Fault.failed(
                        "a generation without its flows",
                        home -> edit(home.state("job/faults/gen/*.json"), "\\\"flows\\\":", "\\\"flow\\\":"),
                        "generation 1 of job faults",
                        "copy"),
                Fault.failed(
                        "another document in the place of a table's partitions",
                        home -> Files.writeString(home.state("catalog/lake/orders.partitions.json"), "{\"wire\":1}"),
                        "orders.partitions.json",
                        "copy"),
                Fault.failed(
                        "a missing record of a commit that is being published",
                        home -> {
                            Path record = home.state("work/faults/runs/*/record-*.json");
                            publishing(home, record);
                            Files.delete(record);
                        },
                        "/record-",
                        "copy"),
                Fault.failed(
                                "a state folder that is a file",
                                home -> home.write("taken", "a file"),
                                "/taken",
                                "choose another path")
                        .with("--state", "HOME/taken"));
    }

    private static void publishing(FaultHome home, Path record) throws Exception {
        edit(
                home.path(HEAD),
                "\"state\":\"IDLE\"",
                "\"state\":\"PUBLISHING\",\"runId\":\"%s\",\"record\":\"%s\""
                        .formatted(record.getName(record.getNameCount() - 2), record.toUri()));
        edit(home.state("job/faults/run/*.json"), "\"state\":\"COMMITTED\"", "\"state\":\"PUBLISHING\"");
    }

    private static void cut(Path file) throws Exception {
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(bytes, bytes.length / 2));
    }

    private static void edit(Path file, String from, String to) throws Exception {
        String text = Files.readString(file);
        if (!text.contains(from)) {
            throw new IllegalStateException(file + " does not hold " + from + ": " + text);
        }
        Files.writeString(file, text.replace(from, to));
    }
}
