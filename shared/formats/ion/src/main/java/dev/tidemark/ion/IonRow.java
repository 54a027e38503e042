package dev.tidemark.ion;

import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import org.jspecify.annotations.Nullable;

/// The record that is being read: its reader, and what is wrong with it. One thread.
final class IonRow {

    /// Which of several values of one name counts.
    enum DuplicateKeys {
        LAST,
        FIRST,
        FAIL
    }

    private final DuplicateKeys keys;
    private final IonNotices notices;
    private @Nullable IonReader reader;
    private @Nullable String column;
    private @Nullable String problem;

    IonRow(DuplicateKeys keys, IonNotices notices) {
        this.keys = keys;
        this.notices = notices;
    }

    void begin(IonReader at) {
        reader = at;
        column = null;
        problem = null;
        notices.forget();
    }

    IonReader reader() {
        IonReader open = reader;
        if (open == null) {
            throw new IllegalStateException("no record was begun");
        }
        return open;
    }

    DuplicateKeys keys() {
        return keys;
    }

    IonNotices notices() {
        return notices;
    }

    /// The first one counts.
    void problem(@Nullable String path, String reason) {
        if (problem == null) {
            column = path;
            problem = reason;
        }
    }

    void mismatch(String path, IonType found, String expected) {
        problem(path, "an Ion " + found.name().toLowerCase(java.util.Locale.ROOT) + " stands here, and " + expected);
    }

    void forgetProblem() {
        column = null;
        problem = null;
    }

    @Nullable
    String column() {
        return column;
    }

    @Nullable
    String problem() {
        return problem;
    }
}
