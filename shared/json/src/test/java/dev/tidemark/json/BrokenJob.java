package dev.tidemark.json;

import dev.tidemark.job.Mistake;
import java.util.ArrayList;
import java.util.List;

/// One entry of `broken/table.txt`: a good job, one replacement, and every mistake that must be reported for it.
///
/// @param structural whether the JSON Schema must refuse it too
/// @param expected   `line:column path`, the message, the hint, each on a line of its own
record BrokenJob(String name, boolean structural, String yaml, List<String> expected) {

    private static final String STRUCTURAL = " [structural]";

    static List<BrokenJob> table() {
        String base = JobFiles.resource("/broken/base.yaml");
        List<BrokenJob> table = new ArrayList<>();
        for (String entry : JobFiles.resource("/broken/table.txt").split("\n\n")) {
            List<String> lines = entry.strip().lines().toList();
            String name = lines.getFirst();
            String from = unescaped(lines.get(1).substring(1));
            String to = unescaped(lines.get(2).substring(1));
            if (!base.contains(from)) {
                throw new IllegalStateException(name + ": base.yaml has no " + from);
            }
            int at = base.indexOf(from);
            String yaml = base.substring(0, at) + to + base.substring(at + from.length());
            table.add(new BrokenJob(
                    name.replace(STRUCTURAL, ""), name.endsWith(STRUCTURAL), yaml, lines.subList(3, lines.size())));
        }
        return table;
    }

    static List<String> told(List<Mistake> mistakes) {
        List<String> lines = new ArrayList<>();
        for (Mistake mistake : mistakes) {
            lines.add(mistake.line() + ":" + mistake.column() + " " + mistake.path());
            lines.add("  " + mistake.message());
            lines.add("  " + mistake.hint());
        }
        return lines;
    }

    private static String unescaped(String text) {
        return text.replace("\\n", "\n").replace("\\t", "\t");
    }

    @Override
    public String toString() {
        return name;
    }
}
