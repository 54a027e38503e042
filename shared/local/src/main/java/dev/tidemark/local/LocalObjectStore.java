package dev.tidemark.local;

import dev.tidemark.listing.ListPage;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.spi.ObjectGoneException;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ObjectStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Files as objects. A folder is no object; an ETag is `<mtime in ns>-<inode>`, so touching a file rewrites it.
///
/// Listings come in the order of the keys' UTF-8 bytes, as S3's do. Names that begin with `.tidemark-` are not
/// listed.
public final class LocalObjectStore implements ObjectStore {

    /// Listings that nobody goes on with are forgotten when as many others were begun.
    static final int MOST_WALKS = 32;

    private final DurableFiles files;
    /// The latest walks in progress by the token that continues them; a token without one is walked again from the
    /// start.
    private final Map<String, FileWalk> walks = Collections.synchronizedMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, FileWalk> eldest) {
            return size() > MOST_WALKS;
        }
    });

    public LocalObjectStore() {
        this(new DurableFiles(new RealFileWork()));
    }

    LocalObjectStore(DurableFiles files) {
        this.files = files;
    }

    @Override
    public ListPage list(String prefix, boolean delimited, @Nullable String token) {
        String walkKey = delimited + "\n" + prefix + "\n" + token;
        FileWalk walk = token == null ? null : walks.remove(walkKey);
        try {
            if (walk == null) {
                walk = new FileWalk(prefix, !delimited, token);
            }
            List<SourceObject> objects = new ArrayList<>();
            List<String> prefixes = new ArrayList<>();
            while (objects.size() + prefixes.size() < ListPage.MOST_ENTRIES) {
                FileWalk.Entry entry = walk.next();
                if (entry == null) {
                    return new ListPage(objects, prefixes, null);
                }
                if (entry.folder()) {
                    prefixes.add(entry.location());
                } else {
                    attributes(entry.location()).ifPresent(objects::add);
                }
            }
            String next = walk.nextToken();
            if (next != null) {
                walks.put(delimited + "\n" + prefix + "\n" + next, walk);
            }
            return new ListPage(objects, prefixes, next);
        } catch (IOException e) {
            throw DurableFiles.failed("list " + prefix, e);
        }
    }

    @Override
    public ObjectInput open(String location, @Nullable String etag) {
        SourceObject found = head(location).orElseThrow(() -> new ObjectGoneException(location));
        return new LocalInput(LocalPaths.path(location), location, etag == null ? found.etag() : etag, found);
    }

    @Override
    public Optional<SourceObject> head(String location) {
        try {
            return attributes(location);
        } catch (IOException e) {
            throw DurableFiles.failed("look at " + location, e);
        }
    }

    @Override
    public boolean putIfAbsent(String location, byte[] bytes) {
        try {
            return files.create(LocalPaths.path(location), bytes);
        } catch (IOException e) {
            throw DurableFiles.failed("write " + location, e);
        }
    }

    @Override
    public void delete(List<String> locations) {
        Set<Path> folders = new LinkedHashSet<>();
        for (String location : locations) {
            Path file = LocalPaths.path(location);
            try {
                if (Files.isRegularFile(file)) {
                    files.work().delete(file);
                    folders.add(DurableFiles.parent(file));
                }
            } catch (IOException e) {
                throw DurableFiles.failed("delete " + location, e);
            }
        }
        try {
            files.sync(folders);
        } catch (IOException e) {
            throw DurableFiles.failed("delete " + locations.size() + " files", e);
        }
    }

    /// Listings that can be gone on with without beginning again.
    int openWalks() {
        return walks.size();
    }

    private static Optional<SourceObject> attributes(String location) throws IOException {
        try {
            return LocalInput.version(LocalPaths.path(location), location);
        } catch (NoSuchFileException | NotDirectoryException gone) {
            return Optional.empty();
        }
    }
}
