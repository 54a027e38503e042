package dev.tidemark.plan;

import java.util.Comparator;

/// The order of a listing: that of the locations' UTF-8 bytes.
///
/// `String` compares UTF-16 units, which puts signs beyond the basic plane before some within it.
final class KeyOrder {

    static final Comparator<ChunkInput> INPUTS =
            (left, right) -> compare(left.object().location(), right.object().location());

    private KeyOrder() {}

    static int compare(String left, String right) {
        int length = Math.min(left.length(), right.length());
        for (int i = 0; i < length; i++) {
            char a = left.charAt(i);
            char b = right.charAt(i);
            if (a != b) {
                boolean aHigh = Character.isSurrogate(a);
                boolean bHigh = Character.isSurrogate(b);
                return aHigh == bHigh ? Character.compare(a, b) : aHigh ? 1 : -1;
            }
        }
        return Integer.compare(left.length(), right.length());
    }
}
