package dev.tidemark.ion;

import dev.tidemark.spi.ReadTask;
import java.util.HashSet;
import java.util.Set;

/// What is told about the records of an object besides their rows, once they are taken. One thread.
///
/// What the current record brought waits until the record is taken, and is forgotten when it is rejected.
final class IonNotices {

    /// So many paths are told; names that are data would grow the report without bound.
    private static final int MOST_PATHS = 1_000;

    private final ReadTask.Notices notices;
    private final Set<String> finerTold = new HashSet<>();
    private final Set<String> unknownTold = new HashSet<>();
    private final Set<String> finer = new HashSet<>();
    private final Set<String> unknown = new HashSet<>();
    private long duplicates;
    private long duplicatesTaken;
    private long annotations;
    private long annotationsTaken;

    IonNotices(ReadTask.Notices notices) {
        this.notices = notices;
    }

    void finer(String path) {
        if (!finerTold.contains(path)) {
            finer.add(path);
        }
    }

    void unknown(String path) {
        if (unknownTold.size() < MOST_PATHS && !unknownTold.contains(path)) {
            unknown.add(path);
        }
    }

    void duplicate() {
        duplicates++;
    }

    void annotations(int count) {
        annotations += count;
    }

    /// The record was taken.
    void tell() {
        if (!finer.isEmpty()) {
            finer.stream().filter(finerTold::add).forEach(notices::finerThanMicros);
        }
        if (!unknown.isEmpty()) {
            unknown.stream().filter(unknownTold::add).forEach(notices::unknownNestedField);
        }
        duplicatesTaken += duplicates;
        annotationsTaken += annotations;
        forget();
    }

    /// The record was not taken.
    void forget() {
        finer.clear();
        unknown.clear();
        duplicates = 0;
        annotations = 0;
    }

    /// Reading has ended.
    void end() {
        if (duplicatesTaken > 0) {
            notices.duplicateKeys(duplicatesTaken);
            duplicatesTaken = 0;
        }
        if (annotationsTaken > 0) {
            notices.annotations(annotationsTaken);
            annotationsTaken = 0;
        }
    }
}
