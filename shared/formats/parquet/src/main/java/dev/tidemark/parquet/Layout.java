package dev.tidemark.parquet;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DateType;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.IntType;
import org.apache.parquet.format.ListType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.MapType;
import org.apache.parquet.format.MicroSeconds;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.StringType;
import org.apache.parquet.format.TimeUnit;
import org.apache.parquet.format.TimestampType;
import org.apache.parquet.format.Type;

/// A schema as Parquet stores it: the tree of elements in depth-first order, and the leaves.
///
/// Lists have three levels (`list`, `element`), maps `key_value`; everything but a map's key is optional.
/// Source: <https://github.com/apache/parquet-format/blob/master/LogicalTypes.md>.
final class Layout {

    private final List<SchemaElement> elements = new ArrayList<>();
    private final List<Leaf> leaves = new ArrayList<>();

    Layout(Schema schema) {
        elements.add(new SchemaElement("schema").setNum_children(schema.size()));
        for (int i = 0; i < schema.size(); i++) {
            Field field = schema.field(i);
            add(field.name(), field.type(), false, new Place(i, List.of(), List.of(), 0, 0));
        }
    }

    List<SchemaElement> elements() {
        return elements;
    }

    List<Leaf> leaves() {
        return leaves;
    }

    /// Index of the leaf that is a column of single values of this name, in any case.
    ///
    /// @param option that names it, for the error
    /// @throws ParquetOptionException when there is none
    int single(String name, String option) {
        List<String> known = new ArrayList<>();
        for (int i = 0; i < leaves.size(); i++) {
            List<String> path = leaves.get(i).path();
            if (path.size() == 1) {
                if (Schema.fold(path.getFirst()).equals(Schema.fold(name))) {
                    return i;
                }
                known.add(path.getFirst());
            }
        }
        throw new ParquetOptionException(
                option,
                name,
                "the file has no such column of single values",
                known.isEmpty() ? "it has none at all" : "there are " + String.join(", ", known));
    }

    private record Place(int column, List<Leaf.Step> steps, List<String> path, int definition, int repetition) {

        Place named(String name, boolean required) {
            return new Place(column, steps, plus(path, name), definition + (required ? 0 : 1), repetition);
        }

        Place repeated(String name) {
            return new Place(column, steps, plus(path, name), definition + 1, repetition + 1);
        }

        Place into(Leaf.Step step) {
            return new Place(column, plus(steps, step), path, definition, repetition);
        }

        private static <T> List<T> plus(List<T> list, T last) {
            List<T> longer = new ArrayList<>(list);
            longer.add(last);
            return longer;
        }
    }

    private void add(String name, DataType type, boolean required, Place parent) {
        SchemaElement element = new SchemaElement(name)
                .setRepetition_type(required ? FieldRepetitionType.REQUIRED : FieldRepetitionType.OPTIONAL);
        elements.add(element);
        Place place = parent.named(name, required);
        switch (type) {
            case DataType.Primitive primitive -> {
                primitive(element, primitive);
                addLeaf(element, type, place);
            }
            case DataType.Decimal decimal -> {
                decimal(element, decimal);
                addLeaf(element, type, place);
            }
            case DataType.Array array -> {
                element.setNum_children(1)
                        .setConverted_type(ConvertedType.LIST)
                        .setLogicalType(LogicalType.LIST(new ListType()));
                repeated("list", 1);
                Place inside = place.repeated("list");
                add("element", array.element(), false, inside.into(new Leaf.Step.IntoElements()));
            }
            case DataType.Map map -> {
                element.setNum_children(1)
                        .setConverted_type(ConvertedType.MAP)
                        .setLogicalType(LogicalType.MAP(new MapType()));
                repeated("key_value", 2);
                Place inside = place.repeated("key_value");
                add("key", DataType.STRING, true, inside.into(new Leaf.Step.IntoKeys()));
                add("value", map.value(), false, inside.into(new Leaf.Step.IntoValues()));
            }
            case DataType.Struct struct -> {
                element.setNum_children(struct.fields().size());
                for (int i = 0; i < struct.fields().size(); i++) {
                    Field field = struct.fields().get(i);
                    add(field.name(), field.type(), false, place.into(new Leaf.Step.IntoField(i)));
                }
            }
        }
    }

    private void repeated(String name, int children) {
        elements.add(new SchemaElement(name)
                .setRepetition_type(FieldRepetitionType.REPEATED)
                .setNum_children(children));
    }

    private void addLeaf(SchemaElement element, DataType type, Place place) {
        leaves.add(new Leaf(
                place.column(),
                place.steps(),
                place.path(),
                type,
                Objects.requireNonNull(element.getType()),
                element.getType_length(),
                place.definition(),
                place.repetition()));
    }

    private static void primitive(SchemaElement element, DataType.Primitive type) {
        switch (type) {
            case BOOLEAN -> element.setType(Type.BOOLEAN);
            case TINYINT ->
                element.setType(Type.INT32)
                        .setConverted_type(ConvertedType.INT_8)
                        .setLogicalType(LogicalType.INTEGER(new IntType((byte) 8, true)));
            case SMALLINT ->
                element.setType(Type.INT32)
                        .setConverted_type(ConvertedType.INT_16)
                        .setLogicalType(LogicalType.INTEGER(new IntType((byte) 16, true)));
            case INT -> element.setType(Type.INT32);
            case BIGINT -> element.setType(Type.INT64);
            case FLOAT -> element.setType(Type.FLOAT);
            case DOUBLE -> element.setType(Type.DOUBLE);
            case STRING ->
                element.setType(Type.BYTE_ARRAY)
                        .setConverted_type(ConvertedType.UTF8)
                        .setLogicalType(LogicalType.STRING(new StringType()));
            case BINARY -> element.setType(Type.BYTE_ARRAY);
            case DATE ->
                element.setType(Type.INT32)
                        .setConverted_type(ConvertedType.DATE)
                        .setLogicalType(LogicalType.DATE(new DateType()));
            case TIMESTAMP ->
                element.setType(Type.INT64)
                        .setConverted_type(ConvertedType.TIMESTAMP_MICROS)
                        .setLogicalType(
                                LogicalType.TIMESTAMP(new TimestampType(true, TimeUnit.MICROS(new MicroSeconds()))));
        }
    }

    private static void decimal(SchemaElement element, DataType.Decimal type) {
        if (type.precision() <= 9) {
            element.setType(Type.INT32);
        } else if (type.precision() <= 18) {
            element.setType(Type.INT64);
        } else {
            element.setType(Type.FIXED_LEN_BYTE_ARRAY).setType_length(width(type.precision()));
        }
        element.setConverted_type(ConvertedType.DECIMAL)
                .setScale(type.scale())
                .setPrecision(type.precision())
                .setLogicalType(LogicalType.DECIMAL(new DecimalType(type.scale(), type.precision())));
    }

    /// The fewest bytes that hold every signed number of `precision` digits; what Spark and Hive expect.
    private static int width(int precision) {
        return BigInteger.TEN.pow(precision).bitLength() / 8 + 1;
    }
}
