package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;
import java.util.List;
import java.util.Locale;

/// The JVM's heap does not suffice for what was to be held in it. Nothing of it was kept; the same again would end the
/// same.
public final class OutOfHeapException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    private static final String GIVE_MORE =
            "Give it more (on one machine: TIDEMARK_JAVA_OPTIONS=-Xmx4g, for example; in a function: its memory)";

    private OutOfHeapException(String message, OutOfMemoryError cause) {
        super(message, cause);
    }

    /// @param flow    whose chunk it is
    /// @param reading location of the object that was being read
    /// @param inputs  how many objects the chunk reads
    public static OutOfHeapException inChunk(
            String flow, int chunk, String reading, int inputs, long heapBytes, OutOfMemoryError cause) {
        String others = inputs == 1 ? "" : ", one of " + inputs + " objects of the chunk";
        return new OutOfHeapException(
                ("Chunk %d of flow %s ran out of memory while it read %s%s: %s does not hold it beside the chunks that are"
                                + " worked on at the same time. Nothing of it was kept. %s, set a smaller groupSize, work on fewer"
                                + " chunks at once (concurrency: 1), or exclude the object if its records are that large on"
                                + " purpose.")
                        .formatted(chunk, flow, reading, others, heap(heapBytes), GIVE_MORE),
                cause);
    }

    /// @param doing   what was under way, such as `Reading the results of run R`
    /// @param objects it was about; may be empty
    public static OutOfHeapException during(
            String doing, List<String> objects, long heapBytes, OutOfMemoryError cause) {
        String about = objects.isEmpty() ? "" : " (" + String.join(", ", objects) + ")";
        return new OutOfHeapException(
                "%s%s ran out of memory: %s does not suffice. %s.".formatted(doing, about, heap(heapBytes), GIVE_MORE),
                cause);
    }

    private static String heap(long bytes) {
        return String.format(Locale.ROOT, "a heap of %,d MB", bytes >> 20);
    }
}
