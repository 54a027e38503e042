package dev.tidemark.avro;

import java.io.Serial;

/// A block does not hold what its schema says. Never leaves the reader: it becomes an unreadable object,
/// which names the object.
final class DamagedBlockException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    DamagedBlockException(String reason) {
        super(reason, null, false, false);
    }
}
