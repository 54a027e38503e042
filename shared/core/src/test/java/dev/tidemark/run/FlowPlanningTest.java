package dev.tidemark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.bookmark.Bookmark;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.job.GroupFiles;
import dev.tidemark.job.Initial;
import dev.tidemark.job.OnRewrite;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.plan.Chunk;
import dev.tidemark.plan.ChunkInput;
import dev.tidemark.plan.FlowCounts;
import dev.tidemark.plan.MassRewriteException;
import dev.tidemark.plan.PlannedFlow;
import dev.tidemark.plan.Planner;
import dev.tidemark.plan.RewrittenObjectException;
import dev.tidemark.plan.WorkPlan;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

class FlowPlanningTest {

    private final ListedTree tree = new ListedTree();
    private final FlowFixture flow = new FlowFixture();

    /// BM-01: an object of the same second as the newest one taken.
    @Test
    void anObjectOfTheSameSecondAsTheLastOneTakenIsStillNew() {
        Instant second = Instant.parse("2026-09-20T12:00:05Z");
        tree.put(new SourceObject(ListedTree.BUCKET + "in/a.csv", 5, second, "e1", null));
        Bookmark taken = FlowFixture.bookmark(tree.all());
        tree.put(new SourceObject(ListedTree.BUCKET + "in/b.csv", 5, second, "e2", null));
        tree.put(new SourceObject(ListedTree.BUCKET + "in/c.csv", 5, second.minusSeconds(3_600), "e3", null));
        assertThat(FlowFixture.keys(flow.plan(tree, taken))).containsExactly("in/b.csv", "in/c.csv");
    }

    /// BM-03: overwritten, and the variant of equal bytes with a new time.
    @Test
    void anOverwrittenObjectIsReadAgainAndSaysSoButANewTimeAloneIsNoRewrite() {
        tree.put("in/k", 5, "e1").put("in/same", 5, "e1");
        Bookmark taken = FlowFixture.bookmark(tree.all());
        tree.put("in/k", 9, "e2")
                .put(new SourceObject(
                        ListedTree.BUCKET + "in/same", 5, Instant.parse("2027-01-01T00:00:00Z"), "e1", null));
        PlannedFlow planned = flow.plan(tree, taken);
        assertThat(FlowFixture.keys(planned)).containsExactly("in/k");
        assertThat(planned.chunks().getFirst().inputs().getFirst().rewritten()).isTrue();
        assertThat(planned.plan().counts().rewritten()).isEqualTo(1);
        assertThat(planned.plan().counts().alreadyProcessed()).isEqualTo(1);
    }

    /// BM-07, as far as planning goes: reset, rewind and a paused range.
    @Test
    void resetRewindAndAPausedRangePlanWhatTheySay() {
        tree.with("in/a", "in/b", "in/c");
        List<SourceObject> all = tree.all();
        assertThat(FlowFixture.keys(flow.plan(tree, Bookmark.EMPTY))).containsExactly("in/a", "in/b", "in/c");
        Bookmark afterFirst = FlowFixture.bookmark(all.subList(0, 1));
        assertThat(FlowFixture.keys(flow.plan(tree, afterFirst))).containsExactly("in/b", "in/c");
        tree.calls.clear();
        PlannedFlow range = flow.planning(tree).planRange(all.subList(1, 3));
        assertThat(FlowFixture.keys(range)).containsExactly("in/b", "in/c");
        assertThat(range.plan().recorded()).isEmpty();
        assertThat(tree.calls).isEmpty();
    }

