package dev.tidemark.expression;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The functions that expressions may call. `cast` and `try_cast` are syntax and always there.
public final class Functions {

    private static final Functions STANDARD = new Functions(Stream.of(
                    ConditionFunctions.all(),
                    HashFunctions.all(),
                    NumberFunctions.all(),
                    RunFunctions.all(),
                    TextFunctions.all(),
                    TimeFunctions.all(),
                    TimePatternFunctions.all())
            .flatMap(Collection::stream)
            .toList());

    private final Map<String, ExpressionFunction> byName = new TreeMap<>();

    private Functions(Collection<ExpressionFunction> functions) {
        for (ExpressionFunction function : functions) {
            byName.put(function.name(), function);
        }
    }

    /// All functions that need no library.
    public static Functions standard() {
        return STANDARD;
    }

    /// These and more; one of a name that is there already replaces it.
    public Functions with(ExpressionFunction... more) {
        List<ExpressionFunction> all = new ArrayList<>(byName.values());
        all.addAll(List.of(more));
        return new Functions(all);
    }

    public List<String> names() {
        return List.copyOf(byName.keySet());
    }

    public boolean has(String name) {
        return find(name) != null;
    }

    @Nullable
    ExpressionFunction find(String name) {
        return byName.get(name.toLowerCase(Locale.ROOT));
    }
}
