package dev.tidemark.oracles;

import java.util.List;
import java.util.random.RandomGenerator;

/// Draws expressions of the job file's language over the columns of [OracleRows], most of them well typed.
///
/// Each method draws a text whose type is of one kind; `depth` is how many more levels may be nested. Every text is
/// Spark SQL too. Nothing that depends on the run is drawn (run_date, input_object), nor what needs a library
/// (from_json).
final class ExpressionGenerator {

    private static final List<String> COMPARISONS = List.of("=", "==", "!=", "<>", "<", "<=", ">", ">=", "<=>");
    private static final List<String> NUMBER_TYPES = List.of(
            "tinyint",
            "smallint",
            "int",
            "bigint",
            "float",
            "double",
            "decimal(10,2)",
            "decimal(20,6)",
            "decimal(38,0)",
            "decimal(5,0)");
    private static final List<String> NUMBERS = List.of(
            "0",
            "1",
            "2",
            "3",
            "7",
            "10",
            "100",
            "255",
            "2147483647",
            "3000000000",
            "9223372036854775807",
            "0.5",
            "1.50",
            "2.005",
            "0.001",
            "99999999.99",
            "1e3",
            "2.5e-3",
            "1.7e308");
    private static final List<String> TEXTS = List.of(
            "''",
            "' '",
            "'abc'",
            "\"text\"",
            "'12'",
            "'-7'",
            "' 42 '",
            "'3.14'",
            "'1e3'",
            "'true'",
            "'No'",
            "'a,b,,c'",
            "'Ärger'",
            "'日本語'",
            "'2024-02-29'",
            "'1999-12-31 23:59:59'",
            "'2001/02/14 15:12'",
            "'x%y_z'",
            "'  pad '");
    private static final List<String> LIKES = List.of(
            "'%'", "'a%'", "'%c'", "'_bc'", "'%,%'", "'a_c'", "'%1%'", "''", "'%Ä%'", "'x\\\\%y%'", "'%a%b%'", "'__'");
    private static final List<String> REGEXES = List.of(
            "'[0-9]+'",
            "'^a'",
            "'c$'",
            "'([a-z]+)'",
            "'([0-9]+)-([0-9]+)'",
            "'a|b'",
            "'^$'",
            "'.'",
            "'[^,]+'",
            "'(?i)ABC'");
    private static final List<String> DATES = List.of(
            "DATE '2024-02-29'", "DATE '1970-01-01'", "DATE '1999-12-31'", "DATE '0001-01-01'", "DATE '9999-12-31'");
    private static final List<String> TIMESTAMPS = List.of(
            "TIMESTAMP '2024-02-29 12:34:56'",
            "TIMESTAMP '1969-12-31 23:59:59.999999'",
            "TIMESTAMP '2001-02-14 15:12:00.5'",
            "TIMESTAMP '1970-01-01 00:00:00'");
    private static final List<String> TRUNCATIONS = List.of(
            "year", "YEAR", "quarter", "month", "mon", "week", "day", "hour", "minute", "second", "millisecond");
    private static final List<String> DATE_PATTERNS = List.of(
            "'yyyy-MM-dd'", "'yyyy'", "'dd.MM.yyyy HH:mm'", "'yyyy/MM/dd HH:mm:ss'", "'MM'", "'HH'", "'yyyyMMdd'");

