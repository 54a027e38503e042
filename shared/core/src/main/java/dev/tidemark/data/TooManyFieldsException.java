package dev.tidemark.data;

/// An object in the data has more names than a schema should have columns: most likely its names are data.
public final class TooManyFieldsException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// So many columns a table, and fields a struct, may have when nobody declared them.
    public static final int MOST = 1_000;

    /// @param place column and field, or empty for the record itself
    public TooManyFieldsException(String place) {
        super(
                ("%s has more than %d different field names, which is too many to make columns of; most likely the names are"
                                + " data. Declare a schema for this source%s.")
                        .formatted(
                                place.isEmpty() ? "The record" : "Column '" + place + "'",
                                MOST,
                                place.isEmpty() ? "" : " in which '" + place + "' is a map<string,...> or a string"));
    }
}
