package dev.tidemark.transform;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.expression.Expression;
import dev.tidemark.expression.ExpressionCompiler;
import dev.tidemark.expression.ExpressionException;
import dev.tidemark.expression.ExpressionParser;
import dev.tidemark.expression.Functions;
import dev.tidemark.expression.NearestName;
import dev.tidemark.expression.SourcePosition;
import dev.tidemark.expression.TypedExpression;
import dev.tidemark.job.ExpressionText;
import dev.tidemark.job.Place;
import dev.tidemark.job.TransformSpec;
import dev.tidemark.transform.ColumnsTransform.Column;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// Fits the transforms of a flow to the columns they get.
public final class TransformCompiler {

    private final Functions functions;
    private final Consumer<String> warnings;

    /// @param warnings told in sentences about what is legal and looks wrong (selectFields of an unknown name)
    public TransformCompiler(Functions functions, Consumer<String> warnings) {
        this.functions = functions;
        this.warnings = warnings;
    }

    /// @throws TransformException  when a step names a column or type that is not there
    /// @throws ExpressionException when an expression does not fit the columns
    public TransformPipeline compile(List<TransformSpec> specs, Schema input) {
        return compile(specs, input, Set.of());
    }

    /// @param nullOnly folded names of the columns in which nobody saw a value: dropNullFields drops them
    public TransformPipeline compile(List<TransformSpec> specs, Schema input, Set<String> nullOnly) {
        List<Transform> steps = new ArrayList<>();
        Schema at = input;
        Set<String> nulls = Set.copyOf(nullOnly);
        for (TransformSpec spec : specs) {
            Transform step = compile(spec, at, nulls);
            steps.add(step);
            at = step.output();
            nulls = NullOnly.after(spec, nulls);
        }
        return new TransformPipeline(input, steps, nulls);
    }

    private Transform compile(TransformSpec spec, Schema input, Set<String> nulls) {
        return switch (spec) {
            case TransformSpec.ApplyMapping mapping -> applyMapping(mapping, input);
            case TransformSpec.SelectFields select -> selectFields(select, input);
            case TransformSpec.DropFields drop -> dropFields(drop, input);
            case TransformSpec.RenameField rename -> renameField(rename, input);
            case TransformSpec.DropNullFields drop -> dropNullFields(drop, input, nulls);
            case TransformSpec.Filter filter -> filter(filter, input);
            case TransformSpec.Derive derive -> derive(derive, input);
            case TransformSpec.Explode explode -> explode(explode, input);
            case TransformSpec.Unnest unnest -> unnest(unnest, input);
            case TransformSpec.ResolveChoice choice ->
                throw new TransformException(
                        "resolveChoice", choice.places().self(), "this version cannot resolve choices yet.");
            case TransformSpec.Custom custom ->
                throw new TransformException(
                        custom.name(),
                        custom.places().self(),
                        "no transform of this name is on the class path. Add the jar that registers it.");
        };
    }

    private Transform applyMapping(TransformSpec.ApplyMapping spec, Schema input) {
        List<Column> columns = new ArrayList<>();
        for (TransformSpec.Mapping mapping : spec.mappings()) {
            int index = input.indexOf(mapping.source());
            DataType found;
            Expression value;
            if (index >= 0) {
                found = input.field(index).type();
                value = new Expression.Name(
                        start(mapping.source()), input.field(index).name());
            } else if (mapping.source().indexOf('.') > 0) {
                value = path(mapping.source());
                found = typed(value, input, mapping.place(), "applyMapping").type();
            } else {
                throw unknown("applyMapping", mapping.place(), mapping.source(), input);
            }
            if (!found.equals(mapping.sourceType())) {
                throw new TransformException(
                        "applyMapping",
                        mapping.place(),
                        "column '%s' is %s, not %s. Write %s here, or declare the column as %s in the source's schema."
                                .formatted(mapping.source(), found, mapping.sourceType(), found, mapping.sourceType()));
            }
            boolean same = mapping.targetType().equals(found);
            if (same && index >= 0) {
                columns.add(new Column.Kept(mapping.target(), index));
            } else {
                Expression cast =
                        same ? value : new Expression.Cast(start(mapping.source()), value, mapping.targetType(), false);
                columns.add(new Column.Computed(
                        mapping.target(),
                        typed(cast, input, mapping.place(), "applyMapping"),
                        "applyMapping of '" + mapping.source() + "': "));
            }
        }
        return new ColumnsTransform(input, columns);
    }