    @Test
    void aRangeTakesTheLastVersionOfAKeyAndKeepsToTheSourcesRules() {
        tree.put("in/k=1/a", 1, "e1").put("in/k=1/a", 2, "e2");
        SourceObject old = new SourceObject(ListedTree.BUCKET + "in/k=1/a", 1, Instant.EPOCH, "e1", null);
        SourceObject now = tree.all().getFirst();
        SourceObject moved = new SourceObject(ListedTree.BUCKET + "elsewhere/b", 1, Instant.EPOCH, "e1", null);
        SourceObject hidden = new SourceObject(ListedTree.BUCKET + "in/_x", 1, Instant.EPOCH, "e1", null);
        PlannedFlow range = flow.planning(tree).planRange(List.of(old, moved, hidden, now));
        assertThat(range.chunks().getFirst().inputs()).singleElement().satisfies(input -> {
            assertThat(input.object()).isEqualTo(now);
            assertThat(input.partition().asMap()).isEqualTo(Map.of("k", "1"));
        });
        assertThat(range.plan().counts().ignoredBy()).isEqualTo(Map.of("outsidePaths", 1L, "hidden", 1L));
    }

    @Test
    void disableReadsEverythingWhateverTheBookmarkSays() {
        tree.with("in/a", "in/b");
        BookmarkView view = new BookmarkView(BookmarkMode.DISABLE, FlowFixture.bookmark(tree.all()), false);
        assertThat(FlowFixture.keys(flow.planning(tree).plan(view))).containsExactly("in/a", "in/b");
    }

    @Test
    void wideningThePredicateBringsInWhatWasNeverRead() {
        tree.with("in/k=1/a", "in/k=2/b");
        flow.predicate = "k = 1";
        PlannedFlow first = flow.plan(tree);
        List<SourceObject> taken = first.chunks().getFirst().inputs().stream()
                .map(ChunkInput::object)
                .toList();
        flow.predicate = "k >= 1";
        assertThat(FlowFixture.keys(flow.plan(tree, FlowFixture.bookmark(taken))))
                .containsExactly("in/k=2/b");
    }

    @Test
    void initialNowRecordsUnreadWhatExistsAtTheVeryFirstRunOnly() {
        tree.with("in/a", "in/b");
        flow.initial = Initial.NOW;
        PlannedFlow first = flow.plan(tree);
        assertThat(first.chunks()).isEmpty();
        assertThat(first.plan().recorded()).isEqualTo(tree.all());
        assertThat(first.plan().counts().ignoredBy()).isEqualTo(Map.of("initialNow", 2L));
        assertThat(first.plan().counts().fresh()).isZero();
        Bookmark taken = FlowFixture.bookmark(first.plan().recorded());
        tree.with("in/c");
        assertThat(FlowFixture.keys(flow.plan(tree, taken))).containsExactly("in/c");
        assertThat(FlowFixture.keys(flow.plan(tree, Bookmark.EMPTY))).hasSize(3);
    }

    @Test
    void boundsTakeTheFirstInKeyOrderAndCountTheRestAsLeft() {
        tree.put("in/a", 10, "e").put("in/b", 20, "e").put("in/c", 30, "e").put("in/d", 40, "e");
        flow.boundedFiles = 3L;
        FlowCounts counts = flow.plan(tree).plan().counts();
        assertThat(counts.fresh()).isEqualTo(3);
        assertThat(counts.leftObjects()).isEqualTo(1);
        assertThat(counts.leftBytes()).isEqualTo(40);
        flow.boundedFiles = null;
        flow.boundedSize = 59L;
        assertThat(FlowFixture.keys(flow.plan(tree))).containsExactly("in/a", "in/b");
        flow.boundedSize = 1L;
        assertThat(FlowFixture.keys(flow.plan(tree))).containsExactly("in/a");
    }

    @Test
    void aMassRewriteIsStoppedWithTheWaysOut() {
        Bookmark taken = rewritten(2_000, 1_001);
        assertThatThrownBy(() -> flow.plan(tree, taken))
                .isInstanceOf(MassRewriteException.class)
                .hasMessageContaining("1,001 of 2,000")
                .hasMessageContaining("s3://lake/in/0000")
                .hasMessageContaining("--accept-rewritten")
                .hasMessageContaining("onRewrite: skip");
        flow.acceptRewritten = true;
        assertThat(flow.plan(tree, taken).plan().counts().rewritten()).isEqualTo(1_001);
        flow.acceptRewritten = false;
        flow.maxRewritten = 1_001L;
        assertThat(flow.plan(tree, taken).plan().counts().rewritten()).isEqualTo(1_001);
        flow.maxRewritten = 5L;
        assertThatThrownBy(() -> flow.plan(tree, rewritten(100, 6))).isInstanceOf(MassRewriteException.class);
    }

