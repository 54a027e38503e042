package dev.tidemark.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Reads the Hive text of a type: `decimal(12,2)`, `array<struct<sku:string,qty:int>>`.
///
/// Accepts the spellings of Glue and Spark too: `long`, `short`, `byte`, `integer`, `str`, `bool`, `real`,
/// `varchar(n)` and `char(n)` (read as string). Names of struct fields keep their case.
public final class DataTypeParser {

    private final String text;
    private int at;

    private DataTypeParser(String text) {
        this.text = text;
    }

    /// @throws IllegalArgumentException naming what was expected and the position, counted from 1
    public static DataType parse(String text) {
        DataTypeParser parser = new DataTypeParser(text);
        DataType type = parser.type();
        parser.skipBlanks();
        if (parser.at < text.length()) {
            throw parser.expected("the end of the type");
        }
        return type;
    }

    private DataType type() {
        String name = word().toLowerCase(Locale.ROOT);
        return switch (name) {
            case "boolean", "bool" -> DataType.BOOLEAN;
            case "tinyint", "byte" -> DataType.TINYINT;
            case "smallint", "short" -> DataType.SMALLINT;
            case "int", "integer" -> DataType.INT;
            case "bigint", "long" -> DataType.BIGINT;
            case "float", "real" -> DataType.FLOAT;
            case "double" -> DataType.DOUBLE;
            case "string", "str" -> DataType.STRING;
            case "varchar", "char" -> {
                arguments(1);
                yield DataType.STRING;
            }
            case "binary" -> DataType.BINARY;
            case "date" -> DataType.DATE;
            case "timestamp" -> DataType.TIMESTAMP;
            case "decimal", "numeric" -> decimal();
            case "array" -> {
                take('<');
                DataType element = type();
                take('>');
                yield new DataType.Array(element);
            }
            case "map" -> map();
            case "struct" -> struct();
            default ->
                throw new IllegalArgumentException("'" + text + "' is not a type: '" + name
                        + "' is unknown; known are boolean, tinyint, smallint, int, bigint, float, double, decimal(p,s),"
                        + " string, binary, date, timestamp, array<>, map<string,>, struct<>");
        };
    }

    private DataType decimal() {
        skipBlanks();
        if (at == text.length() || text.charAt(at) != '(') {
            return DataType.decimal(10, 0);
        }
        int[] numbers = arguments(2);
        return DataType.decimal(numbers[0], numbers.length > 1 ? numbers[1] : 0);
    }

    private DataType map() {
        take('<');
        int keyAt = at;
        if (!type().equals(DataType.STRING)) {
            at = keyAt;
            throw expected("string, the only type of map keys");
        }
        take(',');
        DataType value = type();
        take('>');
        return new DataType.Map(value);
    }

    private DataType struct() {
        take('<');
        List<Field> fields = new ArrayList<>();
        do {
            String name = fieldName();
            take(':');
            fields.add(new Field(name, type()));
        } while (taken(','));
        take('>');
        return new DataType.Struct(fields);
    }

    private int[] arguments(int most) {
        take('(');
        List<Integer> numbers = new ArrayList<>();
        do {
            String digits = word();
            if (!digits.matches("[0-9]{1,9}")) {
                throw expected("a whole number");
            }
            numbers.add(Integer.valueOf(digits));
        } while (taken(','));
        take(')');
        if (numbers.size() > most) {
            throw expected("at most " + most + " numbers in parentheses");
        }
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    private String word() {
        skipBlanks();
        int from = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        if (from == at) {
            throw expected("a type");
        }
        return text.substring(from, at);
    }

    private String fieldName() {
        skipBlanks();
        int from = at;
        if (at < text.length() && text.charAt(at) == '`') {
            int end = text.indexOf('`', at + 1);
            if (end < 0) {
                throw expected("a closing `");
            }
            at = end + 1;
            return text.substring(from + 1, end);
        }
        while (at < text.length() && ":,<>()".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String name = text.substring(from, at).strip();
        if (name.isEmpty()) {
            throw expected("a field name");
        }
        return name;
    }

    private void take(char wanted) {
        if (!taken(wanted)) {
            throw expected("'" + wanted + "'");
        }
    }

    private boolean taken(char wanted) {
        skipBlanks();
        if (at < text.length() && text.charAt(at) == wanted) {
            at++;
            return true;
        }
        return false;
    }

    private void skipBlanks() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
    }

    private IllegalArgumentException expected(String what) {
        return new IllegalArgumentException(
                "'" + text + "' is not a type: expected " + what + " at position " + (at + 1));
    }
}
