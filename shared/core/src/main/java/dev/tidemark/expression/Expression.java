package dev.tidemark.expression;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Schema;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// An expression as written: names and types are not resolved yet.
public sealed interface Expression {

    SourcePosition at();

    List<Expression> children();

    /// The columns that the expression names, each once, as first written, in order.
    default Set<String> references() {
        Map<String, String> found = new LinkedHashMap<>();
        collect(this, found);
        return new LinkedHashSet<>(found.values());
    }

    private static void collect(Expression expression, Map<String, String> found) {
        if (expression instanceof Name name) {
            found.putIfAbsent(Schema.fold(name.name()), name.name());
        }
        expression.children().forEach(child -> collect(child, found));
    }

    enum Operator {
        ADD("+"),
        SUBTRACT("-"),
        MULTIPLY("*"),
        DIVIDE("/"),
        REMAINDER("%");

        private final String symbol;

        Operator(String symbol) {
            this.symbol = symbol;
        }

        @Override
        public String toString() {
            return symbol;
        }
    }

    enum Relation {
        EQUAL("="),
        NOT_EQUAL("<>"),
        LESS("<"),
        LESS_OR_EQUAL("<="),
        GREATER(">"),
        GREATER_OR_EQUAL(">="),
        /// Null equals null, and nothing else does: the answer is never null.
        NULL_SAFE_EQUAL("<=>");

        private final String symbol;

        Relation(String symbol) {
            this.symbol = symbol;
        }

        @Override
        public String toString() {
            return symbol;
        }
    }

    /// An expression without parts.
    sealed interface Leaf extends Expression {
        @Override
        default List<Expression> children() {
            return List.of();
        }
    }

    record NullLiteral(SourcePosition at) implements Leaf {}

    record BooleanLiteral(SourcePosition at, boolean value) implements Leaf {}

    record TextLiteral(SourcePosition at, String value) implements Leaf {}

    /// @param type int, bigint, decimal or double, as Spark types a bare number; or what its suffix says
    record NumberLiteral(SourcePosition at, DataType type, BigDecimal value) implements Leaf {}

    /// `DATE '…'` or `TIMESTAMP '…'`; the text was checked, its zone may be known only when it is evaluated.
    record TimeLiteral(SourcePosition at, DataType type, String text) implements Leaf {}

    /// A column.
    record Name(SourcePosition at, String name) implements Leaf {}

    /// `value.field`
    record FieldOf(SourcePosition at, Expression value, String field) implements Expression {
        @Override
        public List<Expression> children() {
            return List.of(value);
        }
    }

    /// `value[index]`: an array's element counted from 0, or a map's value.
    record ElementOf(SourcePosition at, Expression value, Expression index) implements Expression {
        @Override
        public List<Expression> children() {
            return List.of(value, index);
        }
    }

    record Negate(SourcePosition at, Expression value) implements Expression {
        @Override
        public List<Expression> children() {
            return List.of(value);
        }
    }

    record Arithmetic(SourcePosition at, Operator operator, Expression left, Expression right) implements Expression {
        @Override
        public List<Expression> children() {
            return List.of(left, right);
        }
    }

    record Compare(SourcePosition at, Relation relation, Expression left, Expression right) implements Expression {
        @Override
        public List<Expression> children() {
            return List.of(left, right);
        }
    }

    record Not(SourcePosition at, Expression value) implements Expression {
        @Override
        public List<Expression> children() {
            return List.of(value);
        }
    }

    /// @param terms two or more
    record And(SourcePosition at, List<Expression> terms) implements Expression {
        public And {
            terms = List.copyOf(terms);
        }

        @Override
        public List<Expression> children() {
            return terms;
        }
    }

    /// @param terms two or more
    record Or(SourcePosition at, List<Expression> terms) implements Expression {
        public Or {
            terms = List.copyOf(terms);
        }

        @Override
        public List<Expression> children() {
            return terms;
        }
    }

    record IsNull(SourcePosition at, Expression value, boolean negated) implements Expression {
        @Override
        public List<Expression> children() {
            return List.of(value);
        }
    }

    record In(SourcePosition at, Expression value, List<Expression> options, boolean negated) implements Expression {
        public In {
            options = List.copyOf(options);
        }

        @Override
        public List<Expression> children() {
            return Stream.concat(Stream.of(value), options.stream()).toList();
        }
    }

    record Between(SourcePosition at, Expression value, Expression low, Expression high, boolean negated)
            implements Expression {
        @Override
        public List<Expression> children() {
            return List.of(value, low, high);
        }
    }

    record Like(SourcePosition at, Expression value, Expression pattern, char escape, boolean negated)
            implements Expression {
        @Override
        public List<Expression> children() {
            return List.of(value, pattern);
        }
    }

    /// Whether a Java regular expression matches anywhere in the value.
    record RLike(SourcePosition at, Expression value, Expression pattern, boolean negated) implements Expression {
        @Override
        public List<Expression> children() {
            return List.of(value, pattern);
        }
    }

    /// @param operand what each `when` is compared with; null: each `when` is a condition
    record Case(
            SourcePosition at,
            @Nullable Expression operand,
            List<Branch> branches,
            @Nullable Expression otherwise) implements Expression {
        public Case {
            branches = List.copyOf(branches);
        }

        @Override
        public List<Expression> children() {
            List<Expression> children = new ArrayList<>();
            if (operand != null) {
                children.add(operand);
            }
            for (Branch branch : branches) {
                children.add(branch.when());
                children.add(branch.then());
            }
            if (otherwise != null) {
                children.add(otherwise);
            }
            return children;
        }
    }

    record Branch(Expression when, Expression then) {}

    /// @param orNull `try_cast`: null where `cast` fails
    record Cast(SourcePosition at, Expression value, DataType type, boolean orNull) implements Expression {
        @Override
        public List<Expression> children() {
            return List.of(value);
        }
    }

    record Call(SourcePosition at, String function, List<Expression> arguments) implements Expression {
        public Call {
            arguments = List.copyOf(arguments);
        }

        @Override
        public List<Expression> children() {
            return arguments;
        }
    }
}
