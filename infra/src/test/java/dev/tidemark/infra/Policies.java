package dev.tidemark.infra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The policies of one role as IAM evaluates them: allowed when a statement allows it and none denies it.
///
/// It knows the operators that the templates use, and refuses a statement with anything else.
final class Policies {

    private final List<JsonNode> statements;

    private Policies(List<JsonNode> statements) {
        this.statements = statements;
    }

    /// Those inside the role, those of its template that are attached to it, and those of the stage that it names.
    static Policies ofRole(Synthesized stage, String stack, String logicalId) {
        JsonNode template = stage.template(stack);
        List<JsonNode> statements = new ArrayList<>();
        JsonNode role = template.path("Resources").path(logicalId).path("Properties");
        role.path("Policies")
                .forEach(policy -> policy.at("/PolicyDocument/Statement").forEach(statements::add));
        template.path("Resources").forEach(resource -> {
            if (resource.path("Type").asText().equals("AWS::IAM::Policy")
                    && resource.at("/Properties/Roles").toString().contains("\"" + logicalId + "\"")) {
                resource.at("/Properties/PolicyDocument/Statement").forEach(statements::add);
            }
        });
        for (String arn : texts(role.path("ManagedPolicyArns"))) {
            String name = arn.substring(arn.lastIndexOf('/') + 1);
            stage.resource("Pipeline", "AWS::IAM::ManagedPolicy", "ManagedPolicyName", name)
                    .at("/PolicyDocument/Statement")
                    .forEach(statements::add);
        }
        if (statements.isEmpty()) {
            throw new IllegalArgumentException(logicalId + " has no policies");
        }
        return new Policies(
                statements.stream().map(JsonNode::<JsonNode>deepCopy).toList());
    }

    /// For broken twins: the same without an action.
    Policies without(String action) {
        List<JsonNode> changed = new ArrayList<>();
        for (JsonNode statement : statements) {
            ObjectNode copy = statement.deepCopy();
            ArrayNode left = copy.putArray("Action");
            texts(statement.path("Action")).stream()
                    .filter(one -> !one.equals(action))
                    .forEach(left::add);
            changed.add(copy);
        }
        return new Policies(changed);
    }

    /// For broken twins: the same with a text of its resources or conditions replaced.
    Policies with(String there, String instead) {
        return new Policies(statements.stream()
                .<JsonNode>map(statement -> replaced(statement.deepCopy(), there, instead))
                .toList());
    }

    /// For broken twins: the same, and an action on what some statement is about.
    Policies and(String action) {
        List<JsonNode> changed = new ArrayList<>(statements);
        ObjectNode more = statements.getFirst().deepCopy();
        more.putArray("Action").add(action);
        changed.add(more);
        return new Policies(changed);
    }

    private static JsonNode replaced(ObjectNode statement, String there, String instead) {
        for (String key : List.of("Resource", "Condition")) {
            if (statement.has(key)) {
                String text = statement.path(key).toString().replace(there, instead);
                try {
                    statement.set(key, new com.fasterxml.jackson.databind.ObjectMapper().readTree(text));
                } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
        return statement;
    }

    boolean allows(Need need) {
        boolean allowed = false;
        for (JsonNode statement : statements) {
            if (applies(statement, need)) {
                if (statement.path("Effect").asText().equals("Deny")) {
                    return false;
                }
                allowed = true;
            }
        }
        return allowed;
    }

    /// `sid action` of every action that none of `needs` asks for there.
    List<String> unused(List<Need> needs) {
        TreeSet<String> unused = new TreeSet<>();
        for (JsonNode statement : statements) {
            for (String action : texts(statement.path("Action"))) {
                boolean used = needs.stream().anyMatch(need -> like(action, need.action()) && applies(statement, need));
                if (!used || action.contains("*")) {
                    unused.add(statement.path("Sid").asText() + " " + action);
                }
            }
        }
        return List.copyOf(unused);
    }

    private static boolean applies(JsonNode statement, Need need) {
        return texts(statement.path("Action")).stream().anyMatch(action -> like(action, need.action()))
                && texts(statement.path("Resource")).stream().anyMatch(resource -> like(resource, need.resource()))
                && conditions(statement.path("Condition"), need);
    }

    private static boolean conditions(JsonNode conditions, Need need) {
        return conditions.properties().stream()
                .allMatch(operator -> operator.getValue().properties().stream()
                        .allMatch(key ->
                                holds(operator.getKey(), need.context().get(key.getKey()), texts(key.getValue()))));
    }

    /// A key that the request does not have fails a condition, unless it is about all of its values.
    private static boolean holds(
            String operator, @org.jspecify.annotations.Nullable String value, List<String> wanted) {
        return switch (operator) {
            case "StringLike", "ArnLike" -> value != null && wanted.stream().anyMatch(one -> like(one, value));
            case "StringEquals" -> value != null && wanted.contains(value);
            case "ForAllValues:StringEquals" -> value == null || wanted.contains(value);
            default -> throw new IllegalArgumentException("the operator " + operator + " is not known here");
        };
    }

    private static List<String> texts(JsonNode oneOrMany) {
        List<String> texts = new ArrayList<>();
        if (oneOrMany.isTextual()) {
            texts.add(oneOrMany.asText());
        }
        oneOrMany.forEach(one -> {
            if (!one.isTextual()) {
                throw new IllegalArgumentException("only literal texts are known here: " + one);
            }
            texts.add(one.asText());
        });
        return texts;
    }

    private static boolean like(String pattern, String text) {
        String regex = pattern.chars()
                .mapToObj(c -> c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(Character.toString(c)))
                .collect(Collectors.joining());
        return Pattern.compile(regex, Pattern.DOTALL).matcher(text).matches();
    }
}
