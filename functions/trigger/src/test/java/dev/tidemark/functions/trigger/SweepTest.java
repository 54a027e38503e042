package dev.tidemark.functions.trigger;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// In which order a sweep that may not come to an end looks after the jobs.
final class SweepTest {

    private static final Instant FIRST = Instant.parse("2026-11-30T12:00:01Z");

    private static List<String> jobs(int count) {
        return IntStream.range(0, count).mapToObj("job-%04d"::formatted).toList();
    }

    /// The most sweeps between two of which one comes to a job.
    private static int longestWait(int jobs, int done, boolean inTurn) {
        Map<String, Integer> last = new HashMap<>();
        jobs(jobs).forEach(job -> last.put(job, -1));
        int longest = 0;
        int sweeps = 20 * jobs / done + 20;
        for (int sweep = 0; sweep < sweeps; sweep++) {
            List<String> order =
                    inTurn ? Sweep.inTurn(jobs(jobs), FIRST.plus(Sweep.EVERY.multipliedBy(sweep))) : jobs(jobs);
            for (String job : order.subList(0, done)) {
                Integer before = last.put(job, sweep);
                longest = Math.max(longest, sweep - (before == null ? -1 : before));
            }
        }
        for (int before : last.values()) {
            longest = Math.max(longest, sweeps - before);
        }
        return longest;
    }

    @ParameterizedTest
    @CsvSource({"1,1", "2,1", "7,3", "25,5", "100,7", "1000,40", "1000,999"})
    void everyJobHasItsTurnAlsoWhenNoSweepComesToAnEnd(int jobs, int done) {
        int fair = (jobs + done - 1) / done;
        assertThat(longestWait(jobs, done, true)).isLessThanOrEqualTo(3 * fair + 1);
        if (done < jobs) {
            assertThat(longestWait(jobs, done, false))
                    .as("the broken twin, in the order of names, never comes to the last")
                    .isGreaterThan(20 * fair - 20);
        }
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "12"})
    void aSweepThatComesToAnEndLooksAfterEachJobOnce(int jobs) {
        assertThat(new ArrayList<>(Sweep.inTurn(jobs(jobs), FIRST))).containsExactlyInAnyOrderElementsOf(jobs(jobs));
    }
}
