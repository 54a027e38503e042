package dev.tidemark.spi;

import dev.tidemark.data.TidemarkException;

/// An input object is no longer the version that the plan named. It is deferred: the next run reads what is there
/// then.
public final class ObjectChangedException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    private final String location;

    public ObjectChangedException(String location, String expectedEtag) {
        super(
                ("%s was overwritten while it was being read: its ETag is no longer %s. This run leaves it out; the next run"
                                + " reads the new version.")
                        .formatted(location, expectedEtag));
        this.location = location;
    }

    public String location() {
        return location;
    }
}
