package dev.tidemark.spi;

import dev.tidemark.data.TidemarkException;
import java.util.Set;

/// A job asks for a format that no module on the class path brings.
public final class UnknownFormatException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public UnknownFormatException(String verb, String format, Set<String> known) {
        super("This version of Tidemark cannot %s the format '%s'; it can %s %s."
                .formatted(verb, format, verb, String.join(", ", known)));
    }
}
