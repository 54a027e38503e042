package dev.tidemark.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.Batch;
import dev.tidemark.data.BytesVector;
import dev.tidemark.data.ColumnVector;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.IntVector;
import dev.tidemark.data.RowOrigin;
import dev.tidemark.data.Schema;
import dev.tidemark.data.StructVector;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionTest {

    private static final EvaluationContext CONTEXT =
            EvaluationContext.of(Instant.parse("2026-03-01T10:00:00Z"), ZoneOffset.UTC);
    private static final Batch ONE_ROW = new Batch(Schema.EMPTY, List.of(), 1, null);

    private static String value(String text) {
        return value(text, ONE_ROW, CONTEXT);
    }

    private static String value(String text, Batch batch, EvaluationContext context) {
        TypedExpression typed =
                ExpressionCompiler.compile(ExpressionParser.parse(text), batch.schema(), Functions.standard());
        List<String> problems = new ArrayList<>();
        ColumnVector result = typed.evaluate(batch, context, (_, message) -> problems.add(message));
        if (!problems.isEmpty()) {
            assertThat(result.isNull(0)).isTrue();
            return "failed: " + problems.getFirst();
        }
        return result.isNull(0) ? "null" : ValueText.of(result, 0, context.timezone());
    }

    /// Golden values: Spark's own documentation and test suites (ExpressionDescription of XxHash64, Md5,
    /// Sha2, …).
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "md5('Spark') | 8cde774d6f7333752ed72cacddb05126",
                "sha2('Spark', 256) | 529bc3b07127ecb7e53a4dcf1991d9152c24537d919178022b2c42657f79a26b",
                "sha2('Spark', 7) | null",
                "xxhash64('Spark') | -4294468057691064905",
                "xxhash64(null) | 42",
                "xxhash64('') | -7444071767201028348",
                "xxhash64('hello') | -4367754540140381902",
                "concat_ws(' ', 'Spark', null, 'SQL') | Spark SQL",
                "substr('Spark SQL', 5) | k SQL",
                "substr('Spark SQL', -3) | SQL",
                "substr('Spark SQL', 5, 1) | k",
                "split('oneAtwoBthreeC', '[ABC]') | [one, two, three, ]",
                "split('oneAtwoBthreeC', '[ABC]', 2) | [one, twoBthreeC]",
                "lpad('hi', 5, '??') | ???hi",
                "lpad('hi', 1, '??') | h",
                "regexp_extract('100-200', '(\\\\d+)-(\\\\d+)', 1) | 100",
                "regexp_extract('x', r'(\\d+)', 1) | ``",
                "regexp_extract('12', r'(\\d+)', 2) | failed: the regular expression has 1 groups and no group 2",
                "regexp_replace('100-200', r'(\\d+)', 'num') | num-num",
                "replace('ABCabc', 'abc', 'DEF') | ABCDEF",
                "round(2.5, 0) | 3",
                "round(-2.5) | -3",
                "round(25, -1) | 30",
                "round(1234.567, 2) | 1234.57",
                "pmod(-10, 3) | 2",
                "pmod(10, 0) | failed: division by zero",
                "abs(-1.5) | 1.5",
                "date_add('2016-07-30', 1) | 2016-07-31",
                "date_sub('2016-07-30', 1) | 2016-07-29",
                "add_months('2016-08-31', 1) | 2016-09-30",
                "make_date(2013, 7, 15) | 2013-07-15",
                "make_date(2019, 13, 1) | failed: make_date() was given no day of the calendar",
                "date_trunc('week', '2015-03-05T09:32:05.359') | 2015-03-02 00:00:00",
                "date_trunc('HOUR', '2015-03-05T09:32:05.359') | 2015-03-05 09:00:00",
                "date_trunc('decennium', '2015-03-05') | null",
                "date_format('2016-04-08', 'y') | 2016",
                "date_format('2016-04-08', 'EEE, d MMM yyyy') | Fri, 8 Apr 2016",
                "to_date('2016-12-31', 'yyyy-MM-dd') | 2016-12-31",
                "to_date('31.12.2016', 'dd.MM.yyyy') | 2016-12-31",
                "to_date('31.13.2016', 'dd.MM.yyyy') | failed: the text does not have the form dd.MM.yyyy",
                "to_timestamp('2016-12-31 00:12:00') | 2016-12-31 00:12:00",
                "to_timestamp('2016-12', 'yyyy-MM') | 2016-12-01 00:00:00",
                "to_timestamp('2016-12-31T23:30:00-05:00') | 2017-01-01 04:30:00",
                "unix_timestamp('2016-04-08', 'yyyy-MM-dd') | 1460073600",
                "from_unixtime(0, 'yyyy-MM-dd HH:mm:ss') | 1970-01-01 00:00:00",
                "hour('2018-02-14 12:58:59') | 12",
                "year('2016-07-30') | 2016",
                "coalesce(null, 1, 1/0) | 1.0",
                "nullif(2, 2) | null",
                "if(1 < 2, 'a', 'b') | a",
                "case 2 when 1 then 'one' when 2 then 'two' end | two",
                "1 in (2, null) | null",
                "1 not in (1, null) | false",
                "null <=> null | true",
                "null = null | null",
                "false and 1/0 = 1 | false",
                "true or 1/0 = 1 | true",
                "3 / 2 | 1.5",
                "1.0 / 3 | 0.333333",
                "2147483647 + 1 | failed: int overflow in +",
                "9223372036854775807 + 1 | failed: bigint overflow in +",
                "2147483647 + 1L | 2147483648",
                "-7 % 3 | -1",
                "'1' + 2 | 3",
                "cast('1.5' as int) | failed: the text is not a value of type int",
                "cast(' 12 ' as int) | 12",
                "cast(1.9 as int) | 1",
                "cast(300 as tinyint) | failed: the int value does not fit tinyint",
                "try_cast('x' as date) | null",
                "cast('yes' as boolean) | true",
                "cast('12.345' as decimal(4,2)) | 12.35",
                "cast('123.45' as decimal(4,2)) | failed: the text is not a value of type decimal(4,2)",
                "'abc' like 'a_c' | true",
                "'a_c' like 'a\\_c' | true",
                "'abc' like 'a\\_c' | false",
                "'aXc' like 'a#Xc' escape '#' | failed: in a LIKE pattern '#' must be followed by %, _ or itself",
                "'abc' rlike 'b' | true",
                "'O''Brien' | O'Brien",
                "\"a\\tb\" = 'a\tb' | true",
                "DATE '2026-03-01' = run_date() | true",
                "run_timestamp() | 2026-03-01 10:00:00",
                "DATE '2026-03-01' + 1 | 2026-03-02",
                "2 + 3 * 4 - -1 | 15",
                "not true or true | true",
                "not 1 = 2 and 2 > 1 | true",
                "upper('straße') | STRASSE",
                "length('x😀') | 2",
                "trim('  a b ') | a b",
            })
    void valuesAreThoseOfSpark(String text, String wanted) {
        assertThat(value(text)).isEqualTo(wanted);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a = | 4 | expected a value",
                "(1 + 2 | 7 | expected ')'",
                "1 2 | 3 | expected an operator",
                "'abc | 1 | no closing quote",
                "a = ‘x’ | 5 | straight quotes",
                "1 -- 2 | 3 | no comments",
                "abss(1) | 1 | Did you mean abs?",
                "abs(1, 2) | 1 | takes 1 arguments but has 2",
                "year(true) | 6 | must be date but is boolean",
                "cast(1 as integr) | 11 | 'integr' is unknown",
                "1 between 2 | 12 | AND",
                "date_format('2026-01-01', 'foo') | 27 | the letter f",
                "DATE '2026-02-30' | 1 | is not a date",
                "case when 1 then 2 end | 11 | must be boolean",
                "1a | 1 | backticks",
                "end = 1 | 1 | backticks",
                "round(1.5, length('x')) | 12 | literal",
            })
    void mistakesAreNamedWithTheirPlace(String text, int column, String problem) {
        assertThatThrownBy(() -> value(text))
                .isInstanceOf(ExpressionException.class)
                .hasMessageContaining(problem)
                .extracting(error -> ((ExpressionException) error).position())
                .isEqualTo(column);
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "not ", "-(", "abs(", "case when true then ", "a[", "(1 between 0 and "})
    void deepNestingIsATypedError(String opening) {
        assertThatThrownBy(() -> ExpressionParser.parse(opening.repeat(100_000) + "1"))
                .isInstanceOf(ExpressionException.class)
                .hasMessageContaining("nested deeper than 200 levels");
    }

    @Test
    void longChainsAreATypedErrorAndLongDisjunctionsAreNot() {
        assertThatThrownBy(() -> ExpressionParser.parse("1" + " + 1".repeat(10_000)))
                .isInstanceOf(ExpressionException.class)
                .hasMessageContaining("500 operators");
        assertThat(value("1 = 2" + " or 1 = 2".repeat(10_000) + " or true")).isEqualTo("true");
        assertThat(value("1" + " + 1".repeat(499))).isEqualTo("500");
        assertThat(value("(".repeat(199) + "1" + ")".repeat(199))).isEqualTo("1");
    }

    @Test
    @Timeout(20)
    void nestedSharedOperandsAndEvilPatternsEnd() {
        Schema schema = Schema.of(new Field("x", DataType.BOOLEAN));
        ColumnVector column = ColumnVector.of(DataType.BOOLEAN);
        column.appendNull();
        Batch batch = new Batch(schema, List.of(column), 1, null);
        String nested = "(x = true)";
        for (int i = 0; i < 60; i++) {
            nested = "(nullif(" + nested + ", true) between false and true)";
        }
        assertThat(value(nested, batch, CONTEXT)).isEqualTo("null");
        assertThat(value("'" + "a".repeat(60) + "!' rlike '^(.*a){20}$'")).startsWith("failed: the regular expression");
        assertThat(value("'" + "ab".repeat(100_000) + "' rlike '^(a|b)*$'"))
                .startsWith("failed: the regular expression");
        assertThat(value("'" + "a".repeat(2_000) + "' like '" + "%a".repeat(1_000) + "b'"))
                .isEqualTo("false");
    }

    @Test
    void timesFollowTheZoneOfTheJobAndNotTheMachine() {
        EvaluationContext berlin = new EvaluationContext(
                CONTEXT.runDate(), CONTEXT.runTimestamp(), ZoneId.of("Europe/Berlin"), null, null);
        assertThat(value("hour(run_timestamp())", ONE_ROW, berlin)).isEqualTo("11");
        assertThat(value("to_date(TIMESTAMP '2026-03-01 23:30:00Z')", ONE_ROW, berlin))
                .isEqualTo("2026-03-02");
        assertThat(value("unix_timestamp(TIMESTAMP '2026-03-29 02:30:00')", ONE_ROW, berlin))
                .isEqualTo(value("unix_timestamp(TIMESTAMP '2026-03-29 01:30:00Z')"));
    }

    @Test
    void nestedValuesAndTheInputObjectAreReached() {
        DataType.Struct user = new DataType.Struct(List.of(new Field("Country", DataType.STRING)));
        Schema schema = Schema.of(new Field("user", user), new Field("n", new DataType.Array(DataType.INT)));
        StructVector users = (StructVector) ColumnVector.of(user);
        ((BytesVector) users.field(0)).append("DE");
        users.endRow();
        var numbers = (dev.tidemark.data.ArrayVector) ColumnVector.of(new DataType.Array(DataType.INT));
        ((IntVector) numbers.elements()).append(7);
        numbers.endRow();
        RowOrigin origin = new RowOrigin("s3://b/k", "e", new long[] {12}, new long[] {0}, _ -> new byte[0]);
        Batch batch = new Batch(schema, List.of(users, numbers), 1, origin);
        assertThat(value("coalesce(USER.country, 'ZZ')", batch, CONTEXT)).isEqualTo("DE");
        assertThat(value("n[0] + 1", batch, CONTEXT)).isEqualTo("8");
        assertThat(value("n[1]", batch, CONTEXT)).startsWith("failed: index 1 is out of range");
        assertThat(value("input_object()", batch, CONTEXT)).isEqualTo("s3://b/k");
        assertThat(value("input_record()", batch, CONTEXT)).isEqualTo("12");
        assertThat(value("input_object()", batch, CONTEXT.reading("s3://b/other", null)))
                .isEqualTo("s3://b/other");
        assertThatThrownBy(() -> value("user.contry", batch, CONTEXT)).hasMessageContaining("Did you mean Country?");
        Expression expression = ExpressionParser.parse("input_record() > N[0] and user.country = `User`.country");
        assertThat(expression.references()).containsExactly("N", "user");
        assertThat(References.usesInputRecord(expression)).isTrue();
    }
}
