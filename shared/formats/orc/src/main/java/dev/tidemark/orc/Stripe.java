package dev.tidemark.orc;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The wanted streams of one stripe: neighbours are fetched with one request, and streams that are together too large
/// for that piece by piece.
final class Stripe {

    /// Compressed bytes of a stripe that are held at once.
    static final long MOST_HELD = 64L << 20;
    /// Bytes between two streams that are cheaper read than left out with another request.
    private static final long GAP = 1 << 20;

    private static final long LEAST_WINDOW = 64 << 10;
    private static final int MOST_FOOTER = 64 << 20;

    private final FileBytes file;
    private final Tail tail;
    private final Decompression decompression;
    private final StripeFooter footer;
    private final Map<Key, StreamBytes> streams = new HashMap<>();

    private record Key(int column, int kind) {}

    private Stripe(FileBytes file, Tail tail, Decompression decompression, StripeFooter footer) {
        this.file = file;
        this.tail = tail;
        this.decompression = decompression;
        this.footer = footer;
    }

    /// @param columns whose streams are fetched
    static Stripe open(
            FileBytes file,
            Tail tail,
            Tail.StripeInfo info,
            Set<Integer> columns,
            Decompression decompression,
            long mostHeld)
            throws IOException {
        Place place = file.place();
        long start = info.offset() + info.indexLength() + info.dataLength();
        if (info.footerLength() > MOST_FOOTER) {
            throw place.damaged("a stripe's footer claims " + info.footerLength() + " bytes");
        }
        byte[] bytes = file.read(start, (int) info.footerLength());
        bytes = decompression.all(tail.codec(), tail.blockSize(), bytes, MOST_FOOTER, place);
        StripeFooter footer = StripeFooter.read(place, bytes, info, tail.types().size());
        Stripe stripe = new Stripe(file, tail, decompression, footer);
        List<StripeFooter.Stream> wanted = footer.streams().stream()
                .filter(stream -> stream.kind() < StripeFooter.ROW_INDEX && columns.contains(stream.column()))
                .toList();
        long total = wanted.stream().mapToLong(StripeFooter.Stream::length).sum();
        if (total > mostHeld) {
            stripe.windows(wanted, (int) Math.max(Math.min(LEAST_WINDOW, mostHeld), mostHeld / wanted.size()));
        } else {
            stripe.together(wanted, mostHeld);
        }
        return stripe;
    }

    private void windows(List<StripeFooter.Stream> wanted, int window) {
        for (StripeFooter.Stream stream : wanted) {
            put(
                    stream,
                    new StreamBytes(file, stream.start(), stream.start() + stream.length(), new byte[0], 0, 0, window));
        }
    }

    private void together(List<StripeFooter.Stream> wanted, long mostHeld) throws IOException {
        List<StripeFooter.Stream> sorted = new ArrayList<>(wanted);
        sorted.sort(Comparator.comparingLong(StripeFooter.Stream::start));
        int from = 0;
        while (from < sorted.size()) {
            long start = sorted.get(from).start();
            long end = start + sorted.get(from).length();
            int to = from + 1;
            while (to < sorted.size()
                    && sorted.get(to).start() <= end + GAP
                    && sorted.get(to).start() + sorted.get(to).length() - start <= 2 * mostHeld) {
                end = sorted.get(to).start() + sorted.get(to).length();
                to++;
            }
            byte[] bytes = file.read(start, (int) (end - start));
            for (StripeFooter.Stream stream : sorted.subList(from, to)) {
                int at = (int) (stream.start() - start);
                int stop = at + (int) stream.length();
                put(
                        stream,
                        new StreamBytes(file, stream.start(), stream.start() + stream.length(), bytes, at, stop, 0));
            }
            from = to;
        }
    }

    private void put(StripeFooter.Stream stream, StreamBytes bytes) {
        streams.put(new Key(stream.column(), (int) stream.kind()), bytes);
    }

    String zone() {
        return footer.zone();
    }

    StripeFooter.Encoding encoding(Node node, Place place) {
        if (node.column() >= footer.encodings().size()) {
            throw place.damaged("a stripe does not say how it is encoded");
        }
        return footer.encodings().get(node.column());
    }

    /// The stream, or null where the stripe has none of this kind.
    @Nullable
    OrcStream found(Node node, int kind, Place place) {
        StreamBytes bytes = streams.get(new Key(node.column(), kind));
        return bytes == null ? null : new OrcStream(place, bytes, tail.codec(), tail.blockSize(), decompression);
    }

    /// The stream, without a byte where the stripe has none: a column of nulls needs none.
    OrcStream stream(Node node, int kind, Place place) {
        OrcStream found = found(node, kind, place);
        return found == null
                ? new OrcStream(place, new StreamBytes(file, 0, 0, new byte[0], 0, 0, 0), Codec.NONE, 1, decompression)
                : found;
    }
}
