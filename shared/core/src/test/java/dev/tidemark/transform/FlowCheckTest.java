package dev.tidemark.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.AmbiguousColumnException;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DataTypeParser;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.expression.ExpressionException;
import dev.tidemark.expression.Functions;
import dev.tidemark.job.ExpressionText;
import dev.tidemark.job.Flow;
import dev.tidemark.job.GroupFiles;
import dev.tidemark.job.Initial;
import dev.tidemark.job.Mistake;
import dev.tidemark.job.OnBadRecord;
import dev.tidemark.job.OnRewrite;
import dev.tidemark.job.OnSchemaChange;
import dev.tidemark.job.OptionValues;
import dev.tidemark.job.Place;
import dev.tidemark.job.Places;
import dev.tidemark.job.S3Access;
import dev.tidemark.job.S3Source;
import dev.tidemark.job.S3Write;
import dev.tidemark.job.Sink;
import dev.tidemark.job.SinkMode;
import dev.tidemark.job.SourceOptions;
import dev.tidemark.job.TransformSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What is told before a run is what the plan would refuse: nothing is missed once all columns are known, and nothing
/// is told that some file could make right.
final class FlowCheckTest {

    private static final List<String> NAMES = List.of("id", "amount", "day", "note", "tags", "user", "total", "nope");
    private static final List<String> TYPES =
            List.of("bigint", "decimal(10,2)", "date", "string", "array<string>", "struct<city:string>", "double");
    private static final int CASES = 4_000;

    private final long seed = Long.getLong("tidemark.seed", System.nanoTime());

    @Test
    void withAllColumnsKnownMistakesAreToldExactlyWhereTheCompilerRefuses() {
        Random random = seeded("all columns");
        int refused = 0;
        for (int i = 0; i < CASES; i++) {
            Schema columns = columns(random);
            List<TransformSpec> steps = steps(random);
            Set<String> nulls = nullOnly(random, columns);
            List<Mistake> told =
                    FlowCheck.ofPlan(flow(steps), columns, nulls, false, Functions.standard(), SinkColumns.ALL);
            boolean refuses = refuses(steps, columns, nulls);
            refused += refuses ? 1 : 0;
            assertThat(!told.isEmpty())
                    .as("seed %d, case %d: %s %s %s %s", seed, i, columns, nulls, steps, told)
                    .isEqualTo(refuses);
        }
        assertThat(refused).isBetween(CASES / 10, CASES * 9 / 10);
    }

    @Test
    void aFileThatDeclaresSomeColumnsIsNotRefusedForWhatOthersMakeRight() {
        assertThat(wronglyTold(true)).isZero();
    }

    /// The broken twin: a check that takes the declared columns for all there are.
    @Test
    void aTwinThatTakesDeclaredColumnsForAllIsCaught() {
        assertThat(wronglyTold(false)).isPositive();
    }

    private int wronglyTold(boolean open) {
        Random random = seeded("some columns, open: " + open);
        int wrongly = 0;
        for (int i = 0; i < CASES; i++) {
            Schema columns = columns(random);
            Schema declared = new Schema(
                    columns.fields().stream().filter(_ -> random.nextBoolean()).toList());
            List<TransformSpec> steps = steps(random);
            Set<String> nulls = nullOnly(random, columns);
            if (!refuses(steps, columns, nulls)) {
                List<Mistake> told = FlowCheck.ofFile(
                        flow(steps), declared, open, Functions.standard(), FlowCheck.Understood.ALL, SinkColumns.ALL);
                wrongly += told.isEmpty() ? 0 : 1;
                assertThat(open && !told.isEmpty())
                        .as("seed %d, case %d: %s %s %s %s %s", seed, i, columns, nulls, declared, steps, told)
                        .isFalse();
            }
        }
        return wrongly;
    }

    @Test
    void allMistakesAreToldAtOnceEachAtItsPlace() {
        Schema columns = new Schema(List.of(new Field("id", DataType.BIGINT), new Field("day", DataType.DATE)));
        List<TransformSpec> steps = List.of(
                filter("amout > 0 and dya < day"),
                derive("next", "day + 1 + date_add(day)"),
                filter("next > 0"),
                filter("id + 1"),
                new TransformSpec.RenameField("idd", "key", places(4)));
        assertThat(FlowCheck.ofPlan(flow(steps), columns, Set.of(), false, Functions.standard(), SinkColumns.ALL))
                .extracting(Mistake::message, Mistake::hint)
                .hasSize(5)
                .anySatisfy(told -> assertThat(told.toString()).contains("'amout'"))
                .anySatisfy(told -> assertThat(told.toString()).contains("'dya'", "Did you mean day?"))
                .anySatisfy(told -> assertThat(told.toString()).contains("date_add() takes 2 arguments but has 1"))
                .anySatisfy(told -> assertThat(told.toString()).contains("a filter must be true or false"))
                .anySatisfy(told -> assertThat(told.toString()).contains("'idd'", "Did you mean id?"));
    }

