package dev.tidemark.aws;

/// How large the parts of an upload are: 8 MB, each 1 % larger than the one before.
///
/// S3 takes 10,000 parts of 5 MB to 5 GB and objects of up to 5 TB. Equal parts would bound a file at 80 GB or
/// waste memory on small ones; growing ones reach 5 TB in under 900 parts.
final class PartSizes {

    static final int MOST_PARTS = 10_000;

    /// All parts but the last have at least this.
    static final long LEAST_BYTES = 5L << 20;

    private static final long FIRST_BYTES = 8L << 20;
    private static final long MOST_BYTES = 5L << 30;

    private PartSizes() {}

    /// @param number of the part, counted from 1
    static long bytes(int number) {
        return (long) Math.min(MOST_BYTES, FIRST_BYTES * Math.pow(1.01, number - 1));
    }
}
