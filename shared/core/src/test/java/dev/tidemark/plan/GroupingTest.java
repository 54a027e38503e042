package dev.tidemark.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.job.GroupFiles;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.partition.Partition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GroupingTest {

    private static final long MB = 1L << 20;
    private final Grouping grouping = new Grouping(GroupFiles.IN_PARTITION, 128 * MB);

    /// GF-06.
    @Test
    void groupsFillFrontToBackStayInTheirPartitionAndLeaveOversizeAlone() {
        List<ChunkInput> inputs = new ArrayList<>();
        long[] sizes = {MB, MB, MB, 300 * MB, MB};
        for (int i = 0; i < sizes.length; i++) {
            inputs.add(input("a", i, sizes[i]));
        }
        inputs.add(input("b", 0, MB));
        inputs.add(input("b", 1, MB));
        Grouping.Packed packed = grouping.pack("raw", inputs);
        assertThat(shape(packed)).containsExactly("1: a0 a1 a2", "1: a3", "2: a4 b0 b1");
        assertThat(packed.groups()).isEqualTo(4);
        assertThat(grouping.pack("raw", inputs)).isEqualTo(packed);
    }

    @Test
    void aGroupClosesBeforeItsSizeAndAChunkBeforeItsOwn() {
        Grouping small = new Grouping(GroupFiles.IN_PARTITION, 64 * MB);
        List<ChunkInput> inputs = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            inputs.add(input("a", i, 32 * MB));
        }
        Grouping.Packed packed = small.pack("raw", inputs);
        assertThat(shape(packed)).containsExactly("2: a0 a1 a2 a3", "2: a4 a5 a6");
    }

    @Test
    void withoutGroupsEveryObjectIsAGroupAndChunksHoldMany() {
        Grouping none = new Grouping(GroupFiles.NONE, 128 * MB);
        List<ChunkInput> inputs =
                IntStream.range(0, 2_500).mapToObj(i -> input("a", i, 1)).toList();
        Grouping.Packed packed = none.pack("raw", inputs);
        assertThat(packed.groups()).isEqualTo(2_500);
        assertThat(packed.chunks().stream().map(chunk -> chunk.inputs().size())).containsExactly(1_000, 1_000, 500);
    }

    @Test
    void aSplittableOversizeObjectBecomesPiecesThatHoldNothingElse() {
        List<ChunkInput> inputs = List.of(input("a", 0, 1), input("a", 1, 300 * MB + 1), input("a", 2, 1));
        Grouping.Packed packed = packAndSplit(grouping, "raw", inputs, object -> true);
        assertThat(shape(packed))
                .containsExactly(
                        "1: a0", "1: a1[0,104857601)", "0: a1[104857601,209715202)", "0: a1[209715202,end)", "1: a2");
        assertThat(packed.groups()).isEqualTo(3);
        assertThat(packed.chunks().stream().mapToLong(Chunk::sizeBytes).sum()).isEqualTo(300 * MB + 3);
    }

    @Test
    void anObjectOfJustAChunkIsNotSplit() {
        assertThat(shape(packAndSplit(grouping, "raw", List.of(input("a", 0, 128 * MB)), object -> true)))
                .containsExactly("1: a0");
    }

    @Test
    void everyByteOfEveryObjectIsInOneChunkWithinTheBounds() {
        assertThat(firstBroken(GroupingTest::packAndSplit)).isNull();
    }

    /// The broken twin grows a group across a partition's border.
    @Test
    void theTwinThatGroupsAcrossPartitionsIsCaught() {
        assertThat(firstBroken((rules, flow, inputs, splitting) -> {
                    List<ChunkInput> one = inputs.stream()
                            .map(input -> new ChunkInput(
                                    input.object(), Partition.NONE, input.from(), input.to(), input.rewritten()))
                            .toList();
                    return packAndSplit(rules, flow, one, splitting);
                }))
                .isNotNull();
    }

    /// The broken twin forgets what is left when the input ends.
    @Test
    void theTwinThatForgetsTheLastChunkIsCaught() {
        assertThat(firstBroken((rules, flow, inputs, splitting) -> {
                    Grouping.Packed all = packAndSplit(rules, flow, inputs, splitting);
                    int keep = Math.max(0, all.chunks().size() - 1);
                    return new Grouping.Packed(all.chunks().subList(0, keep), all.groups());
                }))
                .isNotNull();
    }

    private static Grouping.Packed packAndSplit(
            Grouping rules, String flow, List<ChunkInput> inputs, Splitting splitting) {
        Grouping.Packed packed = rules.pack(flow, inputs);
        return new Grouping.Packed(rules.split(packed.chunks(), splitting), packed.groups());
    }

    private interface Pack {
        Grouping.Packed pack(Grouping rules, String flow, List<ChunkInput> inputs, Splitting splitting);
    }

    private static @Nullable String firstBroken(Pack pack) {
        long seed = Long.getLong("tidemark.seed", System.nanoTime());
        System.out.println("tidemark.seed=" + seed);
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int round = 0; round < 300; round++) {
            Grouping rules = new Grouping(
                    random.nextInt(4) == 0 ? GroupFiles.NONE : GroupFiles.IN_PARTITION, (1 + random.nextInt(300)) * MB);
            List<ChunkInput> inputs = inputs(random);
            Splitting splitting = object -> object.etag().equals("splittable");
            String broken = broken(rules, inputs, pack.pack(rules, "raw", inputs, splitting));
            if (broken != null) {
                return broken;
            }
        }
        return null;
    }

    private static List<ChunkInput> inputs(RandomGenerator random) {
        List<ChunkInput> inputs = new ArrayList<>();
        for (int partition = random.nextInt(5); partition >= 0; partition--) {
            int few = random.nextInt(10) == 0 ? 1_500 : 12;
            for (int i = random.nextInt(few); i >= 0; i--) {
                long size = switch (random.nextInt(few > 12 ? 20 : 4)) {
                    case 0 -> random.nextLong(900 * MB);
                    case 1 -> random.nextLong(130 * MB);
                    case 2 -> 0;
                    default -> random.nextLong(MB);
                };
                ChunkInput input = input("p" + partition + "-", i, size);
                inputs.add(random.nextBoolean() ? input : splittable(input));
            }
        }
        return inputs;
    }

    /// What is wrong with a result, or null.
    private static @Nullable String broken(Grouping rules, List<ChunkInput> inputs, Grouping.Packed packed) {
        Map<String, Long> next = new HashMap<>();
        List<String> order = new ArrayList<>();
        int groups = 0;
        for (Chunk chunk : packed.chunks()) {
            groups += chunk.groups();
            boolean ranges = chunk.inputs().stream().anyMatch(input -> !input.whole());
            boolean oversize = chunk.sizeBytes() > rules.chunkBytes();
            if ((ranges || oversize) && chunk.inputs().size() > 1) {
                return "a range or an oversize object shares chunk " + chunk.number();
            }
            if (chunk.inputs().size() > Grouping.CHUNK_OBJECTS || (ranges && oversize)) {
                return "chunk " + chunk.number() + " is too large";
            }
            if (chunk.groups() < fewestGroups(rules, chunk) && !ranges) {
                return "a group of chunk " + chunk.number() + " crosses a partition or a size";
            }
            for (ChunkInput input : chunk.inputs()) {
                String key = input.object().location();
                if (!next.getOrDefault(key, 0L).equals(input.from())) {
                    return key + " does not continue at " + input.from();
                }
                next.put(key, input.to());
                if (input.from() == 0) {
                    order.add(key);
                }
            }
        }
        boolean whole = next.values().stream().allMatch(to -> to == Long.MAX_VALUE);
        List<String> given =
                inputs.stream().map(input -> input.object().location()).toList();
        if (!whole || !order.equals(given)) {
            return "not every object is read whole, once and in order";
        }
        return groups == packed.groups() ? null : "groups are miscounted";
    }

    private static int fewestGroups(Grouping rules, Chunk chunk) {
        if (rules.groupFiles() == GroupFiles.NONE) {
            return chunk.inputs().size();
        }
        long partitions = chunk.inputs().stream()
                .map(input -> input.object().location().replaceAll("-.*", ""))
                .distinct()
                .count();
        long weight = chunk.inputs().stream()
                .mapToLong(input -> Math.min(input.object().sizeBytes(), rules.groupBytes()))
                .sum();
        long bySize = (weight - 1) / rules.groupBytes() + 1;
        return (int) Math.max(partitions, bySize);
    }

    private static ChunkInput splittable(ChunkInput input) {
        SourceObject object = input.object();
        SourceObject other = new SourceObject(object.location(), object.sizeBytes(), Instant.EPOCH, "splittable", null);
        return new ChunkInput(other, input.partition(), 0, Long.MAX_VALUE, false);
    }

    private static ChunkInput input(String partition, int number, long size) {
        SourceObject object = new SourceObject("s3://lake/" + partition + number, size, Instant.EPOCH, "e", null);
        return new ChunkInput(object, new Partition(List.of("p"), List.of(partition)), 0, Long.MAX_VALUE, false);
    }

    private static List<String> shape(Grouping.Packed packed) {
        return packed.chunks().stream()
                .map(chunk -> chunk.groups() + ":"
                        + String.join(
                                "",
                                chunk.inputs().stream().map(GroupingTest::name).toList()))
                .toList();
    }

    private static String name(ChunkInput input) {
        String name = " " + input.object().location().substring("s3://lake/".length());
        String to = input.to() == Long.MAX_VALUE ? "end" : String.valueOf(input.to());
        return input.whole() ? name : name + "[" + input.from() + "," + to + ")";
    }
}
