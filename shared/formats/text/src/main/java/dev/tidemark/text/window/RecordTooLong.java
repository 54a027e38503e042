package dev.tidemark.text.window;

import java.io.IOException;

/// A record, or what stands between records, passed [RecordWindow#MAX_RECORD_BYTES]. Never leaves the reader: it is a
/// kind of [IOException] so that a parser that is fed from a window lets it through.
public final class RecordTooLong extends IOException {
    private static final long serialVersionUID = 1L;
}
