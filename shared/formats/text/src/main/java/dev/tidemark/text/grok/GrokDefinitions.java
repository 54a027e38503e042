package dev.tidemark.text.grok;

import io.krakens.grok.api.GrokCompiler;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The patterns that have names: those of java-grok, which are Logstash's as Glue knows them, and the job's own.
final class GrokDefinitions {

    private static final List<String> FILES =
            List.of("patterns", "java", "linux-syslog", "firewalls", "haproxy", "nagios", "postfix", "ruby");
    private static final Pattern LINE = Pattern.compile("\\s*([A-Za-z0-9_]+)\\s+(\\S.*?)\\s*");
    private static final Map<String, String> KNOWN = known();

    private GrokDefinitions() {}

    private static Map<String, String> known() {
        GrokCompiler library = GrokCompiler.newInstance();
        FILES.forEach(file -> library.registerPatternFromClasspath("/patterns/" + file));
        return Map.copyOf(library.getPatternDefinitions());
    }

    /// @param customPatterns a name, white space and a pattern a line; lines that begin with # are comments
    /// @throws GrokOptionException for a line that is something else
    static Map<String, String> with(String customPatterns) {
        Map<String, String> all = new HashMap<>(KNOWN);
        for (String line : customPatterns.lines().toList()) {
            if (line.isBlank() || line.stripLeading().startsWith("#")) {
                continue;
            }
            Matcher matcher = LINE.matcher(line);
            if (!matcher.matches()) {
                throw new GrokOptionException(
                        "customPatterns",
                        line.strip(),
                        "each line is a name of letters, digits and _, a blank, and a pattern, as in ORDER [A-Z]{2}[0-9]+",
                        null);
            }
            all.put(matcher.group(1), matcher.group(2));
        }
        return all;
    }
}
