package dev.tidemark.json;

import dev.tidemark.data.DataType;
import dev.tidemark.job.ExpressionText;
import dev.tidemark.job.Places;
import dev.tidemark.job.TransformSpec;
import dev.tidemark.job.TransformSpec.ChoiceSpec;
import dev.tidemark.job.TransformSpec.Derivation;
import dev.tidemark.job.TransformSpec.Mapping;
import dev.tidemark.json.YamlNode.Entries;
import dev.tidemark.json.YamlNode.Items;
import dev.tidemark.json.YamlNode.Text;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads lists of transforms: each item is a map of one key, the transform's name.
final class TransformReader {

    private static final Pattern ACTION =
            Pattern.compile("make_cols|make_struct|match_catalog|(cast|project):.+", Pattern.DOTALL);
    private static final List<String> ACTIONS =
            List.of("cast:", "project:", "make_cols", "make_struct", "match_catalog");
    private static final String ACTION_HINT =
            "Write cast:bigint, project:string, make_cols, make_struct or match_catalog.";
    private static final String MAPPING_HINT =
            "Write four texts: [ source, source type, target, target type ], types with commas in quotes.";

    private final Reading reading;

    TransformReader(Reading reading) {
        this.reading = reading;
    }

    /// The `transforms` of a flow or sink.
    List<TransformSpec> read(Section owner) {
        List<TransformSpec> steps = new ArrayList<>();
        for (YamlNode item : owner.items("transforms")) {
            TransformSpec step = step(owner, item);
            if (step != null) {
                steps.add(step);
            }
        }
        return steps;
    }

    private @Nullable TransformSpec step(Section owner, YamlNode item) {
        if (item instanceof Text text && text.text().equals("dropNullFields")) {
            return new TransformSpec.DropNullFields(new Places(item.place(), Map.of()));
        }
        if (!(item instanceof Entries map) || map.entries().size() != 1) {
            reading.mistake(
                    item.place(),
                    item instanceof Entries map
                            ? "A transform has one key, its name, and this has "
                                    + map.entries().size() + "."
                            : "A transform is a map with its name, and this is " + item.kind() + ".",
                    "Write each behind a dash of its own, as in - filter: \"amount > 0\". Known: "
                            + String.join(", ", Keys.TRANSFORM) + ".");
            return null;
        }
        Section step = owner.sectionOf(map, "a transform", Keys.TRANSFORM);
        String name = map.entries().getFirst().key().text();
        if (step == null || !step.has(name)) {
            return null;
        }
        return switch (name) {
            case "applyMapping" -> applyMapping(step);
            case "selectFields" -> new TransformSpec.SelectFields(columns(step, name), step.places());
            case "dropFields" -> new TransformSpec.DropFields(columns(step, name), step.places());
            case "renameField" -> rename(step);
            case "dropNullFields" -> dropNullFields(step);
            case "filter" -> filter(step);
            case "derive" -> derive(step);
            case "resolveChoice" -> resolveChoice(step);
            case "explode" -> explode(step);
            case "unnest" -> unnest(step);
            case "custom" -> custom(step);
            default -> throw new IllegalStateException("Keys.TRANSFORM has '" + name + "', and nothing reads it");
        };
    }

    private TransformSpec dropNullFields(Section step) {
        if (step.node("dropNullFields") instanceof Entries map && map.entries().isEmpty()) {
            return new TransformSpec.DropNullFields(step.places());
        }
        if (step.node("dropNullFields") instanceof Items) {
            reading.mistake(
                    step.place("dropNullFields"),
                    "dropNullFields takes no list of columns: it drops those in which the sample has nulls only.",
                    "Write dropNullFields alone; to drop columns by name: dropFields: [ … ].");
            return new TransformSpec.DropNullFields(step.places());
        }
        if (!step.flag("dropNullFields", true)) {
            reading.mistake(step.place("dropNullFields"), "dropNullFields is false.", "Leave it out.");
        }
        return new TransformSpec.DropNullFields(step.places());
    }

