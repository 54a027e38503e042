package dev.tidemark.spi;

import dev.tidemark.data.TidemarkException;

/// An object that was listed is no longer there.
public final class ObjectGoneException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    private final String location;

    public ObjectGoneException(String location) {
        super(location + " does not exist any more. It was deleted after it was listed; nothing of it is taken.");
        this.location = location;
    }

    public String location() {
        return location;
    }
}
