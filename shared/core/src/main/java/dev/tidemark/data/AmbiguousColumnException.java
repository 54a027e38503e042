package dev.tidemark.data;

/// Two columns are equal but for case. Engines that read the table by name could not tell them apart.
public final class AmbiguousColumnException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    public AmbiguousColumnException(String first, String second) {
        super(("Columns '%s' and '%s' have the same name but for case. Column names match case-insensitively, so one of"
                        + " them would hide the other. Rename or drop one where the data is made, or with applyMapping.")
                .formatted(first, second));
    }
}
