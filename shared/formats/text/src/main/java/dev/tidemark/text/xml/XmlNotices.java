package dev.tidemark.text.xml;

import dev.tidemark.spi.ReadTask;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is told about the rows of an object besides the rows, once they are taken: what a row brought waits until then
/// and is forgotten when the row is rejected. One thread.
final class XmlNotices {

    /// So many names are told; names that are data would grow the report without bound.
    private static final int MOST_NAMES = 10_000;

    private final ReadTask.Notices notices;
    private final ReadTask.@Nullable NewFields newFields;
    private final Set<String> told = new HashSet<>();
    private final Set<String> finer = new LinkedHashSet<>();
    private final Set<String> unknown = new LinkedHashSet<>();
    private final Set<String> fresh = new LinkedHashSet<>();

    XmlNotices(ReadTask.Notices notices, ReadTask.@Nullable NewFields newFields) {
        this.notices = notices;
        this.newFields = newFields;
    }

    void finer(String path) {
        finer.add(path);
    }

    /// A name that the type of a column does not have.
    void unknown(String path, String name) {
        if (told.size() < MOST_NAMES) {
            unknown.add(path + "." + name);
        }
    }

    /// A name that is no column.
    void fresh(String name) {
        fresh.add(name);
    }

    /// The row was taken.
    void tell() {
        if (!finer.isEmpty()) {
            finer.stream().filter(path -> told.add("finer " + path)).forEach(notices::finerThanMicros);
            finer.clear();
        }
        if (!unknown.isEmpty()) {
            unknown.stream().filter(path -> told.add("unknown " + path)).forEach(notices::unknownNestedField);
            unknown.clear();
        }
        if (!fresh.isEmpty()) {
            ReadTask.NewFields heard = newFields;
            if (heard != null) {
                fresh.stream().filter(name -> told.add("fresh " + name)).forEach(heard::found);
            }
            fresh.clear();
        }
    }

    /// The row was not taken.
    void forget() {
        finer.clear();
        unknown.clear();
        fresh.clear();
    }
}
