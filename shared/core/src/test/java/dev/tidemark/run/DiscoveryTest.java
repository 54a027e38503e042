package dev.tidemark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.listing.SourceObject;
import dev.tidemark.listing.UnknownPartitionKeyException;
import dev.tidemark.plan.FlowCounts;
import dev.tidemark.plan.PlannedFlow;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The exact list of listing calls for given trees, and what is made of the answers.
class DiscoveryTest {

    private final ListedTree tree = new ListedTree();
    private final FlowFixture flow = new FlowFixture();

    @Test
    void withoutAPredicateOneFlatListingReadsTheWholePath() {
        tree.with("in/year=2025/a", "in/year=2026/month=1/b", "in/year=2026/month=2/c", "inner/x");
        flow.partitionKeys = List.of("year");
        PlannedFlow planned = flow.plan(tree);
        assertThat(FlowFixture.keys(planned))
                .containsExactly("in/year=2025/a", "in/year=2026/month=1/b", "in/year=2026/month=2/c");
        assertThat(tree.calls).containsExactly("flat in/");
        assertThat(planned.plan().counts().partitionsKept()).isEqualTo(2);
    }

    @Test
    void levelsAreListedDownToTheLastKeyThatThePredicateNames() {
        for (String year : List.of("2025", "2026")) {
            for (String month : List.of("01", "02", "03")) {
                tree.with(
                        "in/year=" + year + "/month=" + month + "/day=1/a",
                        "in/year=" + year + "/month=" + month + "/day=2/b");
            }
        }
        flow.partitionKeys = List.of("year", "month", "day");
        flow.predicate = "year = 2026 and month = '02'";
        PlannedFlow planned = flow.plan(tree);
        assertThat(tree.calls).containsExactly("level in/", "level in/year=2026/", "flat in/year=2026/month=02/");
        assertThat(FlowFixture.keys(planned))
                .containsExactly("in/year=2026/month=02/day=1/a", "in/year=2026/month=02/day=2/b");
        assertThat(planned.plan().counts().partitionsPruned()).isEqualTo(3);
        assertThat(planned.plan().counts().partitionsKept()).isEqualTo(2);
    }

    /// Three-valued: what the year alone decides is not listed, what the month may still decide is.
    @Test
    void aFolderIsListedAsLongAsADeeperKeyMayKeepIt() {
        for (String year : List.of("2024", "2025", "2026")) {
            tree.with("in/year=" + year + "/month=01/a", "in/year=" + year + "/month=02/b");
        }
        flow.partitionKeys = List.of("year", "month");
        flow.predicate = "year = 2026 or (year = 2025 and month = '02')";
        assertThat(FlowFixture.keys(flow.plan(tree)))
                .containsExactly("in/year=2025/month=02/b", "in/year=2026/month=01/a", "in/year=2026/month=02/b");
        assertThat(tree.calls)
                .containsExactly(
                        "level in/",
                        "level in/year=2025/",
                        "flat in/year=2025/month=02/",
                        "level in/year=2026/",
                        "flat in/year=2026/month=01/",
                        "flat in/year=2026/month=02/");
    }

    @Test
    void aThousandPrunedSiblingsCostNoCallBeyondTheirLevel() {
        for (int i = 0; i < 1_001; i++) {
            tree.with("in/day=%04d/hour=1/a".formatted(i), "in/day=%04d/hour=2/b".formatted(i));
        }
        flow.predicate = "day = '0500'";
        PlannedFlow planned = flow.plan(tree);
        assertThat(tree.calls).containsExactly("level in/", "level in/ after in/day=0999/", "flat in/day=0500/");
        assertThat(FlowFixture.keys(planned)).containsExactly("in/day=0500/hour=1/a", "in/day=0500/hour=2/b");
        assertThat(planned.plan().counts().partitionsPruned()).isEqualTo(1_000);
        assertThat(planned.plan().counts().listed()).isEqualTo(2);
    }

