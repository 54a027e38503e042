package dev.tidemark.json;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Turns the paths of a job file into full locations: `s3://bucket/key` or `file:///folder/`. Nothing is escaped or
/// unescaped; keys in S3 are left as they are, `.` and `..` of local paths are worked out.
final class Locations {

    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]+):(.*)", Pattern.DOTALL);

    private final String base;
    private final UnaryOperator<String> real;

    /// Local locations stay as they are written.
    ///
    /// @param base the job file's folder: `file:///…`, an absolute path, or `s3://bucket/…`
    Locations(String base) {
        this(base, UnaryOperator.identity());
    }

    /// @param base the job file's folder: `file:///…`, an absolute path, or `s3://bucket/…`
    /// @param real gives a local location its one name, whatever links lead there; a slash at its end stays
    Locations(String base, UnaryOperator<String> real) {
        this.base = base.startsWith("/") ? "file://" + base : base;
        this.real = real;
    }

    /// @throws IllegalArgumentException saying what is wrong with `path`
    String full(String path) {
        if (path.isBlank()) {
            throw new IllegalArgumentException("The path is empty.");
        }
        Matcher matcher = SCHEME.matcher(path);
        if (!matcher.matches()) {
            return path.startsWith("/") ? file(path) : relative(path);
        }
        String rest = matcher.group(2);
        return switch (matcher.group(1).toLowerCase(Locale.ROOT)) {
            case "s3", "s3a", "s3n" -> bucket(path, rest);
            case "file" -> {
                String local = rest.startsWith("//") ? rest.substring(2) : rest;
                if (rest.startsWith("//") && !local.startsWith("/")) {
                    throw new IllegalArgumentException("'" + path + "' names a machine: a local path has one slash or"
                            + " three behind file:, as in file:/data/ or file:///data/.");
                }
                yield local.startsWith("/") ? file(local) : relative(local);
            }
            default ->
                throw new IllegalArgumentException("'" + path + "' is in no store that is known: paths are s3://…,"
                        + " file:…, absolute, or relative to the job file.");
        };
    }

    /// The same with a slash at the end, for what can only be a folder.
    String folder(String path) {
        String full = full(path);
        return full.endsWith("/") ? full : full + "/";
    }

    private static String bucket(String path, String rest) {
        String bucketAndKey = rest.startsWith("//") ? rest.substring(2) : "";
        int slash = bucketAndKey.indexOf('/');
        String bucket = slash < 0 ? bucketAndKey : bucketAndKey.substring(0, slash);
        if (!bucket.matches("[a-zA-Z0-9][a-zA-Z0-9._-]{1,254}")) {
            throw new IllegalArgumentException("'" + path + "' names no bucket: write s3://bucket/folder/.");
        }
        return "s3://" + bucketAndKey + (slash < 0 ? "/" : "");
    }

    private String relative(String path) {
        if (base.startsWith("s3://")) {
            String folder = base.endsWith("/") ? base : base + "/";
            String bucket = folder.substring(0, folder.indexOf('/', "s3://".length()));
            return bucket + clean(folder.substring(bucket.length()) + path);
        }
        return file(base.replaceFirst("^file:(//)?", "") + "/" + path);
    }

    private String file(String path) {
        return real.apply("file://" + clean(path));
    }

    private static String clean(String path) {
        Deque<String> names = new ArrayDeque<>();
        for (String name : path.split("/", -1)) {
            if (name.equals("..")) {
                names.pollLast();
            } else if (!name.isEmpty() && !name.equals(".")) {
                names.addLast(name);
            }
        }
        boolean folder = path.endsWith("/") || path.endsWith("/.") || path.endsWith("/..") || names.isEmpty();
        String joined = "/" + String.join("/", names);
        return folder && !names.isEmpty() ? joined + "/" : joined;
    }
}
