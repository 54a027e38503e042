package dev.tidemark.integration.lambda;

import dev.tidemark.integration.CompareWithDuckDb;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/// The example's job file, byte for byte, with `lake` a bucket; beside it a folder with every version of
/// every object, from which DuckDB makes the rows that must come out.
final class Birdstrikes {

    static final String JOB = "birdstrikes";

    private static final Path EXAMPLE = VirtualAws.HOUSE.resolve("examples/birdstrikes");

    private final VirtualStage aws;
    private final String root;
    private final Path folder;
    private int versions;

    Birdstrikes(VirtualStage aws, Path folder) throws IOException {
        this.aws = aws;
        this.root = aws.lake() + "lake/";
        this.folder = folder;
        Files.copy(EXAMPLE.resolve("expected.sql"), folder.resolve("expected.sql"));
        deploy(jobFile());
        Path raw = EXAMPLE.resolve("lake/raw/birdstrikes");
        try (Stream<Path> walk = Files.walk(raw)) {
            for (Path file : walk.filter(Files::isRegularFile).sorted().toList()) {
                put(raw.relativize(file).toString(), Files.readString(file));
            }
        }
    }

    /// Location of the source, ending in `/`.
    String raw() {
        return root + "raw/birdstrikes/";
    }

    private static String jobFile() throws IOException {
        return Files.readString(EXAMPLE.resolve("job.yaml"));
    }

    private void deploy(String jobFile) {
        var _ = aws.deploy(jobFile, Map.of("lake", root.substring(0, root.length() - 1)));
    }

    /// The same rows by a flow a year: the example is so small that all of it is one chunk otherwise.
    void manyChunks() throws IOException {
        String file = jobFile();
        int flows = file.indexOf("  - name: strikes");
        StringBuilder split = new StringBuilder(file.substring(0, flows));
        for (int year = 1991; year < 2002; year++) {
            split.append(file.substring(flows)
                    .replace("name: strikes", "name: strikes-" + year)
                    .replace("report_year >= 1991 and report_year < 2002", "report_year = " + year));
        }
        deploy(split.toString());
    }

    /// Writes a version of an object, which is to come out beside all others.
    void put(String name, String text) throws IOException {
        putUnexpected(name, text);
        versions++;
        Path copy = folder.resolve("lake/raw/birdstrikes").resolve(name + "-v" + versions + ".csv");
        Files.createDirectories(Objects.requireNonNull(copy.getParent()));
        Files.writeString(copy, text);
    }

    /// Writes a version that is not to come out.
    void putUnexpected(String name, String text) {
        aws.put(raw() + name, text);
    }

    /// The last version of an object is not to come out any more, as it was overwritten before anybody read it.
    void forgetLast(String name) throws IOException {
        Path year = Objects.requireNonNull(
                folder.resolve("lake/raw/birdstrikes").resolve(name).getParent());
        String start = Path.of(name).getFileName() + "-v";
        try (Stream<Path> files = Files.list(year)) {
            Files.delete(files.filter(file -> String.valueOf(file.getFileName()).startsWith(start))
                    .sorted()
                    .toList()
                    .getLast());
        }
    }

    String text(String name) {
        return aws.text(raw() + name);
    }

    /// A file's header and its first records.
    String some(String name, int records) {
        return String.join("\n", text(name).lines().limit(1 + records).toList()) + "\n";
    }

    /// What is published differently than DuckDB makes it of all versions.
    List<String> differences() throws Exception {
        Path curated = folder.resolve("curated");
        if (Files.exists(curated)) {
            List<Path> old = new ArrayList<>();
            try (Stream<Path> walk = Files.walk(curated)) {
                walk.sorted(java.util.Comparator.reverseOrder()).forEach(old::add);
            }
            for (Path path : old) {
                Files.delete(path);
            }
        }
        String sink = root + "curated/birdstrikes/";
        for (String location : aws.names(sink)) {
            Path file = curated.resolve(location.substring(sink.length()));
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Files.write(file, aws.bytes(location));
        }
        return new CompareWithDuckDb(folder.resolve("expected.sql"), curated).differences();
    }

    List<String> published() {
        return aws.names(root + "curated/");
    }

    static String utf8(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
