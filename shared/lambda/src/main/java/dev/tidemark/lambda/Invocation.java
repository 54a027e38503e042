package dev.tidemark.lambda;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.job.Job;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.Patience;
import dev.tidemark.run.Ports;
import java.time.Duration;
import java.time.Instant;

/// One call of a function: what it may use, and until when.
///
/// @param outside   the world
/// @param function  its name, for logs
/// @param requestId Lambda's id of the call, the same when Lambda repeats it
/// @param began     epoch milliseconds
/// @param deadline  epoch milliseconds at which it must have answered
public record Invocation(Outside outside, String function, String requestId, long began, long deadline) {

    /// Kept for what comes after the work: the answer, the logs, a slow last call.
    static final Duration RESERVE = Duration.ofSeconds(15);

    /// Of that time, what is kept for words about a call that AWS never answered.
    private static final Duration LAST_WORDS = Duration.ofSeconds(3);

    static Invocation of(Outside outside, String function, String requestId, long remainingMillis) {
        long now = outside.own().now();
        outside.until(now + Math.max(0, remainingMillis - LAST_WORDS.toMillis()));
        return new Invocation(
                outside, function, requestId, now, now + Math.max(0, remainingMillis - RESERVE.toMillis()));
    }

    public Settings settings() {
        return outside.settings();
    }

    public JobFiles jobFiles() {
        return new JobFiles(outside.own(), settings());
    }

    /// A job with the places that it works in, its claims lasting as long as executions may.
    public JobContext context(Job job) {
        return context(job, new UntilDeadline());
    }

    /// The same for who works on many jobs: what one of them has to wait for is left to the next time, so that the
    /// others are not kept waiting.
    public JobContext contextOfMany(Job job) {
        return context(job, new UntilDeadline() {
            @Override
            public boolean pause(Duration time) {
                return false;
            }
        });
    }

    private JobContext context(Job job, Patience patience) {
        Ports ports = outside.of(job);
        Settings settings = settings();
        return new JobContext(
                job,
                ports,
                settings.workRoot(job.name()),
                settings.root() + "quarantine/",
                settings.lease(),
                false,
                patience);
    }

    /// The time now.
    public Instant now() {
        return outside.own().clock().instant();
    }

    /// Whether its time is up.
    public boolean over() {
        return outside.own().now() >= deadline;
    }

    public long millis() {
        return outside.own().now() - began;
    }

    /// Writes a line of log.
    public void log(String level, String message, ObjectNode about) {
        ObjectNode line = Wire.object()
                .put("time", outside.own().clock().instant().toString())
                .put("level", level)
                .put("function", function)
                .put("stage", settings().stage())
                .put("requestId", requestId);
        line.setAll(about);
        outside.say(line.put("message", message).toString());
    }

    /// A function ends at its deadline: it does not begin to wait for what comes later.
    private class UntilDeadline implements Patience {

        @Override
        public long deadline() {
            return deadline;
        }

        @Override
        public boolean pause(Duration time) {
            return outside.own().now() + time.toMillis() < deadline && outside.rest(time);
        }
    }
}
