package dev.tidemark.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.ArrayVector;
import dev.tidemark.data.Batch;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DataTypeParser;
import dev.tidemark.data.Field;
import dev.tidemark.data.LongVector;
import dev.tidemark.data.Schema;
import dev.tidemark.data.StructVector;
import dev.tidemark.expression.EvaluationContext;
import dev.tidemark.expression.Functions;
import dev.tidemark.job.ExpressionText;
import dev.tidemark.job.Place;
import dev.tidemark.job.Places;
import dev.tidemark.job.TransformSpec;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Each transform on rows with nulls: its columns, its values, what it refuses and what it warns of.
final class TransformsTest {

    private static final DataType USER = DataTypeParser.parse("struct<id:bigint,home:struct<city:string>>");

    private final List<String> warnings = new ArrayList<>();
    private final List<String> rejected = new ArrayList<>();
    private int filtered;

    @Test
    void applyMappingKeepsRenamesCastsAndDrops() {
        Batch mapped = apply(
                rows(),
                new TransformSpec.ApplyMapping(
                        List.of(
                                mapping("note", "string", "Text", "string"),
                                mapping("ID", "bigint", "id", "string"),
                                mapping("user.home.city", "string", "city", "string")),
                        Places.NONE));
        assertThat(mapped.schema().toString()).isEqualTo(schema("Text string", "id string", "city string"));
        assertThat(column(mapped, "id")).containsExactly("1", null, "12");
        assertThat(column(mapped, "text")).containsExactly("7", "x", null);
        assertThat(column(mapped, "city")).containsExactly("Ulm", null, null);
    }

    @Test
    void applyMappingRefusesAnotherTypeAndAnUnknownColumn() {
        assertThatThrownBy(() -> apply(rows(), mappingOf("id", "int")))
                .isInstanceOf(TransformException.class)
                .hasMessageContaining("column 'id' is bigint, not int. Write bigint here");
        assertThatThrownBy(() -> apply(rows(), mappingOf("ident", "int")))
                .hasMessageContaining("there is no column 'ident' here; known are id, note, tags, user");
    }

    @Test
    void aValueThatDoesNotCastIsABadRecord() {
        Batch mapped = apply(
                rows(), new TransformSpec.ApplyMapping(List.of(mapping("note", "string", "n", "bigint")), Places.NONE));
        assertThat(column(mapped, "n")).containsExactly("7", null);
        assertThat(rejected).singleElement().asString().startsWith("1 n ");
    }

    @Test
    void selectFieldsKeepsTheirOrderAndWarnsOfUnknownNames() {
        Batch selected = apply(rows(), new TransformSpec.SelectFields(List.of("user.id", "NOTE", "nope"), Places.NONE));
        assertThat(selected.schema().toString()).isEqualTo(schema("id bigint", "note string"));
        assertThat(column(selected, "id")).containsExactly("5", null, "6");
        assertThat(warnings).singleElement().asString().contains("'nope'", "known are id, note, tags, user");
        assertThatThrownBy(() -> apply(rows(), new TransformSpec.SelectFields(List.of("nope"), Places.NONE)))
                .hasMessageContaining("none of its names is a column");
    }

    @Test
    void dropFieldsDropsAndWarnsOfUnknownNames() {
        Batch left = apply(rows(), new TransformSpec.DropFields(List.of("Tags", "USER", "nope"), Places.NONE));
        assertThat(left.schema().toString()).isEqualTo(schema("id bigint", "note string"));
        assertThat(warnings).singleElement().asString().contains("'nope'");
    }

    @Test
    void renameFieldKeepsThePlace() {
        Batch renamed = apply(rows(), new TransformSpec.RenameField("NOTE", "Remark", Places.NONE));
        assertThat(renamed.schema().names()).containsExactly("id", "Remark", "tags", "user");
        assertThat(column(renamed, "remark")).containsExactly("7", "x", null);
        assertThatThrownBy(() -> apply(rows(), new TransformSpec.RenameField("nope", "x", Places.NONE)))
                .hasMessageContaining("there is no column 'nope' here");
    }

