package dev.tidemark.integration.asl;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Reads a definition and refuses every field, value and shape that the runner does not implement.
final class StateMachineReader {

    static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final String INVOKE = "arn:aws:states:::lambda:invoke";

    private StateMachineReader() {}

    static State.StateMachine read(String text) {
        JsonNode root;
        try {
            root = JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new AslException("$", "not JSON: " + e.getOriginalMessage());
        }
        fields("$", root, Set.of("StartAt", "States", "TimeoutSeconds"), Set.of("Comment"));
        int timeout = number("$.TimeoutSeconds", root.get("TimeoutSeconds"));
        return machine("$", root, timeout, true);
    }

    private static State.StateMachine machine(String where, JsonNode root, int timeout, boolean outer) {
        Map<String, State> states = new LinkedHashMap<>();
        Map<String, List<String>> nexts = new LinkedHashMap<>();
        if (root.get("States").isEmpty()) {
            throw new AslException(where + ".States", "there is no state");
        }
        for (Map.Entry<String, JsonNode> entry : root.get("States").properties()) {
            String at = where + ".States." + entry.getKey();
            if (entry.getKey().length() > 80) {
                throw new AslException(at, "a state's name has at most 80 characters");
            }
            State state = state(at, entry.getValue(), outer);
            states.put(entry.getKey(), state);
            nexts.put(entry.getKey(), nexts(state));
        }
        String start = text(where + ".StartAt", root.get("StartAt"));
        refuseLooseEnds(where, start, nexts);
        return new State.StateMachine(start, timeout, states);
    }

