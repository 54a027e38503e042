package dev.tidemark.json;

import dev.tidemark.job.JobFileException;
import dev.tidemark.job.Mistake;
import dev.tidemark.spi.FormatOption;
import dev.tidemark.spi.FormatOption.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Job files as tests use them, and formats with a few of their options.
final class JobFiles {

    static final List<String> GOOD = List.of(
            "1-orders-drop.yaml",
            "2-app-events.yaml",
            "3-share-orders.yaml",
            "4-clicks-by-customer.yaml",
            "5-shop-orders.yaml",
            "6-payments.yaml");

    static final FormatCatalogue FORMATS = new FormatCatalogue(
            Map.of(
                    "csv",
                    List.of(
                            option("withHeader", Kind.FLAG),
                            option("separator", Kind.CHARACTER),
                            option("quoteChar", Kind.CHARACTER),
                            option("escaper", Kind.CHARACTER),
                            option("multiLine", Kind.FLAG),
                            option("encoding", Kind.TEXT),
                            option("nullValue", Kind.TEXT),
                            option("skipFirst", Kind.NUMBER)),
                    "json",
                    List.of(
                            option("multiLine", Kind.FLAG),
                            option("jsonPath", Kind.TEXT),
                            new FormatOption(
                                    "duplicateKeys",
                                    Kind.CHOICE,
                                    List.of("last", "first", "fail"),
                                    "which value wins"))),
            Map.of(
                    "csv",
                    List.of(option("writeHeader", Kind.FLAG), option("separator", Kind.CHARACTER)),
                    "json",
                    List.of(),
                    "parquet",
                    List.of(
                            new FormatOption(
                                    "compression", Kind.CHOICE, List.of("zstd", "snappy", "gzip", "none"), "codec"),
                            option("blockSize", Kind.SIZE),
                            option("pageSize", Kind.SIZE))));

    private JobFiles() {}

    private static FormatOption option(String name, Kind kind) {
        return new FormatOption(name, kind, List.of(), "what " + name + " means");
    }

    static String good(String name) {
        return resource("/jobs/" + name);
    }

    static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(JobFiles.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    static JobFile.Result read(String yaml) {
        return read(yaml, Map.of(), Map.of());
    }

    static JobFile.Result read(String yaml, Map<String, String> set, Map<String, String> environment) {
        return JobFile.read(
                yaml.getBytes(StandardCharsets.UTF_8), "job.yaml", set, environment, "file:///home/u/job", FORMATS);
    }

    /// The mistakes of a file; none when it is right.
    static List<Mistake> mistakes(String yaml) {
        try {
            read(yaml);
            return List.of();
        } catch (JobFileException refused) {
            return refused.mistakes();
        }
    }
}
