package dev.tidemark.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Keeps output below its sink's path, on one file system with it: neither a link nor `..` leads out.
///
/// Asked before a file is staged. When it is published it would be too late: that commit could not end.
final class SinkBounds {

    private SinkBounds() {}

    /// @param root   the sink's path
    /// @param folder where a file will be published
    /// @throws OutsideSinkException when that is somewhere else
    static void check(Path root, Path folder) throws IOException {
        if (!folder.startsWith(root) || hasDots(folder, root.getNameCount())) {
            throw OutsideSinkException.leadsElsewhere(folder, folder.normalize(), root);
        }
        Path existing = folder;
        while (!Files.exists(existing)) {
            existing = DurableFiles.parent(existing);
        }
        if (!existing.startsWith(root) || existing.equals(root)) {
            return;
        }
        if (!Files.getAttribute(existing, "unix:dev").equals(Files.getAttribute(root, "unix:dev"))) {
            throw OutsideSinkException.otherFileSystem(existing, root);
        }
        Path real = existing.toRealPath();
        if (!real.startsWith(root.toRealPath())) {
            throw OutsideSinkException.leadsElsewhere(existing, real, root);
        }
    }

    private static boolean hasDots(Path folder, int from) {
        for (int i = from; i < folder.getNameCount(); i++) {
            String name = folder.getName(i).toString();
            if (name.equals("..") || name.equals(".")) {
                return true;
            }
        }
        return false;
    }
}
