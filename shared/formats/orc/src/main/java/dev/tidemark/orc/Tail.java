package dev.tidemark.orc;

import dev.tidemark.spi.UnreadableObjectException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// What stands at the end of a file: how it is compressed, its types, where its stripes are.
///
/// Source: <https://orc.apache.org/specification/ORCv1/>.
///
/// @param codec      of everything but the postscript
/// @param blockSize  bytes that a compressed chunk decompresses to at most
/// @param stripes    in the file's order
/// @param types      the tree of types in depth-first order
/// @param rows       in all stripes
/// @param writer     as it names itself
/// @param proleptic  whether days before 1582-10-15 are counted as `java.time` does; else as Julius Caesar did
record Tail(
        Codec codec,
        int blockSize,
        List<StripeInfo> stripes,
        List<TypeInfo> types,
        long rows,
        String writer,
        boolean proleptic) {

    /// With thousands of columns in thousands of stripes; more is damage.
    private static final int MOST_FOOTER = 256 << 20;
    /// A type takes many times its bytes when it is read.
    private static final int MOST_TYPES = 200_000;
    /// Lengths of chunks have 23 bits.
    private static final int MOST_BLOCK = 1 << 23;
    /// What uncompressed streams are read by.
    private static final int DEFAULT_BLOCK = 256 << 10;

    private static final int PROLEPTIC_GREGORIAN = 2;
    private static final List<String> WRITERS =
            List.of("ORC Java", "ORC C++", "Presto", "Scritchley Go", "Trino", "cuDF");

    /// Where a stripe lies: indexes, data, its own footer.
    record StripeInfo(long offset, long indexLength, long dataLength, long footerLength, long rows) {}

    /// One type of the tree.
    ///
    /// @param subtypes places of the types in it
    /// @param names    of the fields of a struct
    record TypeInfo(Kind kind, List<Integer> subtypes, List<String> names, int precision, int scale) {}

    /// @throws UnreadableObjectException when the object is no ORC file, or encrypted
    static Tail read(FileBytes file) throws IOException {
        Place place = file.place();
        long size = file.sizeBytes();
        if (size == 0) {
            throw place.refused(
                    "it has no byte: an ORC file has at least a postscript",
                    "Its writer did not finish, or it is a marker: have it made anew, or name it in exclusions");
        }
        file.keepEnd();
        int length = file.read(size - 1, 1)[0] & 0xFF;
        if (size < length + 1L || length < 4) {
            throw none(place);
        }
        byte[] bytes = file.read(size - 1 - length, length);
        if (bytes[length - 3] != 'O' || bytes[length - 2] != 'R' || bytes[length - 1] != 'C') {
            throw none(place);
        }
        Postscript postscript = Postscript.read(place, bytes);
        long start = size - 1 - length - postscript.footerLength;
        if (start < 0 || postscript.footerLength > MOST_FOOTER || postscript.footerLength < 0) {
            throw place.damaged("its footer claims " + postscript.footerLength + " bytes of " + size);
        }
        byte[] footer = file.read(start, (int) postscript.footerLength);
        try (Decompression decompression = new Decompression()) {
            footer = decompression.all(postscript.codec, postscript.blockSize, footer, MOST_FOOTER, place);
        }
        return footer(place, footer, postscript, start);
    }

    private static UnreadableObjectException none(Place place) {
        return place.refused(
                "it is no ORC file: it does not end in ORC's postscript",
                "It is of another format, or its writer did not finish; name it in exclusions, or have it made anew");
    }

    /// The last bytes of a file, never compressed.
    private static final class Postscript {

        private long footerLength;
        private Codec codec = Codec.NONE;
        private int blockSize = DEFAULT_BLOCK;

        static Postscript read(Place place, byte[] bytes) {
            Postscript found = new Postscript();
            List<Integer> version = new ArrayList<>();
            ProtoReader in = new ProtoReader(place, bytes);
            while (in.next()) {
                switch (in.field()) {
                    case 1 -> found.footerLength = in.number();
                    case 2 -> found.codec = Codec.of(in.number(), place);
                    case 3 -> found.blockSize = in.number(MOST_BLOCK, "compression block size");
                    case 4 -> in.numbers("version", version::add);
                    default -> in.skip();
                }
            }
            // Version 0.11 and 0.12 are all that there is; 1.9999 is a draft of one to come with other decimals.
            if (!version.isEmpty() && version.getFirst() > 0) {
                throw place.refused(
                        "it is of version " + version.getFirst() + " of ORC, which is not read",
                        "Have it written in version 0.12, which writers do unless told otherwise");
            }
            if (found.blockSize == 0) {
                throw place.damaged("its compression block size is 0");
            }
            return found;
        }
    }

    private static Tail footer(Place place, byte[] bytes, Postscript postscript, long end) {
        List<StripeInfo> stripes = new ArrayList<>();
        List<TypeInfo> types = new ArrayList<>();
        int links = 0;
        long rows = 0;
        long calendar = 0;
        long writer = 0;
        String version = "";
        ProtoReader in = new ProtoReader(place, bytes);
        while (in.next()) {
            switch (in.field()) {
                case 3 -> {
                    stripes.add(stripe(in.message(), place, end));
                    // Each has a footer at least.
                    if (stripes.size() > end) {
                        throw place.damaged("its footer claims more stripes than there are bytes before it");
                    }
                }
                case 4 -> {
                    types.add(type(in.message(), place));
                    links += types.getLast().subtypes().size()
                            + types.getLast().names().size();
                    if (types.size() > MOST_TYPES || links > 2 * MOST_TYPES) {
                        throw tooManyTypes(place);
                    }
                }
                case 6 -> rows = in.number();
                case 9 -> writer = in.number();
                case 10 ->
                    throw place.refused(
                            "it has encrypted columns, which are not read",
                            "Have it written without ORC's own encryption; S3 encrypts objects as they lie");
                case 11 -> calendar = in.number();
                case 12 -> version = in.text();
                default -> in.skip();
            }
        }
        long found = 0;
        for (StripeInfo stripe : stripes) {
            found += stripe.rows();
        }
        if (found != rows) {
            throw place.damaged("its footer claims " + rows + " rows and its stripes " + found);
        }
        return new Tail(
                postscript.codec,
                postscript.blockSize,
                List.copyOf(stripes),
                List.copyOf(types),
                rows,
                writer(writer, version),
                calendar == PROLEPTIC_GREGORIAN);
    }

    /// Tidemark has no number among the writers that ORC knows.
    private static String writer(long number, String version) {
        if (version.equals(OrcFileWriter.WRITER)) {
            return version;
        }
        String name = number >= 0 && number < WRITERS.size() ? WRITERS.get((int) number) : "writer " + number;
        return version.isEmpty() ? name : name + " " + version;
    }

    private static StripeInfo stripe(ProtoReader in, Place place, long end) {
        long[] numbers = new long[6];
        while (in.next()) {
            if (in.field() < numbers.length) {
                numbers[in.field()] = in.number();
            } else {
                in.skip();
            }
        }
        long left = end;
        for (int i = 1; i < 5; i++) {
            if (numbers[i] < 0 || numbers[i] > left) {
                throw place.damaged("a stripe lies beyond the file's end");
            }
            left -= numbers[i];
        }
        if (numbers[5] < 0 || numbers[5] > Long.MAX_VALUE >>> 16) {
            throw place.damaged("a stripe claims " + numbers[5] + " rows");
        }
        return new StripeInfo(numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]);
    }

    private static UnreadableObjectException tooManyTypes(Place place) {
        return place.refused(
                "its types, or the names in them, are more than " + MOST_TYPES, "Have it written with fewer columns");
    }

    private static TypeInfo type(ProtoReader in, Place place) {
        Kind kind = Kind.BOOLEAN;
        List<Integer> subtypes = new ArrayList<>();
        List<String> names = new ArrayList<>();
        int precision = 0;
        int scale = 0;
        while (in.next()) {
            switch (in.field()) {
                case 1 -> kind = Kind.of(in.number(Kind.MOST, "type"));
                case 2 ->
                    in.numbers("subtype", subtype -> {
                        if (subtypes.size() == MOST_TYPES) {
                            throw tooManyTypes(place);
                        }
                        subtypes.add(subtype);
                    });
                case 3 -> {
                    if (names.size() == MOST_TYPES) {
                        throw tooManyTypes(place);
                    }
                    names.add(in.text());
                }
                case 5 -> precision = in.number(Integer.MAX_VALUE, "precision");
                case 6 -> scale = in.number(Integer.MAX_VALUE, "scale");
                default -> in.skip();
            }
        }
        return new TypeInfo(kind, List.copyOf(subtypes), List.copyOf(names), precision, scale);
    }
}
