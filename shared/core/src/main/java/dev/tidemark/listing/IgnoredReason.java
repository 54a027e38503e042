package dev.tidemark.listing;

/// Why an object that was listed is not read. The wire names are keys of the report's `ignoredBy`.
public enum IgnoredReason {
    FOLDER_MARKER("folderMarker", "it stands for a folder (its key ends in / or _$folder$) and holds no data"),
    HIDDEN("hidden", "a name in its key begins with _ or . (only partition folders _name=value are read)"),
    EXCLUDED("excluded", "it matches one of the source's exclusions"),
    STORAGE_CLASS("storageClass", "its storage class is one of excludeStorageClasses"),
    NOT_RECURSED("notRecursed", "it lies in a folder that is no partition, and recurse is false"),
    OUTSIDE_PARTITIONS("outsidePartitions", "its folders do not say the source's partition keys"),
    PRUNED("pruned", "the pushDownPredicate does not keep its partition"),
    EMPTY_FILE("emptyFile", "it has no bytes, and a file of its format never has none"),
    OUTSIDE_PATHS("outsidePaths", "it lies below none of the source's paths"),
    DUPLICATE("duplicate", "another path of the source has it already"),
    INITIAL_NOW("initialNow", "`initial: now` records what exists at the first run as taken in, unread"),
    REWRITE_SKIPPED("rewriteSkipped", "its key was taken in before in another version, and `onRewrite: skip`");

    private final String wireName;
    private final String because;

    IgnoredReason(String wireName, String because) {
        this.wireName = wireName;
        this.because = because;
    }

    public String wireName() {
        return wireName;
    }

    /// A clause for people: "… is not read because …".
    public String because() {
        return because;
    }
}
