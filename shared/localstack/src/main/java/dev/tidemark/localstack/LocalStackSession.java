package dev.tidemark.localstack;

import org.jspecify.annotations.Nullable;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;
import org.testcontainers.localstack.LocalStackContainer;
import org.testcontainers.utility.DockerImageName;

/// One LocalStack for all tests of a JVM, found by JUnit's service loader: S3 is asked there, all other services stay
/// with moto. Where the variable `AWS_ENDPOINT_URL_S3` names an S3 already, that one is asked and nothing is started.
public final class LocalStackSession implements LauncherSessionListener {

    private static final String S3 = "AWS_ENDPOINT_URL_S3";

    /// The last version that asks for no token.
    private static final DockerImageName IMAGE = DockerImageName.parse("localstack/localstack:4.14.0");

    private @Nullable LocalStackContainer started;

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        String given = System.getenv(S3);
        if (given != null && !given.isEmpty()) {
            return;
        }
        LocalStackContainer container = new LocalStackContainer(IMAGE).withServices("s3");
        container.start();
        started = container;
        System.setProperty(S3, container.getEndpoint().toString());
    }

    @Override
    public void launcherSessionClosed(LauncherSession session) {
        LocalStackContainer container = started;
        if (container != null) {
            System.clearProperty(S3);
            container.stop();
        }
    }
}
