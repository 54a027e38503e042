package dev.tidemark.reading;

import dev.tidemark.data.TidemarkException;

/// A file has two columns, or fields of one struct, that are equal but for case. Never retried.
public final class AmbiguousNameException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    AmbiguousNameException(String location, String first, String second) {
        super(
                ("%s has the columns '%s' and '%s', which are equal but for case: names match case-insensitively, so one of"
                                + " them would hide the other. Rename one where the file is made, or set the file aside with"
                                + " exclusions.")
                        .formatted(location, first, second));
    }
}