    /// The broken twin of each is the hint that the compiler gives, which knows of typed columns only.
    @Test
    void aMissingColumnIsExplainedByTheStepThatDroppedIt() {
        TransformSpec select = new TransformSpec.SelectFields(List.of("note"), places(1));
        TransformSpec drop = new TransformSpec.DropFields(List.of("id"), places(2));
        TransformSpec rename = new TransformSpec.RenameField("id", "key", places(3));
        TransformSpec filter = filter("id > 0");
        assertThat(hint(Schema.EMPTY, true, select, filter)).isEqualTo("Known are note.");
        assertThat(hint(Schema.EMPTY, true, select, filter("nota > 0"))).isEqualTo("Did you mean note?");
        Schema id = Schema.of(new Field("id", DataType.BIGINT));
        assertThat(hint(id, true, select, filter)).isEqualTo("selectFields on line 2 drops it: name it there too.");
        assertThat(hint(id, true, drop, filter)).isEqualTo("dropFields on line 3 drops it.");
        assertThat(hint(id, false, drop, filter("amount > 0")))
                .isEqualTo("No column is left here: dropFields on line 3 drops it.");
        assertThat(hint(id, true, rename, filter)).isEqualTo("renameField on line 4 calls it key.");
        assertThat(hint(id, true, drop, new TransformSpec.RenameField("id", "key", places(4))))
                .isEqualTo("dropFields on line 3 drops it.");
        assertThatThrownBy(
                        () -> new TransformCompiler(Functions.standard(), _ -> {}).compile(List.of(drop, filter), id))
                .hasMessageEndingWith("There are none.");
    }

    @Test
    void ofFilesThatWereSampledTheSchemaIsAWayOut() {
        Schema id = Schema.of(new Field("id", DataType.BIGINT));
        String declare = "declare it in the source's schema.";
        for (TransformSpec step : List.of(filter("later > 0"), new TransformSpec.RenameField("ib", "c", places(1)))) {
            assertThat(planned(id, true, step).hint()).endsWith(declare);
            assertThat(String.valueOf(planned(id, false, step).hint())).doesNotContain(declare);
        }
        // After a step that keeps no others no file can bring it.
        TransformSpec select = new TransformSpec.SelectFields(List.of("id"), places(1));
        assertThat(FlowCheck.ofPlan(
                        flow(List.of(select, filter("later > 0"))),
                        id,
                        Set.of(),
                        true,
                        Functions.standard(),
                        SinkColumns.ALL))
                .singleElement()
                .satisfies(told -> assertThat(told.hint()).isEqualTo("Known are id."));
    }

    private static Mistake planned(Schema columns, boolean sampled, TransformSpec step) {
        return FlowCheck.ofPlan(flow(List.of(step)), columns, Set.of(), sampled, Functions.standard(), SinkColumns.ALL)
                .getFirst();
    }

    private static String hint(Schema columns, boolean open, TransformSpec... steps) {
        List<Mistake> told = FlowCheck.ofFile(
                flow(List.of(steps)), columns, open, Functions.standard(), FlowCheck.Understood.ALL, SinkColumns.ALL);
        return String.valueOf(told.getFirst().hint());
    }

    private static boolean refuses(List<TransformSpec> steps, Schema columns, Set<String> nulls) {
        try {
            TransformPipeline pipeline =
                    new TransformCompiler(Functions.standard(), _ -> {}).compile(steps, columns, nulls);
            return pipeline.output().size() == 0;
        } catch (TransformException | ExpressionException | AmbiguousColumnException refused) {
            return true;
        }
    }

    private Random seeded(String what) {
        System.out.println("FlowCheckTest, " + what + ": -Dtidemark.seed=" + seed);
        return new Random(seed);
    }