    private List<String> columns(Section step, String name) {
        List<String> columns = step.names(name);
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < columns.size(); i++) {
            if (!seen.add(SchemaReader.folded(columns.get(i)))) {
                reading.mistake(
                        step.places().of(name + "[" + i + "]"),
                        "The column '" + columns.get(i) + "' is named twice; names match in any case.",
                        "Keep one of them.");
            }
        }
        if (columns.isEmpty()
                && step.node(name) instanceof Items empty
                && empty.items().isEmpty()) {
            reading.mistake(empty.place(), "'" + name + "' names no column.", "Name at least one, or leave it out.");
        }
        return columns;
    }

    private TransformSpec applyMapping(Section step) {
        List<Mapping> mappings = new ArrayList<>();
        Set<String> targets = new HashSet<>();
        for (YamlNode item : step.items("applyMapping")) {
            Mapping mapping = mapping(step, item);
            if (mapping == null) {
                continue;
            }
            if (!targets.add(SchemaReader.folded(mapping.target()))) {
                reading.mistake(
                        mapping.place(),
                        "The target '" + mapping.target() + "' is named twice; names match in any case.",
                        "Give each entry a target of its own.");
            }
            mappings.add(mapping);
        }
        if (step.node("applyMapping") instanceof Items list && list.items().isEmpty()) {
            reading.mistake(
                    list.place(), "'applyMapping' has no entry, so that no column would be left.", MAPPING_HINT);
        }
        return new TransformSpec.ApplyMapping(mappings, step.places());
    }

    private @Nullable Mapping mapping(Section step, YamlNode item) {
        if (!(item instanceof Items entry) || entry.items().size() != 4) {
            reading.mistake(
                    item.place(),
                    "An entry of applyMapping has four texts, and this is "
                            + (item instanceof Items list
                                    ? "a list of " + list.items().size()
                                    : item.kind()) + ".",
                    MAPPING_HINT);
            return null;
        }
        List<YamlNode> parts = entry.items();
        String source = step.nameOf(parts.get(0), "source");
        String sourceType = step.textOf(parts.get(1), "source type");
        String target = step.nameOf(parts.get(2), "target");
        String targetType = step.textOf(parts.get(3), "target type");
        DataType from = sourceType == null
                ? null
                : SchemaReader.type(reading, sourceType, parts.get(1).place());
        DataType to = targetType == null
                ? null
                : SchemaReader.type(reading, targetType, parts.get(3).place());
        return source == null || from == null || target == null || to == null
                ? null
                : new Mapping(source, from, target, to, item.place());
    }

    private @Nullable TransformSpec rename(Section step) {
        if (!(step.node("renameField") instanceof Items pair) || pair.items().size() != 2) {
            reading.mistake(
                    step.place("renameField"), "renameField has two names.", "Write renameField: [ old, new ].");
            return null;
        }
        String from = step.nameOf(pair.items().get(0), "old name");
        String to = step.nameOf(pair.items().get(1), "new name");
        return from == null || to == null ? null : new TransformSpec.RenameField(from, to, step.places());
    }

    private @Nullable TransformSpec filter(Section step) {
        ExpressionText expression = step.expression("filter");
        return expression == null ? null : new TransformSpec.Filter(expression, step.places());
    }

    private TransformSpec derive(Section step) {
        List<Derivation> derivations = new ArrayList<>();
        if (step.node("derive") instanceof Entries map) {
            for (YamlNode.Entry entry : map.entries()) {
                String name =
                        reading.name(entry.key().text(), "derive", entry.key().place());
                ExpressionText expression =
                        step.expressionOf(entry.value(), entry.key().text());
                if (name != null && expression != null) {
                    derivations.add(new Derivation(name, expression, entry.key().place()));
                }
            }
        } else {
            step.free("derive");
        }
        return new TransformSpec.Derive(derivations, step.places());
    }

    private @Nullable TransformSpec resolveChoice(Section step) {
        Section choice = step.section("resolveChoice", Keys.RESOLVE_CHOICE);
        if (choice == null) {
            return null;
        }
        if (choice.has("specs") == choice.has("choice")) {
            reading.mistake(
                    choice.self(),
                    "resolveChoice has specs or a choice, one of them.",
                    "Write specs: [ [ path, \"cast:bigint\" ] ] or choice: make_cols.");
        }
        List<ChoiceSpec> specs = new ArrayList<>();
        for (YamlNode item : choice.items("specs")) {
            if (!(item instanceof Items pair) || pair.items().size() != 2) {
                reading.mistake(item.place(), "An entry of specs has a path and an action.", ACTION_HINT);
                continue;
            }
            String path = choice.nameOf(pair.items().get(0), "path");
            String action = action(choice, pair.items().get(1));
            if (path != null && action != null) {
                specs.add(new ChoiceSpec(path, action, item.place()));
            }
        }
        YamlNode node = choice.node("choice");
        return new TransformSpec.ResolveChoice(specs, node == null ? null : action(choice, node), step.places());
    }

    private @Nullable String action(Section choice, YamlNode node) {
        String action = choice.textOf(node, "action");
        if (action == null) {
            return null;
        }
        if (!ACTION.matcher(action).matches()) {
            String near = Wording.nearestOf(action.replaceAll(":.*", ":"), ACTIONS);
            reading.mistake(
                    node.place(),
                    "'" + Wording.shown(action) + "' is no action of resolveChoice.",
                    near == null ? ACTION_HINT : "Did you mean " + near + (near.endsWith(":") ? "type?" : "?"));
            return null;
        }
        int colon = action.indexOf(':');
        return colon > 0 && SchemaReader.type(reading, action.substring(colon + 1), node.place()) == null
                ? null
                : action;
    }

    private @Nullable TransformSpec explode(Section step) {
        if (step.node("explode") instanceof Text text) {
            String column = step.nameOf(text, "explode");
            return column == null ? null : new TransformSpec.Explode(column, column, false, step.places());
        }
        Section explode = step.section("explode", Keys.EXPLODE);
        if (explode == null) {
            return null;
        }
        String column = explode.requiredName("column", "Name the array or map: explode: { column: items, as: item }.");
        YamlNode named = explode.node("as");
        String as = named == null ? null : explode.nameOf(named, "as");
        boolean outer = explode.flag("outer", false);
        return column == null
                ? null
                : new TransformSpec.Explode(column, as == null ? column : as, outer, step.places());
    }

    private @Nullable TransformSpec unnest(Section step) {
        if (step.node("unnest") instanceof Items) {
            return new TransformSpec.Unnest(columns(step, "unnest"), ".", step.places());
        }
        Section unnest = step.section("unnest", Keys.UNNEST);
        if (unnest == null) {
            return null;
        }
        String separator = unnest.text("separator");
        return new TransformSpec.Unnest(
                unnest.has("fields") ? columns(unnest, "fields") : List.of(),
                separator == null ? "." : separator,
                step.places());
    }

    private @Nullable TransformSpec custom(Section step) {
        Section custom = step.section("custom", Keys.CUSTOM);
        if (custom == null) {
            return null;
        }
        String name = custom.required("name", "Write the name under which the transform registers itself.");
        Map<String, String> options = new LinkedHashMap<>();
        custom.free("options").forEach((key, node) -> {
            String value = custom.textOf(node, key);
            if (value != null) {
                options.put(key, value);
            }
        });
        return name == null ? null : new TransformSpec.Custom(name, options, step.places());
    }
}
