package dev.tidemark.spi;

import dev.tidemark.listing.ListPage;
import dev.tidemark.listing.SourceObject;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Objects by location: inputs, the work area, and published output. Strongly consistent. Safe for many threads.
///
/// `ObjectStoreContract` in the testkit checks every sentence here.
public interface ObjectStore {

    /// One page of the objects whose location starts with `prefix` (a location ending in `/`, or an object's own).
    ///
    /// @param delimited only what lies directly below, with folders as prefixes
    /// @param token     [ListPage#next()] of the page before, or null
    /// @throws StorageUnavailableException when the store did not answer; safe to retry
    ListPage list(String prefix, boolean delimited, @Nullable String token);

    /// Opens one version of an object; a null `etag` is whatever version is there (objects written once).
    ///
    /// @throws ObjectChangedException when it is another version
    /// @throws ObjectGoneException    when there is none
    ObjectInput open(String location, @Nullable String etag);

    /// What a listing would say of one object.
    Optional<SourceObject> head(String location);

    /// Writes an object that must not exist yet, whole and durably.
    ///
    /// @return false when an object is there already; it is unchanged. A caller whose first answer was lost gets
    ///     false too and must look whose bytes they are.
    boolean putIfAbsent(String location, byte[] bytes);

    /// Deletes objects by name; names without an object are fine.
    void delete(List<String> locations);
}
