package dev.tidemark.orc;

/// ORC's types, in the order of their numbers in a file.
enum Kind {
    BOOLEAN(0),
    BYTE(1),
    SHORT(2),
    INT(3),
    LONG(4),
    FLOAT(5),
    DOUBLE(6),
    STRING(7),
    BINARY(8),
    TIMESTAMP(9),
    LIST(10),
    MAP(11),
    STRUCT(12),
    UNION(13),
    DECIMAL(14),
    DATE(15),
    VARCHAR(16),
    CHAR(17),
    TIMESTAMP_INSTANT(18),
    GEOMETRY(19),
    GEOGRAPHY(20);

    private static final Kind[] ALL = values();

    private final int number;

    Kind(int number) {
        this.number = number;
    }

    static final int MOST = ALL.length - 1;

    static Kind of(int number) {
        return ALL[number];
    }

    /// As a file has it.
    int number() {
        return number;
    }
}
