package dev.tidemark.aws;

import dev.tidemark.spi.StorageUnavailableException;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkException;

/// Calls AWS again while an answer says nothing about the outcome: throttled, a conflict, 5xx, or none at all.
///
/// The SDK's own retries are off, so that this is the only place that waits. Waits are "full jitter": any time below
/// a limit that doubles.
///
/// @param pause  how to wait
/// @param random 64 random bits a call
record Attempts(Pause pause, LongSupplier random) {

    /// Calls in all. With the waits between them about half a minute, a minute at most.
    static final int MOST = 12;

    private static final long FIRST_WAIT_MILLIS = 50;
    private static final long LONGEST_WAIT_MILLIS = 10_000;

    /// @param what what is tried on which object, for messages: "write the item job#x / head"
    /// @throws StorageUnavailableException when no call was answered
    <T> T call(String what, Supplier<T> call) {
        return call(what, call, Unanswered::still);
    }

    /// @param unanswered looks at the state of things after a call whose outcome is unknown
    <T> T call(String what, Supplier<T> call, Unanswered<T> unanswered) {
        for (int made = 1; ; made++) {
            try {
                return call.get();
            } catch (SdkException e) {
                if (!AwsAnswers.unknown(e)) {
                    throw AwsAnswers.refusal(what, e);
                }
                Looked<T> looked = unanswered.look();
                if (looked instanceof Looked.Done<T>(T answer)) {
                    return answer;
                }
                if (made == MOST || !rest(made)) {
                    throw new StorageUnavailableException(
                            what,
                            "after %d calls the last answer was: %s. Nobody knows whether it took effect; calling again is safe."
                                    .formatted(made, AwsAnswers.text(e)),
                            e);
                }
            }
        }
    }

    /// Waits as after the given number of calls.
    boolean rest(int made) {
        long limit = Math.min(LONGEST_WAIT_MILLIS, FIRST_WAIT_MILLIS << Math.min(made - 1, 20));
        return pause.rest(Duration.ofMillis(Math.floorMod(random.getAsLong(), limit) + 1));
    }

    /// What a look at the state of things said.
    sealed interface Looked<T> {

        /// The effect is there, or can never be.
        record Done<T>(T answer) implements Looked<T> {}

        /// Nothing is known: call again.
        record Unknown<T>() implements Looked<T> {}
    }

    /// @see Looked
    @FunctionalInterface
    interface Unanswered<T> {
        Looked<T> look();

        static <T> Looked<T> still() {
            return new Looked.Unknown<>();
        }
    }
}
