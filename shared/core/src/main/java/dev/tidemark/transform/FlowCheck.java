package dev.tidemark.transform;

import dev.tidemark.data.AmbiguousColumnException;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Schema;
import dev.tidemark.expression.Expression;
import dev.tidemark.expression.ExpressionCompiler;
import dev.tidemark.expression.ExpressionException;
import dev.tidemark.expression.ExpressionParser;
import dev.tidemark.expression.Functions;
import dev.tidemark.job.ExpressionText;
import dev.tidemark.job.Flow;
import dev.tidemark.job.Mistake;
import dev.tidemark.job.Place;
import dev.tidemark.job.Places;
import dev.tidemark.job.Sink;
import dev.tidemark.job.TransformSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Fits a flow's transforms and partition keys to what is known of its columns, and tells all mistakes at once. What
/// depends on a column that nobody knows yet passes: the plan, which opened files, checks once more.
///
/// The rules are [TransformCompiler]'s: each part that is certain is compiled by itself.
public final class FlowCheck {

    private final Functions functions;
    private final boolean planned;
    private final Understood understood;
    private final SinkColumns sinkColumns;
    private final List<Mistake> found = new ArrayList<>();

    private FlowCheck(Functions functions, boolean planned, Understood understood, SinkColumns sinkColumns) {
        this.functions = functions;
        this.planned = planned;
        this.understood = understood;
        this.sinkColumns = sinkColumns;
    }

    /// How much of the lists of steps was understood as it is written. What was not is left out of them.
    public interface Understood {

        Understood ALL = new Understood() {
            @Override
            public boolean upTo(TransformSpec step) {
                return true;
            }

            @Override
            public boolean list(Places owner) {
                return true;
            }
        };

        /// Whether a step was, and all before it in its list.
        boolean upTo(TransformSpec step);

        /// Whether the whole list of a flow or sink was.
        boolean list(Places owner);
    }

    /// The mistakes of a job file that nobody planned with yet.
    ///
    /// @param columns those that the file declares, partition keys too
    /// @param open    whether there may be others
    public static List<Mistake> ofFile(
            Flow flow,
            Schema columns,
            boolean open,
            Functions functions,
            Understood understood,
            SinkColumns sinkColumns) {
        FlowCheck check = new FlowCheck(functions, false, understood, sinkColumns);
        check.flow(flow, new KnownColumns(columns, open), Set.of());
        return List.copyOf(check.found);
    }

    /// The mistakes of a flow of which all columns are known.
    ///
    /// @param nullOnly folded names of the columns in which nobody saw a value
    /// @param sampled  whether files may have columns behind what was looked at
    public static List<Mistake> ofPlan(
            Flow flow,
            Schema columns,
            Set<String> nullOnly,
            boolean sampled,
            Functions functions,
            SinkColumns sinkColumns) {
        FlowCheck check = new FlowCheck(functions, true, Understood.ALL, sinkColumns);
        check.flow(flow, new KnownColumns(columns, false).sampled(sampled), nullOnly);
        return List.copyOf(check.found);
    }

    private void flow(Flow flow, KnownColumns columns, Set<String> nullOnly) {
        Set<String> nulls = steps(flow.transforms(), flow.places(), columns, nullOnly);
        for (Sink sink : flow.sinks()) {
            KnownColumns at = columns.copy();
            steps(sink.transforms(), sink.places(), at, nulls);
            new SinkCheck(sinkColumns, found).check(flow, sink, at);
        }
    }

    private Set<String> steps(List<TransformSpec> steps, Places owner, KnownColumns columns, Set<String> nullOnly) {
        Set<String> nulls = nullOnly;
        for (TransformSpec step : steps) {
            if (understood.upTo(step)) {
                step(step, columns, nulls);
                nulls = NullOnly.after(step, nulls);
            } else {
                columns.forget();
            }
        }
        if (!understood.list(owner)) {
            // The last step of all may be the one that was left out.
            columns.forget();
        }
        return nulls;
    }

