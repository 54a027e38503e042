package dev.tidemark.integration.lambda;

import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;

/// Sits in every client of the SDK in this JVM (a resource `execution.interceptors` of the tests names it), where a
/// test hears each call of Tidemark's, changes it, or lets the process die at it. The test's own calls, those of the
/// bystander, are left alone.
public final class SdkTap implements ExecutionInterceptor {

    /// What a test does at a call, named as reports name it: `s3.GetObject`.
    interface Ear {

        /// @return what is sent instead
        default SdkRequest changed(String call, SdkRequest request) {
            return request;
        }

        /// Nothing of it is sent yet.
        default void before(String call, SdkRequest request) {}

        /// It has taken effect, and nobody has looked at the answer.
        default void after(String call) {}
    }

    private static final AtomicReference<@Nullable Ear> EAR = new AtomicReference<>();

    /// Listens until [#silence()].
    static void listen(Ear ear) {
        EAR.set(ear);
    }

    static void silence() {
        EAR.set(null);
    }

    @Override
    public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
        Ear ear = EAR.get();
        return ear == null ? context.request() : ear.changed(call(attributes), context.request());
    }

    @Override
    public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes attributes) {
        Ear ear = EAR.get();
        if (ear != null && !bystander(context)) {
            ear.before(call(attributes), context.request());
        }
    }

    @Override
    public void afterTransmission(Context.AfterTransmission context, ExecutionAttributes attributes) {
        Ear ear = EAR.get();
        if (ear != null && !bystander(context)) {
            ear.after(call(attributes));
        }
    }

    private static String call(ExecutionAttributes attributes) {
        return attributes.getAttribute(SdkExecutionAttribute.SERVICE_NAME).toLowerCase(Locale.ROOT) + "."
                + attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME);
    }

    private static boolean bystander(Context.BeforeTransmission context) {
        return context.httpRequest()
                .firstMatchingHeader("Authorization")
                .orElse("")
                .contains("Credential=bystander/");
    }
}
