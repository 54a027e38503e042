package dev.tidemark.parquet;

import static dev.tidemark.testkit.Values.row;
import static dev.tidemark.testkit.Values.struct;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.DataType;
import dev.tidemark.data.DataTypeParser;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;

/// Lists and maps in the shapes that writers gave them before there was one rule (PQ-02), made by parquet-java.
class ForeignShapesTest {

    private static byte[] file(String fields, List<Consumer<RecordConsumer>> rows) throws IOException {
        return ParquetJava.USUAL.write(MessageTypeParser.parseMessageType("message m { " + fields + " }"), rows);
    }

    private static void field(RecordConsumer out, String name, int index, Runnable values) {
        out.startField(name, index);
        values.run();
        out.endField(name, index);
    }

    private static void group(RecordConsumer out, Runnable fields) {
        out.startGroup();
        fields.run();
        out.endGroup();
    }

    private static DataType type(byte[] file) throws IOException {
        return Reading.schema(file).field(0).type();
    }

    private static DataType parsed(String type) {
        return DataTypeParser.parse(type);
    }

    /// old_list_structure: Avro's and Hive's way, twice.
    @Test
    void aListOfTwoLevelsInAListOfTwoLevels() throws IOException {
        byte[] file = file(
                "optional group a (LIST) { repeated group array (LIST) { repeated int32 array; } }",
                List.of(out -> field(
                        out,
                        "a",
                        0,
                        () -> group(
                                out,
                                () -> field(out, "array", 0, () -> {
                                    group(
                                            out,
                                            () -> field(out, "array", 0, () -> {
                                                out.addInteger(1);
                                                out.addInteger(2);
                                            }));
                                    group(
                                            out,
                                            () -> field(out, "array", 0, () -> {
                                                out.addInteger(3);
                                                out.addInteger(4);
                                            }));
                                })))));
        assertThat(type(file)).isEqualTo(parsed("array<array<int>>"));
        assertThat(Reading.rows(file)).containsExactly(row(List.of(List.of(1, 2), List.of(3, 4))));
    }

    /// repeated_primitive_no_list.
    @Test
    void aRepeatedFieldWithoutAListAroundIt() throws IOException {
        byte[] file = file(
                "repeated int32 v; required int32 id;",
                List.of(
                        out -> {
                            field(out, "v", 0, () -> {
                                for (int i = 0; i < 4; i++) {
                                    out.addInteger(i);
                                }
                            });
                            field(out, "id", 1, () -> out.addInteger(7));
                        },
                        out -> field(out, "id", 1, () -> out.addInteger(8))));
        assertThat(type(file)).isEqualTo(parsed("array<int>"));
        assertThat(Reading.rows(file)).containsExactly(row(List.of(0, 1, 2, 3), 7), row(List.of(), 8));
    }

    /// repeated_no_annotation: groups, in an optional one.
    @Test
    void repeatedGroupsWithoutAListAroundThem() throws IOException {
        byte[] file = file(
                "optional group numbers { repeated group number { required int64 n; optional binary kind (UTF8); } }",
                List.of(
                        out -> {},
                        out -> field(out, "numbers", 0, () -> group(out, () -> {})),
                        out -> field(
                                out,
                                "numbers",
                                0,
                                () -> group(
                                        out,
                                        () -> field(out, "number", 0, () -> {
                                            group(out, () -> {
                                                field(out, "n", 0, () -> out.addLong(5));
                                                field(out, "kind", 1, () -> out.addBinary(Binary.fromString("home")));
                                            });
                                            group(out, () -> field(out, "n", 0, () -> out.addLong(6)));
                                        })))));
        assertThat(type(file)).isEqualTo(parsed("struct<number:array<struct<n:bigint,kind:string>>>"));
        assertThat(Reading.rows(file))
                .containsExactly(
                        row((Object) null),
                        row(struct("number", List.of())),
                        row(struct("number", List.of(struct("n", 5L, "kind", "home"), struct("n", 6L, "kind", null)))));
    }

    /// Hive's bag and Thrift's tuple: of one field each, the first is a level and the second is the element.
    @Test
    void aBagIsALevelAndATupleIsTheElement() throws IOException {
        byte[] bag = file(
                "optional group a (LIST) { repeated group bag { optional int32 array_element; } }",
                List.of(out -> field(
                        out,
                        "a",
                        0,
                        () -> group(
                                out,
                                () -> field(out, "bag", 0, () -> {
                                    group(out, () -> field(out, "array_element", 0, () -> out.addInteger(1)));
                                    group(out, () -> {});
                                })))));
        assertThat(type(bag)).isEqualTo(parsed("array<int>"));
        List<Object> withNull = new java.util.ArrayList<>(List.of(1));
        withNull.add(null);
        assertThat(Reading.rows(bag)).containsExactly(row(withNull));

        byte[] tuple = file(
                "optional group a (LIST) { repeated group a_tuple { optional int32 x; } }",
                List.of(out -> field(
                        out,
                        "a",
                        0,
                        () -> group(
                                out,
                                () -> field(out, "a_tuple", 0, () -> {
                                    group(out, () -> field(out, "x", 0, () -> out.addInteger(1)));
                                    group(out, () -> {});
                                })))));
        assertThat(type(tuple)).isEqualTo(parsed("array<struct<x:int>>"));
        assertThat(Reading.rows(tuple)).containsExactly(row(List.of(struct("x", 1), struct("x", null))));

        byte[] pair = file(
                "optional group a (LIST) { repeated group element { required int32 x; required int32 y; } }",
                List.of(out -> field(
                        out,
                        "a",
                        0,
                        () -> group(
                                out,
                                () -> field(
                                        out,
                                        "element",
                                        0,
                                        () -> group(out, () -> {
                                            field(out, "x", 0, () -> out.addInteger(1));
                                            field(out, "y", 1, () -> out.addInteger(2));
                                        }))))));
        assertThat(type(pair)).isEqualTo(parsed("array<struct<x:int,y:int>>"));
        assertThat(Reading.rows(pair)).containsExactly(row(List.of(struct("x", 1, "y", 2))));
    }

