package dev.tidemark.local;

import dev.tidemark.spi.StorageUnavailableException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Whole-file operations that survive a loss of power, made of [FileWork]'s six.
final class DurableFiles {

    /// Names that start like this are Tidemark's own scaffolding; no listing shows them.
    static final String HIDDEN = ".tidemark-";

    private static final AtomicLong COUNTER = new AtomicLong();

    private static final String ASIDE = HIDDEN + "tmp-";

    private final FileWork work;
    /// Folders whose new entries are synced before anything else is written that may name them.
    private final Set<Path> due = new LinkedHashSet<>();
    /// Folders whose entries in their parents are known to survive.
    private final Set<Path> sure = ConcurrentHashMap.newKeySet();

    DurableFiles(FileWork work) {
        this.work = work;
    }

    FileWork work() {
        return work;
    }

    /// Replaces a file whole: readers see the old bytes or the new ones.
    void replace(Path file, byte[] bytes) throws IOException {
        syncDue();
        Path aside = aside(file, bytes);
        work.rename(aside, file);
        work.sync(parent(file));
    }

    /// Creates a file whole, or returns false when the name is taken.
    boolean create(Path file, byte[] bytes) throws IOException {
        if (Files.exists(file)) {
            return false;
        }
        syncDue();
        Path aside = aside(file, bytes);
        try {
            work.link(aside, file);
        } catch (FileAlreadyExistsException taken) {
            return false;
        } finally {
            work.delete(aside);
        }
        work.sync(parent(file));
        return true;
    }

    /// Creates the folder and its missing parents; each parent that got an entry is synced.
    ///
    /// So is, once a process, each parent of a folder that was there already: whoever created it may have been
    /// killed before its sync. Where this process could not create an entry, none of its like did.
    void createFolders(Path folder) throws IOException {
        Set<Path> parents = new LinkedHashSet<>();
        List<Path> made = createFolders(folder, parents);
        sync(parents);
        sure.addAll(made);
    }

    /// The same for many folders, each parent being synced once.
    void createAllFolders(Set<Path> folders) throws IOException {
        Set<Path> parents = new LinkedHashSet<>();
        List<Path> made = new ArrayList<>();
        for (Path folder : folders) {
            made.addAll(createFolders(folder, parents));
        }
        sync(parents);
        sure.addAll(made);
    }

    /// @param parents those that have to be synced are added here, from the root down
    /// @return the folders whose entries survive from then on
    private List<Path> createFolders(Path folder, Set<Path> parents) throws IOException {
        List<Path> made = new ArrayList<>();
        Deque<Path> unsure = new ArrayDeque<>();
        Path at = folder;
        while (at != null && !(sure.contains(at) && Files.isDirectory(at))) {
            unsure.push(at);
            at = at.getParent();
        }
        for (Path each : unsure) {
            boolean created = !Files.isDirectory(each);
            if (created) {
                work.createFolder(each);
            }
            Path parent = each.getParent();
            if (parent != null && (created || (Files.isWritable(parent) && Files.isReadable(parent)))) {
                parents.add(parent);
            }
            made.add(each);
        }
        return made;
    }

    /// Syncs a folder not yet, but before the next file is created or replaced through this: many new entries that
    /// nothing names so far share one sync.
    void syncLater(Path folder) {
        synchronized (due) {
            due.add(folder);
        }
    }

    /// Whoever comes while another syncs waits for it: the entries may be its own.
    private void syncDue() throws IOException {
        synchronized (due) {
            for (Iterator<Path> folders = due.iterator(); folders.hasNext(); ) {
                Path folder = folders.next();
                // It is gone with all that was in it when its run was aborted.
                if (Files.isDirectory(folder)) {
                    work.sync(folder);
                }
                folders.remove();
            }
        }
    }

    /// Removes what killed processes wrote aside below a folder. Only for who holds the lock under which all writers
    /// of that folder write: then none of these files is being written.
    void removeAsides(Path folder) throws IOException {
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(folder)) {
            for (Path path : paths) {
                if (path.getFileName().toString().startsWith(ASIDE)) {
                    work.delete(path);
                } else if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                    removeAsides(path);
                }
            }
        } catch (NoSuchFileException | NotDirectoryException none) {
            return;
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    void sync(Set<Path> folders) throws IOException {
        for (Path folder : folders) {
            work.sync(folder);
        }
    }

    private Path aside(Path file, byte[] bytes) throws IOException {
        createFolders(parent(file));
        Path aside = parent(file).resolve(ASIDE + ProcessHandle.current().pid() + "-" + COUNTER.incrementAndGet());
        work.delete(aside);
        work.append(aside, bytes, 0, bytes.length);
        work.sync(aside);
        return aside;
    }

    static Path parent(Path file) {
        Path parent = file.getParent();
        if (parent == null) {
            throw new IllegalArgumentException(file + " has no parent folder");
        }
        return parent;
    }

    /// The typed form of an I/O error.
    static StorageUnavailableException failed(String what, IOException cause) {
        return new StorageUnavailableException(what, reason(cause), cause);
    }

    private static String reason(IOException cause) {
        return switch (cause) {
            case NoSuchFileException missing -> "there is no " + missing.getFile() + ".";
            case FileAlreadyExistsException taken ->
                taken.getFile() + " is a file where a folder is needed. Remove it or choose another path.";
            case AccessDeniedException denied ->
                denied.getFile()
                        + ": permission denied. Check the permissions of the file and of its folders, then run again.";
            case FileSystemException system ->
                system.getFile() + ": " + orUnknown(system.getReason())
                        + ". Check free space, permissions and limits of that file system, then run again.";
            default ->
                orUnknown(cause.getMessage())
                        + ". Check free space, permissions and limits of that file system, then run again.";
        };
    }

    private static String orUnknown(@Nullable String text) {
        return text == null ? "the system gives no reason" : text;
    }
}
