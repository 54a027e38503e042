package dev.tidemark.spi;

import java.util.List;

/// An option that a format knows: its exact (Glue's) name, what values it takes, what it means.
///
/// @param name        Glue's spelling
/// @param kind        what a value must look like
/// @param choices     allowed texts when `kind` is CHOICE
/// @param description one line for documents and errors
public record FormatOption(String name, Kind kind, List<String> choices, String description) {

    /// SIZE takes bytes or `128MB`; CHARACTER one character, `\t` or Glue's `{"unicode"}` forms.
    public enum Kind {
        FLAG,
        TEXT,
        CHARACTER,
        NUMBER,
        SIZE,
        CHOICE
    }

    public FormatOption {
        choices = List.copyOf(choices);
    }
}
