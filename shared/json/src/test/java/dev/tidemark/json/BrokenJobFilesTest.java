package dev.tidemark.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.job.JobFileException;
import dev.tidemark.job.Mistake;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BrokenJobFilesTest {

    @Test
    void theFileThatTheTableBreaksIsRight() {
        assertThat(JobFiles.mistakes(JobFiles.resource("/broken/base.yaml"))).isEmpty();
        assertThat(BrokenJob.table()).hasSizeGreaterThanOrEqualTo(60);
    }

    @ParameterizedTest
    @MethodSource("dev.tidemark.json.BrokenJob#table")
    void everyMistakeIsReportedWithLineColumnPathAndHint(BrokenJob broken) {
        assertThat(BrokenJob.told(JobFiles.mistakes(broken.yaml()))).isEqualTo(broken.expected());
    }

    @Test
    void tenMistakesAreReportedAtOnceInTheFilesOrder() {
        assertThat(JobFiles.mistakes(JobFiles.resource("/broken/ten.yaml")))
                .extracting(Mistake::line, Mistake::path)
                .containsExactly(
                        Assertions.tuple(1, "job"),
                        Assertions.tuple(3, "bookmark"),
                        Assertions.tuple(7, "flows[0].source.s3.recurse"),
                        Assertions.tuple(8, "flows[0].source.partitionKeys[0].type"),
                        Assertions.tuple(9, "flows[0].source.pushDownPredicate"),
                        Assertions.tuple(11, "flows[0].source.formatOptions.withHeader"),
                        Assertions.tuple(13, "flows[0].source.groupSize"),
                        Assertions.tuple(14, "flows[0].onBadRecords"),
                        Assertions.tuple(18, "flows[0].transforms[2].filter"),
                        Assertions.tuple(20, "flows[0].sink.path"));
    }

    /// Broken twins: a reader that stops at its first mistake, and one that counts columns from 0 as snakeyaml does.
    @Test
    void theTableCatchesAReaderThatStopsAtTheFirstMistakeAndOneThatCountsFromZero() {
        UnaryOperator<List<Mistake>> firstMistakeOnly = mistakes -> mistakes.subList(0, 1);
        UnaryOperator<List<Mistake>> columnsFromZero = mistakes -> mistakes.stream()
                .map(mistake -> new Mistake(
                        mistake.path(), mistake.line(), mistake.column() - 1, mistake.message(), mistake.hint()))
                .toList();
        assertThat(tableHolds(UnaryOperator.identity())).isTrue();
        assertThat(tableHolds(firstMistakeOnly)).isFalse();
        assertThat(tableHolds(columnsFromZero)).isFalse();
    }

    private static boolean tableHolds(UnaryOperator<List<Mistake>> twin) {
        return BrokenJob.table().stream()
                .allMatch(broken -> BrokenJob.told(twin.apply(JobFiles.mistakes(broken.yaml())))
                        .equals(broken.expected()));
    }

    @Test
    void aParamThatIsSetAndNotDeclaredIsAMistakeOfTheCommandLine() {
        List<Mistake> mistakes = mistakesWith(Map.of("lak", "s3://lake"));
        assertThat(BrokenJob.told(mistakes))
                .containsExactly("0:0 --set lak", "  The job file declares no param 'lak'.", "  Did you mean lake?");
    }

    @Test
    void bytesThatAreNoTextHaveAPlace() {
        byte[] bytes = "job: a\nflows: \u0000".getBytes(StandardCharsets.UTF_8);
        bytes[bytes.length - 1] = (byte) 0xFF;
        Assertions.assertThatThrownBy(
                        () -> JobFile.read(bytes, "job.yaml", Map.of(), Map.of(), "/home", JobFiles.FORMATS))
                .isInstanceOf(JobFileException.class)
                .hasMessageContaining("line 2, column 8: The byte here is no UTF-8.");
        assertThat(JobFiles.mistakes("job: a\u0007b").getFirst().message())
                .isEqualTo("The character U+0007 is not allowed in YAML.");
    }

    @Test
    void anEndlessNestIsAMistakeAndNoOverflow() {
        assertThat(JobFiles.mistakes("[".repeat(100_000))).isNotEmpty();
        assertThat(JobFiles.mistakes("job: " + "[".repeat(5_000) + "]".repeat(5_000)))
                .extracting(Mistake::message)
                .anyMatch(message -> message.contains("nested more than 64 deep"));
    }

    /// Whatever a slip of the hand does to a good file, the answer is a job or a list of mistakes. Handing the
    /// document to a reader that casts (snakeyaml's `load` and then `(List) map.get("schema")`) makes this fail.
    @Test
    void anyEditOfAGoodFileGivesAJobOrMistakes() {
        long seed = Long.getLong("tidemark.seed", System.nanoTime());
        System.out.println("anyEditOfAGoodFileGivesAJobOrMistakes: -Dtidemark.seed=" + seed);
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        int refused = 0;
        for (int round = 0; round < 3_000; round++) {
            String yaml = JobFiles.good(JobFiles.GOOD.get(random.nextInt(JobFiles.GOOD.size())));
            for (int edits = 1 + random.nextInt(3); edits > 0; edits--) {
                yaml = edited(yaml, random);
            }
            List<Mistake> mistakes = mistakesOf(yaml, seed, round);
            refused += mistakes.isEmpty() ? 0 : 1;
            int lines = (int) yaml.lines().count() + 1;
            assertThat(mistakes)
                    .allSatisfy(mistake -> assertThat(mistake.line()).isBetween(1, lines));
        }
        assertThat(refused).isGreaterThan(500);
    }

    private static List<Mistake> mistakesOf(String yaml, long seed, int round) {
        try {
            return JobFiles.mistakes(yaml);
        } catch (RuntimeException escaped) {
            throw new AssertionError("seed " + seed + ", round " + round + ":\n" + yaml, escaped);
        }
    }

    private static String edited(String yaml, RandomGenerator random) {
        List<String> lines = new ArrayList<>(yaml.lines().toList());
        int at = random.nextInt(lines.size());
        String line = lines.get(at);
        switch (random.nextInt(8)) {
            case 0 -> lines.remove(at);
            case 1 -> lines.add(at, line);
            case 2 -> lines.set(at, line.replaceFirst(": ", ": !x "));
            case 3 -> lines.add(random.nextInt(lines.size()), lines.remove(at));
            case 4 -> lines.set(at, line.substring(random.nextInt(line.length() + 1)));
            case 5 -> lines.set(at, line.substring(0, random.nextInt(line.length() + 1)));
            case 6 -> lines.set(at, "  " + line);
            default -> {
                int cut = random.nextInt(line.length() + 1);
                char inserted = "{}[],:#&*!|>'\"%@`$()-? \t0".charAt(random.nextInt(25));
                lines.set(at, line.substring(0, cut) + inserted + line.substring(cut));
            }
        }
        return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    }

    private static List<Mistake> mistakesWith(Map<String, String> set) {
        try {
            JobFiles.read(JobFiles.resource("/broken/base.yaml"), set, Map.of());
            return List.of();
        } catch (JobFileException refused) {
            return refused.mistakes();
        }
    }
}
