package dev.tidemark.orc;

import java.util.concurrent.ConcurrentLinkedDeque;

/// Everything that writing a stripe needs and that is worth keeping: buffers, compressors, a dictionary.
///
/// One is leased for the time of a flush, so that there are as many as threads that flush at once and none per open
/// file.
final class Workspace {

    private static final ConcurrentLinkedDeque<Workspace> IDLE = new ConcurrentLinkedDeque<>();
    /// Bytes of a stripe's room that are worth keeping: nobody counts them in a budget.
    private static final int MOST_KEPT = 4 << 20;

    final StreamWriter stream = new StreamWriter(new StreamWriter.Codecs());
    /// The stripe's indexes and its data, as they are in the file.
    final ByteBuilder index = new ByteBuilder();

    final ByteBuilder data = new ByteBuilder();
    /// One value.
    final ByteBuilder value = new ByteBuilder();
    final long[] run = new long[Integers.MOST_IN_RUN];
    final RunsWriter runs = new RunsWriter();
    final ByteRunsWriter bytes = new ByteRunsWriter();
    final Dictionary dictionary = new Dictionary();

    private Workspace() {}

    static Workspace lease() {
        Workspace idle = IDLE.pollFirst();
        return idle == null ? new Workspace() : idle;
    }

    void giveBack() {
        index.clear(MOST_KEPT);
        data.clear(MOST_KEPT);
        IDLE.addFirst(this);
    }

    /// A stream without a byte; the one before must have ended.
    StreamWriter begin(Compression compression) {
        bytes.begin();
        stream.begin(compression);
        return stream;
    }
}
