package dev.tidemark.avro;

import dev.tidemark.data.TidemarkException;

/// A column has a name that Avro does not allow. Known when the run is planned.
public final class AvroNameException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    AvroNameException(String path) {
        super(("Column '%s' cannot be written to Avro: its names have letters without accents, digits and _, and do not"
                        + " begin with a digit. Rename it with applyMapping or renameField, or write parquet.")
                .formatted(path));
    }
}