    @Test
    void dropNullFieldsDropsWhatNobodySawAValueOfUnderWhateverNameAndNoOthers() {
        TransformSpec drop = new TransformSpec.DropNullFields(Places.NONE);
        assertThat(names(Set.of(), drop)).containsExactly("id", "note", "tags", "user");
        assertThat(names(Set.of("note"), drop)).containsExactly("id", "tags", "user");
        assertThat(names(Set.of("note"), new TransformSpec.RenameField("Note", "remark", Places.NONE), drop))
                .containsExactly("id", "tags", "user");
        assertThat(names(Set.of("note"), derive("note", "'a value'"), drop))
                .containsExactly("id", "note", "tags", "user");
        assertThat(names(Set.of("note"), mappingOf("note", "string"), derive("k", "1"), drop))
                .containsExactly("k");
        assertThatThrownBy(() -> names(Set.of("id", "note", "tags", "user"), drop))
                .hasMessageContaining("dropNullFields")
                .hasMessageContaining("Declare the columns");
    }

    @Test
    void filterKeepsWhatIsTrueAndCountsTheRest() {
        Batch kept = apply(rows(), new TransformSpec.Filter(ExpressionText.of("id > 1"), Places.NONE));
        // Null is not true.
        assertThat(column(kept, "id")).containsExactly("12");
        assertThat(filtered).isEqualTo(2);
        assertThatThrownBy(() -> apply(rows(), new TransformSpec.Filter(ExpressionText.of("id + 1"), Places.NONE)))
                .hasMessageContaining("'id + 1' is bigint; a filter must be true or false");
    }

    @Test
    void deriveAddsReplacesInPlaceAndSeesWhatCameBefore() {
        Batch derived = apply(
                rows(),
                new TransformSpec.Derive(
                        List.of(
                                derivation("twice", "id * 2"),
                                derivation("note", "concat(note, '!')"),
                                derivation("more", "twice + 1")),
                        Places.NONE));
        assertThat(derived.schema().names()).containsExactly("id", "note", "tags", "user", "twice", "more");
        assertThat(column(derived, "more")).containsExactly("3", null, "25");
        assertThat(column(derived, "note")).containsExactly("7!", "x!", null);
    }

    @Test
    void aDerivationThatFailsIsABadRecordOfThatRowOnly() {
        Batch derived = apply(rows(), derive("share", "10 / (id - 1)"));
        assertThat(column(derived, "id")).containsExactly(null, "12");
        assertThat(rejected)
                .singleElement()
                .asString()
                .startsWith("0 share derive \"10 / (id - 1)\": division by zero");
    }

    @Test
    void explodeMakesARowAnElementAndOuterKeepsTheEmpty() {
        Batch inner = apply(rows(), new TransformSpec.Explode("tags", "tag", false, Places.NONE));
        assertThat(column(inner, "tag")).containsExactly("a", "b", "c");
        assertThat(column(inner, "id")).containsExactly("1", "1", "12");
        Batch outer = apply(rows(), new TransformSpec.Explode("tags", "tag", true, Places.NONE));
        assertThat(column(outer, "tag")).containsExactly("a", "b", null, "c");
        assertThat(outer.schema().names()).containsExactly("id", "note", "tag", "user");
        assertThatThrownBy(() -> apply(rows(), new TransformSpec.Explode("id", "x", false, Places.NONE)))
                .hasMessageContaining("column 'id' is bigint; only arrays and maps have elements");
    }

    @Test
    void unnestGoesAllLevelsDownAndANullStructIsNullInEachField() {
        Batch flat = apply(rows(), new TransformSpec.Unnest(List.of("user"), "_", Places.NONE));
        assertThat(flat.schema().names()).containsExactly("id", "note", "tags", "user_id", "user_home_city");
        assertThat(column(flat, "user_id")).containsExactly("5", null, "6");
        assertThat(column(flat, "user_home_city")).containsExactly("Ulm", null, null);
        assertThatThrownBy(() -> apply(rows(), new TransformSpec.Unnest(List.of("note"), "_", Places.NONE)))
                .hasMessageContaining("column 'note' is string; only structs can be unnested");
    }

