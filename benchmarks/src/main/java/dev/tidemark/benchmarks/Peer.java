package dev.tidemark.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;

/// Another program that reads and writes the same rows.
interface Peer {

    String name();

    /// Writes all rows, which it holds in memory.
    void write(Path file) throws IOException, SQLException;

    /// Decodes every column of every row of a file.
    ///
    /// @return a sum over each column, in one text, to tell that the rows are the same
    String read(Path file) throws IOException, SQLException;
}
