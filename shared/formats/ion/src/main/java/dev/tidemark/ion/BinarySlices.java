package dev.tidemark.ion;

import dev.tidemark.spi.UnreadableObjectException;
import java.io.IOException;

/// Values of Ion's binary form: each says its length in front.
final class BinarySlices extends Slices {

    private static final int MARKER_BYTES = 4;
    private static final int TYPE_NULL = 0;
    private static final int TYPE_BOOL = 1;
    private static final int TYPE_STRUCT = 13;
    private static final int TYPE_ANNOTATION = 14;
    private static final int TYPE_RESERVED = 15;
    private static final int LENGTH_FOLLOWS = 14;
    private static final int NULL_VALUE = 15;
    /// The system symbols that tables of symbols are made of.
    private static final int SYMBOL_TABLE = 3;

    private static final int IMPORTS = 6;

    private long position;
    /// Behind the number that [#number] read last.
    private long behind;

    BinarySlices(String location, IonBytes bytes) {
        super(location, bytes);
    }

    @Override
    boolean isText() {
        return false;
    }

    @Override
    boolean next() throws IOException {
        while (true) {
            start = position;
            int descriptor = bytes.at(start);
            if (descriptor < 0) {
                return false;
            }
            if (descriptor == 0xE0) {
                marker();
                return true;
            }
            int type = descriptor >> 4;
            long body = body(start, descriptor);
            if (end - start > MAX_RECORD_BYTES) {
                throw unreadable(
                        "it claims " + (end - start) + " bytes, and one value may have " + (MAX_RECORD_BYTES >> 20)
                                + " MB at most. Split it where the data is made, or exclude the object");
            }
            if (!bytes.has(end)) {
                throw unreadable("the object ends before it does, " + (end - start) + " bytes behind its beginning."
                        + " Nothing of it is taken; write the object again");
            }
            position = end;
            boolean padding = type == TYPE_NULL && (descriptor & 15) != NULL_VALUE;
            if (!padding) {
                kind = type == TYPE_STRUCT
                        ? (descriptor & 15) == NULL_VALUE ? Kind.OTHER : Kind.RECORD
                        : type == TYPE_ANNOTATION ? annotated(body) : Kind.OTHER;
                return true;
            }
        }
    }

    private void marker() throws IOException {
        if (!bytes.has(start + MARKER_BYTES)) {
            throw unreadable("the object ends in the middle of a version marker");
        }
        int major = bytes.at(start + 1);
        int minor = bytes.at(start + 2);
        if (bytes.at(start + 3) != 0xEA) {
            throw unreadable("a version marker is damaged");
        }
        if (major != 1 || minor != 0) {
            throw unreadable("what follows is Ion " + major + "." + minor + "; 1.0 is read. Write it as Ion 1.0");
        }
        kind = Kind.MARKER;
        end = start + MARKER_BYTES;
        position = end;
    }

    /// Sets [#end] for the value at `place`.
    ///
    /// @return the first byte behind its descriptor and length
    private long body(long place, int descriptor) throws IOException {
        int type = descriptor >> 4;
        int low = descriptor & 15;
        if (type == TYPE_RESERVED || (type == TYPE_ANNOTATION && (low == NULL_VALUE || low < 3))) {
            throw unreadable("it begins with %02X, which is no Ion".formatted(descriptor));
        }
        if (low == NULL_VALUE || type == TYPE_BOOL) {
            end = place + 1;
            return place + 1;
        }
        long length = low;
        behind = place + 1;
        if (low == LENGTH_FOLLOWS || (type == TYPE_STRUCT && low == 1)) {
            length = number(behind);
        }
        end = behind + length;
        return behind;
    }

    /// A variable unsigned number; too large a one is as good as any other that is.
    private long number(long place) throws IOException {
        long value = 0;
        for (long at = place; ; at++) {
            int next = bytes.at(at);
            if (next < 0) {
                throw unreadable("the object ends in the middle of it");
            }
            value = Math.min(value << 7 | (next & 0x7F), Integer.MAX_VALUE);
            if ((next & 0x80) != 0) {
                behind = at + 1;
                return value;
            }
            if (at - place > 10) {
                throw unreadable("its length has no end");
            }
        }
    }

    /// What is wrapped into annotations, which begin at `body`.
    private Kind annotated(long body) throws IOException {
        long whole = end;
        long annotations = number(body);
        long value = behind + annotations;
        if (value >= whole) {
            throw unreadable("its annotations are longer than it is");
        }
        long first = annotations == 0 ? 0 : number(behind);
        int descriptor = bytes.at(value);
        long fields = body(value, descriptor);
        boolean fits = end == whole && descriptor >> 4 != TYPE_ANNOTATION;
        long inner = end;
        end = whole;
        if (!fits) {
            throw unreadable("it has another length than the annotations around it say");
        }
        if (descriptor >> 4 != TYPE_STRUCT || (descriptor & 15) == NULL_VALUE) {
            return Kind.OTHER;
        }
        if (first != SYMBOL_TABLE) {
            return Kind.RECORD;
        }
        return importsAnything(fields, inner) ? Kind.MORE_SYMBOLS : Kind.SYMBOLS;
    }

    private boolean importsAnything(long from, long to) throws IOException {
        long at = from;
        long whole = end;
        while (at < to) {
            long name = number(at);
            if (name == IMPORTS) {
                end = whole;
                return true;
            }
            int descriptor = bytes.at(behind);
            if (behind >= to) {
                throw unreadable("its table of symbols is damaged");
            }
            body(behind, descriptor);
            at = end;
        }
        end = whole;
        return false;
    }

    private UnreadableObjectException unreadable(String reason) {
        return new UnreadableObjectException(
                location, "the Ion value at byte " + start + " is damaged: " + reason, null);
    }
}