    /// incorrect_map_schema and nullable.impala: MAP_KEY_VALUE on either group, keys that may be null and are not.
    @Test
    void mapsOfOldWriters() throws IOException {
        for (String fields : List.of(
                "optional group m (MAP_KEY_VALUE) { repeated group map { optional binary key (UTF8); optional int32 value; } }",
                "optional group m (MAP) { repeated group map (MAP_KEY_VALUE) { required binary key; optional int32 value; } }",
                "optional group m (MAP) { repeated group entries { required binary k (ENUM); required int32 v; } }")) {
            boolean other = fields.contains("entries");
            byte[] file = file(
                    fields,
                    List.of(
                            out -> field(
                                    out,
                                    "m",
                                    0,
                                    () -> group(
                                            out,
                                            () -> field(
                                                    out,
                                                    other ? "entries" : "map",
                                                    0,
                                                    () -> group(out, () -> {
                                                        field(
                                                                out,
                                                                other ? "k" : "key",
                                                                0,
                                                                () -> out.addBinary(Binary.fromString("a")));
                                                        field(out, other ? "v" : "value", 1, () -> out.addInteger(1));
                                                    })))),
                            out -> field(out, "m", 0, () -> group(out, () -> {}))));
            assertThat(type(file)).as(fields).isEqualTo(parsed("map<string,int>"));
            assertThat(Reading.rows(file)).as(fields).containsExactly(row(struct("a", 1)), row(struct()));
        }
    }

    /// map_no_value: a set of keys.
    @Test
    void aMapWithoutValuesIsAListOfItsKeys() throws IOException {
        byte[] file = file(
                "optional group m (MAP) { repeated group key_value { required int32 key; } }",
                List.of(out -> field(
                        out,
                        "m",
                        0,
                        () -> group(
                                out,
                                () -> field(out, "key_value", 0, () -> {
                                    group(out, () -> field(out, "key", 0, () -> out.addInteger(1)));
                                    group(out, () -> field(out, "key", 0, () -> out.addInteger(2)));
                                })))));
        assertThat(type(file)).isEqualTo(parsed("array<int>"));
        assertThat(Reading.rows(file)).containsExactly(row(List.of(1, 2)));
    }

    /// Keys of other types become text; keys that are structs make a list of entries.
    @Test
    void keysThatAreNoText() throws IOException {
        byte[] dates = file(
                "optional group m (MAP) { repeated group key_value { required int32 key (DATE); optional boolean value; } }",
                List.of(out -> field(
                        out,
                        "m",
                        0,
                        () -> group(
                                out,
                                () -> field(out, "key_value", 0, () -> {
                                    group(out, () -> {
                                        field(out, "key", 0, () -> out.addInteger(19_000));
                                        field(out, "value", 1, () -> out.addBoolean(true));
                                    });
                                    group(out, () -> field(out, "key", 0, () -> out.addInteger(-1)));
                                })))));
        assertThat(type(dates)).isEqualTo(parsed("map<string,boolean>"));
        assertThat(Reading.rows(dates)).containsExactly(row(struct("2022-01-08", true, "1969-12-31", null)));

        byte[] structs = file(
                "optional group m (MAP) { repeated group key_value { required group key { required int32 x; } optional int32 value; } }",
                List.of(out -> field(
                        out,
                        "m",
                        0,
                        () -> group(
                                out,
                                () -> field(
                                        out,
                                        "key_value",
                                        0,
                                        () -> group(out, () -> {
                                            field(
                                                    out,
                                                    "key",
                                                    0,
                                                    () -> group(
                                                            out, () -> field(out, "x", 0, () -> out.addInteger(1))));
                                            field(out, "value", 1, () -> out.addInteger(2));
                                        }))))));
        assertThat(type(structs)).isEqualTo(parsed("array<struct<key:struct<x:int>,value:int>>"));
        assertThat(Reading.rows(structs)).containsExactly(row(List.of(struct("key", struct("x", 1), "value", 2))));
    }

    /// PQ-04: one name in three spellings is one column; two of them in one file are an error.
    @Test
    void namesMatchInAnyCaseAcrossFiles() throws IOException {
        Schema asked = Schema.of(new Field("id", DataType.BIGINT));
        assertThat(Reading.rows("f1", file("required int64 ID;", one("ID")), asked, java.time.ZoneOffset.UTC))
                .containsExactly(row(1L));
        assertThat(Reading.rows("f2", file("required int64 id;", one("id")), asked, java.time.ZoneOffset.UTC))
                .containsExactly(row(1L));
        assertThat(Reading.rows("f3", file("required int64 other;", one("other")), asked, java.time.ZoneOffset.UTC))
                .containsExactly(row((Object) null));
        byte[] f4 = file("required int64 Id; required int64 ID;", List.of(out -> {
            field(out, "Id", 0, () -> out.addLong(1));
            field(out, "ID", 1, () -> out.addLong(2));
        }));
        assertThatThrownBy(() -> Reading.rows("f4", f4, asked, java.time.ZoneOffset.UTC))
                .hasMessageContaining("f4")
                .hasMessageContaining("'Id' and 'ID'");
    }

    private static List<Consumer<RecordConsumer>> one(String name) {
        return List.of(out -> field(out, name, 0, () -> out.addLong(1)));
    }
}