    /// id 1, note '7', tags [a, b], user (5, (Ulm)); id null, note 'x', tags [], user null; id 12, note null,
    /// tags [c], user (6, null).
    private static Batch rows() {
        LongVector id = (LongVector) ColumnVector.of(DataType.BIGINT);
        id.append(1);
        id.appendNull();
        id.append(12);
        BytesVector note = (BytesVector) ColumnVector.of(DataType.STRING);
        note.append("7");
        note.append("x");
        note.appendNull();
        ArrayVector tags = (ArrayVector) ColumnVector.of(new DataType.Array(DataType.STRING));
        ((BytesVector) tags.elements()).append("a");
        ((BytesVector) tags.elements()).append("b");
        tags.endRow();
        tags.endRow();
        ((BytesVector) tags.elements()).append("c");
        tags.endRow();
        StructVector user = (StructVector) ColumnVector.of(USER);
        StructVector home = (StructVector) user.field(1);
        ((LongVector) user.field(0)).append(5);
        ((BytesVector) home.field(0)).append("Ulm");
        home.endRow();
        user.endRow();
        user.appendNull();
        ((LongVector) user.field(0)).append(6);
        home.appendNull();
        user.endRow();
        return new Batch(
                new Schema(List.of(
                        new Field("id", DataType.BIGINT),
                        new Field("note", DataType.STRING),
                        new Field("tags", new DataType.Array(DataType.STRING)),
                        new Field("user", USER))),
                List.of(id, note, tags, user),
                3,
                null);
    }

    private Batch apply(Batch batch, TransformSpec... steps) {
        return new TransformCompiler(Functions.standard(), warnings::add)
                .compile(List.of(steps), batch.schema())
                .apply(batch, context());
    }

    private List<String> names(Set<String> nullOnly, TransformSpec... steps) {
        return new TransformCompiler(Functions.standard(), warnings::add)
                .compile(List.of(steps), rows().schema(), nullOnly)
                .output()
                .names();
    }

    private RowContext context() {
        return new RowContext() {
            @Override
            public EvaluationContext evaluation() {
                return EvaluationContext.of(Instant.EPOCH, ZoneOffset.UTC);
            }

            @Override
            public void reject(Batch batch, int row, @Nullable String column, String reason) {
                rejected.add(row + " " + column + " " + reason);
            }

            @Override
            public void filtered(int rows) {
                filtered += rows;
            }
        };
    }

    private static List<@Nullable String> column(Batch batch, String name) {
        ColumnVector column = batch.column(batch.schema().indexOf(name));
        @Nullable String[] values = new @Nullable String[batch.rows()];
        for (int row = 0; row < values.length; row++) {
            values[row] = column.isNull(row)
                    ? null
                    : column instanceof BytesVector bytes
                            ? bytes.text(row)
                            : String.valueOf(((LongVector) column).get(row));
        }
        return Arrays.asList(values);
    }

    private static String schema(String... columns) {
        return new Schema(Arrays.stream(columns)
                        .map(column -> column.split(" "))
                        .map(parts -> new Field(parts[0], DataTypeParser.parse(parts[1])))
                        .toList())
                .toString();
    }

    private static TransformSpec mappingOf(String name, String type) {
        return new TransformSpec.ApplyMapping(List.of(mapping(name, type, name, type)), Places.NONE);
    }

    private static TransformSpec.Mapping mapping(String from, String type, String to, String target) {
        return new TransformSpec.Mapping(
                from, DataTypeParser.parse(type), to, DataTypeParser.parse(target), Place.NONE);
    }

    private static TransformSpec derive(String name, String expression) {
        return new TransformSpec.Derive(List.of(derivation(name, expression)), Places.NONE);
    }

    private static TransformSpec.Derivation derivation(String name, String expression) {
        return new TransformSpec.Derivation(name, ExpressionText.of(expression), Place.NONE);
    }
}
