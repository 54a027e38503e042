package dev.tidemark.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// All that stands below a folder: relative paths, each with a file's bytes or null for a folder.
record FolderImage(SortedMap<Path, byte @Nullable []> entries) {

    static FolderImage of(Path root) throws IOException {
        SortedMap<Path, byte @Nullable []> entries = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(root)) {
            for (Path path : walk.filter(path -> !path.equals(root)).toList()) {
                entries.put(root.relativize(path), Files.isDirectory(path) ? null : Files.readAllBytes(path));
            }
        }
        return new FolderImage(entries);
    }

    /// Makes the folder like this. A file that has these bytes already is not touched: it stays the same version.
    void restore(Path root) throws IOException {
        List<Path> now;
        try (Stream<Path> walk = Files.walk(root)) {
            now = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : now) {
            Path name = root.relativize(path);
            if (!path.equals(root) && (!entries.containsKey(name) || (entries.get(name) == null) != isFolder(path))) {
                Files.delete(path);
            }
        }
        for (var entry : entries.entrySet()) {
            Path path = root.resolve(entry.getKey());
            byte[] bytes = entry.getValue();
            if (bytes == null) {
                Files.createDirectories(path);
            } else if (!Files.exists(path) || !Arrays.equals(bytes, Files.readAllBytes(path))) {
                Files.write(path, bytes);
            }
        }
    }

    private static boolean isFolder(Path path) {
        return Files.isDirectory(path);
    }
}
