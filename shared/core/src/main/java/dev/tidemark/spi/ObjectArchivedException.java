package dev.tidemark.spi;

import dev.tidemark.data.TidemarkException;

/// An object is there but archived: its bytes cannot be read before it is restored. It is deferred: a later run reads
/// it.
public final class ObjectArchivedException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    private final String location;

    public ObjectArchivedException(String location) {
        super(location + " is archived and cannot be read. This run leaves it out; restore it, and a later run reads"
                + " it, or exclude its storage class with excludeStorageClasses.");
        this.location = location;
    }

    public String location() {
        return location;
    }
}
