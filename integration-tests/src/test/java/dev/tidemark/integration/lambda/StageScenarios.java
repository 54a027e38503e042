package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.integration.asl.StrictRunner.Ended;
import dev.tidemark.integration.asl.StrictRunner.Status;
import dev.tidemark.run.Head;
import dev.tidemark.testkit.PortTap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A stage with birdstrikes' job file deployed to it, for each test anew.
abstract class StageScenarios {

    /// An object of the lake.
    static final String ONE = "report_year=1995/strikes-q1.csv";

    @TempDir
    private Path folder;

    VirtualStage aws;
    Birdstrikes lake;

    /// A stage that no test has worked on.
    abstract VirtualStage stage(Random random);

    @BeforeEach
    void aStageWithTheJob() throws IOException {
        long seed = Long.getLong("tidemark.seed", System.nanoTime());
        System.out.println(getClass().getSimpleName() + ": tidemark.seed=" + seed);
        aws = stage(new Random(seed));
        lake = new Birdstrikes(aws, folder);
    }

    final void succeeded(Ended ended) {
        assertThat(ended.status())
                .as("%s %s %s", ended.error(), ended.cause(), aws.lines)
                .isEqualTo(Status.SUCCEEDED);
    }

    final void nothingIsLeft() {
        assertThat(aws.hidden()).isEmpty();
        assertThat(aws.state(Birdstrikes.JOB).head().state()).isEqualTo(Head.State.IDLE);
        assertThat(aws.state(Birdstrikes.JOB).runs())
                .allMatch(run -> run.state().ended());
    }

    /// Answers some calls and lets them have no effect.
    record Without(Map<String, Object> answers) implements PortTap {

        @Override
        @SuppressWarnings("unchecked") // The answers are of the types that those calls have.
        public <T> T call(String call, Supplier<T> effect) {
            Object answer = answers.get(call);
            return answer == null ? effect.get() : (T) answer;
        }
    }
}
