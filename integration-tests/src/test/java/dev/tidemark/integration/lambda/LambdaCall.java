package dev.tidemark.integration.lambda;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;

/// What Lambda tells a handler of a call.
record LambdaCall(String requestId, long remainingMillis) implements Context {

    @Override
    public String getAwsRequestId() {
        return requestId;
    }

    @Override
    public int getRemainingTimeInMillis() {
        return (int) remainingMillis;
    }

    @Override
    public String getLogGroupName() {
        return "/aws/lambda/test";
    }

    @Override
    public String getLogStreamName() {
        return "test";
    }

    @Override
    public String getFunctionName() {
        return "test";
    }

    @Override
    public String getFunctionVersion() {
        return "1";
    }

    @Override
    public String getInvokedFunctionArn() {
        return "arn:aws:lambda:eu-central-1:123456789012:function:test:1";
    }

    @Override
    public CognitoIdentity getIdentity() {
        throw new UnsupportedOperationException();
    }

    @Override
    public ClientContext getClientContext() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int getMemoryLimitInMB() {
        return 1769;
    }

    @Override
    public LambdaLogger getLogger() {
        throw new UnsupportedOperationException("lines go through Outside");
    }
}