    @Test
    void aThousandRewrittenOrATenthOfThoseKnownPass() {
        assertThat(flow.plan(tree, rewritten(1_500, 1_000)).plan().counts().rewritten())
                .isEqualTo(1_000);
        assertThat(flow.plan(tree, rewritten(11_000, 1_100)).plan().counts().rewritten())
                .isEqualTo(1_100);
        assertThatThrownBy(() -> flow.plan(tree, rewritten(11_000, 1_101))).isInstanceOf(MassRewriteException.class);
    }

    @Test
    void onRewriteSkipRecordsUnreadAndFailNamesTheObject() {
        Bookmark taken = rewritten(3, 2);
        tree.put("in/new", 1, "e");
        flow.onRewrite = OnRewrite.SKIP;
        PlannedFlow skipped = flow.plan(tree, taken);
        assertThat(FlowFixture.keys(skipped)).containsExactly("in/new");
        assertThat(skipped.plan().recorded())
                .extracting(SourceObject::location)
                .containsExactly("s3://lake/in/00000", "s3://lake/in/00001");
        assertThat(skipped.plan().counts().ignoredBy()).isEqualTo(Map.of("rewriteSkipped", 2L));
        BookmarkView pause = new BookmarkView(BookmarkMode.PAUSE, taken, false);
        assertThat(flow.planning(tree).plan(pause).plan().recorded()).isEmpty();
        flow.onRewrite = OnRewrite.FAIL;
        assertThatThrownBy(() -> flow.plan(tree, taken))
                .isInstanceOf(RewrittenObjectException.class)
                .hasMessageContaining("s3://lake/in/00000");
    }

    @Test
    void noGroupsAboveManyObjectsIsObeyedWithAWarning() {
        for (int i = 0; i <= Planner.MANY_OBJECTS; i++) {
            tree.put("in/%06d".formatted(i), 1, "e");
        }
        flow.groupFiles = GroupFiles.NONE;
        PlannedFlow planned = flow.plan(tree);
        assertThat(planned.plan().groups()).isEqualTo(Planner.MANY_OBJECTS + 1);
        assertThat(planned.plan().warnings()).singleElement().asString().contains("groupFiles");
    }

    @Test
    void refreshReadsAgainEveryObjectOfThePartitionsThatHaveSomethingNew() {
        tree.with("in/k=1/a", "in/k=2/a", "in/k=3/a");
        Bookmark taken = FlowFixture.bookmark(tree.all());
        tree.with("in/k=2/b").put("in/k=3/a", 11, "e2").with("in/k=3/b");
        flow.refreshTouched = true;
        PlannedFlow planned = flow.plan(tree, taken);
        assertThat(FlowFixture.keys(planned)).containsExactly("in/k=2/a", "in/k=2/b", "in/k=3/a", "in/k=3/b");
        assertThat(planned.plan().counts().fresh()).isEqualTo(2);
        assertThat(planned.plan().counts().rewritten()).isEqualTo(1);
        assertThat(planned.plan().counts().alreadyProcessed()).isEqualTo(2);
    }

    @Test
    void flowsAreJoinedAndTheirChunksNumberedThrough() {
        tree.with("in/a", "in/b");
        PlannedFlow one = flow.plan(tree);
        WorkPlan plan = Planner.join(List.of(one, one));
        assertThat(plan.chunks()).extracting(Chunk::number).containsExactly(0, 1);
        assertThat(plan.flows()).hasSize(2);
    }