    private void step(TransformSpec step, KnownColumns columns, Set<String> nulls) {
        switch (step) {
            case TransformSpec.Filter filter -> filter(filter, columns);
            case TransformSpec.Derive derive -> derive(derive, columns);
            case TransformSpec.ApplyMapping mapping -> applyMapping(mapping, columns);
            case TransformSpec.SelectFields select -> selectFields(select, columns);
            case TransformSpec.DropFields drop ->
                drop.fields().forEach(name -> columns.remove(name, by("dropFields", drop) + " drops it."));
            case TransformSpec.RenameField rename -> renameField(rename, columns);
            case TransformSpec.DropNullFields drop -> dropNullFields(drop, columns, nulls);
            case TransformSpec.Explode explode -> explode(explode, columns);
            case TransformSpec.Unnest unnest -> unnest(unnest, columns);
            case TransformSpec.ResolveChoice _, TransformSpec.Custom _ -> {
                if (planned) {
                    var _ = compiled(step, columns, nulls);
                }
                columns.forget();
            }
        }
    }

    private void filter(TransformSpec.Filter filter, KnownColumns columns) {
        Expression condition = parsed(filter.expression());
        if (condition != null && fits(filter.expression(), condition, columns)) {
            var _ = compiled(filter, columns, Set.of());
        }
    }

    private void derive(TransformSpec.Derive derive, KnownColumns columns) {
        for (TransformSpec.Derivation derivation : derive.derivations()) {
            Expression value = parsed(derivation.expression());
            boolean known = value != null && fits(derivation.expression(), value, columns);
            DataType type = known && value != null
                    ? ExpressionCompiler.compile(value, columns.typed(), functions)
                            .type()
                    : null;
            columns.put(derivation.name(), type);
        }
    }

    private void applyMapping(TransformSpec.ApplyMapping step, KnownColumns columns) {
        for (TransformSpec.Mapping mapping : step.mappings()) {
            if (columns.certain(head(mapping.source(), columns))) {
                var _ = compiled(new TransformSpec.ApplyMapping(List.of(mapping), step.places()), columns, Set.of());
            }
        }
        columns.clear(by("applyMapping", step) + " drops it: map it there too.");
        step.mappings().forEach(mapping -> columns.put(mapping.target(), mapping.targetType()));
    }

    /// The column that a name begins with: all of it, or up to its first point.
    private static String head(String name, KnownColumns columns) {
        int point = name.indexOf('.');
        return point <= 0 || columns.has(name) ? name : name.substring(0, point);
    }

    /// Names that are no columns are a warning, unless none is one.
    private void selectFields(TransformSpec.SelectFields step, KnownColumns columns) {
        List<String> heads =
                step.fields().stream().map(name -> head(name, columns)).toList();
        Schema output = columns.certain(heads) ? compiled(step, columns, Set.of()) : null;
        KnownColumns before = columns.copy();
        columns.clear(by("selectFields", step) + " drops it: name it there too.");
        if (output != null) {
            columns.becomeTyped(output);
            return;
        }
        for (String name : step.fields()) {
            columns.put(
                    before.has(name) ? name : name.substring(name.lastIndexOf('.') + 1),
                    before.has(name) ? before.type(name) : null);
        }
    }

    private void renameField(TransformSpec.RenameField rename, KnownColumns columns) {
        boolean free = !columns.has(rename.to()) || columns.type(rename.to()) != null;
        if (free && columns.certain(rename.from())) {
            var _ = compiled(rename, columns, Set.of());
        }
        DataType type = columns.type(rename.from());
        columns.remove(rename.from(), by("renameField", rename) + " calls it " + rename.to() + ".");
        columns.put(rename.to(), type);
    }

    private void dropNullFields(TransformSpec.DropNullFields drop, KnownColumns columns, Set<String> nulls) {
        if (planned) {
            Schema output = columns.complete() ? compiled(drop, columns, nulls) : null;
            if (output != null) {
                List<String> before = columns.names();
                columns.becomeTyped(output);
                String by = by("dropNullFields", drop)
                        + " drops it, as the sample has no value of it. Declare it in the" + " source's schema.";
                before.stream().filter(name -> !columns.has(name)).forEach(name -> columns.remove(name, by));
            }
        } else {
            // Any column may have nulls only, those too whose types applyMapping or the source's schema says.
            columns.doubt();
        }
    }

