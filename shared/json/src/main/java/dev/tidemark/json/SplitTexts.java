package dev.tidemark.json;

import dev.tidemark.json.YamlNode.Entry;
import dev.tidemark.json.YamlNode.Text;
import java.util.ArrayList;
import java.util.List;

/// Finds texts that a comma in brackets split: `[ amount, decimal(12,2) ]` is three items for YAML. They are mended,
/// so that one slip is one mistake.
final class SplitTexts {

    private SplitTexts() {}

    static List<YamlNode> mendItems(List<YamlNode> items, Mistakes mistakes) {
        List<YamlNode> mended = new ArrayList<>();
        int at = 0;
        while (at < items.size()) {
            int end = at + 1;
            if (items.get(at) instanceof Text text && open(text)) {
                String whole = text.text();
                while (end < items.size()
                        && items.get(end) instanceof Text next
                        && next.plain()
                        && unclosed(whole) > 0) {
                    whole = whole + "," + next.text();
                    end++;
                }
                if (end > at + 1 && unclosed(whole) == 0) {
                    mended.add(joined(text, whole, mistakes));
                    at = end;
                    continue;
                }
            }
            mended.add(items.get(at));
            at++;
        }
        return mended;
    }

    static List<Entry> mendEntries(List<Entry> entries, Mistakes mistakes) {
        List<Entry> mended = new ArrayList<>();
        int at = 0;
        while (at < entries.size()) {
            Entry entry = entries.get(at);
            int end = at + 1;
            if (entry.value() instanceof Text text && open(text)) {
                String whole = text.text();
                while (end < entries.size()
                        && entries.get(end).value() instanceof Text next
                        && next.absent()
                        && unclosed(whole) > 0) {
                    whole = whole + "," + entries.get(end).key().text();
                    end++;
                }
                if (end > at + 1 && unclosed(whole) == 0) {
                    mended.add(new Entry(entry.key(), joined(text, whole, mistakes)));
                    at = end;
                    continue;
                }
            }
            mended.add(entry);
            at++;
        }
        return mended;
    }

    private static boolean open(Text text) {
        return text.plain() && unclosed(text.text()) > 0;
    }

    private static Text joined(Text first, String whole, Mistakes mistakes) {
        mistakes.add(first.place(), "The comma splits " + whole + " into two values.", YamlAccident.quote(whole));
        return new Text(whole, first.place(), false, first.textPlace(), false);
    }

    private static int unclosed(String text) {
        int open = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            open += c == '(' || c == '<' ? 1 : c == ')' || c == '>' ? -1 : 0;
        }
        return open;
    }
}
