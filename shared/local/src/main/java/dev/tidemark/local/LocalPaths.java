package dev.tidemark.local;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Locations of local files: `file://` and the absolute path as it is, nothing escaped.
public final class LocalPaths {

    private static final String SCHEME = "file://";

    private LocalPaths() {}

    /// @throws NotLocalException when the location is of another store
    /// @throws FileNameException when the process's encoding has no bytes for it
    public static Path path(String location) {
        if (!location.startsWith(SCHEME + "/")) {
            throw new NotLocalException(location);
        }
        String text = location.substring(SCHEME.length());
        try {
            return Path.of(text);
        } catch (InvalidPathException unmappable) {
            int name = text.lastIndexOf('/', text.length() - 2) + 1;
            throw new FileNameException(SCHEME + text.substring(0, name), text.substring(name));
        }
    }

    /// The one name of a local location, whatever links lead there: the real path of what exists of it, and the rest
    /// behind. Locations of other stores stay as they are, and so does a slash at the end.
    public static String real(String location) {
        if (!location.startsWith(SCHEME + "/")) {
            return location;
        }
        Path path = path(location).normalize();
        String real = location(real(path));
        return location.endsWith("/") && !real.endsWith("/") ? real + "/" : real;
    }

    private static Path real(Path path) {
        for (@Nullable Path existing = path; existing != null; existing = existing.getParent()) {
            try {
                return existing.toRealPath().resolve(existing.relativize(path)).normalize();
            } catch (IOException notThere) {
                // Or not to be looked at: its parent may be.
            }
        }
        return path;
    }

    public static String location(Path path) {
        return SCHEME + path.toAbsolutePath();
    }
}
