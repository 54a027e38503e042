package dev.tidemark.local;

import dev.tidemark.data.TidemarkException;

/// Links below one folder give a file two locations: its records would be read twice.
public final class TwiceListedException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    TwiceListedException(String one, String other, String real) {
        super(
                ("%s and %s are one (%s): what is there would be read twice. Remove one of the links, or put it outside of"
                                + " what is read.")
                        .formatted(one, other, real));
    }
}
