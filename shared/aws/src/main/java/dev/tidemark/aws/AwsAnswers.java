package dev.tidemark.aws;

import dev.tidemark.data.TidemarkException;
import dev.tidemark.spi.StorageUnavailableException;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/// What AWS's errors mean: nothing (call again), or a refusal that a person has to look at.
///
/// The codes are those of the services' API references, "Errors" and "Common errors".
final class AwsAnswers {

    private static final Set<String> UNKNOWN = Set.of(
            // S3: another request on the same key, or the bucket, is under way.
            "ConditionalRequestConflict",
            "InternalError",
            "OperationAborted",
            "RequestTimeout",
            "RequestTimeTooSkewed",
            "SlowDown",
            // DynamoDB
            "LimitExceededException",
            "ProvisionedThroughputExceededException",
            "RequestLimitExceeded",
            "TransactionConflictException",
            "TransactionInProgressException",
            // EventBridge, for an entry; and Glue
            "InternalFailure",
            "InternalException",
            "ConcurrentModificationException",
            "ConcurrentRunsExceededException",
            "InternalServiceException",
            "OperationTimeoutException",
            "ResourceNotReadyException",
            "ThrottlingException");

    /// Why a transaction was cancelled, when the same transaction may be carried out the next time.
    private static final Set<String> PASSING =
            Set.of("TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded");

    private static final Set<String> DENIED = Set.of(
            "AccessDenied",
            "AccessDeniedException",
            "AllAccessDisabled",
            "ExpiredToken",
            "ExpiredTokenException",
            "InvalidAccessKeyId",
            "InvalidClientTokenId",
            "InvalidToken",
            "SignatureDoesNotMatch",
            "UnrecognizedClientException");

    private AwsAnswers() {}

    static boolean unknown(SdkException e) {
        if (e instanceof TransactionCanceledException cancelled) {
            return cancelled.cancellationReasons().stream().anyMatch(reason -> PASSING.contains(reason.code()));
        }
        if (e instanceof AwsServiceException answer) {
            // S3 sends the head of a long answer before it knows its end: an error may come with status 200.
            return answer.statusCode() >= 500
                    || answer.statusCode() < 300
                    || answer.statusCode() == 429
                    || answer.isThrottlingException()
                    || answer.isClockSkewException()
                    || UNKNOWN.contains(code(answer));
        }
        return !withoutCredentials(e) && neverAnswered(e);
    }

    private static boolean neverAnswered(SdkException e) {
        return e instanceof ApiCallTimeoutException
                || e instanceof ApiCallAttemptTimeoutException
                || (!(e instanceof AbortedException) && causedByTheNetwork(e));
    }

    /// Whether an entry of a batch that was answered with 200 is to be sent again.
    static boolean unknownCode(@Nullable String code) {
        return code != null && UNKNOWN.contains(code);
    }

    static TidemarkException refusal(String what, SdkException e) {
        if (e instanceof AwsServiceException answer) {
            String code = code(answer);
            if (code.equals("NoSuchBucket") || code.equals("PermanentRedirect")) {
                return new BucketMissingException(what, text(e), e);
            }
            if (DENIED.contains(code) || answer.statusCode() == 403 || answer.statusCode() == 401) {
                return new AwsAccessDeniedException(what, text(e), e);
            }
        }
        if (withoutCredentials(e)) {
            return new AwsAccessDeniedException(what, "no credentials are set", e);
        }
        return new AwsRefusedException(what, text(e), e);
    }

    /// The SDK has no class for it: it looked everywhere, in vain.
    private static boolean withoutCredentials(SdkException e) {
        return !(e instanceof AwsServiceException)
                && String.valueOf(e.getMessage()).contains("Unable to load credentials");
    }

    /// The same for an entry of a batch.
    static TidemarkException refusal(String what, @Nullable String code, @Nullable String message) {
        String answer = code + (message == null || message.isEmpty() ? "" : ": " + message);
        return code != null && DENIED.contains(code)
                ? new AwsAccessDeniedException(what, answer, null)
                : new AwsRefusedException(what, answer, null);
    }

    static StorageUnavailableException unavailable(String what, int made, @Nullable String answer) {
        return new StorageUnavailableException(
                what, "after %d calls the last answer was: %s. Calling again is safe.".formatted(made, answer), null);
    }

    static String code(AwsServiceException e) {
        return e.awsErrorDetails() == null || e.awsErrorDetails().errorCode() == null
                ? ""
                : e.awsErrorDetails().errorCode();
    }

    static String text(SdkException e) {
        String message = String.valueOf(e.getMessage());
        return message.endsWith(".") ? message.substring(0, message.length() - 1) : message;
    }

    private static boolean causedByTheNetwork(Throwable e) {
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException) {
                return true;
            }
        }
        return false;
    }
}
