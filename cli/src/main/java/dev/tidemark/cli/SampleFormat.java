package dev.tidemark.cli;

import dev.tidemark.compression.Compression;
import dev.tidemark.json.SampleJson;
import dev.tidemark.spi.ObjectInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/// The format of a file: what its first bytes prove, else what its name says, else what its text looks like. Names of
/// text prove little: JSON lines often come as `.csv`, and XML as `.txt`.
final class SampleFormat {

    private static final int LOOKED_AT = 1 << 20;
    private static final int MAGIC_BYTES = 4;
    private static final String ION_BINARY = "\u00E0\u0001\u0000\u00EA";
    private static final Map<String, String> MAGIC =
            Map.of("PAR1", "parquet", "PARE", "parquet", "Obj\u0001", "avro", ION_BINARY, "ion");

    /// Names of formats that have no other name.
    private static final Map<String, String> NAMES = Map.of(
            "json", "json",
            "jsonl", "json",
            "ndjson", "json",
            "xml", "xml",
            "ion", "ion",
            "10n", "ion",
            "parquet", "parquet",
            "avro", "avro",
            "orc", "orc");

    private static final Pattern XML = Pattern.compile("(?s)<(\\?xml|!--|[A-Za-z_][\\w.:-]*[\\s/>]).*");
    private static final Pattern ION_STRUCT =
            Pattern.compile("(?s)\\$ion_1_0.*|\\{\\s*('[^']*'|[A-Za-z_$][\\w$]*)\\s*:.*");

    private SampleFormat() {}

    /// @return the job file's name of it
    /// @throws UsageException when nothing tells it
    /// @throws dev.tidemark.spi.UnreadableObjectException when its compressed data is damaged
    static String of(ObjectInput input) throws IOException {
        String proven = ofMagic(input);
        if (!proven.isEmpty()) {
            return proven;
        }
        String extension = extension(input.location());
        String named = NAMES.get(extension);
        return named == null ? ofText(input, extension) : named;
    }

    /// Of the name, without that of a compression, lower case.
    private static String extension(String location) {
        String plain = location.toLowerCase(Locale.ROOT).replaceAll("\\.(gz|zst|bz2)\\z", "");
        return plain.substring(plain.lastIndexOf('.') + 1);
    }

    private static String ofMagic(ObjectInput input) throws IOException {
        try (InputStream bytes = input.stream(0)) {
            String magic = new String(bytes.readNBytes(MAGIC_BYTES), StandardCharsets.ISO_8859_1);
            return magic.startsWith("ORC") ? "orc" : MAGIC.getOrDefault(magic, "");
        }
    }

    private static String ofText(ObjectInput input, String extension) throws IOException {
        byte[] head;
        try (InputStream plain = Compression.open(input)) {
            head = plain.readNBytes(LOOKED_AT);
        }
        if (new String(head, 0, Math.min(MAGIC_BYTES, head.length), StandardCharsets.ISO_8859_1).equals(ION_BINARY)) {
            return "ion";
        }
        if (SampleJson.beginsWithRecord(head)) {
            return "json";
        }
        String text = SampleText.guessed(head, head.length < LOOKED_AT).text().stripLeading();
        if (XML.matcher(text).matches()) {
            return "xml";
        }
        return switch (extension) {
            case "csv", "tsv", "txt" -> "csv";
            case "log" -> "grokLog";
            default -> {
                if (ION_STRUCT.matcher(text).matches()) {
                    yield "ion";
                }
                throw new UsageException("Cannot tell the format of " + input.location()
                        + ": its first bytes are those of no format, and its name does not end in one of .csv, .tsv,"
                        + " .txt, .json, .jsonl, .ndjson, .xml, .ion, .log, .avro, .parquet or .orc, also with .gz,"
                        + " .zst or .bz2. Rename it, or say it: --format FORMAT.");
            }
        };
    }
}
