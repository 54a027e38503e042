package dev.tidemark.local;

import dev.tidemark.sink.StagedFile;
import dev.tidemark.spi.StagedExpiry;
import dev.tidemark.spi.StagedUpload;
import dev.tidemark.spi.Staging;
import dev.tidemark.spi.StorageUnavailableException;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Hidden files under `<root>/.tidemark-staged/<runId>/`: publishing is a rename on the root's own file system.
public final class LocalStaging implements Staging {

    static final String FOLDER = DurableFiles.HIDDEN + "staged";

    private static final int MOST_BEGINNINGS = 3;

    private final DurableFiles files;

    public LocalStaging() {
        this(new DurableFiles(new RealFileWork()));
    }

    LocalStaging(DurableFiles files) {
        this.files = files;
    }

    @Override
    public StagedUpload open(String root, String runId, String target) {
        Path name = LocalPaths.path(target).getFileName();
        Path staged = runFolder(root, runId).resolve(name.toString());
        try {
            refuseImpossible(DurableFiles.parent(LocalPaths.path(target)));
            SinkBounds.check(LocalPaths.path(root), DurableFiles.parent(LocalPaths.path(target)));
            begin(staged);
        } catch (IOException e) {
            throw DurableFiles.failed("stage a file for " + target, e);
        }
        return new LocalUpload(staged, target);
    }

    /// Another job that writes to this root may remove the folder of staged files, empty as it is, right before.
    private void begin(Path staged) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                files.createFolders(DurableFiles.parent(staged));
                files.work().append(staged, new byte[0], 0, 0);
                return;
            } catch (NoSuchFileException removed) {
                if (attempt == MOST_BEGINNINGS) {
                    throw removed;
                }
            }
        }
    }

    @Override
    public List<StagedFile> complete(List<StagedFile> staged) {
        List<StagedFile> lost = new ArrayList<>();
        Set<Path> folders = new LinkedHashSet<>();
        Set<Path> emptied = new LinkedHashSet<>();
        // Also when they were published before: that rename may not have been synced.
        staged.forEach(file -> folders.add(DurableFiles.parent(LocalPaths.path(file.target()))));
        try {
            files.createAllFolders(folders);
        } catch (IOException e) {
            throw DurableFiles.failed("publish " + staged.size() + " files", e);
        }
        for (StagedFile file : staged) {
            Path from = Path.of(file.uploadId());
            Path to = LocalPaths.path(file.target());
            try {
                emptied.add(DurableFiles.parent(from));
                if (Files.exists(from)) {
                    if (Files.size(from) != file.sizeBytes()) {
                        // Somebody cut or changed it: as good as lost, and it stays hidden.
                        lost.add(file);
                        continue;
                    }
                    files.work().rename(from, to);
                } else if (!Files.exists(to)) {
                    lost.add(file);
                }
            } catch (IOException e) {
                throw DurableFiles.failed("publish " + file.target(), e);
            }
        }
        try {
            files.sync(folders);
            for (Path folder : emptied) {
                if (Files.isDirectory(folder)) {
                    removeEmpty(folder);
                }
            }
        } catch (IOException e) {
            throw DurableFiles.failed("publish " + staged.size() + " files", e);
        }
        return lost;
    }

    /// A run's folder that has nothing in it any more, and the folder of all runs, if it was the last.
    private void removeEmpty(Path runFolder) throws IOException {
        try {
            files.work().delete(runFolder);
            files.work().delete(DurableFiles.parent(runFolder));
        } catch (DirectoryNotEmptyException inUse) {
            return;
        }
    }

    @Override
    public void discard(List<StagedFile> staged) {
        for (StagedFile file : staged) {
            delete(Path.of(file.uploadId()));
        }
        Set<Path> emptied = new LinkedHashSet<>();
        staged.forEach(file -> emptied.add(DurableFiles.parent(Path.of(file.uploadId()))));
        try {
            for (Path folder : emptied) {
                if (Files.isDirectory(folder)) {
                    removeEmpty(folder);
                }
            }
        } catch (IOException e) {
            throw DurableFiles.failed("discard " + staged.size() + " files", e);
        }
    }

    @Override
    public int discardRun(String root, String runId) {
        Path folder = runFolder(root, runId);
        List<Path> hidden = children(folder);
        hidden.forEach(this::delete);
        if (Files.isDirectory(folder)) {
            delete(folder);
        }
        Path all = DurableFiles.parent(folder);
        if (Files.isDirectory(all) && children(all).isEmpty()) {
            delete(all);
        }
        return hidden.size();
    }

    @Override
    public List<String> runs(String root) {
        Set<String> runs = new TreeSet<>();
        children(LocalPaths.path(root).resolve(FOLDER))
                .forEach(folder -> runs.add(folder.getFileName().toString()));
        return List.copyOf(runs);
    }

    @Override
    public StagedExpiry expiry(String root) {
        return new StagedExpiry.Never();
    }

    /// A folder whose name is too long could not be made when the file is published, and that commit could not end.
    private static void refuseImpossible(Path folder) throws IOException {
        try {
            var _ = Files.readAttributes(folder, BasicFileAttributes.class);
        } catch (NoSuchFileException | NotDirectoryException absent) {
            // It can be made; a file in its way is met when the staged file's own folder is made.
            return;
        }
    }

    private static Path runFolder(String root, String runId) {
        return LocalPaths.path(root).resolve(FOLDER).resolve(runId);
    }

    private static List<Path> children(Path folder) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(folder)) {
            paths.forEach(found::add);
        } catch (NoSuchFileException | NotDirectoryException none) {
            return List.of();
        } catch (IOException e) {
            throw DurableFiles.failed("look into " + folder, e);
        }
        return found;
    }

    private void delete(Path path) {
        try {
            files.work().delete(path);
        } catch (IOException e) {
            throw DurableFiles.failed("discard " + path, e);
        }
    }

    private final class LocalUpload implements StagedUpload {

        private final Path staged;
        private final String target;
        private long position;

        LocalUpload(Path staged, String target) {
            this.staged = staged;
            this.target = target;
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            try {
                files.work().append(staged, bytes, from, length);
            } catch (IOException e) {
                throw failed(e);
            }
            position += length;
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public Handle finish() {
            try {
                files.work().sync(staged);
                // Its name has to survive before a result names it, and results are written through these files too.
                files.syncLater(DurableFiles.parent(staged));
            } catch (IOException e) {
                throw failed(e);
            }
            return new Handle(staged.toString(), List.of());
        }

        @Override
        public void abort() {
            delete(staged);
        }

        private StorageUnavailableException failed(IOException cause) {
            return DurableFiles.failed("stage a file for " + target, cause);
        }
    }
}
