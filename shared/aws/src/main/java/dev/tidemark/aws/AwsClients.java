package dev.tidemark.aws;

import dev.tidemark.run.Calls;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.glue.GlueClient;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.sfn.SfnClient;
import software.amazon.awssdk.services.sts.StsClient;

/// Clients of the AWS SDK as Tidemark wants them: one HTTP client without threads of its own, no retries inside (see
/// [Attempts]), endpoints from `AWS_ENDPOINT_URL` or `AWS_ENDPOINT_URL_<SERVICE>`.
final class AwsClients {

    private static final String ENDPOINT = "AWS_ENDPOINT_URL";

    /// S3 completes a large upload for minutes, and sends blanks meanwhile.
    private static final Duration SILENCE = Duration.ofMinutes(2);

    private final SdkHttpClient http;
    private final Map<String, String> environment;
    private final @Nullable AwsCredentialsProvider role;
    private final List<ExecutionInterceptor> interceptors;

    AwsClients(SdkHttpClient http, Map<String, String> environment) {
        this(http, environment, null, List.of());
    }

    private AwsClients(
            SdkHttpClient http,
            Map<String, String> environment,
            @Nullable AwsCredentialsProvider role,
            List<ExecutionInterceptor> interceptors) {
        this.http = http;
        this.environment = Map.copyOf(environment);
        this.role = role;
        this.interceptors = List.copyOf(interceptors);
    }

    /// The same services, called as somebody else.
    AwsClients as(AwsCredentialsProvider other) {
        return new AwsClients(http, environment, other, interceptors);
    }

    /// The same services; every request is counted.
    AwsClients counting(Calls calls) {
        return new AwsClients(http, environment, role, List.of(new ApiCalls(calls)));
    }

    static AwsClients of(Map<String, String> environment) {
        return new AwsClients(
                UrlConnectionHttpClient.builder().socketTimeout(SILENCE).build(), environment);
    }

    /// @param region null for the run's own
    S3Client s3(@Nullable String region) {
        URI endpoint = endpoint("s3");
        return plain(S3Client.builder(), endpoint)
                .region(region == null ? ownRegion() : Region.of(region))
                .forcePathStyle(endpoint == null ? null : Boolean.TRUE)
                // What is sent is what was given: parts and objects are whole in memory or in a file.
                .serviceConfiguration(settings -> settings.chunkedEncodingEnabled(false))
                .build();
    }

    DynamoDbClient dynamo() {
        return plain(DynamoDbClient.builder(), endpoint("dynamodb"))
                .region(ownRegion())
                .build();
    }

    GlueClient glue() {
        return plain(GlueClient.builder(), endpoint("glue")).region(ownRegion()).build();
    }

    StsClient sts() {
        return plain(StsClient.builder(), endpoint("sts")).region(ownRegion()).build();
    }

    SfnClient stepFunctions() {
        return plain(SfnClient.builder(), endpoint("sfn")).region(ownRegion()).build();
    }

    EventBridgeClient events() {
        return plain(EventBridgeClient.builder(), endpoint("eventbridge"))
                .region(ownRegion())
                .build();
    }

    /// @throws AwsRefusedException when none is set
    Region region() {
        Region own = ownRegion();
        if (own != null) {
            return own;
        }
        try {
            return new DefaultAwsRegionProviderChain().getRegion();
        } catch (SdkClientException e) {
            throw new AwsRefusedException(
                    "find out the region", "neither AWS_REGION nor a profile of the AWS configuration names one", e);
        }
    }

    /// As the SDK finds it; null lets it look into profiles too.
    private @Nullable Region ownRegion() {
        String name = environment.getOrDefault("AWS_REGION", environment.get("AWS_DEFAULT_REGION"));
        return name == null ? null : Region.of(name);
    }

    private @Nullable URI endpoint(String service) {
        String url =
                environment.getOrDefault(ENDPOINT + "_" + service.toUpperCase(Locale.ROOT), environment.get(ENDPOINT));
        return url == null || url.isEmpty() ? null : URI.create(url);
    }

    /// Null lets the SDK look further: profiles, a container's or machine's role.
    private @Nullable AwsCredentialsProvider credentials() {
        if (role != null) {
            return role;
        }
        String id = environment.get("AWS_ACCESS_KEY_ID");
        String secret = environment.get("AWS_SECRET_ACCESS_KEY");
        String session = environment.get("AWS_SESSION_TOKEN");
        if (id == null || secret == null) {
            return null;
        }
        return StaticCredentialsProvider.create(
                session == null
                        ? AwsBasicCredentials.create(id, secret)
                        : AwsSessionCredentials.create(id, secret, session));
    }

    private <B extends AwsSyncClientBuilder<B, ?> & AwsClientBuilder<B, ?>> B plain(B builder, @Nullable URI endpoint) {
        return builder.httpClient(http)
                .endpointOverride(endpoint)
                .credentialsProvider(credentials())
                .overrideConfiguration(settings ->
                        settings.retryStrategy(AwsRetryStrategy.doNotRetry()).executionInterceptors(interceptors));
    }
}