    /// Types that do not fit, or fit only by a cast that nobody wrote.
    private static final List<String> MIXED = List.of(
            "flag AND name",
            "not txt",
            "name AND flag",
            "flag AND num",
            "day > 5",
            "at > 5",
            "flag > num",
            "day = flag",
            "flag = 1",
            "-flag",
            "-txt",
            "abs(day)",
            "abs(txt)",
            "txt + num",
            "txt + name",
            "num * '2'",
            "price / '4'",
            "year(num)",
            "year(txt)",
            "hour(txt)",
            "month('2024-02-29')",
            "date_add(day, price)",
            "date_add(day, '3')",
            "date_add(txt, 1)",
            "lower(num)",
            "length(price)",
            "substr(num, 1, 2)",
            "concat(num, day)",
            "concat(flag, at)",
            "coalesce(num, txt)",
            "coalesce(day, txt)",
            "coalesce(day, at)",
            "if(flag, num, txt)",
            "if(flag, small, price)",
            "if(flag, day, at)",
            "num IN ('1', 2)",
            "num IN (1.5, dbl)",
            "day IN ('2024-02-29')",
            "num IN (flag)",
            "cast(day AS int)",
            "cast(flag AS date)",
            "cast(num AS date)",
            "cast(num AS boolean)",
            "cast(price AS boolean)",
            "cast(day AS boolean)",
            "cast(at AS boolean)",
            "round(txt)",
            "pmod(txt, 3)",
            "md5(num)",
            "sha2(day, 256)",
            "num LIKE '1%'",
            "day LIKE '2%'",
            "day RLIKE '^2'",
            "make_date(num, '2', 1)",
            "make_date(2024, price, 1)",
            "nullif(num, txt)",
            "nullif(day, num)",
            "num BETWEEN '1' AND 5",
            "day BETWEEN '2024-01-01' AND at",
            "case when num then 1 else 2 end",
            "case when flag then day else num end",
            "case when flag then num else txt end",
            "add_months(at, 1)",
            "date_trunc('month', day)",
            "date_trunc('month', txt)",
            "to_date(num)",
            "to_timestamp(day)",
            "unix_timestamp(txt)",
            "from_unixtime(txt)",
            "trim(num)",
            "lpad(num, 10, '0')",
            "lpad(txt, '5', '0')",
            "replace(num, 1, 2)",
            "concat_ws('-', num, day)",
            "split(num, '1')[0]",
            "regexp_replace(num, '1', 'x')",
            "upper(flag)",
            "cast(flag AS timestamp)",
            "txt[0]",
            "split(txt, ',')['a']",
            "num <=> null",
            "null = null",
            "day <=> at",
            "small = price",
            "dbl = wide",
            "big > wide",
            "flag = 'true'",
            "at = '2024-02-29'",
            "upper(day, 1)",
            "length()",
            "nosuch(num)",
            "missing + 1");

    private final RandomGenerator random;

    ExpressionGenerator(RandomGenerator random) {
        this.random = random;
    }

    /// Draws one expression of any kind.
    String any(int depth) {
        if (random.nextInt(20) == 0) {
            return "(" + pick(MIXED) + ")";
        }
        return switch (random.nextInt(10)) {
            case 0, 1, 2 -> bool(depth);
            case 3, 4, 5 -> number(depth);
            case 6, 7 -> text(depth);
            case 8 -> date(depth);
            default -> timestamp(depth);
        };
    }

    String bool(int depth) {
        if (depth == 0) {
            return pick("flag", "flag", "flag", "true", "false", "cast(null AS boolean)");
        }
        int next = depth - 1;
        return switch (random.nextInt(17)) {
            case 0, 1 -> number(next) + " " + pick(COMPARISONS) + " " + number(next);
            case 2 -> text(next) + " " + pick(COMPARISONS) + " " + text(next);
            case 3 -> date(next) + " " + pick(COMPARISONS) + " " + date(next);
            case 4 -> timestamp(next) + " " + pick(COMPARISONS) + " " + timestamp(next);
            case 5 -> mixedComparison(next);
            case 6 -> "(" + bool(next) + ") " + pick("AND", "and", "OR", "or") + " (" + bool(next) + ")";
            case 7 -> bool(next, "NOT (", ")");
            case 8 ->
                number(next) + pick(" IN (", " not in (") + number(0) + ", " + number(next) + ", " + number(0) + ")";
            case 9 -> text(next) + pick(" IN (", " NOT IN (") + pick(TEXTS) + ", " + pick(TEXTS) + ", name)";
            case 10 -> number(next) + pick(" BETWEEN ", " NOT BETWEEN ") + number(0) + " AND " + number(next);
            case 11 -> date(next) + " BETWEEN " + date(0) + " AND " + date(0);
            case 12 -> text(next) + pick(" LIKE ", " NOT LIKE ", " like ") + pick(LIKES);
            case 13 -> text(next) + pick(" RLIKE ", " rlike ", " NOT RLIKE ") + pick(REGEXES);
            case 14 -> "(" + any(next) + ")" + pick(" IS NULL", " IS NOT NULL");
            case 15 ->
                pick("cast(", "try_cast(") + pick("txt", "name", "num", "dbl", "price", pick(TEXTS)) + " AS boolean)";
            default -> choice(bool(next), bool(next), next);
        };
    }

    private String bool(int depth, String before, String after) {
        return before + bool(depth) + after;
    }

