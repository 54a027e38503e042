package dev.tidemark.infra;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awscdk.services.iam.PolicyDocument;
import software.amazon.awscdk.services.iam.PolicyStatement;

/// One statement of a policy that allows something.
///
/// @param sid        what it is for; a role's statements are told apart by it
/// @param conditions operator → condition key → values
record Grant(
        String sid, List<String> actions, List<String> resources, Map<String, Map<String, List<String>>> conditions) {

    Grant {
        actions = List.copyOf(actions);
        resources = List.copyOf(resources);
        if (actions.isEmpty() || resources.isEmpty()) {
            throw new IllegalArgumentException("a grant allows something on something: " + sid);
        }
    }

    static Grant of(String sid, List<String> actions, List<String> resources) {
        return new Grant(sid, actions, resources, Map.of());
    }

    Grant when(String operator, String key, List<String> values) {
        Map<String, Map<String, List<String>>> more = new LinkedHashMap<>(conditions);
        more.put(operator, Map.of(key, values));
        return new Grant(sid, actions, resources, more);
    }

    PolicyStatement statement() {
        PolicyStatement.Builder statement =
                PolicyStatement.Builder.create().sid(sid).actions(actions).resources(resources);
        if (!conditions.isEmpty()) {
            statement.conditions(conditions);
        }
        return statement.build();
    }

    static PolicyDocument document(List<Grant> grants) {
        return PolicyDocument.Builder.create()
                .statements(grants.stream().map(Grant::statement).toList())
                .build();
    }
}
