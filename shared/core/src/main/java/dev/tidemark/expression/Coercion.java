package dev.tidemark.expression;

import dev.tidemark.data.DataType;
import java.util.ArrayList;
import java.util.List;

/// Casts that nobody wrote.
final class Coercion {

    private Coercion() {}

    /// @param role what the value is, for the message
    static Operation implicit(Operation value, DataType type, SourcePosition at, String role) {
        if (value instanceof Leaves.Null || TypeRules.implicit(value.type(), type)) {
            return cast(value, type, at);
        }
        throw at.error(role + " must be " + type + " but is " + value.type() + ".", null);
    }

    /// All values in the type that they have in common.
    static List<Operation> common(List<Operation> values, SourcePosition at, String role) {
        DataType type = commonType(values, at, role);
        List<Operation> result = new ArrayList<>();
        for (Operation value : values) {
            result.add(cast(value, type, at));
        }
        return result;
    }

    private static DataType commonType(List<Operation> values, SourcePosition at, String role) {
        List<DataType> types = values.stream()
                .filter(value -> !(value instanceof Leaves.Null))
                .map(Operation::type)
                .distinct()
                .toList();
        if (types.isEmpty()) {
            return values.getFirst().type();
        }
        DataType type = TypeRules.common(types);
        if (type == null) {
            boolean dates = types.stream().anyMatch(TypeRules::isTime);
            throw at.error(
                    role + " mixes " + types.getFirst() + " and " + other(types) + ", which cannot be compared.",
                    dates ? "A date stands in quotes: '2026-01-31'." : "Cast one of them: cast(x AS string).");
        }
        return type;
    }

    private static DataType other(List<DataType> types) {
        return types.stream()
                .filter(type -> TypeRules.common(types.getFirst(), type) == null)
                .findFirst()
                .orElse(types.getLast());
    }

    /// A cast that is known to exist.
    static Operation cast(Operation value, DataType type, SourcePosition at) {
        Operation cast = Casts.cast(value, type, false);
        if (cast == null) {
            throw at.error("a value of type " + value.type() + " cannot be cast to " + type + ".", null);
        }
        return folded(cast);
    }

    /// What looks at no column is evaluated once a batch.
    static Operation folded(Operation operation) {
        boolean leaf = operation instanceof Leaves.Null
                || operation instanceof Leaves.Constant
                || operation instanceof Leaves.FromContext
                || operation instanceof Leaves.Folded
                || operation instanceof Leaves.Shared;
        return operation.constant() && !leaf ? new Leaves.Folded(operation) : operation;
    }
}
