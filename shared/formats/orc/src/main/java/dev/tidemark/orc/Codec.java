package dev.tidemark.orc;

/// How a file is compressed, in the order of the numbers in its postscript.
enum Codec {
    NONE(0),
    ZLIB(1),
    SNAPPY(2),
    LZO(3),
    LZ4(4),
    ZSTD(5),
    BROTLI(6);

    private static final Codec[] ALL = values();

    private final int number;

    Codec(int number) {
        this.number = number;
    }

    static Codec of(long number, Place place) {
        if (number < 0 || number >= ALL.length) {
            throw place.refused(
                    "it is compressed with ORC's codec " + number + ", which is not known",
                    "Have it written with zstd, snappy or zlib");
        }
        return ALL[(int) number];
    }

    /// As a file has it.
    int number() {
        return number;
    }
}
