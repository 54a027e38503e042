package dev.tidemark.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Where the links of one walk lead: without links nothing is met twice, and with them neither may be.
final class WalkedLinks {

    private final String root;
    private @Nullable String realRoot;
    /// Locations of links by the real path that they lead to, with a slash behind it, so that what is in a folder
    /// sorts right after it.
    private final TreeMap<String, String> byTarget = new TreeMap<>();

    /// @param root location of the folder that is walked
    WalkedLinks(String root) {
        this.root = root;
    }

    /// @param location of a link, without a slash
    /// @throws TwiceListedException when what it leads to is met in another place of the walk
    void add(Path link, String location) throws IOException {
        String walked = realRoot;
        if (walked == null) {
            walked = slash(LocalPaths.path(root).toRealPath());
            realRoot = walked;
        }
        String target = slash(link.toRealPath());
        if (target.startsWith(walked) || walked.startsWith(target)) {
            throw new TwiceListedException(location, "file://" + bare(target), bare(target));
        }
        for (int end = target.length(); end > 0; end = target.lastIndexOf('/', end - 2) + 1) {
            refuse(byTarget.get(target.substring(0, end)), location, target);
        }
        Map.Entry<String, String> inside = byTarget.ceilingEntry(target);
        if (inside != null && inside.getKey().startsWith(target)) {
            refuse(inside.getValue(), location, inside.getKey());
        }
        byTarget.put(target, location);
    }

    private static void refuse(@Nullable String earlier, String location, String target) {
        if (earlier != null && !earlier.equals(location)) {
            throw new TwiceListedException(earlier, location, bare(target));
        }
    }

    private static String slash(Path path) {
        return path.toString().endsWith("/") ? path.toString() : path + "/";
    }

    private static String bare(String target) {
        return target.substring(0, target.length() - 1);
    }
}
