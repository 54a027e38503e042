package dev.tidemark.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PartitionPredicateTest {

    private static final EvaluationContext CONTEXT =
            EvaluationContext.of(Instant.parse("2026-03-01T10:00:00Z"), ZoneOffset.UTC);

    private static PartitionPredicate predicate(String text, Field... columns) {
        return PartitionPredicate.of(ExpressionParser.parse(text), List.of(columns), CONTEXT);
    }

    private static List<String> kept(String text, Field column, String... values) {
        PartitionPredicate predicate = predicate(text, column);
        return Stream.of(values)
                .filter(value -> predicate.test(Map.of(column.name(), value)) == Verdict.TRUE)
                .toList();
    }

    private static Field field(String name, DataType type) {
        return new Field(name, type);
    }

    /// PP-01
    @Test
    void quotedDatesCompareAsDatesAndUnquotedOnesAreRefusedWithTheirPlace() {
        Field dt = field("dt", DataType.DATE);
        String[] days = {"2026-02-01", "2026-02-02", "2026-02-03"};
        assertThat(kept("dt>='2026-02-02'", dt, days)).containsExactly("2026-02-02", "2026-02-03");
        assertThat(kept("dt>=DATE '2026-02-02'", dt, days)).containsExactly("2026-02-02", "2026-02-03");
        for (DataType type : List.of(DataType.DATE, DataType.STRING, DataType.INT)) {
            assertThatThrownBy(() -> predicate("dt>=2026-02-02", field("dt", type)))
                    .isInstanceOf(ExpressionException.class)
                    .hasMessageContaining("column 5")
                    .hasMessageContaining("'2026-02-02' in quotes");
        }
        assertThatThrownBy(() -> predicate("dt >= 20260202", dt))
                .isInstanceOf(ExpressionException.class)
                .hasMessageContaining("date and int")
                .hasMessageContaining("quotes");
    }

    /// PP-03
    @Test
    void andBindsTighterThanOrAndTypesDecideTheOrder() {
        Field number = field("n", DataType.INT);
        assertThat(kept("n BETWEEN 9 AND 10 OR n=100 AND NOT n IN (2)", number, "2", "9", "10", "100"))
                .containsExactly("9", "10", "100");
        assertThat(kept("n > '9'", field("n", DataType.STRING), "2", "9", "10", "100"))
                .isEmpty();
        assertThat(kept("n > '9'", number, "2", "9", "10", "100")).containsExactly("10", "100");
        assertThat(kept("n > 9", field("n", DataType.STRING), "2", "9", "10", "100"))
                .containsExactly("10", "100");
    }

    /// PP-05
    @Test
    void namesMatchInAnyCaseAndValuesDoNot() {
        Field hyphen = field("Event-Date", DataType.STRING);
        assertThat(kept("`event-date`='x'", hyphen, "x", "X")).containsExactly("x");
        assertThat(kept("REGION='EU'", field("Region", DataType.STRING), "EU", "eu"))
                .containsExactly("EU");
        Field name = field("name", DataType.STRING);
        for (String text : List.of("name='O''Brien'", "name=\"O'Brien\"", "name='O\\'Brien'")) {
            assertThat(kept(text, name, "O'Brien", "OBrien")).containsExactly("O'Brien");
        }
        assertThat(kept("NAME = 'a.b'", name, "a.b", "a,b")).containsExactly("a.b");
        assertThatThrownBy(() -> predicate("event-date = 'x'", hyphen))
                .isInstanceOf(ExpressionException.class)
                .hasMessageContaining("column 1")
                .hasMessageContaining("`Event-Date`");
    }

    /// Broken twins of PP-01, PP-03 and PP-05: what each would read is written out.
    @Test
    void twinsThatReadAPredicateInAnotherWayKeepOthers() {
        Field dt = field("dt", DataType.DATE);
        String[] days = {"2026-02-01", "2026-02-02", "2026-02-03"};
        List<String> arithmetic = kept("year(dt) >= 2026 - 2 - 2", dt, days);
        assertThat(arithmetic).hasSize(3).isNotEqualTo(kept("dt >= '2026-02-02'", dt, days));
        Field number = field("n", DataType.INT);
        String[] numbers = {"2", "9", "10", "100"};
        assertThat(kept("n = 9 OR n = 100 AND NOT n IN (9)", number, numbers)).containsExactly("9", "100");
        List<String> orFirst = kept("(n = 9 OR n = 100) AND NOT n IN (9)", number, numbers);
        assertThat(orFirst).containsExactly("100");
        List<String> textOrder = kept("cast(n as string) > '10'", number, numbers);
        assertThat(textOrder).isNotEqualTo(kept("n > 10", number, numbers));
        Field region = field("Region", DataType.STRING);
        List<String> folded = kept("lower(region) = lower('EU')", region, "EU", "eu");
        assertThat(folded).isNotEqualTo(kept("REGION = 'EU'", region, "EU", "eu"));
    }

    @Test
    void whatIsNotKnownYetDecidesOnlyWhenItCan() {
        Field year = field("year", DataType.INT);
        Field month = field("month", DataType.INT);
        PartitionPredicate both = predicate("year = 2026 and month >= 2", year, month);
        assertThat(both.test(Map.of())).isEqualTo(Verdict.UNKNOWN);
        assertThat(both.test(Map.of("year", "2025"))).isEqualTo(Verdict.FALSE);
        assertThat(both.test(Map.of("YEAR", "2026"))).isEqualTo(Verdict.UNKNOWN);
        assertThat(both.test(Map.of("year", "2026", "month", "1"))).isEqualTo(Verdict.FALSE);
        assertThat(both.test(Map.of("year", "2026", "month", "02"))).isEqualTo(Verdict.TRUE);
        PartitionPredicate either = predicate("year = 2026 or month = 2", year, month);
        assertThat(either.test(Map.of("year", "2026"))).isEqualTo(Verdict.TRUE);
        assertThat(either.test(Map.of("year", "2025"))).isEqualTo(Verdict.UNKNOWN);
        assertThat(predicate("not (year = 2026 and month = 2)", year, month).test(Map.of("year", "2025")))
                .isEqualTo(Verdict.TRUE);
    }

    @Test
    void nullKeepsNothingAndIsFoundByIsNull() {
        Field year = field("year", DataType.INT);
        Field month = field("month", DataType.INT);
        Map<String, String> none = Map.of("year", PartitionPredicate.NULL_VALUE);
        assertThat(predicate("year = 2026", year).test(none)).isEqualTo(Verdict.FALSE);
        assertThat(predicate("not year = 2026", year).test(none)).isEqualTo(Verdict.FALSE);
        assertThat(predicate("year is null", year).test(none)).isEqualTo(Verdict.TRUE);
        assertThat(predicate("year = 2026 and month = 1", year, month).test(none))
                .isEqualTo(Verdict.FALSE);
        assertThat(predicate("year = 2026 or month = 1", year, month).test(none))
                .isEqualTo(Verdict.UNKNOWN);
        Map<String, String> javaNull = new HashMap<>();
        javaNull.put("year", null);
        assertThat(predicate("year is null", year).test(javaNull)).isEqualTo(Verdict.TRUE);
    }

    @Test
    void valuesThatDoNotHaveTheirTypeNameThePartition() {
        Field year = field("year", DataType.INT);
        assertThatThrownBy(() -> predicate("year > 1", year).test(Map.of("year", "latest")))
                .isInstanceOf(ExpressionException.class)
                .hasMessageContaining("partition year=latest")
                .hasMessageContaining("column year")
                .hasMessageContaining("int");
        assertThatThrownBy(() -> predicate("y > 1", field("y", DataType.STRING)).test(Map.of("y", "latest")))
                .isInstanceOf(ExpressionException.class)
                .hasMessageContaining("partition y=latest");
        assertThatThrownBy(() -> predicate("1 / (year - 1) > 0", year).test(Map.of("year", "1")))
                .isInstanceOf(ExpressionException.class)
                .hasMessageContaining("division by zero");
        assertThat(predicate("year <> 1 and 1 / (year - 1) > 0", year).test(Map.of("year", "1")))
                .isEqualTo(Verdict.FALSE);
    }

    @Test
    void mistakesAreFoundBeforeAnythingIsListed() {
        Field year = field("year", DataType.INT);
        assertThatThrownBy(() -> predicate("yaer = 1", year))
                .isInstanceOf(ExpressionException.class)
                .hasMessageContaining("Did you mean year?");
        assertThatThrownBy(() -> predicate("year", year))
                .isInstanceOf(ExpressionException.class)
                .hasMessageContaining("must be boolean");
        assertThatThrownBy(() -> predicate("year = 1 and input_object() = 'x'", year))
                .isInstanceOf(ExpressionException.class)
                .hasMessageContaining("column 14")
                .hasMessageContaining("pushDownPredicate");
        assertThat(predicate("year >= year(date_sub(run_date(), 90))", year).test(Map.of("year", "2025")))
                .isEqualTo(Verdict.TRUE);
    }
}
