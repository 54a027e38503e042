package dev.tidemark.data;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// One schema of many objects' samples. Pure: the order of the objects and how they are grouped change nothing.
///
/// - Columns are one when their names are equal but for case; the spelling that is first by character code stays.
/// - Their order is that of the objects where it means something (topological), then that of their names.
/// - A place with nulls only takes any other object's type; types of one kind become the [WidestType]; several kinds
///   (a text and a number, a number and an array) become string. In formats of elements ([SampledSchema#textField()])
///   an array and what is none become an array, fields and a text a struct with a field for the text.
public final class SchemaMerge {

    public static final SchemaMerge NOTHING = new SchemaMerge(new ObservedFields(Map.of()), Map.of(), false, "");

    private final ObservedFields columns;
    /// By column, those that stand right before it in some object.
    private final Map<String, Set<String>> before;
    /// Some object names its columns record by record: names may be data there, and only there.
    private final boolean bounded;
    /// See [SampledSchema#textField()]; the greatest of several, empty for none.
    private final String textField;

    private SchemaMerge(ObservedFields columns, Map<String, Set<String>> before, boolean bounded, String textField) {
        this.columns = columns;
        this.before = before;
        this.bounded = bounded;
        this.textField = textField;
    }

    public static Schema merge(List<SampledSchema> samples) {
        SchemaMerge merged = NOTHING;
        for (SampledSchema sample : samples) {
            merged = merged.plus(of(sample));
        }
        return merged.schema();
    }

    public static SchemaMerge of(SampledSchema sample) {
        List<Field> fields = sample.schema().fields();
        Map<String, Set<String>> before = new TreeMap<>();
        for (int i = 1; sample.ordered() && i < fields.size(); i++) {
            before.put(
                    Schema.fold(fields.get(i).name()),
                    Set.of(Schema.fold(fields.get(i - 1).name())));
        }
        String textField = sample.textField();
        return new SchemaMerge(
                ObservedFields.of(fields, "", sample.nullOnly()),
                before,
                !sample.ordered(),
                textField == null ? "" : textField);
    }

    public SchemaMerge plus(SchemaMerge other) {
        Map<String, Set<String>> all = new TreeMap<>(before);
        other.before.forEach((name, names) -> all.merge(name, names, SchemaMerge::union));
        return new SchemaMerge(
                columns.plus(other.columns),
                all,
                bounded || other.bounded,
                textField.compareTo(other.textField) >= 0 ? textField : other.textField);
    }

    private static Set<String> union(Set<String> one, Set<String> other) {
        Set<String> all = new HashSet<>(one);
        all.addAll(other);
        return all;
    }

    /// A header (CSV) may name as many columns as it likes; of the names in records (JSON) there may be too many.
    ///
    /// @throws TooManyFieldsException when there are more columns, or fields in a struct, than a schema should have
    public Schema schema() {
        return new Schema(columns.fields("", "", before, bounded, textField));
    }
}