    @Test
    void everyListedObjectIsInExactlyOneCountAndEveryNewOneInExactlyOneChunk() {
        long seed = Long.getLong("tidemark.seed", System.nanoTime());
        System.out.println("tidemark.seed=" + seed);
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int round = 0; round < 200; round++) {
            FlowFixture some = new FlowFixture();
            some.groupSize = 1L + random.nextInt(400);
            some.boundedFiles = random.nextInt(3) == 0 ? Long.valueOf(1 + random.nextInt(20)) : null;
            some.recurse = random.nextInt(4) > 0;
            some.partitionKeys = random.nextBoolean() ? List.of("k", "j") : List.of();
            some.exclusions = random.nextBoolean() ? List.of("**/x*") : List.of();
            some.maxRewritten = 1_000L;
            if (!some.partitionKeys.isEmpty() && random.nextBoolean()) {
                some.predicate = "k <> '1'";
            }
            List<SourceObject> objects = objects(random);
            List<SourceObject> taken =
                    objects.stream().filter(_ -> random.nextInt(3) == 0).toList();
            assertPlan(some, objects, taken, random);
        }
    }

    private static void assertPlan(
            FlowFixture some, List<SourceObject> objects, List<SourceObject> taken, RandomGenerator random) {
        Bookmark bookmark = FlowFixture.bookmark(taken);
        ListedTree small = new ListedTree(1 + random.nextInt(7));
        ListedTree large = new ListedTree();
        objects.forEach(small::put);
        objects.forEach(large::put);
        PlannedFlow planned = some.plan(small, bookmark);
        assertThat(some.plan(large, bookmark)).as("whatever the pages").isEqualTo(planned);
        FlowCounts counts = planned.plan().counts();
        assertThat(counts.fresh()
                        + counts.rewritten()
                        + counts.alreadyProcessed()
                        + counts.ignored()
                        + counts.leftObjects())
                .isEqualTo(counts.listed());
        List<String> read = FlowFixture.keys(planned);
        Set<String> distinct = new HashSet<>(read);
        assertThat(read).hasSize(distinct.size());
        FlowPlanning planning = some.planning(large);
        long explained = 0;
        for (SourceObject object : objects) {
            Explanation why =
                    planning.explain(object.location(), new BookmarkView(BookmarkMode.ENABLE, bookmark, false));
            String key = object.location().substring(ListedTree.BUCKET.length());
            explained += why.read() ? 1 : 0;
            if (distinct.contains(key)) {
                assertThat(why.read()).as(why.sentence()).isTrue();
            }
        }
        assertThat(explained).as("explain says what plan does").isEqualTo(distinct.size() + counts.leftObjects());
    }

    private static List<SourceObject> objects(RandomGenerator random) {
        Set<String> keys = new HashSet<>();
        for (int i = random.nextInt(60); i >= 0; i--) {
            StringBuilder key = new StringBuilder("in/");
            if (random.nextInt(12) > 0) {
                key.append("k=")
                        .append(random.nextInt(3))
                        .append("/j=")
                        .append(random.nextInt(2))
                        .append('/');
            }
            key.append(List.of("", "", "sub/", "_h/", ".g/", "_v=1/").get(random.nextInt(5)));
            key.append(List.of("a", "b", "x", "_z", "é", "\ud83d\ude00", "\uffee")
                            .get(random.nextInt(7)))
                    .append(random.nextInt(30));
            keys.add(key.toString());
        }
        List<SourceObject> objects = new ArrayList<>();
        for (String key : keys) {
            objects.add(new SourceObject(
                    ListedTree.BUCKET + key, random.nextInt(100), Instant.EPOCH, "e" + random.nextInt(2), null));
        }
        return objects;
    }

    /// `known` objects, the first `rewritten` of them overwritten since.
    private Bookmark rewritten(int known, int rewritten) {
        List<SourceObject> before = new ArrayList<>();
        for (int i = 0; i < known; i++) {
            String location = ListedTree.BUCKET + "in/%05d".formatted(i);
            before.add(new SourceObject(location, 1, Instant.EPOCH, "e1", null));
            tree.put("in/%05d".formatted(i), 1, i < rewritten ? "e2" : "e1");
        }
        return FlowFixture.bookmark(before);
    }
}
