package dev.tidemark.orc;

import java.util.Arrays;

/// Where the streams of a column stand at the begin of a group of rows.
final class Positions {

    private long[] numbers = new long[8];
    private int size;

    void add(long number) {
        if (size == numbers.length) {
            numbers = Arrays.copyOf(numbers, size * 2);
        }
        numbers[size++] = number;
    }

    void writeTo(ProtoWriter entry) {
        entry.numbers(1, numbers, size);
    }
}
