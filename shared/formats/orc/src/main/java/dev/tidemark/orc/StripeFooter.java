package dev.tidemark.orc;

import dev.tidemark.spi.UnreadableObjectException;
import java.util.ArrayList;
import java.util.List;

/// What a stripe says of itself: which streams it has and how columns are encoded.
///
/// @param streams   in the order in which they lie
/// @param encodings by column
/// @param zone      of the writer; empty where it says none
record StripeFooter(List<Stream> streams, List<Encoding> encodings, String zone) {

    static final int PRESENT = 0;
    static final int DATA = 1;
    static final int LENGTH = 2;
    static final int DICTIONARY_DATA = 3;
    static final int SECONDARY = 5;
    static final int ROW_INDEX = 6;

    /// Streams that a column may have.
    private static final int MOST_KINDS = 16;

    /// @param start in the file
    record Stream(long kind, int column, long start, long length) {}

    /// @param second whether runs of numbers are of the second kind
    record Encoding(boolean dictionary, boolean second, int dictionarySize) {}

    /// @param types how many the file has
    static StripeFooter read(Place place, byte[] bytes, Tail.StripeInfo stripe, int types) {
        List<Stream> streams = new ArrayList<>();
        List<Encoding> encodings = new ArrayList<>();
        String zone = "";
        long start = stripe.offset();
        long end = stripe.offset() + stripe.indexLength() + stripe.dataLength();
        ProtoReader in = new ProtoReader(place, bytes);
        while (in.next()) {
            switch (in.field()) {
                case 1 -> {
                    Stream stream = stream(in.message(), start);
                    if (stream.length() < 0 || stream.length() > end - start) {
                        throw place.damaged("a stream of the stripe at byte " + stripe.offset() + " is beyond its end");
                    }
                    start += stream.length();
                    if (streams.size() >= (long) MOST_KINDS * types) {
                        throw tooMany(place, stripe, "streams", types);
                    }
                    streams.add(stream);
                }
                case 2 -> {
                    if (encodings.size() == types) {
                        throw tooMany(place, stripe, "encodings", types);
                    }
                    encodings.add(encoding(in.message()));
                }
                case 3 -> zone = in.text();
                default -> in.skip();
            }
        }
        return new StripeFooter(streams, encodings, zone);
    }

    private static UnreadableObjectException tooMany(Place place, Tail.StripeInfo stripe, String what, int types) {
        return place.damaged(
                "the stripe at byte " + stripe.offset() + " has more " + what + " than " + types + " types can have");
    }

    private static Stream stream(ProtoReader in, long start) {
        long kind = 0;
        int column = 0;
        long length = 0;
        while (in.next()) {
            switch (in.field()) {
                case 1 -> kind = in.number();
                case 2 -> column = in.number(Integer.MAX_VALUE, "column");
                case 3 -> length = in.number();
                default -> in.skip();
            }
        }
        return new Stream(kind, column, start, length);
    }

    private static Encoding encoding(ProtoReader in) {
        int kind = 0;
        int size = 0;
        while (in.next()) {
            switch (in.field()) {
                case 1 -> kind = in.number(3, "encoding");
                case 2 -> size = in.number(Integer.MAX_VALUE, "dictionary size");
                default -> in.skip();
            }
        }
        return new Encoding((kind & 1) == 1, kind >= 2, size);
    }
}