    /// The broken twin lists everything and prunes afterwards.
    @Test
    void aTwinThatListsBeforeItPrunesIsCaughtByItsCalls() {
        for (int i = 0; i < 1_001; i++) {
            tree.with("in/day=%04d/hour=1/a".formatted(i), "in/day=%04d/hour=2/b".formatted(i));
        }
        PlannedFlow everything = flow.plan(tree);
        List<String> calls = List.copyOf(tree.calls);
        tree.calls.clear();
        flow.predicate = "day = '0500'";
        assertThat(flow.plan(tree).plan().counts().listed()).isEqualTo(2);
        assertThat(everything.plan().counts().listed()).isEqualTo(2_002);
        assertThat(calls).first().isEqualTo("flat in/");
        assertThat(calls).isNotEqualTo(tree.calls);
    }

    @Test
    void foldersByTemplateAreWalkedLikeOthers() {
        tree.with("in/2025/01/a", "in/2026/01/b", "in/2026/02/deep/c", "in/readme");
        flow.partitionFolders = "{year}/{month}";
        flow.predicate = "Year >= 2026";
        PlannedFlow planned = flow.plan(tree);
        assertThat(tree.calls).containsExactly("level in/", "flat in/2026/");
        assertThat(FlowFixture.keys(planned)).containsExactly("in/2026/01/b", "in/2026/02/deep/c");
        assertThat(planned.chunks().getFirst().inputs().getFirst().partition().asMap())
                .isEqualTo(Map.of("year", "2026", "month", "01"));
        assertThat(planned.plan().counts().ignoredBy()).isEqualTo(Map.of("outsidePartitions", 1L));
    }

    @Test
    void withoutRecurseOnlyThePathAndItsPartitionsAreListed() {
        tree.with("in/a", "in/sub/b", "in/k=1/c", "in/k=1/sub/d", "in/k=2/j=1/e");
        flow.recurse = false;
        flow.exclusions = List.of("a");
        PlannedFlow planned = flow.plan(new ListedTree().with("in/a", "in/sub/b"));
        assertThat(planned.chunks()).isEmpty();
        assertThatThrownBy(() -> flow.plan(tree))
                .hasMessageContaining("in/k=1/c")
                .hasMessageContaining("partitionKeys");
        flow.partitionKeys = List.of("k");
        tree.calls.clear();
        assertThat(FlowFixture.keys(flow.plan(tree))).containsExactly("in/k=1/c");
        assertThat(tree.calls).containsExactly("level in/", "level in/k=1/", "level in/k=2/");
    }

    @Test
    void everyPageIsAskedForOnce() {
        ListedTree small = new ListedTree(2).with("in/a", "in/b", "in/c", "in/d");
        assertThat(FlowFixture.keys(flow.plan(small))).hasSize(4);
        assertThat(small.calls).containsExactly("flat in/", "flat in/ after in/b");
    }

    /// GF-05.
    @Test
    void markersHiddenAndZeroByteObjectsAreIgnoredEachUnderItsReason() {
        tree.put("in/", 0, "e")
                .put("in/p=1_$folder$", 0, "e")
                .put("in/p=1/", 0, "e")
                .put("in/_SUCCESS", 0, "e")
                .put("in/p=1/.x.parquet.crc", 12, "e")
                .put("in/_tmp/x.parquet", 10, "e")
                .put("in/_metadata", 10, "e")
                .put("in/p=1/a.parquet", 10, "e")
                .put("in/_p=2/b.parquet", 10, "e")
                .put("in/p=1/e.csv", 0, "e")
                .put("in/p=1/e.parquet", 0, "e");
        flow.exclusions = List.of("_p=2/**");
        PlannedFlow planned = flow.plan(tree);
        assertThat(FlowFixture.keys(planned)).containsExactly("in/p=1/a.parquet", "in/p=1/e.csv");
        flow.exclusions = List.of("p=1/**");
        assertThat(FlowFixture.keys(flow.plan(tree))).containsExactly("in/_p=2/b.parquet");
        assertThat(planned.plan().counts().ignoredBy())
                .isEqualTo(Map.of("folderMarker", 3L, "hidden", 4L, "emptyFile", 1L, "excluded", 1L));
        assertThat(planned.plan().warnings()).singleElement().asString().contains("in/p=1/e.parquet");
    }

