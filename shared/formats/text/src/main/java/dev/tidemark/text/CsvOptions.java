package dev.tidemark.text;

import dev.tidemark.compression.Compression;
import dev.tidemark.spi.FormatOption;
import dev.tidemark.spi.FormatOption.Kind;
import dev.tidemark.spi.FormatOptions;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The options of a CSV source or sink, understood. Names and defaults are Glue's.
///
/// @param separator      one ASCII byte
/// @param quote          one ASCII byte, or [#NONE]
/// @param escaper        one ASCII byte, or [#NONE]: then a quote in a quoted field is written twice (RFC 4180)
/// @param multiLine      whether a quoted field may hold line ends
/// @param skipFirst      whether the first data record is left out
/// @param nullValue      text without quotes that means null, beside nothing at all
/// @param text           how bytes of the file become UTF-8
/// @param padded         whether records may have too few fields
/// @param maxRecordBytes records longer than this are bad
record CsvOptions(
        byte separator,
        byte quote,
        byte escaper,
        boolean multiLine,
        boolean withHeader,
        boolean skipFirst,
        @Nullable String nullValue,
        Charset encoding,
        CsvCharset text,
        boolean padded,
        boolean inferSchema,
        int maxRecordBytes) {

    /// No byte of ASCII: a quote or escaper that is switched off.
    static final byte NONE = -1;

    private static final int DEFAULT_MAX_RECORD_BYTES = 128 << 20;
    /// So that a record and the buffer it begins in lie below [CsvIndex#POSITION].
    private static final int MOST_RECORD_BYTES = 256 << 20;

    static final List<FormatOption> SOURCE = List.of(
            new FormatOption("separator", Kind.CHARACTER, List.of(), "Character between fields; default ','."),
            new FormatOption(
                    "escaper",
                    Kind.CHARACTER,
                    List.of(),
                    "Character that makes the next one literal; default none: quotes are doubled (RFC 4180)."),
            new FormatOption(
                    "quoteChar", Kind.TEXT, List.of(), "Character around fields; default '\"', -1 or empty for none."),
            new FormatOption("multiLine", Kind.FLAG, List.of(), "Quoted fields may hold line ends; default false."),
            new FormatOption("withHeader", Kind.FLAG, List.of(), "The first line names the columns."),
            new FormatOption("skipFirst", Kind.FLAG, List.of(), "Leave out the first data record; default false."),
            new FormatOption("nullValue", Kind.TEXT, List.of(), "Unquoted text that means null, as an empty one does."),
            new FormatOption("encoding", Kind.TEXT, List.of(), "Character set of the text; default UTF-8."),
            new FormatOption(
                    "columns", Kind.CHOICE, List.of("strict", "pad"), "pad: short records are filled up with nulls."),
            new FormatOption(
                    "inferSchema", Kind.FLAG, List.of(), "Find types in a sample; default false: all is string."),
            new FormatOption("optimizePerformance", Kind.FLAG, List.of(), "Accepted; reading is always columnar."),
            new FormatOption("compression", Kind.TEXT, List.of(), "Accepted; compression is found by the first bytes."),
            new FormatOption(
                    "compressionType", Kind.TEXT, List.of(), "Accepted; compression is found by the first bytes."),
            new FormatOption(
                    "maxRecordSize", Kind.SIZE, List.of(), "Longer records are bad; default 128MB, at most 256MB."));

    static final List<FormatOption> SINK = List.of(
            new FormatOption("separator", Kind.CHARACTER, List.of(), "Character between fields; default ','."),
            new FormatOption(
                    "escaper",
                    Kind.CHARACTER,
                    List.of(),
                    "Character before a quote or itself in a quoted field; default none: quotes are doubled."),
            new FormatOption(
                    "quoteChar", Kind.TEXT, List.of(), "Character around fields; default '\"', -1 or empty for none."),
            new FormatOption("writeHeader", Kind.FLAG, List.of(), "Write the columns' names first; default true."),
            new FormatOption("nullValue", Kind.TEXT, List.of(), "Text of a null; default nothing at all."),
            new FormatOption("encoding", Kind.TEXT, List.of(), "UTF-8, the only character set that is written."),
            new FormatOption(
                    "strictCheckForQuoting", Kind.FLAG, List.of(), "Accepted; quotes are written only where needed."),
            new FormatOption("compression", Kind.CHOICE, Compression.CHOICES, "Default none."),
            new FormatOption("compressionType", Kind.CHOICE, Compression.CHOICES, "Another name of compression."));

    static CsvOptions of(FormatOptions options) {
        byte separator = character("separator", options.text("separator", ","));
        byte quote = character("quoteChar", options.text("quoteChar", "\""));
        byte escaper = character("escaper", options.text("escaper", ""));
        if (separator == NONE) {
            throw new CsvOptionException(
                    "separator", options.text("separator", ""), "fields need something between them");
        }
        if (separator == quote || separator == escaper) {
            throw new CsvOptionException(
                    "separator", options.text("separator", ","), "quoteChar and escaper must be other characters");
        }
        noLineEnd("separator", separator);
        noLineEnd("quoteChar", quote);
        noLineEnd("escaper", escaper);
        Charset encoding = charset(options.text("encoding", "UTF-8"));
        return new CsvOptions(
                separator,
                quote,
                escaper == quote ? NONE : escaper,
                options.flag("multiLine", false),
                options.flag("withHeader", false),
                options.flag("skipFirst", false),
                options.text("nullValue").orElse(null),
                encoding,
                CsvCharset.of(encoding),
                options.text("columns", "strict").equalsIgnoreCase("pad"),
                options.flag("inferSchema", false),
                size(options.text("maxRecordSize", "")));
    }

    private static void noLineEnd(String option, byte character) {
        if (character == '\n' || character == '\r') {
            throw new CsvOptionException(option, character == '\n' ? "\\n" : "\\r", "line ends end records");
        }
    }

    private static byte character(String option, String text) {
        if (text.isEmpty() || text.equals("-1") || text.equalsIgnoreCase("none")) {
            return NONE;
        }
        String plain = switch (text) {
            case "\\t" -> "\t";
            case "\\\\" -> "\\";
            case "\\0" -> "\0";
            default -> text;
        };
        if (plain.matches("\\\\u[0-9a-fA-F]{4}")) {
            plain = Character.toString(Integer.parseInt(plain.substring(2), 16));
        }
        if (plain.length() != 1 || plain.charAt(0) > 0x7F) {
            throw new CsvOptionException(option, text, "it must be one ASCII character, \\t or \\u0001");
        }
        return (byte) plain.charAt(0);
    }

    private static Charset charset(String name) {
        try {
            return Charset.forName(name);
        } catch (java.nio.charset.IllegalCharsetNameException | UnsupportedCharsetException unknown) {
            CsvOptionException known = new CsvOptionException(
                    "encoding", name, "there is no such character set. Examples are UTF-8, ISO-8859-1, windows-1252");
            known.initCause(unknown);
            throw known;
        }
    }

    private static int size(String text) {
        if (text.isEmpty()) {
            return DEFAULT_MAX_RECORD_BYTES;
        }
        java.util.regex.Matcher matcher =
                java.util.regex.Pattern.compile("(?i)(\\d{1,9})\\s*(KB|MB|B)?").matcher(text);
        if (!matcher.matches()) {
            throw new CsvOptionException("maxRecordSize", text, "it must be a size such as 64MB");
        }
        String unit = matcher.group(2);
        long scale = unit == null || unit.equalsIgnoreCase("B") ? 1 : unit.equalsIgnoreCase("KB") ? 1 << 10 : 1 << 20;
        long bytes = Long.parseLong(matcher.group(1)) * scale;
        if (bytes < 1 || bytes > MOST_RECORD_BYTES) {
            throw new CsvOptionException("maxRecordSize", text, "it must be between 1 byte and 256MB");
        }
        return (int) bytes;
    }

    boolean quotes() {
        return quote != NONE;
    }

    boolean escapes() {
        return escaper != NONE;
    }

    /// The character set of the bytes that are parsed: that of the file, or UTF-8 for a translation of it.
    Charset textCharset() {
        return text.parsedAsIs() ? encoding : StandardCharsets.UTF_8;
    }

    /// The bytes that `value` is in a file.
    ///
    /// @throws CsvOptionException when no file of this encoding can hold it: `?` in its stead would match other
    ///         values
    byte[] bytes(String option, String value) {
        // Not that of the text that is parsed: UTF-8, into which others are translated, holds everything. Of an
        // encoding
        // that Java can only read nobody knows.
        if (encoding.canEncode() && !encoding.newEncoder().canEncode(value)) {
            throw new CsvOptionException(
                    option,
                    value,
                    "%s cannot hold this text, so that no value can be it. Correct it or the option encoding"
                            .formatted(encoding));
        }
        return value.getBytes(textCharset());
    }
}
