package dev.tidemark.bookmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SegmentTest {

    private static final ObjectVersion A = ObjectVersion.of("s3://lake/a", "e1", 10);
    private static final ObjectVersion B = ObjectVersion.of("s3://lake/b", "e2", 20);

    @Test
    void hashesAreTheFirstBytesOfSha256() throws Exception {
        MessageDigest sha = MessageDigest.getInstance("SHA-256");
        ByteBuffer key = ByteBuffer.wrap(sha.digest("s3://lake/ü".getBytes(StandardCharsets.UTF_8)));
        ByteBuffer version = ByteBuffer.wrap(sha.digest("abc-2\n77".getBytes(StandardCharsets.UTF_8)));
        assertThat(ObjectVersion.of("s3://lake/ü", "abc-2", 77))
                .isEqualTo(new ObjectVersion(key.getLong(), key.getLong(), version.getLong()));
    }

    @Test
    void decodingGivesBackWhatWasEncodedIn24BytesAnObject() {
        Segment segment = Segment.of(List.of(A, B));
        byte[] bytes = segment.encode();
        assertThat(bytes).hasSize(Segment.HEADER_BYTES + 2 * 24);
        Segment read = Segment.decode("segments/1", bytes);
        assertThat(read.count()).isEqualTo(2);
        assertThat(List.of(read.get(0), read.get(1))).containsExactlyInAnyOrder(A, B);
        assertThat(read.encode()).isEqualTo(bytes);
    }

    /// The first bytes of the format, pinned: `TIDESEGM`, version 1.
    @Test
    void theHeaderIsPinned() {
        ByteBuffer header = ByteBuffer.wrap(Segment.of(List.of(A)).encode());
        byte[] magic = new byte[8];
        header.get(magic);
        assertThat(new String(magic, StandardCharsets.US_ASCII)).isEqualTo("TIDESEGM");
        assertThat(header.getInt()).isEqualTo(1);
        header.getInt();
        assertThat(header.getLong()).isEqualTo(1);
        assertThat(header.getLong()).isZero();
        assertThat(header.getLong()).isEqualTo(A.keyHigh());
    }

    @Test
    void anyFlippedBitAndAnyMissingByteIsDamage() {
        byte[] bytes = Segment.of(List.of(A, B)).encode();
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] damaged = bytes.clone();
            damaged[bit / 8] ^= (byte) (1 << (bit % 8));
            boolean reserved = bit / 8 >= 24 && bit / 8 < Segment.HEADER_BYTES;
            boolean version = bit / 8 >= 8 && bit / 8 < 12;
            if (!reserved && !version) {
                assertThatThrownBy(() -> Segment.decode("segments/r-1", damaged))
                        .isInstanceOf(DamagedSegmentException.class)
                        .hasMessageContaining("segments/r-1");
            }
        }
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> Segment.decode("segments/r-1", cut)).isInstanceOf(DamagedSegmentException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, Integer.MAX_VALUE})
    void aNewerVersionIsToldApartFromDamage(int version) {
        byte[] bytes = Segment.of(List.of(A)).encode();
        ByteBuffer.wrap(bytes).putInt(8, version);
        assertThatThrownBy(() -> Segment.decode("segments/r-1", bytes))
                .isInstanceOf(NewerSegmentException.class)
                .hasMessageContaining("format version " + version)
                .hasMessageContaining("segments/r-1");
    }

    @Test
    void ofTwoVersionsOfAKeyTheLaterOneCounts() {
        ObjectVersion again = ObjectVersion.of("s3://lake/a", "e9", 10);
        Segment segment = Segment.of(List.of(A, B, again));
        assertThat(segment.count()).isEqualTo(2);
        assertThat(segment.version(segment.find(A.keyHigh(), A.keyLow()))).isEqualTo(again.version());
    }

    /// Also keys that a crafted input would crowd together: the search must stay right where hashes are not even.
    @Test
    void everyKeyIsFoundAndNoOtherHoweverTheHashesLie() {
        RandomGenerator random = seeded();
        for (int round = 0; round < 300; round++) {
            int count = random.nextInt(400);
            int shift = random.nextInt(64);
            Map<Long, ObjectVersion> keys = new HashMap<>();
            for (int i = 0; i < count; i++) {
                long high = (random.nextLong() >>> shift) + (random.nextBoolean() ? Long.MIN_VALUE : 0);
                keys.put(high, new ObjectVersion(high, random.nextLong(), 1 + random.nextInt(1_000)));
            }
            Segment segment = Segment.of(List.copyOf(keys.values()));
            for (ObjectVersion key : keys.values()) {
                int entry = segment.find(key.keyHigh(), key.keyLow());
                assertThat(segment.get(entry)).isEqualTo(key);
                assertThat(segment.find(key.keyHigh(), key.keyLow() + 1)).isEqualTo(-1);
                if (!keys.containsKey(key.keyHigh() - 1)) {
                    assertThat(segment.find(key.keyHigh() - 1, key.keyLow())).isEqualTo(-1);
                }
            }
        }
    }

    /// Commits add, rewrite and forget at random; segments are merged by the rule. At every moment the bookmark says
    /// what a map would, also one that an older generation still names, and few segments are open.
    @Test
    void segmentsSayWhatAMapWouldHoweverTheyAreMerged() {
        RandomGenerator random = seeded();
        for (int round = 0; round < 20; round++) {
            Map<String, String> expected = new HashMap<>();
            List<Segment> newestFirst = new ArrayList<>();
            List<Segment> older = List.of();
            Map<String, String> olderExpected = Map.of();
            for (int commit = 0; commit < 60; commit++) {
                if (commit == 30) {
                    older = List.copyOf(newestFirst);
                    olderExpected = Map.copyOf(expected);
                }
                newestFirst = commit(random, newestFirst, expected);
                long entries = newestFirst.stream().mapToLong(Segment::count).sum();
                assertThat(newestFirst.size()).isLessThanOrEqualTo(64 - Long.numberOfLeadingZeros(entries + 1));
            }
            assertSame(Bookmark.of(newestFirst), expected);
            assertSame(Bookmark.of(older), olderExpected);
        }
    }

    private static List<Segment> commit(RandomGenerator random, List<Segment> before, Map<String, String> expected) {
        List<ObjectVersion> added = new ArrayList<>();
        for (int i = random.nextInt(40); i >= 0; i--) {
            String key = "s3://lake/" + random.nextInt(300);
            if (random.nextInt(10) == 0) {
                added.add(ObjectVersion.key(key));
                expected.remove(key);
            } else {
                String etag = "e" + random.nextInt(3);
                added.add(ObjectVersion.of(key, etag, 5));
                expected.put(key, etag);
            }
        }
        Segment fresh = Segment.of(added);
        int merged = SegmentMerging.newestToMerge(
                fresh.count(), before.stream().map(Segment::count).toList());
        List<Segment> together = new ArrayList<>(List.of(fresh));
        together.addAll(before.subList(0, merged));
        List<Segment> after = new ArrayList<>();
        Segment made = merged == 0 ? fresh : Segment.merge(together, merged == before.size());
        after.add(Segment.decode("made", made.encode()));
        after.addAll(before.subList(merged, before.size()));
        return after;
    }

    private static void assertSame(Bookmark bookmark, Map<String, String> expected) {
        for (int i = 0; i < 300; i++) {
            String key = "s3://lake/" + i;
            for (String etag : List.of("e0", "e1", "e2")) {
                String known = expected.get(key);
                Taken taken = known == null ? Taken.NEW : known.equals(etag) ? Taken.KNOWN : Taken.REWRITTEN;
                assertThat(bookmark.lookup(key, etag, 5)).as(key + " " + etag).isEqualTo(taken);
            }
        }
    }

    /// Back to version A is a second rewrite: a bookmark that remembered a set of versions would call it known.
    @Test
    void fromAToBAndBackToAIsTwoRewrites() {
        Segment first = Segment.of(List.of(A));
        Segment second = Segment.of(List.of(ObjectVersion.of("s3://lake/a", "other", 10)));
        Bookmark bookmark = Bookmark.of(List.of(second, first));
        assertThat(bookmark.lookup("s3://lake/a", "e1", 10)).isEqualTo(Taken.REWRITTEN);
        Bookmark setOfVersions = Bookmark.of(List.of(first, second));
        assertThat(setOfVersions.lookup("s3://lake/a", "e1", 10)).isEqualTo(Taken.KNOWN);
    }

    @Test
    void sameETagOfAnotherSizeIsAnotherVersion() {
        Bookmark bookmark = Bookmark.of(List.of(Segment.of(List.of(A))));
        assertThat(bookmark.lookup("s3://lake/a", "e1", 11)).isEqualTo(Taken.REWRITTEN);
        assertThat(bookmark.lookup("s3://lake/a", "e1", 10)).isEqualTo(Taken.KNOWN);
        assertThat(bookmark.lookup("s3://lake/c", "e1", 10)).isEqualTo(Taken.NEW);
    }

    @Test
    void theStartKnowsNothing() {
        assertThat(Bookmark.EMPTY.lookup("s3://lake/a", "e1", 10)).isEqualTo(Taken.NEW);
        assertThat(Bookmark.EMPTY.isEmpty()).isTrue();
        assertThat(Segment.decode("empty", Segment.of(List.of()).encode()).count())
                .isZero();
    }

    private static RandomGenerator seeded() {
        long seed = Long.getLong("tidemark.seed", System.nanoTime());
        System.out.println("tidemark.seed=" + seed);
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }
}
