package dev.tidemark.job;

import java.util.List;

/// Objects below one or more paths: in S3, or in folders of this machine.
///
/// @param paths                 full locations, `s3://bucket/prefix/` or `file:/folder/`
/// @param exclusions            globs on the key below the path; `**/` is zero or more folders
/// @param excludeStorageClasses S3's names in upper case
/// @param recurse               whether folders below the path that are no partitions are read too
public record S3Source(
        List<String> paths,
        List<String> exclusions,
        List<String> excludeStorageClasses,
        boolean recurse,
        S3Access access,
        SourceOptions options,
        Places places)
        implements Source {

    public S3Source {
        paths = List.copyOf(paths);
        exclusions = List.copyOf(exclusions);
        excludeStorageClasses = List.copyOf(excludeStorageClasses);
        if (paths.isEmpty()) {
            throw new IllegalArgumentException("an s3 source needs at least one path");
        }
    }
}
