package dev.tidemark.parquet;

import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Struct;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What DuckDB reads from a Parquet file, in the form of [dev.tidemark.testkit.Values].
final class DuckDb {

    private static final OffsetDateTime EPOCH = OffsetDateTime.of(1970, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);

    private DuckDb() {}

    static Connection connect() {
        try {
            Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
            try (Statement statement = duckDb.createStatement()) {
                statement.execute("SET TimeZone='UTC'");
            }
            return duckDb;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    static void execute(String sql) {
        try (Connection duckDb = connect();
                Statement statement = duckDb.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    static List<List<@Nullable Object>> rows(byte[] bytes, Schema schema) throws IOException {
        Path file = Files.createTempFile("tidemark", ".parquet");
        try {
            Files.write(file, bytes);
            return rows(file, schema);
        } finally {
            Files.delete(file);
        }
    }

    static List<List<@Nullable Object>> rows(Path file, Schema schema) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        try (Connection duckDb = connect();
                Statement statement = duckDb.createStatement();
                ResultSet result = statement.executeQuery("SELECT * FROM read_parquet('" + file + "')")) {
            while (result.next()) {
                List<@Nullable Object> row = new ArrayList<>();
                for (int i = 0; i < schema.size(); i++) {
                    row.add(value(result.getObject(i + 1), schema.field(i).type()));
                }
                rows.add(row);
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static @Nullable Object value(@Nullable Object value, DataType type) throws SQLException {
        return switch (value) {
            case null -> null;
            case Byte number -> number.intValue();
            case Short number -> number.intValue();
            case LocalDate date -> (int) date.toEpochDay();
            case OffsetDateTime time -> ChronoUnit.MICROS.between(EPOCH, time);
            case Blob blob -> ByteBuffer.wrap(blob.getBytes(1, (int) blob.length()));
            case BigDecimal exact -> exact;
            case Array array -> {
                List<@Nullable Object> elements = new ArrayList<>();
                for (Object element : (Object[]) array.getArray()) {
                    elements.add(value(element, ((DataType.Array) type).element()));
                }
                yield elements;
            }
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> entries = new LinkedHashMap<>();
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    entries.put((String) entry.getKey(), value(entry.getValue(), ((DataType.Map) type).value()));
                }
                yield entries;
            }
            case Struct struct -> {
                Map<String, @Nullable Object> fields = new LinkedHashMap<>();
                List<Field> types = ((DataType.Struct) type).fields();
                for (int i = 0; i < types.size(); i++) {
                    fields.put(
                            types.get(i).name(),
                            value(struct.getAttributes()[i], types.get(i).type()));
                }
                yield fields;
            }
            default -> value;
        };
    }
}
