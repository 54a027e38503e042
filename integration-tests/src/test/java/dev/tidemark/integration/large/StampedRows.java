package dev.tidemark.integration.large;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/// Rows of two columns, `n bigint` and `p string`, that anybody can tell without keeping them: row i has [#FIRST] + i,
/// and one of a few texts, drawn once, by turns.
final class StampedRows {

    /// All numbers have as many digits.
    static final long FIRST = 1_000_000_000L;

    private static final int[] ODD =
            "\"\\,;'<&>{}[]=%$#@!|\t~ éß中😀".codePoints().toArray();

    private final List<String> texts = new ArrayList<>();

    /// @param count how many texts there are
    StampedRows(Random random, int count, int textLength) {
        for (int i = 0; i < count; i++) {
            StringBuilder text = new StringBuilder(textLength + 2);
            while (text.length() < textLength) {
                if (random.nextInt(12) == 0) {
                    text.appendCodePoint(ODD[random.nextInt(ODD.length)]);
                } else {
                    text.append((char) ('a' + random.nextInt(26)));
                }
            }
            // Readers of lines and of columns may not agree on blanks at an end.
            texts.add(text.append('.').toString());
        }
    }

    String text(long n) {
        return texts.get((int) ((n - FIRST) % texts.size()));
    }

    /// A text format as other programs write it.
    enum Format {
        CSV("csv", "csv", "{ withHeader: true }", "n,p\n", ""),
        CSV_GZIP("csv", "csv.gz", "{ withHeader: true }", "n,p\n", ""),
        JSON("json", "json", "{}", "", ""),
        JSON_MULTI_LINE("json", "json", "{ multiLine: true }", "", ""),
        XML("xml", "xml", "{ rowTag: row }", "<rows>\n", "</rows>\n"),
        ION("ion", "ion", "{}", "", ""),
        LOG("grokLog", "log", "{ logFormat: \"%{INT:n} %{GREEDYDATA:p}\" }", "", "");

        final String name;
        final String extension;
        final String options;
        private final String head;
        private final String tail;

        Format(String name, String ext, String options, String head, String tail) {
            this.name = name;
            this.extension = ext;
            this.options = options;
            this.head = head;
            this.tail = tail;
        }

        private String encoded(String text) {
            return switch (this) {
                case CSV, CSV_GZIP -> quoted(text);
                case JSON, JSON_MULTI_LINE, ION -> json(text);
                case XML -> xml(text);
                case LOG -> text;
            };
        }

        private String row(long n, String text) {
            return switch (this) {
                case CSV, CSV_GZIP -> n + "," + text + "\n";
                case JSON -> "{\"n\":" + n + ",\"p\":" + text + "}\n";
                case JSON_MULTI_LINE -> "{\"n\":" + n + ",\n\"p\":" + text + "}\n";
                case XML -> "<row><n>" + n + "</n><p>" + text + "</p></row>\n";
                case ION -> "{n:" + n + ",p:" + text + "}\n";
                case LOG -> n + " " + text + "\n";
            };
        }
    }

    private static String quoted(String text) {
        return '"' + text.replace("\"", "\"\"") + '"';
    }

    private static String xml(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /// Texts that are the same in JSON and in Ion.
    private static String json(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\t", "\\t") + '"';
    }

    /// Writes rows until the content has so many bytes.
    ///
    /// @return how many rows
    long write(Path file, Format format, long bytes) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        List<byte[]> rows = texts.stream()
                .map(text -> format.row(0, format.encoded(text)).getBytes(StandardCharsets.UTF_8))
                .toList();
        try (OutputStream out = open(file, format)) {
            out.write(format.head.getBytes(StandardCharsets.UTF_8));
            long written = 0;
            long count = 0;
            while (written < bytes) {
                byte[] row = rows.get((int) (count % rows.size()));
                int zero = indexOfZero(row);
                out.write(row, 0, zero);
                out.write(Long.toString(FIRST + count).getBytes(StandardCharsets.US_ASCII));
                out.write(row, zero + 1, row.length - zero - 1);
                written += row.length;
                count++;
            }
            out.write(format.tail.getBytes(StandardCharsets.UTF_8));
            return count;
        }
    }

    /// Where the row's number belongs: texts have no digits.
    private static int indexOfZero(byte[] row) {
        int at = 0;
        while (row[at] != '0') {
            at++;
        }
        return at;
    }

    private static OutputStream open(Path file, Format format) throws IOException {
        OutputStream out = Files.newOutputStream(file);
        return new BufferedOutputStream(format == Format.CSV_GZIP ? new GZIPOutputStream(out, 1 << 16) : out, 1 << 16);
    }
}
