package dev.tidemark.spi;

/// Key of a state item: DynamoDB's partition and sort key, a file locally.
public record ItemKey(String pk, String sk) {}
