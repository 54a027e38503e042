package dev.tidemark.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.DataType;
import dev.tidemark.data.DataTypeParser;
import dev.tidemark.data.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The rules by which a table's columns change.
final class CatalogMergeTest {

    private static final String TABLE = "lake.t";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            tinyint | smallint | smallint
            tinyint | bigint | bigint
            smallint | int | int
            int | bigint | bigint
            float | double | double
            decimal(10,2) | decimal(12,2) | decimal(12,2)
            decimal(10,2) | decimal(10,4) | decimal(12,4)
            decimal(5,0) | decimal(38,0) | decimal(38,0)
            array<int> | array<bigint> | array<bigint>
            map<string,float> | map<string,double> | map<string,double>
            struct<a:int> | struct<a:bigint> | struct<a:bigint>
            struct<a:int> | struct<a:int,b:string> | struct<a:int,b:string>
            struct<a:int,b:string> | struct<b:string,c:date> | struct<a:int,b:string,c:date>
            array<struct<a:struct<x:int>>> | array<struct<a:struct<y:int>>> | array<struct<a:struct<x:int,y:int>>>
            """)
    void widens(String table, String files, String merged) {
        CatalogMerge.Merged result = CatalogMerge.merge(TABLE, columns("c", table), columns("c", files));
        assertThat(result.columns()).isEqualTo(columns("c", merged));
        assertThat(result.cascade()).isTrue();
        assertThat(result.schemaChanges()).singleElement().satisfies(change -> {
            assertThat(change.change()).isEqualTo(SchemaChange.Change.WIDENED);
            assertThat(change.before()).isEqualTo(type(table));
            assertThat(change.after()).isEqualTo(type(merged));
        });
        assertThat(CatalogMerge.fits(columns("c", table), columns("c", files))).isFalse();
        // And again: nothing more happens, nor do older files change it back.
        for (String again : List.of(files, table)) {
            CatalogMerge.Merged second = CatalogMerge.merge(TABLE, result.columns(), columns("c", again));
            assertThat(second.columns()).isEqualTo(result.columns());
            assertThat(second.cascade()).isFalse();
            assertThat(second.schemaChanges()).isEmpty();
            assertThat(CatalogMerge.fits(result.columns(), columns("c", again))).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            int | string
            string | int
            int | double
            bigint | float
            int | decimal(10,0)
            decimal(10,2) | double
            decimal(38,0) | decimal(38,1)
            date | timestamp
            timestamp | date
            boolean | int
            string | binary
            array<int> | array<string>
            array<int> | int
            map<string,int> | map<string,date>
            struct<a:int> | struct<a:string>
            struct<a:int> | map<string,int>
            """)
    void refusesAnyOtherChangeNamingBothTypes(String table, String files) {
        assertThatThrownBy(() -> CatalogMerge.merge(TABLE, columns("c", table), columns("c", files)))
                .isInstanceOf(SchemaRefusedException.class)
                .hasMessageContaining(TABLE)
                .hasMessageContaining("'c' is %s in the table and %s in the files".formatted(type(table), type(files)))
                .hasMessageContaining("Cast it to " + type(table));
        assertThat(CatalogMerge.fits(columns("c", table), columns("c", files))).isFalse();
    }

    @Test
    void newColumnsGoLastInTheFilesOrderAndNothingIsCascaded() {
        List<Field> table = List.of(field("b", "int"), field("a", "string"));
        List<Field> files = List.of(field("z", "date"), field("a", "string"), field("c", "int"), field("b", "int"));
        CatalogMerge.Merged merged = CatalogMerge.merge(TABLE, table, files);
        assertThat(merged.columns())
                .containsExactly(field("b", "int"), field("a", "string"), field("z", "date"), field("c", "int"));
        assertThat(merged.cascade()).isFalse();
        assertThat(merged.schemaChanges()).extracting(SchemaChange::column).containsExactly("z", "c");
        assertThat(merged.schemaChanges())
                .allSatisfy(change -> assertThat(change.change()).isEqualTo(SchemaChange.Change.ADDED));
    }

    @Test
    void aDroppedColumnStays() {
        List<Field> table = List.of(field("a", "int"), field("gone", "string"), field("b", "date"));
        CatalogMerge.Merged merged = CatalogMerge.merge(TABLE, table, List.of(field("b", "date")));
        assertThat(merged.columns()).isEqualTo(table);
        assertThat(merged.schemaChanges()).isEmpty();
        assertThat(CatalogMerge.fits(table, List.of(field("b", "date")))).isTrue();
    }

    @Test
    void aNarrowerTypeOfTheFilesChangesNothing() {
        CatalogMerge.Merged merged =
                CatalogMerge.merge(TABLE, columns("c", "decimal(12,2)"), columns("c", "decimal(10,2)"));
        assertThat(merged.columns()).isEqualTo(columns("c", "decimal(12,2)"));
        assertThat(CatalogMerge.fits(columns("c", "bigint"), columns("c", "int")))
                .isTrue();
    }

    @Test
    void namesAreLowerCasedOnAllLevels() {
        List<Field> files = List.of(
                new Field("ID", DataType.INT), field("Place", "struct<City:string,Geo:array<struct<Lat:double>>>"));
        assertThat(CatalogMerge.merge(TABLE, List.of(), files).columns())
                .containsExactly(
                        field("id", "int"), field("place", "struct<city:string,geo:array<struct<lat:double>>>"));
        assertThat(CatalogMerge.merge(TABLE, columns("id", "int"), List.of(new Field("Id", DataType.INT)))
                        .schemaChanges())
                .isEmpty();
    }

    @Test
    void namesThatAreEqualButForCaseAreRefusedOnAllLevels() {
        assertThatThrownBy(() -> CatalogMerge.lowerCase(
                        TABLE, List.of(new Field("Id", DataType.INT), new Field("iD", DataType.INT))))
                .isInstanceOf(SchemaRefusedException.class)
                .hasMessageContaining("'Id' and 'iD' are equal but for case. Rename one");
        DataType struct = new DataType.Struct(List.of(new Field("x", DataType.INT), new Field("X", DataType.INT)));
        assertThatThrownBy(() -> CatalogMerge.lowerCase(TABLE, List.of(new Field("s", new DataType.Array(struct)))))
                .isInstanceOf(SchemaRefusedException.class)
                .hasMessageContaining("'s.x' and 's.X' are equal but for case. Rename one");
    }

    /// The order in which several jobs commit decides the order of new columns, never which there are or their types.
    @Test
    void whoeverCommitsFirstAllColumnsAreThere() {
        long seed = Long.getLong("tidemark.seed", System.nanoTime());
        System.out.println("CatalogMergeTest: -Dtidemark.seed=" + seed);
        Random random = new Random(seed);
        List<List<Field>> commits = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            List<Field> columns = new ArrayList<>();
            for (int c = 0; c < 8; c++) {
                if (random.nextBoolean()) {
                    columns.add(
                            field("c" + c, List.of("tinyint", "int", "bigint").get(random.nextInt(3))));
                }
            }
            commits.add(columns);
        }
        List<String> expected = sorted(all(commits));
        for (int shuffle = 0; shuffle < 50; shuffle++) {
            Collections.shuffle(commits, random);
            assertThat(sorted(all(commits))).isEqualTo(expected);
        }
    }

    private static List<Field> all(List<List<Field>> commits) {
        List<Field> table = List.of();
        for (List<Field> files : commits) {
            table = CatalogMerge.merge(TABLE, table, files).columns();
        }
        return table;
    }

    private static List<String> sorted(List<Field> columns) {
        return columns.stream().map(Field::toString).sorted().toList();
    }

    private static List<Field> columns(String name, String... types) {
        return Arrays.stream(types).map(type -> field(name, type)).toList();
    }

    private static Field field(String name, String type) {
        return new Field(name, type(type));
    }

    private static DataType type(String text) {
        return DataTypeParser.parse(text);
    }
}
