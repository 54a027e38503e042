package dev.tidemark.text.xml;

import dev.tidemark.data.TidemarkException;

/// A column or field cannot be an element or attribute of XML.
public final class XmlNameException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    /// @param column path of the column or field
    /// @param reason why, and what would help, as one or two sentences without a final full stop
    public XmlNameException(String column, String reason) {
        super("Column '%s' cannot be written as XML: %s.".formatted(column, reason));
    }
}
