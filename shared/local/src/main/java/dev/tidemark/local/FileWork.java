package dev.tidemark.local;

import java.io.IOException;
import java.nio.file.Path;

/// All changes to the file system. The only place where they happen, so that a twin can lose what was not synced.
interface FileWork {

    /// Appends to a file, creating it when missing. Holds no handle afterwards.
    void append(Path file, byte[] bytes, int from, int length) throws IOException;

    /// Makes a file's bytes, or a folder's entries, survive a loss of power.
    void sync(Path fileOrFolder) throws IOException;

    /// Moves a file atomically, replacing what is at `to`.
    void rename(Path from, Path to) throws IOException;

    /// Gives a file a second name.
    ///
    /// @throws java.nio.file.FileAlreadyExistsException when the name is taken
    void link(Path existing, Path name) throws IOException;

    /// Deletes a file or an empty folder; a missing one is fine.
    void delete(Path fileOrFolder) throws IOException;

    /// Creates one folder; an existing one is fine.
    void createFolder(Path folder) throws IOException;
}
