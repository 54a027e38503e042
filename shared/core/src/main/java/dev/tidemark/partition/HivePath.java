package dev.tidemark.partition;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Folders of the form `key=value/`: the only code that escapes or reads them.
///
/// The rules are Hive's `FileUtils.escapePathName`, which Spark, Athena and Trino follow. What is not in Hive's set
/// stands in the path as it is: spaces, `+`, letters of any script. A value that is null or empty is the folder
/// [#DEFAULT_PARTITION]; so a text of just that name is read back as null. Every step holds a `=`, so that no value,
/// `.` and `..` included, can become a step that a file system would follow upwards.
public final class HivePath {

    /// The folder of null and of empty text.
    public static final String DEFAULT_PARTITION = "__HIVE_DEFAULT_PARTITION__";

    private static final String ESCAPED = "\"#%'*/:=?\\{[]^\u007f";
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private HivePath() {}

    /// One folder as it was read.
    ///
    /// @param key   unescaped
    /// @param value unescaped; null for the default partition
    public record Step(String key, @Nullable String value) {}

    /// Replaces what must not stand in a path by `%XX` in upper case. Lossless: [#unescape] gives the text back.
    public static String escape(String text) {
        int i = 0;
        while (i < text.length() && !escaped(text.charAt(i))) {
            i++;
        }
        if (i == text.length()) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length() + 8).append(text, 0, i);
        for (; i < text.length(); i++) {
            char c = text.charAt(i);
            if (escaped(c)) {
                out.append('%').append(HEX.toHexDigits((byte) c));
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    /// Reads `%XX` of either case anywhere, as Hive does: one escape is one character. A `%` that two hexadecimal
    /// digits do not follow stands for itself.
    public static String unescape(String text) {
        int percent = text.indexOf('%');
        if (percent < 0) {
            return text;
        }
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%' && i + 2 < text.length() && hex(text.charAt(i + 1)) && hex(text.charAt(i + 2))) {
                out.append((char) HexFormat.fromHexDigits(text, i + 1, i + 3));
                i += 2;
            } else {
                out.append(c);
            }
        }
        return out.toString();
    }

    /// One folder, without a slash.
    public static String folder(String key, @Nullable String value) {
        return escape(key) + '=' + (value == null || value.isEmpty() ? DEFAULT_PARTITION : escape(value));
    }

    /// The folders of a partition, each ending in `/`: `year=2026/month=09/`. Empty for [Partition#NONE].
    public static String path(Partition partition) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < partition.keys().size(); i++) {
            out.append(folder(partition.keys().get(i), partition.values().get(i)))
                    .append('/');
        }
        return out.toString();
    }

    /// Reads one folder's name (no slash); null when it is not of the form `key=value`. The first `=` parts them. An
    /// empty value is null.
    public static @Nullable Step read(String folder) {
        int equals = folder.indexOf('=');
        if (equals <= 0) {
            return null;
        }
        String value = unescape(folder.substring(equals + 1));
        boolean none = value.isEmpty() || value.equals(DEFAULT_PARTITION);
        return new Step(unescape(folder.substring(0, equals)), none ? null : value);
    }

    /// The partition that a path says: its folders of the form `key=value`, in order, others skipped. What follows
    /// the last `/` is a file's name and is not looked at.
    public static Partition partition(String path) {
        List<String> keys = new ArrayList<>();
        List<@Nullable String> values = new ArrayList<>();
        int from = 0;
        for (int slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', from)) {
            Step step = read(path.substring(from, slash));
            if (step != null) {
                keys.add(step.key());
                values.add(step.value());
            }
            from = slash + 1;
        }
        return keys.isEmpty() ? Partition.NONE : new Partition(keys, values);
    }

    private static boolean escaped(char c) {
        return c < 0x20 || c == 0x7f || (c < 0x7f && ESCAPED.indexOf(c) >= 0);
    }

    private static boolean hex(char c) {
        return HexFormat.isHexDigit(c);
    }
}