    private static Schema columns(Random random) {
        List<Field> fields = new ArrayList<>();
        for (String name : NAMES.subList(0, NAMES.size() - 1)) {
            if (random.nextInt(4) > 0) {
                fields.add(new Field(name, DataTypeParser.parse(pick(random, TYPES))));
            }
        }
        return new Schema(fields);
    }

    /// Folded names of columns in which nobody saw a value.
    private static Set<String> nullOnly(Random random, Schema columns) {
        return columns.names().stream()
                .filter(_ -> random.nextInt(3) == 0)
                .map(Schema::fold)
                .collect(Collectors.toSet());
    }

    private static List<TransformSpec> steps(Random random) {
        return IntStream.range(0, 1 + random.nextInt(3))
                .mapToObj(number -> step(random, number))
                .toList();
    }

    private static TransformSpec step(Random random, int number) {
        String name = pick(random, NAMES);
        String other = pick(random, NAMES);
        return switch (random.nextInt(10)) {
            case 0 -> filter(condition(random, name, other));
            case 1 -> derive(other, value(random, name, pick(random, NAMES)));
            case 2 -> new TransformSpec.RenameField(name, other, places(number));
            case 3 -> new TransformSpec.DropFields(List.of(name), places(number));
            case 4 -> new TransformSpec.SelectFields(List.of(name, other + "x"), places(number));
            case 5 -> mapping(random, name, number);
            case 6 -> new TransformSpec.Explode(name, random.nextBoolean() ? name : other, false, places(number));
            case 7 -> new TransformSpec.Unnest(random.nextBoolean() ? List.of() : List.of(name), ".", places(number));
            case 8 -> new TransformSpec.DropNullFields(places(number));
            default -> filter(name + " is not null");
        };
    }

    private static TransformSpec mapping(Random random, String name, int number) {
        Map<String, TransformSpec.Mapping> mappings = new LinkedHashMap<>();
        for (String source : List.of(name, pick(random, NAMES))) {
            DataType type = DataTypeParser.parse(pick(random, TYPES));
            mappings.put(source, new TransformSpec.Mapping(source, type, source, type, Place.NONE));
        }
        return new TransformSpec.ApplyMapping(List.copyOf(mappings.values()), places(number));
    }

    private static String condition(Random random, String name, String other) {
        return pick(
                random,
                List.of(
                        name + " > 0 and " + other + " is not null",
                        name + " = " + other,
                        "year(" + name + ") = 2026 or " + other + " like 'a%'",
                        name + ".city = 'Ulm'",
                        "cast(" + name + " as date) is null",
                        name));
    }

    private static String value(Random random, String name, String other) {
        return pick(
                random,
                List.of(
                        name + " + " + other,
                        "date_add(" + name + ", 1)",
                        "upper(" + name + ")",
                        "cast(" + name + " as bigint)",
                        "coalesce(" + name + ", " + other + ")",
                        name + "[0]",
                        "length(" + name + ", " + other + ")"));
    }

    private static <T> T pick(Random random, List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private static TransformSpec filter(String text) {
        return new TransformSpec.Filter(ExpressionText.of(text), Places.NONE);
    }

    private static TransformSpec derive(String name, String text) {
        return new TransformSpec.Derive(
                List.of(new TransformSpec.Derivation(name, ExpressionText.of(text), Place.NONE)), Places.NONE);
    }

    private static Places places(int number) {
        return new Places(new Place(number + 1, 1, "transforms[" + number + "]"), Map.of());
    }

    private static Flow flow(List<TransformSpec> transforms) {
        SourceOptions options = new SourceOptions(
                List.of(),
                null,
                null,
                "csv",
                OptionValues.NONE,
                List.of(),
                GroupFiles.IN_PARTITION,
                1,
                null,
                null,
                Initial.ALL,
                Places.NONE);
        S3Source source =
                new S3Source(List.of("file:///raw/"), List.of(), List.of(), true, S3Access.OWN, options, Places.NONE);
        Sink sink = new Sink(
                "file:///out/",
                "parquet",
                OptionValues.NONE,
                List.of(),
                SinkMode.APPEND,
                false,
                null,
                null,
                S3Write.PLAIN,
                List.of(),
                Places.NONE);
        return new Flow(
                "f",
                source,
                transforms,
                List.of(sink),
                OnBadRecord.FAIL,
                null,
                null,
                null,
                OnSchemaChange.ADD_NEW_COLUMNS,
                OnRewrite.REPROCESS,
                null,
                3,
                Places.NONE);
    }
}
