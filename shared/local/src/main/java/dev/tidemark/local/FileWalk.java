package dev.tidemark.local;

import dev.tidemark.spi.StorageUnavailableException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Walks files in the order of their locations' code points, which is that of their UTF-8 bytes.
///
/// A folder sorts as its name with `/` behind it, as keys of an object store do.
final class FileWalk {

    /// A file, or in a delimited walk a folder whose location ends in `/`.
    record Entry(String location, boolean folder) {}

    private final Deque<Iterator<Entry>> open = new ArrayDeque<>();
    private final WalkedLinks links;
    private final boolean deep;
    private final @Nullable String after;
    private @Nullable Entry ahead;
    private @Nullable String last;

    /// @param prefix a folder's location ending in `/`, or a file's own location
    /// @param deep   descend into folders; else name them
    /// @param after  start behind this location, or null
    FileWalk(String prefix, boolean deep, @Nullable String after) throws IOException {
        this.links = new WalkedLinks(prefix);
        this.deep = deep;
        this.after = after;
        if (prefix.endsWith("/")) {
            open.push(children(prefix));
        } else {
            Path file = LocalPaths.path(prefix);
            open.push(
                    Files.isRegularFile(file)
                            ? List.of(new Entry(prefix, false)).iterator()
                            : List.<Entry>of().iterator());
        }
        ahead = advance();
    }

    @Nullable
    Entry next() throws IOException {
        Entry entry = ahead;
        if (entry != null) {
            last = entry.location();
            ahead = advance();
        }
        return entry;
    }

    /// Continues behind the last entry returned; null when there is nothing more.
    @Nullable
    String nextToken() {
        return ahead == null ? null : last;
    }

    private @Nullable Entry advance() throws IOException {
        while (true) {
            Iterator<Entry> children = open.peek();
            if (children == null) {
                return null;
            }
            if (!children.hasNext()) {
                open.pop();
                continue;
            }
            Entry entry = children.next();
            if (entry.folder() && deep) {
                if (after == null || after.startsWith(entry.location()) || compare(entry.location(), after) > 0) {
                    open.push(children(entry.location()));
                }
                continue;
            }
            if (after == null || compare(entry.location(), after) > 0) {
                return entry;
            }
        }
    }

    private Iterator<Entry> children(String folder) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(LocalPaths.path(folder))) {
            for (Path path : paths) {
                String name = path.getFileName().toString();
                if (name.startsWith(DurableFiles.HIDDEN)) {
                    continue;
                }
                if (!isText(path, name)) {
                    throw new FileNameException(folder, name);
                }
                boolean isFolder = Files.isDirectory(path);
                boolean isLink = Files.isSymbolicLink(path);
                if (isFolder || Files.isRegularFile(path)) {
                    if (isLink) {
                        links.add(path, folder + name);
                    }
                    entries.add(new Entry(folder + name + (isFolder ? "/" : ""), isFolder));
                } else if (isLink) {
                    // Left out without a word it would be data that nobody misses.
                    throw new StorageUnavailableException(
                            "list " + folder + name,
                            "it is a link that leads to no file. Remove the link, or put back what it leads to.",
                            null);
                }
            }
        } catch (NoSuchFileException | NotDirectoryException gone) {
            return List.<Entry>of().iterator();
        } catch (java.nio.file.DirectoryIteratorException e) {
            throw e.getCause();
        }
        entries.sort((a, b) -> compare(a.location(), b.location()));
        return entries.iterator();
    }

    /// Whether the name leads to the file again. One that does not would be taken for a file that is gone.
    private static boolean isText(Path path, String name) {
        try {
            return path.resolveSibling(name).equals(path);
        } catch (InvalidPathException unmappable) {
            return false;
        }
    }

    /// Orders by code point; String.compareTo would put surrogates before U+E000 to U+FFFF.
    static int compare(String a, String b) {
        int length = Math.min(a.length(), b.length());
        for (int i = 0; i < length; i++) {
            char left = a.charAt(i);
            char right = b.charAt(i);
            if (left != right) {
                boolean leftHigh = Character.isSurrogate(left);
                boolean rightHigh = Character.isSurrogate(right);
                return leftHigh == rightHigh ? Character.compare(left, right) : leftHigh ? 1 : -1;
            }
        }
        return Integer.compare(a.length(), b.length());
    }
}
