package dev.tidemark.text.xml;

import dev.tidemark.data.TidemarkException;

/// A text holds a character that XML has no way to write, not even as a reference.
public final class XmlCharacterException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// @param column path of the column or field
    /// @param code   of the character in Unicode
    public XmlCharacterException(String column, int code) {
        super(("Column '%s' has a text with the character U+%04X, which XML 1.0 cannot hold. Take it out with"
                        + " regexp_replace in the job, or write json or parquet.")
                .formatted(column, code));
    }
}