    private Transform selectFields(TransformSpec.SelectFields spec, Schema input) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < spec.fields().size(); i++) {
            String name = spec.fields().get(i);
            Place place = spec.places().of("[" + i + "]");
            int index = input.indexOf(name);
            if (index >= 0) {
                columns.add(new Column.Kept(input.field(index).name(), index));
            } else if (name.indexOf('.') > 0 && input.indexOf(name.substring(0, name.indexOf('.'))) >= 0) {
                columns.add(new Column.Computed(
                        name.substring(name.lastIndexOf('.') + 1),
                        typed(path(name), input, place, "selectFields"),
                        "selectFields '" + name + "': "));
            } else {
                warnings.accept("selectFields names '" + name + "', which is no column here; " + known(input) + ".");
            }
        }
        if (columns.isEmpty()) {
            throw new TransformException(
                    "selectFields", spec.places().self(), "none of its names is a column; " + known(input) + ".");
        }
        return new ColumnsTransform(input, columns);
    }

    private Transform dropFields(TransformSpec.DropFields spec, Schema input) {
        Set<String> dropped = new HashSet<>();
        for (String name : spec.fields()) {
            if (input.indexOf(name) < 0) {
                warnings.accept("dropFields names '" + name + "', which is no column here.");
            }
            dropped.add(Schema.fold(name));
        }
        return new ColumnsTransform(input, kept(input, dropped));
    }

    private static Transform dropNullFields(TransformSpec.DropNullFields spec, Schema input, Set<String> nulls) {
        List<Column> columns = kept(input, nulls);
        if (columns.isEmpty()) {
            throw new TransformException(
                    "dropNullFields",
                    spec.places().self(),
                    "no column of the sample has a value, so none would be left. Declare the columns in the source's schema.");
        }
        return new ColumnsTransform(input, columns);
    }

    private static Transform renameField(TransformSpec.RenameField spec, Schema input) {
        int renamed = input.indexOf(spec.from());
        if (renamed < 0) {
            throw unknown("renameField", spec.places().self(), spec.from(), input);
        }
        int other = input.indexOf(spec.to());
        if (other >= 0 && other != renamed) {
            throw new TransformException(
                    "renameField",
                    spec.places().self(),
                    "there is a column '%s' already."
                            .formatted(input.field(other).name()),
                    "Give it another name, or drop the other one before with dropFields.");
        }
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < input.size(); i++) {
            columns.add(
                    new Column.Kept(i == renamed ? spec.to() : input.field(i).name(), i));
        }
        return new ColumnsTransform(input, columns);
    }

    private Transform filter(TransformSpec.Filter spec, Schema input) {
        TypedExpression condition = typed(spec.expression(), input);
        if (!condition.type().equals(DataType.BOOLEAN)) {
            throw new TransformException(
                    "filter",
                    spec.expression().place(),
                    "'%s' is %s; a filter must be true or false. Compare it with something."
                            .formatted(spec.expression().text(), condition.type()));
        }
        return new FilterTransform(input, condition, spec.expression().text());
    }

    private Transform derive(TransformSpec.Derive spec, Schema input) {
        List<Transform> steps = new ArrayList<>();
        Schema at = input;
        for (TransformSpec.Derivation derivation : spec.derivations()) {
            TypedExpression value = typed(derivation.expression(), at);
            int replaced = at.indexOf(derivation.name());
            List<Column> columns = new ArrayList<>(kept(at, Set.of()));
            Column computed = new Column.Computed(
                    derivation.name(),
                    value,
                    FailedRows.where("derive", derivation.expression().text()));
            if (replaced < 0) {
                columns.add(computed);
            } else {
                columns.set(replaced, computed);
            }
            Transform step = new ColumnsTransform(at, columns);
            steps.add(step);
            at = step.output();
        }
        return new TransformPipeline(input, steps);
    }

    private static Transform explode(TransformSpec.Explode spec, Schema input) {
        int index = input.indexOf(spec.column());
        if (index < 0) {
            throw unknown("explode", spec.places().self(), spec.column(), input);
        }
        if (!ExplodeTransform.canExplode(input.field(index).type())) {
            throw new TransformException(
                    "explode",
                    spec.places().self(),
                    "column '%s' is %s; only arrays and maps have elements."
                            .formatted(spec.column(), input.field(index).type()));
        }
        return new ExplodeTransform(input, index, spec.as(), spec.outer());
    }

    private static Transform unnest(TransformSpec.Unnest spec, Schema input) {
        Set<String> chosen = new HashSet<>();
        for (String name : spec.fields()) {
            Field field = input.find(name)
                    .orElseThrow(() -> unknown("unnest", spec.places().self(), name, input));
            if (!(field.type() instanceof DataType.Struct)) {
                throw new TransformException(
                        "unnest",
                        spec.places().self(),
                        "column '%s' is %s; only structs can be unnested.".formatted(name, field.type()));
            }
            chosen.add(Schema.fold(name));
        }
        return new UnnestTransform(input, chosen, spec.separator());
    }

    private static List<Column> kept(Schema input, Set<String> dropped) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < input.size(); i++) {
            String name = input.field(i).name();
            if (!dropped.contains(Schema.fold(name))) {
                columns.add(new Column.Kept(name, i));
            }
        }
        return columns;
    }

    private TypedExpression typed(ExpressionText text, Schema input) {
        return ExpressionCompiler.compile(ExpressionParser.parse(text.text()), input, functions);
    }

    private TypedExpression typed(Expression expression, Schema input, Place place, String step) {
        try {
            return ExpressionCompiler.compile(expression, input, functions);
        } catch (ExpressionException e) {
            throw new TransformException(step, place, e.problem(), e.hint());
        }
    }

    private static Expression path(String name) {
        String[] parts = name.split("\\.", -1);
        Expression at = new Expression.Name(start(name), parts[0]);
        for (int i = 1; i < parts.length; i++) {
            at = new Expression.FieldOf(start(name), at, parts[i]);
        }
        return at;
    }

    private static SourcePosition start(String text) {
        return new SourcePosition(text, 1);
    }

    private static TransformException unknown(String step, Place place, String name, Schema input) {
        String nearest = NearestName.of(name, input.names());
        return TransformException.missing(
                step, place, name, known(input), nearest == null ? null : "Did you mean " + nearest + "?");
    }

    private static String known(Schema input) {
        return input.size() == 0 ? "no column is left" : "known are " + String.join(", ", input.names());
    }
}
