package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.data.TidemarkException;
import dev.tidemark.spi.BadRecord;
import dev.tidemark.spi.ReadTask;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Values, and how the columns of a file become those that were asked for.
public abstract class FormatNamesContract extends FormatValuesContract {

    @Test
    protected void columnsAreFoundByNameInAnyCaseAndOrder() throws IOException {
        Schema schema = wide();
        List<List<@Nullable Object>> rows = values.rows(schema, 50);
        byte[] file = writtenByOther(schema, rows);
        Schema asked = Schema.of(
                new Field("C", schema.field(2).type()),
                new Field("A", schema.field(0).type()));
        assertThat(read(file, asked)).isEqualTo(Values.projected(schema, rows, asked));
    }

    @Test
    protected void aColumnThatTheFileLacksIsNullAndTold() throws IOException {
        Schema schema = wide();
        List<List<@Nullable Object>> rows = values.rows(schema, 20);
        byte[] file = writtenByOther(schema, rows);
        Told told = new Told();
        Schema asked = Schema.of(new Field("a", schema.field(0).type()), new Field("zz", DataType.DATE));
        assertThat(read(file, asked, 0, ReadTask.END, told)).isEqualTo(Values.projected(schema, rows, asked));
        // A file whose records name their own fields has none of which anybody could say that it is missing.
        assertThat(told.missing).isEqualTo(reader().listsColumns() ? List.of("zz") : List.of());
        assertThat(told.found).containsExactly("b", "c");
    }

    @Test
    protected void rowsAreCountedWhereNoColumnIsAskedFor() throws IOException {
        Schema schema = wide();
        byte[] file = writtenByOther(schema, values.rows(schema, 777));
        assertThat(read(file, Schema.of(new Field("other", DataType.INT)))).hasSize(777);
    }

    @Test
    protected void fieldsOfStructsAreFoundByName() throws IOException {
        Schema schema =
                Schema.of(new Field("s", type("struct<a:int,b:struct<c:string,d:int>,e:array<struct<f:int,g:int>>>")));
        List<List<@Nullable Object>> rows = values.rows(schema, 60);
        byte[] file = writtenByOther(schema, rows);
        Told told = new Told();
        Schema asked = Schema.of(new Field("S", type("struct<B:struct<D:int,x:date>,e:array<struct<g:int>>>")));
        List<List<@Nullable Object>> read = read(file, asked, 0, ReadTask.END, told);
        assertThat(read).isEqualTo(Values.projected(schema, rows, asked));
        assertThat(told.nested).map(Schema::fold).contains("s.a", "s.b.c");
    }

    @Test
    protected void aNullableStructWithoutAnyAskedFieldStaysNullWhereItIs() throws IOException {
        Schema schema = Schema.of(new Field("s", type("struct<a:int,b:string>")));
        List<List<@Nullable Object>> rows = values.rows(schema, 60);
        Schema asked = Schema.of(new Field("s", type("struct<z:int>")));
        assertThat(read(writtenByOther(schema, rows), asked)).isEqualTo(Values.projected(schema, rows, asked));
    }

    @Test
    protected void namesThatAreEqualButForCaseAreRefused() throws IOException {
        byte[] file = writtenWithNames(List.of("Id", "ID"));
        assertThatThrownBy(() -> read(file, Schema.of(new Field("id", DataType.INT))))
                .isInstanceOf(TidemarkException.class)
                .hasMessageContaining(LOCATION)
                .hasMessageContaining("'Id'")
                .hasMessageContaining("'ID'");
        assertThatThrownBy(() -> sampled(file))
                .isInstanceOf(TidemarkException.class)
                .hasMessageContaining(LOCATION)
                .hasMessageContaining("'ID'");
    }

    /// A file of another library with int columns of these names, which no [Schema] may have.
    protected abstract byte[] writtenWithNames(List<String> names) throws IOException;

    @Test
    protected void numbersAreWidenedAndThoseThatDoNotFitAreBadRecords() throws IOException {
        Schema schema = one(DataType.BIGINT);
        List<List<@Nullable Object>> rows = values.rows(schema, 300);
        byte[] file = writtenByOther(schema, rows);
        List<BadRecord> bad = new ArrayList<>();
        Schema asked = Schema.of(new Field("v", DataType.INT));
        List<List<@Nullable Object>> read = read(file, asked, 0, ReadTask.END, new Told(), bad);
        List<Integer> wrong = IntStream.range(0, rows.size())
                .filter(i -> rows.get(i).get(1) instanceof Long value && value != value.intValue())
                .boxed()
                .toList();
        assertThat(bad).extracting(record -> (int) record.recordNumber() - 1).isEqualTo(wrong);
        assertThat(bad).allSatisfy(record -> {
            assertThat(record.column()).isEqualTo("v");
            assertThat(record.object()).isEqualTo(LOCATION);
            assertThat(new String(record.raw(), StandardCharsets.UTF_8)).contains("\"v\":");
        });
        assertThat(read).hasSize(rows.size() - wrong.size());
        assertThat(read(file, Schema.of(new Field("v", type("decimal(38,2)"))))).hasSize(rows.size());
    }

    @Test
    protected void aTypeThatIsNeverReadAsTheAskedOneIsRefusedWithBothNamed() throws IOException {
        Schema schema = one(type("array<int>"));
        byte[] file = writtenByOther(schema, values.rows(schema, 3));
        assertThatThrownBy(() -> read(file, one(DataType.INT)))
                .isInstanceOf(TidemarkException.class)
                .hasMessageContaining(LOCATION)
                .hasMessageContaining("'v'")
                .hasMessageContaining("array<int>")
                .hasMessageContaining("read as int");
    }
}
