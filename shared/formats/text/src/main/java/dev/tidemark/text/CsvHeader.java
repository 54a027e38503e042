package dev.tidemark.text;

import dev.tidemark.data.Schema;
import dev.tidemark.spi.UnreadableObjectException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// The names that a CSV object's header gives its columns.
///
/// @param names  without their quotes; an empty one is `col` and its number
/// @param quoted for each name whether it stands in quotes
record CsvHeader(List<String> names, List<Boolean> quoted) {

    private static final List<Character> SEPARATORS = List.of(',', ';', '\t', '|');
    private static final int SHOWN_CHARS = 80;

    CsvHeader {
        names = List.copyOf(names);
        quoted = List.copyOf(quoted);
    }

    /// Reads the header at the buffer's position and leaves the buffer behind it.
    static CsvHeader read(CsvBuffer buffer, CsvIndex index, CsvOptions options, String location) throws IOException {
        index.columns(new int[0], 0, 1);
        int next = CsvPreamble.record(buffer, index, options, location);
        int fields = index.fields();
        if (index.problem() != CsvIndex.Problem.NONE) {
            throw new UnreadableObjectException(
                    location,
                    "a quote in its header is not closed, or text follows it. Check quoteChar, escaper and multiLine",
                    null);
        }
        int[] all = new int[fields];
        for (int i = 0; i < fields; i++) {
            all[i] = i;
        }
        index.columns(all, fields, 1);
        index.record(buffer.position(), 0);
        List<String> names = new ArrayList<>();
        List<Boolean> quoted = new ArrayList<>();
        for (int i = 0; i < fields; i++) {
            names.add(name(buffer, index.starts()[i], index.ends()[i], i, options, location));
            quoted.add((index.starts()[i] & CsvIndex.QUOTED) != 0);
        }
        refuseDuplicates(names, location);
        buffer.position(next);
        return new CsvHeader(names, quoted);
    }

    private static String name(CsvBuffer buffer, int start, int to, int field, CsvOptions options, String location) {
        byte[] bytes = buffer.bytes();
        int from = start & CsvIndex.POSITION;
        byte[] plain = new byte[to - from];
        int length = plain.length;
        if ((start & CsvIndex.ESCAPED) == 0) {
            System.arraycopy(bytes, from, plain, 0, length);
        } else {
            length = CsvColumn.unescape(bytes, from, to, (start & CsvIndex.QUOTED) != 0, options, plain);
        }
        // Escapes are ASCII: what is text with them is mostly text without them, and then the place is known.
        int wrong = options.text().firstWrong(bytes, from, to);
        int at = wrong < 0 ? from : wrong;
        String name = options.text().decode(plain, length);
        if (name == null) {
            throw new UnreadableObjectException(
                    location,
                    "name %d of its header is not text in %s: the byte 0x%02X at offset %d has no meaning there. Set the option encoding to what the file is written in"
                            .formatted(field + 1, options.encoding(), bytes[at] & 0xFF, buffer.offsetOf(at)),
                    null);
        }
        if (name.indexOf('\0') >= 0) {
            throw new UnreadableObjectException(
                    location,
                    "name %d of its header, at offset %d, holds a NUL character, so that it is not text in %s. Set the option encoding to what the file is written in, such as UTF-16LE, or leave the object out by exclusions"
                            .formatted(field + 1, buffer.offsetOf(from), options.encoding()),
                    null);
        }
        return name.isEmpty() ? "col" + field : name;
    }

    private static void refuseDuplicates(List<String> names, String location) {
        Map<String, String> seen = new HashMap<>();
        for (String name : names) {
            String before = seen.put(Schema.fold(name), name);
            if (before != null) {
                throw new UnreadableObjectException(
                        location,
                        ("its header names two columns '%s' and '%s', which are the same, as names match in any case."
                                        + " Rename one where the file is made, or read it without withHeader, by position"
                                        + " (skipFirst leaves the header out)")
                                .formatted(before, name),
                        null);
            }
        }
    }

    /// Refuses a header whose names stand between another separator than the one it is read with: its values
    /// would all be one text, or null, without a word.
    ///
    /// That is so where no name is known, and either the only one, without quotes, holds a separator that is
    /// common in CSV, or a known name stands between such separators in one of them.
    ///
    /// @param known whether the job knows a column of this name, declared or from an earlier run
    void refuseOtherSeparator(String location, Predicate<String> known) {
        if (names.stream().anyMatch(known)) {
            return;
        }
        for (int i = 0; i < names.size(); i++) {
            if (quoted.get(i)) {
                continue;
            }
            String name = names.get(i);
            for (char separator : SEPARATORS) {
                if (name.indexOf(separator) >= 0 && (names.size() == 1 || holds(name, separator, known))) {
                    throw otherSeparator(location, name, separator);
                }
            }
        }
    }

    private static boolean holds(String name, char separator, Predicate<String> known) {
        return Pattern.compile(String.valueOf(separator), Pattern.LITERAL)
                .splitAsStream(name)
                .map(part -> part.length() > 1 && part.startsWith("\"") && part.endsWith("\"")
                        ? part.substring(1, part.length() - 1)
                        : part)
                .anyMatch(known);
    }

    private UnreadableObjectException otherSeparator(String location, String name, char separator) {
        String shown = name.length() > SHOWN_CHARS ? name.substring(0, SHOWN_CHARS) + "…" : name;
        String written = separator == '\t' ? "\\t" : String.valueOf(separator);
        return new UnreadableObjectException(
                location,
                ("its header has %s '%s', which is no column that the job knows and looks like names between another"
                                + " separator. Set the option separator: \"%s\" if so (objects of several separators need a flow"
                                + " each). If it is the name of one column, declare that in the source's schema, or put it in"
                                + " quotes in the file")
                        .formatted(names.size() == 1 ? "one name," : "the name", shown, written),
                null);
    }
}
