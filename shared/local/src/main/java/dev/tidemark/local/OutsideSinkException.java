package dev.tidemark.local;

import dev.tidemark.data.TidemarkException;
import java.nio.file.Path;

/// An output folder is not where its name says. Nothing was staged there.
public final class OutsideSinkException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    private OutsideSinkException(String message) {
        super(message);
    }

    static OutsideSinkException leadsElsewhere(Path folder, Path real, Path root) {
        return new OutsideSinkException(("Cannot write to %s: it leads to %s, outside %s. A sink's files stay below its"
                        + " path. Remove the link, or make that folder the path of a sink of its own.")
                .formatted(folder, real, root));
    }

    static OutsideSinkException otherFileSystem(Path folder, Path root) {
        return new OutsideSinkException(("Cannot write to %s: it lies on another file system than %s, and publishing"
                        + " there would not be one step. Put the whole sink on one file system.")
                .formatted(folder, root));
    }
}
