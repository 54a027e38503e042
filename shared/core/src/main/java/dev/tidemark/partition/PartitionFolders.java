package dev.tidemark.partition;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Folders that are not `k=v`, by a template: `{year}/{month}/{day}`, `dt-{date}/{hour}`.
///
/// A step of the template is one folder directly below the path or below the step before. Text outside braces must be
/// there as it is; a name in braces takes one character or more, as few as fit. Values are what the folder says,
/// letter by letter.
public final class PartitionFolders {

    private static final Pattern NAME = Pattern.compile("\\{([^{}/]+)}");

    private final String template;
    private final List<Pattern> steps = new ArrayList<>();
    private final List<List<String>> names = new ArrayList<>();

    private PartitionFolders(String template) {
        this.template = template;
    }

    /// @throws PartitionFoldersException when the template names nothing, a key twice, or two names without a text
    ///     between them
    public static PartitionFolders of(String template) {
        PartitionFolders folders = new PartitionFolders(template);
        for (String step :
                (template.endsWith("/") ? template.substring(0, template.length() - 1) : template).split("/", -1)) {
            folders.add(step);
        }
        List<String> keys = folders.keys();
        if (keys.isEmpty()) {
            throw new PartitionFoldersException(template, "it names no key", "Write a name in braces: {year}.");
        }
        long distinct = keys.stream()
                .map(key -> key.toLowerCase(Locale.ROOT))
                .distinct()
                .count();
        if (distinct < keys.size()) {
            throw new PartitionFoldersException(template, "it names a key twice", "Give every key its own name.");
        }
        return folders;
    }

    /// All keys, in order.
    public List<String> keys() {
        return names.stream().flatMap(List::stream).toList();
    }

    /// The keys that one step names.
    public List<String> keys(int step) {
        return names.get(step);
    }

    public int steps() {
        return steps.size();
    }

    /// The values that a folder gives to the keys of a step, or null when it does not fit.
    public @Nullable List<String> read(int step, String folder) {
        Matcher matcher = steps.get(step).matcher(folder);
        if (!matcher.matches()) {
            return null;
        }
        List<String> values = new ArrayList<>();
        for (int group = 1; group <= matcher.groupCount(); group++) {
            values.add(matcher.group(group));
        }
        return values;
    }

    @Override
    public String toString() {
        return template;
    }

    private void add(String step) {
        if (step.isEmpty()) {
            throw new PartitionFoldersException(template, "a step of it is empty", "Write folders with one / between.");
        }
        StringBuilder regex = new StringBuilder();
        List<String> here = new ArrayList<>();
        Matcher name = NAME.matcher(step);
        int from = 0;
        while (name.find()) {
            if (!here.isEmpty() && name.start() == from) {
                throw new PartitionFoldersException(
                        template,
                        "nothing stands between {" + here.getLast() + "} and " + name.group(),
                        "Where one value ends and the next begins cannot be told; read them as one key.");
            }
            regex.append(literal(step.substring(from, name.start()))).append("(.+?)");
            here.add(name.group(1));
            from = name.end();
        }
        steps.add(Pattern.compile(regex + literal(step.substring(from)), Pattern.DOTALL));
        names.add(List.copyOf(here));
    }

    private String literal(String text) {
        if (text.contains("{") || text.contains("}")) {
            throw new PartitionFoldersException(
                    template, "a brace has no partner", "A key is written as {name}, within one folder.");
        }
        return Pattern.quote(text);
    }
}
