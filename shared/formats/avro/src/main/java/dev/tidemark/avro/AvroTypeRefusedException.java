package dev.tidemark.avro;

import dev.tidemark.data.TidemarkException;

/// A file has a field of a type that no column has. Never retried.
public final class AvroTypeRefusedException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    AvroTypeRefusedException(String location, String path, String type) {
        super(("Field '%s' of %s is %s, for which there is no column type. Write the files without it, or with a type"
                        + " that docs/reference/avro.md lists, or leave them out with exclusions.")
                .formatted(path, location, type));
    }
}
