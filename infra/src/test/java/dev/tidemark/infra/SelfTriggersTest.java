package dev.tidemark.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tidemark.infra.StageSettings.AccessPoint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SelfTriggersTest {

    @ParameterizedTest
    @CsvSource({
        "s3://lake/in/, s3://lake/in/out/",
        "s3://lake/in, s3://lake/in/out",
        "s3a://lake/in/, s3://lake/in/year=2026/",
        "s3n://lake/in/, s3a://lake/in/",
        "s3://lake/in/deep/, s3://lake/in/",
        "s3://lake/, s3://lake/anywhere/",
    })
    void aJobThatWritesWhereItsObjectsAppearIsRefused(String reads, String writes) {
        // The job file itself refuses a sink below a source of the same job; across two jobs only this does.
        DeployedJob waits = Jobs.job("waits", reads, "s3://other/out/", true, "writes");
        DeployedJob writer = Jobs.job("writes", "s3://other/out/", writes, true);

        assertThatThrownBy(() -> SelfTriggers.refuse("dev", List.of(waits, writer)))
                .isInstanceOf(SelfTriggerException.class)
                .hasMessageContaining("Stage dev cannot be deployed: jobs ")
                .hasMessageContaining("waits writes to s3://other/out/, and new objects below s3://other/out/ start")
                .hasMessageContaining("Write to a folder beside");
    }

    @ParameterizedTest
    @CsvSource({
        "s3://lake/in/, s3://lake/in-old/",
        "s3://lake/in, s3://lake/in2",
        "s3://lake/in/, s3://lake2/in/",
        "s3://lake/in/, s3://lake/out/in/",
    })
    void neighboursAreAllowed(String reads, String writes) {
        DeployedJob waits = Jobs.job("waits", reads, "s3://other/out/", true);
        DeployedJob writer = Jobs.job("writes", "s3://other/out/", writes, true);

        assertThatCode(() -> SelfTriggers.refuse("dev", List.of(waits, writer))).doesNotThrowAnyException();
    }

    @Test
    void anAccessPointIsTheBucketItBelongsTo() {
        Map<String, AccessPoint> points = Map.of(
                "lake-abc-s3alias", new AccessPoint("lake", "arn:aws:s3:eu-central-1:123456789012:accesspoint/lake"));
        DeployedJob waits = Jobs.job("waits", "s3://lake-abc-s3alias/in/", "s3://other/out/", "", true, points);
        DeployedJob writer = Jobs.job("writes", "s3://other/out/", "s3://lake/in/", true);

        assertThatThrownBy(() -> SelfTriggers.refuse("dev", List.of(waits, writer)))
                .isInstanceOf(SelfTriggerException.class);
        assertThatThrownBy(() -> Jobs.job("waits", "s3://nobody-s3alias/in/", "s3://other/out/", true))
                .isInstanceOf(JobNotDeployableException.class)
                .hasMessageContaining("nobody-s3alias is the alias of an access point")
                .hasMessageContaining("accessPoints: { nobody-s3alias: { bucket: …, arn: … } }");
    }

    /// Rings of 2 to 9 jobs among others, in any order; opened at one place they are none: that is the broken twin of
    /// a check that refuses everything.
    @Test
    void ringsOfAnyLengthAreRefusedAndChainsAreNot() {
        long seed = Long.getLong("tidemark.seed", System.nanoTime());
        System.out.println("SelfTriggersTest: tidemark.seed=" + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            int length = 2 + random.nextInt(8);
            List<DeployedJob> chain = new ArrayList<>();
            for (int i = 1; i < length; i++) {
                chain.add(link(random, i, i + 1));
            }
            List<DeployedJob> others = List.of(
                    Jobs.job("scheduled", "s3://lake/1/", "s3://lake/1-too/", false),
                    Jobs.job("leaf", "s3://lake/2/", "s3://lake/leaf/", true));
            List<DeployedJob> open = shuffled(random, chain, others);
            assertThatCode(() -> SelfTriggers.refuse("dev", open)).doesNotThrowAnyException();

            chain.add(Jobs.job("j" + length, "s3://lake/" + length + "/", "s3://lake/1/", true, "j" + (length - 1)));
            List<DeployedJob> closed = shuffled(random, chain, others);
            SelfTriggerException refused =
                    catchThrowableOfType(SelfTriggerException.class, () -> SelfTriggers.refuse("dev", closed));
            assertThat(refused.jobs()).hasSize(length).doesNotHaveDuplicates().doesNotContain("scheduled", "leaf");
        }
    }

    /// By files or by `after`, whichever comes.
    private static DeployedJob link(Random random, int from, int to) {
        boolean byFiles = from == 1 || random.nextBoolean();
        String[] after = byFiles ? new String[0] : new String[] {"j" + (from - 1)};
        return Jobs.job("j" + from, "s3://lake/" + from + "/", "s3://lake/" + to + "/", byFiles, after);
    }

    private static List<DeployedJob> shuffled(Random random, List<DeployedJob> some, List<DeployedJob> others) {
        List<DeployedJob> all = new ArrayList<>(some);
        all.addAll(others);
        Collections.shuffle(all, random);
        return all;
    }
}
