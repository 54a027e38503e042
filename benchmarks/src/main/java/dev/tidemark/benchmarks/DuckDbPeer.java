package dev.tidemark.benchmarks;

import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/// DuckDB on one thread, its table `t` in memory. It aggregates each column, so that it decodes all of them.
///
/// @param copy what stands in the brackets of COPY
/// @param from a table function over a file, `%s`
/// @param sums the aggregates
record DuckDbPeer(Statement sql, String copy, String from, String sums) implements Peer {

    @Override
    public String name() {
        return "DuckDB";
    }

    @Override
    public void write(Path file) throws SQLException {
        sql.execute("COPY t TO '%s' (%s)".formatted(file, copy));
    }

    @Override
    public String read(Path file) throws SQLException {
        return sums(from.formatted(file));
    }

    /// The sums over any table.
    String sums(String table) throws SQLException {
        try (ResultSet result = sql.executeQuery("SELECT concat_ws(' ', count(*), " + sums + ") FROM " + table)) {
            result.next();
            return result.getString(1);
        }
    }
}
