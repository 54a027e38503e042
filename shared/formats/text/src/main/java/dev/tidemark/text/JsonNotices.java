package dev.tidemark.text;

import dev.tidemark.spi.ReadTask;
import java.util.HashSet;
import java.util.Set;

/// What is told about the records of an object besides their rows, once they are taken. One thread.
///
/// What the current record brought waits until the record is taken, and is forgotten when it is rejected.
final class JsonNotices {

    /// So many paths are told; names that are data would grow the report without bound.
    private static final int MOST_PATHS = 1_000;

    private final ReadTask.Notices notices;
    private final Set<String> finerTold = new HashSet<>();
    private final Set<String> unknownTold = new HashSet<>();
    private final Set<String> finer = new HashSet<>();
    private final Set<String> unknown = new HashSet<>();
    private long duplicates;
    private long duplicatesTaken;

    JsonNotices(ReadTask.Notices notices) {
        this.notices = notices;
    }

    void finer(String path) {
        if (!finerTold.contains(path)) {
            finer.add(path);
        }
    }

    /// @return whether this path need not be told again
    boolean unknown(String path) {
        if (unknownTold.size() >= MOST_PATHS || unknownTold.contains(path)) {
            return true;
        }
        unknown.add(path);
        return false;
    }

    void duplicate() {
        duplicates++;
    }

    /// The record was taken.
    void tell() {
        if (!finer.isEmpty()) {
            finer.stream().filter(finerTold::add).forEach(notices::finerThanMicros);
            finer.clear();
        }
        if (!unknown.isEmpty()) {
            unknown.stream().filter(unknownTold::add).forEach(notices::unknownNestedField);
            unknown.clear();
        }
        duplicatesTaken += duplicates;
        duplicates = 0;
    }

    /// The record was not taken.
    void forget() {
        finer.clear();
        unknown.clear();
        duplicates = 0;
    }

    /// Reading has ended.
    void end() {
        if (duplicatesTaken > 0) {
            notices.duplicateKeys(duplicatesTaken);
            duplicatesTaken = 0;
        }
    }
}