    @Test
    void aHiddenNameInAnySegmentBelowThePathHidesButNotInThePathItself() {
        flow.paths = List.of(ListedTree.BUCKET + "_raw/");
        tree.with("_raw/a", "_raw/x/_b", "_raw/.git/c", "_raw/x/_y/z/d", "_raw/_x=1.csv");
        assertThat(FlowFixture.keys(flow.plan(tree))).containsExactly("_raw/a");
    }

    @Test
    void hiddenFoldersOnTheWayDownAreNotListed() {
        tree.with("in/_tmp/a", "in/k=1/b", "in/k=2/c");
        flow.predicate = "k = 1";
        flow.plan(tree);
        assertThat(tree.calls).containsExactly("level in/", "flat in/k=1/");
    }

    @Test
    void theOriginalSpellingOfAValueStaysInTheLocation() {
        tree.with("in/city=New%20York/a", "in/city=New York/b", "in/city=a%2fb/c");
        flow.predicate = "city = 'New York'";
        PlannedFlow planned = flow.plan(tree);
        assertThat(FlowFixture.keys(planned)).containsExactly("in/city=New York/b", "in/city=New%20York/a");
        assertThat(planned.chunks().getFirst().inputs())
                .allSatisfy(input -> assertThat(input.partition().values()).isEqualTo(List.of("New York")));
        assertThat(tree.calls).containsExactly("level in/", "flat in/city=New York/", "flat in/city=New%20York/");
    }

    @Test
    void theDefaultPartitionIsNull() {
        tree.with("in/k=__HIVE_DEFAULT_PARTITION__/a");
        assertThat(flow.plan(tree)
                        .chunks()
                        .getFirst()
                        .inputs()
                        .getFirst()
                        .partition()
                        .values())
                .isEqualTo(Arrays.asList((String) null));
    }

    @Test
    void anObjectBelowTwoPathsCountsOnce() {
        flow.paths = List.of(ListedTree.BUCKET + "in/sub/", ListedTree.BUCKET + "in/", ListedTree.BUCKET + "in/");
        tree.with("in/a", "in/sub/b", "in/sub/c");
        PlannedFlow planned = flow.plan(tree);
        assertThat(FlowFixture.keys(planned)).containsExactly("in/a", "in/sub/b", "in/sub/c");
        FlowCounts counts = planned.plan().counts();
        assertThat(counts.listed()).isEqualTo(8);
        assertThat(counts.ignoredBy()).isEqualTo(Map.of("duplicate", 5L));
        assertThat(counts.fresh()).isEqualTo(3);
    }

    @Test
    void aKeyOfThePredicateThatNoFolderHasIsAnErrorWithTheKnownNames() {
        tree.with("in/year=2026/month=1/a");
        flow.predicate = "month = 1 and yaer = 2026";
        assertThatThrownBy(() -> flow.plan(tree))
                .isInstanceOf(UnknownPartitionKeyException.class)
                .hasMessageContaining("column 15")
                .hasMessageContaining("year, month")
                .hasMessageContaining("Did you mean year?");
    }

    @Test
    void aPredicateOverFoldersThatAreNoPartitionsIsAnErrorAndNotAnEmptyRun() {
        tree.with("in/a.csv", "in/sub/b.csv");
        flow.predicate = "year = 2026";
        assertThatThrownBy(() -> flow.plan(tree))
                .isInstanceOf(UnknownPartitionKeyException.class)
                .hasMessageContaining("no k=v folder was found");
    }

    /// The broken twin is a look that goes on to the second path, where it meets the stray object before any folder.
    @Test
    void aLookThatFoundItsObjectRefusesNoPathThatItDidNotWalk() {
        flow.paths = List.of(ListedTree.BUCKET + "in/", ListedTree.BUCKET + "more/");
        flow.predicate = "k = 1";
        tree.with("in/k=1/a", "more/aside", "more/k=1/b");
        assertThat(flow.planning(tree).any().orElseThrow().object().location()).isEqualTo("s3://lake/in/k=1/a");
        assertThat(tree.calls).containsExactly("level in/", "flat in/k=1/");
        assertThat(FlowFixture.keys(flow.plan(tree))).containsExactly("in/k=1/a", "more/k=1/b");
        // A look that finds nothing walks all of both, and refuses as a plan does.
        ListedTree none = new ListedTree().with("in/k=2/a", "more/aside");
        assertThatThrownBy(() -> flow.planning(none).any()).isInstanceOf(UnknownPartitionKeyException.class);
    }