    private static void refuseLooseEnds(String where, String start, Map<String, List<String>> nexts) {
        nexts.forEach((name, targets) -> targets.forEach(target -> {
            if (!nexts.containsKey(target)) {
                throw new AslException(where + ".States." + name, "leads to '" + target + "', which is no state here");
            }
        }));
        if (!nexts.containsKey(start)) {
            throw new AslException(where + ".StartAt", "'" + start + "' is no state here");
        }
        Set<String> reached = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(start));
        while (!open.isEmpty()) {
            String name = open.pop();
            if (reached.add(name)) {
                open.addAll(nexts.getOrDefault(name, List.of()));
            }
        }
        Set<String> unreached = new TreeSet<>(nexts.keySet());
        unreached.removeAll(reached);
        if (!unreached.isEmpty()) {
            throw new AslException(where, "no way leads to " + unreached);
        }
    }

    private static List<String> nexts(State state) {
        List<String> nexts = new ArrayList<>();
        switch (state) {
            case State.Task task -> flow(task.flow(), nexts);
            case State.DistributedMap map -> flow(map.flow(), nexts);
            case State.Choice choice -> {
                choice.rules().forEach(rule -> nexts.add(rule.next()));
                if (choice.otherwise() != null) {
                    nexts.add(choice.otherwise());
                }
            }
            case State.Fail _, State.Succeed _ -> {
                // Ends here.
            }
        }
        return nexts;
    }

    private static void flow(State.Flow flow, List<String> nexts) {
        flow.catchers().forEach(catcher -> nexts.add(catcher.next()));
        if (flow.next() != null) {
            nexts.add(flow.next());
        }
    }

    private static State state(String where, JsonNode node, boolean outer) {
        return switch (text(where + ".Type", node.path("Type"))) {
            case "Task" -> task(where, node);
            case "Map" -> {
                if (!outer) {
                    throw new AslException(where, "a map within a map");
                }
                yield map(where, node);
            }
            case "Choice" -> choice(where, node);
            case "Fail" -> {
                fields(where, node, Set.of("Type", "ErrorPath", "CausePath"), Set.of("Comment"));
                Paths.check(where + ".ErrorPath", node.get("ErrorPath"));
                Paths.check(where + ".CausePath", node.get("CausePath"));
                yield new State.Fail(
                        node.get("ErrorPath").asText(), node.get("CausePath").asText());
            }
            case "Succeed" -> {
                fields(where, node, Set.of("Type"), Set.of("Comment"));
                yield new State.Succeed();
            }
            default -> throw new AslException(where + ".Type", "not implemented: " + node.get("Type"));
        };
    }

    private static State.Task task(String where, JsonNode node) {
        fields(
                where,
                node,
                Set.of("Type", "Resource", "Parameters", "TimeoutSeconds"),
                Set.of("Comment", "ResultSelector", "ResultPath", "Retry", "Catch", "Next", "End"));
        if (!node.get("Resource").asText().equals(INVOKE)) {
            throw new AslException(where + ".Resource", "not implemented: " + node.get("Resource"));
        }
        JsonNode parameters = node.get("Parameters");
        boolean whole = parameters.has("Payload.$");
        fields(where + ".Parameters", parameters, Set.of("FunctionName", whole ? "Payload.$" : "Payload"), Set.of());
        Paths.checkTemplate(where + ".Parameters", parameters);
        return new State.Task(
                text(where + ".FunctionName", parameters.get("FunctionName")),
                parameters,
                number(where + ".TimeoutSeconds", node.get("TimeoutSeconds")),
                flow(where, node));
    }

    private static State.DistributedMap map(String where, JsonNode node) {
        fields(
                where,
                node,
                Set.of(
                        "Type",
                        "Label",
                        "ItemReader",
                        "ItemSelector",
                        "ItemProcessor",
                        "MaxConcurrencyPath",
                        "ResultWriter"),
                Set.of("Comment", "ResultSelector", "ResultPath", "Retry", "Catch", "Next", "End"));
        String label = text(where + ".Label", node.get("Label"));
        if (label.length() > 40 || !label.matches("[A-Za-z0-9_-]+")) {
            throw new AslException(where + ".Label", "at most 40 letters, digits, - and _");
        }
        JsonNode reader = node.get("ItemReader");
        fields(where + ".ItemReader", reader, Set.of("Resource", "ReaderConfig", "Parameters"), Set.of());
        exactly(where + ".ItemReader.Resource", reader.get("Resource"), "arn:aws:states:::s3:getObject");
        fields(where + ".ItemReader.ReaderConfig", reader.get("ReaderConfig"), Set.of("InputType"), Set.of());
        exactly(where + ".InputType", reader.get("ReaderConfig").get("InputType"), "JSON");
        fields(where + ".ItemReader.Parameters", reader.get("Parameters"), Set.of("Bucket.$", "Key.$"), Set.of());
        Paths.checkTemplate(where + ".ItemReader.Parameters", reader.get("Parameters"));
        Paths.checkTemplate(where + ".ItemSelector", node.get("ItemSelector"));
        Paths.check(where + ".MaxConcurrencyPath", node.get("MaxConcurrencyPath"));
        JsonNode writer = node.get("ResultWriter");
        fields(where + ".ResultWriter", writer, Set.of("Resource", "Parameters"), Set.of());
        exactly(where + ".ResultWriter.Resource", writer.get("Resource"), "arn:aws:states:::s3:putObject");
        fields(where + ".ResultWriter.Parameters", writer.get("Parameters"), Set.of("Bucket.$", "Prefix.$"), Set.of());
        Paths.checkTemplate(where + ".ResultWriter.Parameters", writer.get("Parameters"));
        JsonNode processor = node.get("ItemProcessor");
        fields(where + ".ItemProcessor", processor, Set.of("ProcessorConfig", "StartAt", "States"), Set.of());
        JsonNode config = processor.get("ProcessorConfig");
        fields(where + ".ProcessorConfig", config, Set.of("Mode", "ExecutionType"), Set.of());
        exactly(where + ".Mode", config.get("Mode"), "DISTRIBUTED");
        exactly(where + ".ExecutionType", config.get("ExecutionType"), "STANDARD");
        return new State.DistributedMap(
                label,
                reader.get("Parameters"),
                node.get("ItemSelector"),
                node.get("MaxConcurrencyPath").asText(),
                machine(where + ".ItemProcessor", processor, Integer.MAX_VALUE, false),
                writer.get("Parameters"),
                flow(where, node));
    }

    private static State.Choice choice(String where, JsonNode node) {
        fields(where, node, Set.of("Type", "Choices"), Set.of("Comment", "Default"));
        List<State.Rule> rules = new ArrayList<>();
        if (!node.get("Choices").isArray() || node.get("Choices").isEmpty()) {
            throw new AslException(where + ".Choices", "there is no rule");
        }
        for (JsonNode rule : node.get("Choices")) {
            String operator = rule.has("BooleanEquals") ? "BooleanEquals" : "StringEquals";
            fields(where + ".Choices", rule, Set.of("Variable", operator, "Next"), Set.of());
            Paths.check(where + ".Variable", rule.get("Variable"));
            JsonNode equal = rule.get(operator);
            if (operator.equals("BooleanEquals") ? !equal.isBoolean() : !equal.isTextual()) {
                throw new AslException(where + "." + operator, "compares with " + equal);
            }
            rules.add(new State.Rule(rule.get("Variable").asText(), equal, text(where + ".Next", rule.get("Next"))));
        }
        return new State.Choice(rules, node.has("Default") ? text(where + ".Default", node.get("Default")) : null);
    }

    private static State.Flow flow(String where, JsonNode node) {
        if (node.has("Next") == node.path("End").asBoolean()) {
            throw new AslException(where, "needs either Next or End: true");
        }
        JsonNode selector = node.get("ResultSelector");
        if (selector != null) {
            Paths.checkTemplate(where + ".ResultSelector", selector);
        }
        List<State.Retrier> retriers = new ArrayList<>();
        for (JsonNode retrier : list(where + ".Retry", node.path("Retry"))) {
            String at = where + ".Retry";
            fields(
                    at,
                    retrier,
                    Set.of("ErrorEquals", "IntervalSeconds", "BackoffRate", "MaxDelaySeconds", "MaxAttempts"),
                    Set.of("JitterStrategy"));
            retriers.add(new State.Retrier(
                    errors(at, retrier.get("ErrorEquals"), false),
                    number(at + ".IntervalSeconds", retrier.get("IntervalSeconds")),
                    retrier.get("BackoffRate").asDouble(),
                    number(at + ".MaxDelaySeconds", retrier.get("MaxDelaySeconds")),
                    number(at + ".MaxAttempts", retrier.get("MaxAttempts")),
                    jitter(at, retrier)));
        }
        List<State.Catcher> catchers = new ArrayList<>();
        JsonNode nodes = list(where + ".Catch", node.path("Catch"));
        for (int i = 0; i < nodes.size(); i++) {
            JsonNode catcher = nodes.get(i);
            String at = where + ".Catch";
            fields(at, catcher, Set.of("ErrorEquals", "ResultPath", "Next"), Set.of());
            catchers.add(new State.Catcher(
                    errors(at, catcher.get("ErrorEquals"), i == nodes.size() - 1),
                    resultPath(at, catcher),
                    text(at + ".Next", catcher.get("Next"))));
        }
        return new State.Flow(
                selector,
                resultPath(where, node),
                retriers,
                catchers,
                node.has("Next") ? text(where + ".Next", node.get("Next")) : null);
    }

    private static boolean jitter(String where, JsonNode retrier) {
        JsonNode strategy = retrier.path("JitterStrategy");
        return switch (strategy.asText("NONE")) {
            case "FULL" -> true;
            case "NONE" -> false;
            default -> throw new AslException(where + ".JitterStrategy", "not implemented: " + strategy);
        };
    }

    private static @Nullable String resultPath(String where, JsonNode node) {
        JsonNode path = node.get("ResultPath");
        if (path == null) {
            return "$";
        }
        if (path.isNull()) {
            return null;
        }
        Paths.check(where + ".ResultPath", path);
        if (path.asText().startsWith("$$")) {
            throw new AslException(where + ".ResultPath", "the context object cannot be written");
        }
        return path.asText();
    }

    private static List<String> errors(String where, JsonNode names, boolean last) {
        List<String> errors = new ArrayList<>();
        list(where + ".ErrorEquals", names).forEach(name -> errors.add(text(where + ".ErrorEquals", name)));
        if (errors.isEmpty()) {
            throw new AslException(where + ".ErrorEquals", "names no error");
        }
        if (errors.contains("States.ALL") && (errors.size() > 1 || !last)) {
            throw new AslException(where + ".ErrorEquals", "States.ALL must stand alone, in the last catcher");
        }
        return errors;
    }

    private static JsonNode list(String where, JsonNode node) {
        if (!node.isMissingNode() && !node.isArray()) {
            throw new AslException(where, "must be a list");
        }
        return node;
    }

    private static void fields(String where, JsonNode node, Set<String> needed, Set<String> allowed) {
        if (!node.isObject()) {
            throw new AslException(where, "must be an object");
        }
        for (String name : needed) {
            if (!node.has(name)) {
                throw new AslException(where, "lacks " + name);
            }
        }
        node.fieldNames().forEachRemaining(name -> {
            if (!needed.contains(name) && !allowed.contains(name)) {
                throw new AslException(where, "not implemented: " + name);
            }
        });
    }

    private static void exactly(String where, JsonNode node, String wanted) {
        if (!node.asText().equals(wanted)) {
            throw new AslException(where, "not implemented: " + node);
        }
    }

    private static String text(String where, JsonNode node) {
        if (!node.isTextual() || node.asText().isEmpty()) {
            throw new AslException(where, "must be a text but is " + node);
        }
        return node.asText();
    }

    private static int number(String where, JsonNode node) {
        if (!node.isInt() || node.asInt() < 1 || node.asInt() > 99_999_999) {
            throw new AslException(where, "must be a whole number above 0 but is " + node);
        }
        return node.asInt();
    }
}
