package dev.tidemark.aws;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.model.Credentials;

/// Credentials of a role that is assumed when they are first needed, and again shortly before they end.
///
/// A role assumed by a role lasts an hour at most (STS, "Role chaining").
final class RoleCredentials implements AwsCredentialsProvider {

    static final Duration LASTS = Duration.ofHours(1);

    /// Longer than any single call takes.
    static final Duration RENEWED_BEFORE = Duration.ofMinutes(5);

    private record Kept(AwsCredentials credentials, Instant until) {}

    private final Supplier<StsClient> sts;
    private final Attempts attempts;
    private final InstantSource clock;
    private final String roleArn;
    private final String session;
    private @Nullable Kept kept;

    /// @param session how the calls are named in the account's logs
    RoleCredentials(Supplier<StsClient> sts, Attempts attempts, InstantSource clock, String roleArn, String session) {
        this.sts = sts;
        this.attempts = attempts;
        this.clock = clock;
        this.roleArn = roleArn;
        this.session = session.length() > 64 ? session.substring(0, 64) : session;
    }

    /// @throws AwsAccessDeniedException when the role may not be assumed
    @Override
    public synchronized AwsCredentials resolveCredentials() {
        Instant now = clock.instant();
        Kept current = kept;
        if (current == null || !now.isBefore(current.until.minus(RENEWED_BEFORE))) {
            current = assume(now);
            kept = current;
        }
        return current.credentials;
    }

    private Kept assume(Instant now) {
        Credentials given = attempts.call(
                "assume the role " + roleArn,
                () -> sts.get()
                        .assumeRole(request -> request.roleArn(roleArn)
                                .roleSessionName(session)
                                .durationSeconds((int) LASTS.toSeconds()))
                        .credentials());
        Instant hour = now.plus(LASTS);
        Instant until = given.expiration() == null || given.expiration().isAfter(hour) ? hour : given.expiration();
        return new Kept(
                AwsSessionCredentials.create(given.accessKeyId(), given.secretAccessKey(), given.sessionToken()),
                until);
    }
}
