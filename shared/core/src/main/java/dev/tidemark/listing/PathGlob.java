package dev.tidemark.listing;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// A glob of `exclusions`, as Glue's crawlers and readers write them.
///
/// `*` is any text within one folder, `**` any text, `**/` zero or more whole folders, `?` one character but `/`,
/// `[a-z]` and `[!a-z]` one of a set, `{a,b}` either, `\` takes the next character as it is. It must match the whole
/// key below the source's path; one that begins with `s3://` or `file:` the whole location.
public final class PathGlob {

    private final String glob;
    private final Pattern pattern;

    private PathGlob(String glob, Pattern pattern) {
        this.glob = glob;
        this.pattern = pattern;
    }

    /// @throws InvalidExclusionException when it cannot be read
    public static PathGlob of(String glob) {
        try {
            return new PathGlob(glob, Pattern.compile(new Translation(glob).regex(), Pattern.DOTALL));
        } catch (PatternSyntaxException syntax) {
            throw new InvalidExclusionException(glob, syntax.getDescription());
        }
    }

    /// @param location full location
    /// @param key      its part below the source's path
    public boolean matches(String location, String key) {
        boolean full = glob.startsWith("s3://") || glob.startsWith("file:");
        return pattern.matcher(full ? location : key).matches();
    }

    @Override
    public String toString() {
        return glob;
    }

    /// One pass over the glob.
    private static final class Translation {

        private final String glob;
        private final StringBuilder out = new StringBuilder();
        private int at;
        private int braces;

        Translation(String glob) {
            this.glob = glob;
        }

        String regex() {
            while (at < glob.length()) {
                next(glob.charAt(at));
            }
            if (braces > 0) {
                throw new InvalidExclusionException(glob, "a { is not closed");
            }
            return out.toString();
        }

        private void next(char c) {
            switch (c) {
                case '*' -> star();
                case '?' -> take("[^/]");
                case '[' -> set();
                case '{' -> {
                    braces++;
                    take("(?:");
                }
                case '}' -> {
                    take(braces > 0 ? ")" : "\\}");
                    braces = Math.max(0, braces - 1);
                }
                case ',' -> take(braces > 0 ? "|" : ",");
                case '\\' -> {
                    at++;
                    if (at == glob.length()) {
                        throw new InvalidExclusionException(glob, "it ends in a \\");
                    }
                    literal(glob.charAt(at));
                }
                default -> literal(c);
            }
        }

        private void star() {
            if (!glob.startsWith("**", at)) {
                take("[^/]*");
            } else if (glob.startsWith("**/", at) && (at == 0 || glob.charAt(at - 1) == '/')) {
                at += 2;
                take("(?:[^/]*/)*");
            } else {
                at++;
                take(".*");
            }
        }

        private void set() {
            int end = glob.indexOf(']', at + 2);
            if (end < 0) {
                throw new InvalidExclusionException(glob, "a [ is not closed");
            }
            String inside = glob.substring(at + 1, end);
            boolean not = inside.startsWith("!") || inside.startsWith("^");
            String members = (not ? inside.substring(1) : inside).replaceAll("([\\[\\]\\\\&^])", "\\\\$1");
            out.append("(?!/)[").append(not ? "^" : "").append(members).append(']');
            at = end + 1;
        }

        private void literal(char c) {
            take(Character.isLetterOrDigit(c) || c > 0x7f ? String.valueOf(c) : "\\" + c);
        }

        private void take(String regex) {
            out.append(regex);
            at++;
        }
    }
}