    private void explode(TransformSpec.Explode explode, KnownColumns columns) {
        Schema output = columns.certain(explode.column()) ? compiled(explode, columns, Set.of()) : null;
        if (output == null) {
            columns.put(explode.as(), null);
        } else {
            columns.becomeTyped(output);
        }
    }

    private void unnest(TransformSpec.Unnest unnest, KnownColumns columns) {
        Schema output = (unnest.fields().isEmpty() || columns.certain(unnest.fields()))
                ? compiled(unnest, columns, Set.of())
                : null;
        boolean others = output == null || (unnest.fields().isEmpty() && !columns.complete());
        if (output == null) {
            unnest.fields().forEach(name -> columns.remove(name, by("unnest", unnest) + " takes it apart."));
        } else {
            columns.becomeTyped(output);
        }
        if (others) {
            columns.forget();
        }
    }

    /// Null when it cannot be parsed, which was told where it was read.
    private static @Nullable Expression parsed(ExpressionText text) {
        try {
            return ExpressionParser.parse(text.text());
        } catch (ExpressionException toldBefore) {
            return null;
        }
    }

    /// Whether the whole expression could be compiled. Tells the innermost parts that do not fit.
    private boolean fits(ExpressionText text, Expression expression, KnownColumns columns) {
        if (!certain(expression, columns)) {
            if (expression instanceof Expression.Call call) {
                try {
                    ExpressionCompiler.checkArity(call, functions);
                } catch (ExpressionException wrong) {
                    found.add(text.mistake(wrong));
                }
            }
            expression.children().forEach(child -> fits(text, child, columns));
            return false;
        }
        try {
            var _ = ExpressionCompiler.compile(expression, columns.typed(), functions);
            return true;
        } catch (ExpressionException wrong) {
            int before = found.size();
            expression.children().forEach(child -> fits(text, child, columns));
            if (found.size() == before) {
                found.add(text.mistake(explained(expression, wrong, columns)));
            }
            return false;
        }
    }

    /// The compiler knows of typed columns only; those of unknown types are there too, and others were dropped.
    private static ExpressionException explained(
            Expression expression, ExpressionException wrong, KnownColumns columns) {
        String hint = wrong.hint();
        boolean explains = hint != null && hint.contains("backticks");
        return expression instanceof Expression.Name name && !columns.has(name.name()) && !explains
                ? new ExpressionException(
                        wrong.text(),
                        wrong.position(),
                        "there is no column '" + name.name() + "'.",
                        columns.hint(name.name()))
                : wrong;
    }

    /// Functions that come with a format are not known to a file: that there is none of the name is told where the
    /// expression is read.
    private boolean certain(Expression expression, KnownColumns columns) {
        return columns.certain(expression.references()) && (planned || callsOnlyKnown(expression));
    }

    private boolean callsOnlyKnown(Expression expression) {
        return !(expression instanceof Expression.Call call && !functions.has(call.function()))
                && expression.children().stream().allMatch(this::callsOnlyKnown);
    }

    /// The typed columns after a step, or null when it does not fit, which is told.
    private @Nullable Schema compiled(TransformSpec step, KnownColumns columns, Set<String> nulls) {
        try {
            return new TransformCompiler(functions, _ -> {})
                    .compile(List.of(step), columns.typed(), nulls)
                    .output();
        } catch (TransformException wrong) {
            String missing = wrong.missing();
            found.add(
                    missing == null
                            ? wrong.mistake()
                            : wrong.mistake(columns.known(), columns.explains(missing) ? columns.hint(missing) : null));
        } catch (AmbiguousColumnException twice) {
            add(step.places().self(), String.valueOf(twice.getMessage()), null);
        }
        return null;
    }

    private static String by(String name, TransformSpec step) {
        int line = step.places().self().line();
        return line == 0 ? name : name + " on line " + line;
    }

    private void add(Place place, String message, @Nullable String hint) {
        found.add(new Mistake(place.path(), place.line(), place.column(), message, hint));
    }
}
