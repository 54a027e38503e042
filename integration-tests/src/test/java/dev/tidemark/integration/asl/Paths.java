package dev.tidemark.integration.asl;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reference paths (`$.a.b`, `$$.Execution.Name`) and payload templates. Filters, wildcards, indices and intrinsic
/// functions are refused.
final class Paths {

    private static final Pattern REFERENCE = Pattern.compile("\\$\\$?(\\.[A-Za-z_][A-Za-z0-9_]*)*");

    private Paths() {}

    /// @throws AslException when `path` is none that this runner knows
    static void check(String where, JsonNode path) {
        if (!path.isTextual() || !REFERENCE.matcher(path.asText()).matches()) {
            throw new AslException(where, "not a reference path that this runner knows: " + path);
        }
    }

    /// Checks a template: keys that end in `.$` hold paths, all else is taken as it stands.
    static void checkTemplate(String where, JsonNode template) {
        if (template.isArray()) {
            template.forEach(each -> checkTemplate(where + "[]", each));
        }
        for (Map.Entry<String, JsonNode> field : template.properties()) {
            String at = where + "." + field.getKey();
            if (field.getKey().endsWith(".$")) {
                check(at, field.getValue());
            } else {
                checkTemplate(at, field.getValue());
            }
        }
    }

    /// @throws StateFailure when the path leads to nothing
    static JsonNode value(String path, JsonNode input, JsonNode context) {
        JsonNode found = find(path, input, context);
        if (found == null) {
            throw new StateFailure(StateFailure.RUNTIME, "The JSONPath '" + path + "' could not be found in the input");
        }
        return found;
    }

    static @Nullable JsonNode find(String path, JsonNode input, JsonNode context) {
        JsonNode at = path.startsWith("$$") ? context : input;
        for (String name : names(path)) {
            JsonNode next = at.get(name);
            if (next == null) {
                return null;
            }
            at = next;
        }
        return at;
    }

    private static List<String> names(String path) {
        List<String> names = new ArrayList<>(List.of(path.split("\\.")));
        names.removeFirst();
        return names;
    }

    static JsonNode fill(JsonNode template, JsonNode input, JsonNode context) {
        if (template.isArray()) {
            ArrayNode all = JsonNodeFactory.instance.arrayNode();
            template.forEach(each -> all.add(fill(each, input, context)));
            return all;
        }
        if (!template.isObject()) {
            return template.deepCopy();
        }
        ObjectNode filled = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> field : template.properties()) {
            String key = field.getKey();
            if (key.endsWith(".$")) {
                filled.set(
                        key.substring(0, key.length() - 2),
                        value(field.getValue().asText(), input, context));
            } else {
                filled.set(key, fill(field.getValue(), input, context));
            }
        }
        return filled;
    }

    /// The input with `result` put at `path`; null discards the result, `$` replaces the input.
    static JsonNode place(@Nullable String path, JsonNode input, JsonNode result) {
        if (path == null) {
            return input;
        }
        if (path.equals("$")) {
            return result;
        }
        if (!input.isObject()) {
            throw new StateFailure("States.ResultPathMatchFailure", "cannot put a result at " + path);
        }
        ObjectNode root = input.deepCopy();
        ObjectNode at = root;
        List<String> names = names(path);
        for (String name : names.subList(0, names.size() - 1)) {
            at = at.get(name) instanceof ObjectNode object ? object : at.putObject(name);
        }
        at.set(names.getLast(), result);
        return root;
    }
}
