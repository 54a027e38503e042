package dev.tidemark.local;

import java.nio.file.Path;

/// Locations of local files: `file://` and the absolute path as it is, nothing escaped.
public final class LocalPaths {

    private static final String SCHEME = "file://";

    private LocalPaths() {}

    /// @throws NotLocalException when the location is of another store
    public static Path path(String location) {
        if (!location.startsWith(SCHEME + "/")) {
            throw new NotLocalException(location);
        }
        return Path.of(location.substring(SCHEME.length()));
    }

    public static String location(Path path) {
        return SCHEME + path.toAbsolutePath();
    }
}
