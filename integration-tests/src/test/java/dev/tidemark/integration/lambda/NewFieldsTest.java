package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.integration.asl.StrictRunner.Ended;
import dev.tidemark.integration.asl.StrictRunner.Status;
import dev.tidemark.run.Run;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Files have fields beyond what a plan sampled: the run ends, and starts the next one, which knows them.
final class NewFieldsTest {

    private static final String YAML = """
            job: growing
            flows:
              - name: f
                source:
                  s3: { paths: [ "s3://lake/in/" ] }
                  format: json
                sink: { path: "s3://lake/out/", format: json }
            """;

    private static final String LINE = "{\"id\":1,\"text\":\"" + "x".repeat(2_000) + "\"}\n";

    private VirtualAws aws;

    @BeforeEach
    void aStage() {
        long seed = Long.getLong("tidemark.seed", System.nanoTime());
        System.out.println("NewFieldsTest: tidemark.seed=" + seed);
        aws = new VirtualAws(new Random(seed));
        var _ = aws.deploy(YAML, Map.of());
    }

    @Test
    void newFieldsEndTheRunAndTheNextOneStartsAtOnceAndKnowsThem() throws Exception {
        aws.objects.put("s3://lake/in/late.json", LINE.repeat(600) + "{\"id\":2,\"late\":3}\n");
        Ended first = aws.run("growing");
        assertThat(first.status()).as("%s %s", first.error(), first.cause()).isEqualTo(Status.SUCCEEDED);
        assertThat(first.trail()).endsWith("Commit", "Abort", "IsAborted", "StartNext", "Done");
        assertThat(aws.all).as("the run, and the one that it starts").hasSize(2);
        assertThat(rows()).hasSize(601).contains("{\"id\":2,\"late\":3}");
        assertThat(aws.state("growing").runs().stream().map(Run::state))
                .containsExactly(Run.State.ABORTED, Run.State.COMMITTED);
        assertThat(aws.state("growing").head().failures()).isZero();
    }

    /// A broken twin of the file: nothing new in it, and then one run is enough.
    @Test
    void withoutNewFieldsOneRunIsEnough() throws Exception {
        aws.objects.put("s3://lake/in/late.json", LINE.repeat(600) + "{\"id\":2}\n");
        assertThat(aws.run("growing").trail()).endsWith("Commit", "IsCommitted", "Done");
        assertThat(aws.all).hasSize(1);
        assertThat(rows()).hasSize(601);
    }

    private List<String> rows() {
        return aws.objects.names("s3://lake/out/").stream()
                .flatMap(name -> aws.objects.text(name).lines())
                .toList();
    }
}