    private String mixedComparison(int depth) {
        String op = " " + pick(COMPARISONS) + " ";
        return switch (random.nextInt(6)) {
            case 0 -> "txt" + op + number(0);
            case 1 -> number(depth) + op + pick("'12'", "'-7'", "'3.14'", "'abc'", "' 42 '");
            case 2 -> date(depth) + op + pick("'2024-02-29'", "'1999-12-31'", "'2024-2-3'", "'abc'");
            case 3 -> date(depth) + op + timestamp(depth);
            case 4 -> timestamp(depth) + op + pick("'2024-02-29'", "'1999-12-31 23:59:59'", "'x'");
            default -> "flag" + op + pick("true", "false", "null", "'true'");
        };
    }

    String number(int depth) {
        if (depth == 0) {
            return random.nextInt(5) < 3
                    ? pick("small", "num", "big", "dbl", "price", "wide", "num", "price")
                    : random.nextInt(6) == 0 ? "-" + pick(NUMBERS) : pick(NUMBERS);
        }
        int next = depth - 1;
        return switch (random.nextInt(20)) {
            case 0, 1, 2, 3 -> operand(next) + " " + pick("+", "-", "*", "/", "%") + " " + operand(next);
            case 4 -> "-(" + number(next) + ")";
            case 5 -> "abs(" + number(next) + ")";
            case 6 -> "round(" + number(next) + pick("", ", 0", ", 1", ", 2", ", -1", ", -2", ", 5") + ")";
            case 7 -> "pmod(" + number(next) + ", " + number(next) + ")";
            case 8 -> pick("year(", "month(", "day(") + pick(date(next), timestamp(next)) + ")";
            case 9 -> "hour(" + timestamp(next) + ")";
            case 10 -> "length(" + text(next) + ")";
            case 11, 12 -> pick("cast(", "cast(", "try_cast(") + number(next) + " AS " + pick(NUMBER_TYPES) + ")";
            case 13 -> pick("cast(", "try_cast(", "try_cast(") + text(next) + " AS " + pick(NUMBER_TYPES) + ")";
            case 14 -> pick("cast(flag AS ", "cast(at AS ", "cast(flag AS ") + pick(NUMBER_TYPES) + ")";
            case 15 -> "coalesce(" + number(next) + ", " + number(next) + pick("", ", " + number(0)) + ")";
            case 16 -> "nullif(" + number(next) + ", " + number(next) + ")";
            case 17 -> "unix_timestamp(" + pick(timestamp(next), date(next), "'2024-02-29 01:02:03'") + ")";
            case 18 -> "xxhash64(" + any(next) + pick("", ", " + any(0)) + ")";
            default -> choice(number(next), number(next), next);
        };
    }

    private String operand(int depth) {
        return depth == 0 ? number(0) : "(" + number(depth) + ")";
    }

    String text(int depth) {
        if (depth == 0) {
            return random.nextInt(5) < 3 ? pick("txt", "name") : pick(TEXTS);
        }
        int next = depth - 1;
        return switch (random.nextInt(22)) {
            case 0 -> "concat(" + text(next) + ", " + text(next) + pick("", ", " + text(0)) + ")";
            case 1 -> "concat_ws(" + pick("'-'", "','", "''") + ", " + text(next) + ", " + text(next) + ", name)";
            case 2 -> "substr(" + text(next) + ", " + small() + ")";
            case 3 -> "substr(" + text(next) + ", " + small() + ", " + small() + ")";
            case 4 -> "trim(" + text(next) + ")";
            case 5 -> "lpad(" + text(next) + ", " + small() + ", " + pick("'0'", "'*'", "'ab'", "' '", "''") + ")";
            case 6 -> pick("lower(", "upper(") + text(next) + ")";
            case 7 -> "replace(" + text(next) + ", " + pick(TEXTS) + ", " + pick("'x'", "''", "name") + ")";
            case 8 ->
                "regexp_extract(" + text(next) + ", '([0-9a-z]+)[-,. ]?([0-9]*)', " + pick("0", "1", "2", "3") + ")";
            case 9 -> "regexp_replace(" + text(next) + ", " + pick(REGEXES) + ", " + pick("'#'", "''", "'[$0]'") + ")";
            case 10 -> "date_format(" + pick(timestamp(next), date(next)) + ", " + pick(DATE_PATTERNS) + ")";
            case 11, 12 -> "cast(" + any(next) + " AS string)";
            case 13 -> "md5(" + text(next) + ")";
            case 14 -> "sha2(" + text(next) + ", " + pick("0", "224", "256", "384", "512", "1") + ")";
            case 15 ->
                "from_unixtime(" + pick("num", "0", "1700000000", "-1") + pick("", ", " + pick(DATE_PATTERNS)) + ")";
            case 16 ->
                "split(" + text(next) + ", " + pick("','", "'[,-]'", "' '", "''") + ")[" + pick("0", "1", "2") + "]";
            case 17 -> "coalesce(" + text(next) + ", " + text(next) + ")";
            case 18 -> "nullif(" + text(next) + ", " + text(0) + ")";
            case 19 -> "lower(" + text(next) + ")";
            case 20 -> "split(" + text(next) + ", ',', " + pick("0", "1", "2", "-1") + ")[0]";
            default -> choice(text(next), text(next), next);
        };
    }

