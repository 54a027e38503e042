package dev.tidemark.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.run.Ports;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AwsOutsideTest {

    @TempDir
    private Path folder;

    private AwsOutside outside() {
        return new AwsOutside(DeployedStage.environment(), folder);
    }

    /// @param invocation what an invocation works with
    private static void clientsAreBuiltOnce(Supplier<AwsOutside> invocation) {
        assertThat(invocation.get().own()).isSameAs(invocation.get().own());
        assertThat(invocation.get().stateMachines()).isSameAs(invocation.get().stateMachines());
        Ports first = invocation.get().of(DeployedStage.job("orders", 7));
        Ports second = invocation.get().of(DeployedStage.job("orders", 7));
        assertThat(second.objects()).isSameAs(first.objects());
        assertThat(second.catalog()).isSameAs(first.catalog());
        assertThat(invocation.get().of(DeployedStage.job("events", 7)).objects())
                .as("another job has its own")
                .isNotSameAs(first.objects());
    }

    @Test
    void clientsAreBuiltOnceForAllInvocationsOfAnInstance() {
        AwsOutside outside = outside();
        clientsAreBuiltOnce(() -> outside);
    }

    @Test
    void theTwinThatBuildsThemForEachInvocationIsCaught() {
        assertThatThrownBy(() -> clientsAreBuiltOnce(this::outside)).isInstanceOf(AssertionError.class);
    }

    /// @param invocation what an invocation is given
    private static void callsAreCountedAnew(Supplier<Ports> invocation) {
        invocation.get().calls().add("s3.GetObject", 0.5);
        Ports second = invocation.get();
        second.calls().add("s3.GetObject", 0.25);
        second.calls().add("s3.PutObject", 1);
        assertThat(second.calls().counts()).isEqualTo(Map.of("s3.GetObject", 1L, "s3.PutObject", 1L));
        assertThat(second.calls().usd()).isEqualTo(1.25);
    }

    @Test
    void callsAreCountedAnewEachTime() {
        AwsOutside outside = outside();
        callsAreCountedAnew(() -> outside.of(DeployedStage.job("orders", 7)));
    }

    @Test
    void theTwinThatCountsOnIsCaught() {
        Ports kept = outside().of(DeployedStage.job("orders", 7));
        assertThatThrownBy(() -> callsAreCountedAnew(() -> kept)).isInstanceOf(AssertionError.class);
    }
}
