package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Seeded;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Whatever happens to a stage, in the end each version is there once, and nothing is left.
final class AttackTest {

    /// `-Dtidemark.stages=3000` takes four minutes.
    private static final int STAGES = Integer.getInteger("tidemark.stages", 30);

    private final long seed = Seeded.of("AttackTest").seed();

    @Test
    void whateverHappensEachVersionComesOutOnceAndNothingIsLeft() {
        Map<String, Integer> all = new TreeMap<>();
        for (int stage = 0; stage < STAGES; stage++) {
            Attack attack = attacked(stage, call -> null);
            assertThat(attack.wrong())
                    .as("tidemark.seed=%d, of which this is %d: %s", seed, stage, attack.done())
                    .isEmpty();
            attack.done().forEach((what, times) -> all.merge(what, times, Integer::sum));
        }
        System.out.println("AttackTest: " + all);
        assertThat(all).containsKeys("died", "stopped", "twice", "late call", "answer lost", "run inside");
    }

    private Attack attacked(int stage, Attack.Twin twin) {
        Attack attack = new Attack(seed + stage, 0.04 + 0.03 * (stage % 6), twin);
        for (int run = 0; run < 4; run++) {
            attack.aws.start(Attack.JOB);
            attack.aws.drain();
        }
        attack.calm();
        return attack;
    }

    @Test
    void aTwinThatDiscardsNothingLeavesUploads() {
        Map<String, Object> answers = Map.of("staging.discard", true, "staging.discardRun", 0);
        assertThat(foundIn(answers::get)).anyMatch(wrong -> wrong.startsWith("hidden"));
    }

    @Test
    void aTwinThatTakesFilesForCompletedLosesRows() {
        assertThat(foundIn(call -> call.equals("staging.complete") ? List.of() : null))
                .anyMatch(wrong -> wrong.endsWith("is lost"));
    }

    private List<String> foundIn(Attack.Twin twin) {
        for (int stage = 0; stage < STAGES; stage++) {
            List<String> wrong = attacked(stage, twin).wrong();
            if (!wrong.isEmpty()) {
                return wrong;
            }
        }
        return List.of();
    }
}
