package dev.tidemark.aws;

import dev.tidemark.run.Calls;
import java.util.Locale;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/// Counts every request that is sent, by `service.Operation`, and its price. A call that is tried again counts again.
///
/// @param calls the counts of one job's ports
record ApiCalls(Calls calls) implements ExecutionInterceptor {

    @Override
    public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes attributes) {
        String service =
                attributes.getAttribute(SdkExecutionAttribute.SERVICE_NAME).toLowerCase(Locale.ROOT);
        String operation = attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME);
        int items = context.request() instanceof TransactWriteItemsRequest transaction
                ? transaction.transactItems().size()
                : 1;
        long bytes = context.httpRequest()
                .firstMatchingHeader("Content-Length")
                .map(Long::parseLong)
                .orElse(0L);
        calls.add(service + "." + operation, ListPrices.of(service, operation, items, bytes));
    }
}