    String date(int depth) {
        if (depth == 0) {
            return random.nextInt(5) < 3 ? "day" : pick(DATES);
        }
        int next = depth - 1;
        return switch (random.nextInt(13)) {
            case 0 -> "to_date(" + pick("txt", "'2024-02-29'", "'2024-02-30'", "'2024-3-1'", "'2024'") + ")";
            case 1 -> "to_date(" + pick("'20240229'", "'20240230'", "'20011231'") + ", 'yyyyMMdd')";
            case 2 -> "to_date(" + timestamp(next) + ")";
            case 3 -> "date_add(" + date(next) + ", " + days() + ")";
            case 4 -> "date_sub(" + date(next) + ", " + days() + ")";
            case 5 -> "add_months(" + date(next) + ", " + days() + ")";
            case 6 ->
                "make_date(" + pick("2024", "1999", "num", "1") + ", " + pick("2", "12", "13", "month(day)") + ", "
                        + pick("1", "29", "31", "small") + ")";
            case 7 -> "cast(" + timestamp(next) + " AS date)";
            case 8 -> pick("cast(", "try_cast(") + text(next) + " AS date)";
            case 9 -> "coalesce(" + date(next) + ", " + date(next) + ")";
            case 10 -> "nullif(" + date(next) + ", " + date(0) + ")";
            case 11 -> "date_add(" + date(next) + ", small)";
            default -> choice(date(next), date(next), next);
        };
    }

    String timestamp(int depth) {
        if (depth == 0) {
            return random.nextInt(5) < 3 ? "at" : pick(TIMESTAMPS);
        }
        int next = depth - 1;
        return switch (random.nextInt(9)) {
            case 0 -> "to_timestamp(" + pick("txt", "'2024-02-29 01:02:03.004'", "'2024-02-29'", "'25:00'") + ")";
            case 1 ->
                "to_timestamp(" + pick("'2001/02/14 15:12'", "'2001/02/30 15:12'", "name") + ", 'yyyy/MM/dd HH:mm')";
            case 2, 3 -> "date_trunc('" + pick(TRUNCATIONS) + "', " + timestamp(next) + ")";
            case 4 -> "cast(" + date(next) + " AS timestamp)";
            case 5 -> pick("cast(", "try_cast(") + text(next) + " AS timestamp)";
            case 6 -> "coalesce(" + timestamp(next) + ", " + timestamp(next) + ")";
            case 7 -> "cast(" + pick("num", "big", "dbl", "price", "0") + " AS timestamp)";
            default -> choice(timestamp(next), timestamp(next), next);
        };
    }

    private String choice(String one, String other, int depth) {
        return switch (random.nextInt(4)) {
            case 0 -> "if(" + bool(depth) + ", " + one + ", " + other + ")";
            case 1 -> "CASE WHEN " + bool(depth) + " THEN " + one + " ELSE " + other + " END";
            case 2 -> "case when " + bool(depth) + " then " + one + " when flag then " + other + " end";
            default -> "CASE num WHEN 1 THEN " + one + " WHEN " + number(0) + " THEN " + other + " END";
        };
    }

    private String small() {
        return pick("0", "1", "2", "3", "5", "-1", "-3", "10", "small");
    }

    private String days() {
        return pick("0", "1", "-1", "30", "365", "-400", "12", "num");
    }

    private String pick(String... texts) {
        return texts[random.nextInt(texts.length)];
    }

    private String pick(List<String> texts) {
        return texts.get(random.nextInt(texts.size()));
    }
}
