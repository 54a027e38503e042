package dev.tidemark.text.xml;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.tidemark.data.AmbiguousColumnException;
import dev.tidemark.data.DataType;
import dev.tidemark.data.DataTypeParser;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads `withSchema` of XML and JSON: the JSON that Glue's or Spark's `StructType` is written as, or Hive's text of a
/// struct.
public final class XmlSchemaText {

    private static final JsonFactory JSON = new JsonFactory();

    private XmlSchemaText() {}

    /// @throws XmlOptionException when it is none of these
    public static Schema parse(String text) {
        try {
            DataType type = text.stripLeading().startsWith("{") ? type(json(text)) : DataTypeParser.parse(text.strip());
            if (type instanceof DataType.Struct struct) {
                return new Schema(struct.fields());
            }
            throw wrong(text, "it is " + type + ", and the schema of rows is a struct", null);
        } catch (IllegalArgumentException | AmbiguousColumnException unknown) {
            throw wrong(text, String.valueOf(unknown.getMessage()), unknown);
        }
    }

    private static XmlOptionException wrong(String text, String why, @Nullable Throwable cause) {
        return new XmlOptionException(
                "withSchema",
                text.length() > 80 ? text.substring(0, 80) + "…" : text,
                "it is no schema (" + why + "). Write the JSON of a StructType (schema.json() in Spark,"
                        + " json.dumps(schema.jsonValue()) in Glue) or struct<id:bigint,name:string>",
                cause);
    }

    private static Object json(String text) {
        try (JsonParser parser = JSON.createParser(text)) {
            parser.nextToken();
            Object value = value(parser);
            if (parser.nextToken() != null) {
                throw new IllegalArgumentException("more stands behind the JSON object");
            }
            return value;
        } catch (JsonProcessingException broken) {
            throw new IllegalArgumentException(broken.getOriginalMessage(), broken);
        } catch (IOException ofMemory) {
            throw new UncheckedIOException(ofMemory);
        }
    }

    /// Recursion is bounded by the parser's limit of nesting.
    private static Object value(JsonParser parser) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            Map<String, Object> fields = new LinkedHashMap<>();
            for (String name = parser.nextFieldName(); name != null; name = parser.nextFieldName()) {
                parser.nextToken();
                fields.put(name, value(parser));
            }
            return fields;
        }
        if (token == JsonToken.START_ARRAY) {
            List<Object> elements = new ArrayList<>();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                elements.add(value(parser));
            }
            return elements;
        }
        return String.valueOf(parser.getText());
    }

    private static DataType type(Object written) {
        if (written instanceof String name) {
            return scalar(name);
        }
        if (!(written instanceof Map<?, ?> parts)) {
            throw new IllegalArgumentException("a type is a name or an object");
        }
        // Spark says type, Glue dataType.
        Object kind = first(parts, "dataType", "type");
        if (!(kind instanceof String name)) {
            return type(kind);
        }
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "struct" -> struct(parts);
            case "array" -> new DataType.Array(type(first(parts, "elementType", "container")));
            case "map" -> new DataType.Map(type(first(parts, "valueType", "container")));
            case "decimal" ->
                parts.containsKey("precision")
                        ? DataType.decimal(
                                Integer.parseInt(String.valueOf(parts.get("precision"))),
                                Integer.parseInt(String.valueOf(first(parts, "scale", "scale"))))
                        : DataType.decimal(10, 0);
            default -> scalar(name);
        };
    }

    private static DataType struct(Map<?, ?> parts) {
        List<Field> fields = new ArrayList<>();
        if (!(first(parts, "fields", "fields") instanceof List<?> written)) {
            throw new IllegalArgumentException("the fields of a struct are a list");
        }
        for (Object field : written) {
            if (!(field instanceof Map<?, ?> named)) {
                throw new IllegalArgumentException("a field is an object");
            }
            fields.add(new Field(
                    String.valueOf(first(named, "name", "name")), type(first(named, "container", "type", "dataType"))));
        }
        return new DataType.Struct(fields);
    }

    private static Object first(Map<?, ?> parts, String... names) {
        for (String name : names) {
            Object part = parts.get(name);
            if (part != null) {
                return part;
            }
        }
        throw new IllegalArgumentException("'" + names[0] + "' is missing");
    }

    private static DataType scalar(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "byte" -> DataType.TINYINT;
            case "short" -> DataType.SMALLINT;
            case "integer" -> DataType.INT;
            case "long" -> DataType.BIGINT;
            case "timestamp_ntz" -> DataType.TIMESTAMP;
            // What Glue calls a field of which it saw nothing, or several types.
            case "null", "void", "choice" -> DataType.STRING;
            default -> DataTypeParser.parse(name);
        };
    }
}
