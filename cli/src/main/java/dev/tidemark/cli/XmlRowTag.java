package dev.tidemark.cli;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The name of the elements that are rows, guessed from a text's beginning: those directly in the root; below, as long
/// as there is only one thing and it holds elements of one name. What readers say of the text is theirs to say.
final class XmlRowTag {

    /// What is no element first, so that tags in it are passed over.
    private static final Pattern TAG = Pattern.compile(
            "<!--.*?-->|<!\\[CDATA\\[.*?]]>|<\\?.*?\\?>|<!\\w[^>]*>"
                    + "|<(?<end>/?)(?<name>[^\\s/>!?]+)(?:\"[^\"]*\"|'[^']*'|[^>\"'])*?(?<closed>/?)>",
            Pattern.DOTALL);

    private static final int MOST_DEPTH = 5;

    private XmlRowTag() {}

    /// An element and those in it.
    private record Element(String name, List<Element> children) {

        /// Names of the children and how often each is there.
        Map<String, Integer> names() {
            Map<String, Integer> names = new LinkedHashMap<>();
            children.forEach(child -> names.merge(child.name, 1, Integer::sum));
            return names;
        }
    }

    /// @return null where no element begins
    static @Nullable String of(String text) {
        Element root = root(text);
        if (root == null) {
            return null;
        }
        Element at = root;
        for (int depth = 0; depth < MOST_DEPTH && !at.children().isEmpty(); depth++) {
            Map<String, Integer> names = at.names();
            Element first = at.children().getFirst();
            Map<String, Integer> below = first.names();
            boolean onlyHolds = at.children().size() == 1
                    && below.size() == 1
                    && first.children().size() > 1;
            if (!onlyHolds) {
                return names.entrySet().stream()
                        .max(Map.Entry.comparingByValue())
                        .orElseThrow()
                        .getKey();
            }
            at = first;
        }
        return at.name();
    }

    private static @Nullable Element root(String text) {
        Deque<Element> open = new ArrayDeque<>();
        Element root = null;
        Matcher tags = TAG.matcher(text);
        while (tags.find()) {
            String name = tags.group("name");
            if (name == null) {
                continue;
            }
            if (!tags.group("end").isEmpty()) {
                open.poll();
                continue;
            }
            Element element = new Element(name, new ArrayList<>());
            Element parent = open.peek();
            if (parent != null && open.size() <= MOST_DEPTH) {
                parent.children().add(element);
            }
            root = root == null ? element : root;
            if (tags.group("closed").isEmpty()) {
                open.push(element);
            }
        }
        return root;
    }
}