    @Test
    void aMarkerBesideDeeperPartitionsIsNoMissingKey() {
        tree.with("in/year=2025/_SUCCESS", "in/year=2026/month=1/a", "in/readme");
        flow.predicate = "month = 1";
        PlannedFlow planned = flow.plan(tree);
        assertThat(FlowFixture.keys(planned)).containsExactly("in/year=2026/month=1/a");
        assertThat(planned.plan().counts().ignoredBy()).isEqualTo(Map.of("hidden", 1L, "outsidePartitions", 1L));
    }

    @Test
    void excludedStorageClassesAreCountedAndTheStandardOneHasAName() {
        tree.put(new SourceObject(ListedTree.BUCKET + "in/a", 1, Instant.EPOCH, "e", "GLACIER"))
                .put(new SourceObject(ListedTree.BUCKET + "in/b", 1, Instant.EPOCH, "e", null));
        flow.excludeStorageClasses = List.of("GLACIER", "DEEP_ARCHIVE");
        assertThat(FlowFixture.keys(flow.plan(tree))).containsExactly("in/b");
        assertThat(flow.plan(tree).plan().counts().ignoredBy()).isEqualTo(Map.of("storageClass", 1L));
        flow.excludeStorageClasses = List.of("STANDARD");
        assertThat(FlowFixture.keys(flow.plan(tree))).containsExactly("in/a");
    }

    @Test
    void explainNamesTheRule() {
        tree.with("in/k=1/a", "in/k=2/b", "in/k=1/tmp/x", "in/_c");
        flow.exclusions = List.of("**/tmp/**");
        flow.predicate = "k = 1";
        FlowPlanning planning = flow.planning(tree);
        assertThat(why(planning, "in/k=1/a")).isEqualTo("new");
        assertThat(why(planning, "in/k=2/b")).isEqualTo("pruned");
        assertThat(why(planning, "in/k=1/tmp/x")).isEqualTo("excluded");
        assertThat(why(planning, "in/_c")).isEqualTo("hidden");
        assertThat(why(planning, "in/d")).isEqualTo("outsidePartitions");
        assertThat(why(planning, "in/k=1/gone")).isEqualTo("absent");
        assertThat(why(planning, "other/a")).isEqualTo("outsidePaths");
        assertThat(planning.explain(ListedTree.BUCKET + "in/k=1/tmp/x", BookmarkView.NONE)
                        .sentence())
                .contains("**/tmp/**");
        assertThat(planning.explain(ListedTree.BUCKET + "in/k=2/b", BookmarkView.NONE)
                        .sentence())
                .contains("{k=2}");
    }

    private static String why(FlowPlanning planning, String key) {
        return planning.explain(ListedTree.BUCKET + key, BookmarkView.NONE).reason();
    }

    @Test
    void aPathWithoutAnyObjectIsAMistakeAtTheFirstRunAndAWarningLater() {
        tree.with("inn/a");
        assertThatThrownBy(() -> flow.plan(tree))
                .isInstanceOf(SourcePathNotFoundException.class)
                .hasMessageContaining("s3://lake/in/");
        PlannedFlow later = flow.plan(tree, FlowFixture.bookmark(tree.all()));
        assertThat(later.plan().warnings()).containsExactly("There is no object below s3://lake/in/.");
    }

    @Test
    void aPathMayNameOneObject() {
        flow.paths = List.of(ListedTree.BUCKET + "in/a.csv");
        tree.with("in/a.csv", "in/a.csv.bak");
        assertThat(FlowFixture.keys(flow.plan(tree))).containsExactly("in/a.csv");
    }
}
