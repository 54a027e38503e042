package dev.tidemark.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HandlerTest {

    @TempDir
    private Path folder;

    private final Map<String, String> environment = new HashMap<>(Map.of(
            "TIDEMARK_STAGE", "dev",
            "TIDEMARK_TABLE", "t",
            "TIDEMARK_BUCKET", "state",
            "AWS_REGION", "eu-central-1",
            "AWS_ACCESS_KEY_ID", "testing",
            "AWS_SECRET_ACCESS_KEY", "testing"));
    private final List<String> logged = new ArrayList<>();

    private final class Echo extends Handler {

        Echo() {
            super("echo", () -> new AwsOutside(environment, folder));
        }

        @Override
        protected ObjectNode answer(JsonNode message, Invocation invocation) {
            return Wire.answer("ECHO");
        }
    }

    private String handled(Handler handler) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        handler.handleRequest(new ByteArrayInputStream("{}".getBytes(StandardCharsets.UTF_8)), out, new Call());
        return out.toString(StandardCharsets.UTF_8);
    }

    /// A twin that asks for its settings before it can log ends without a word of its own in the log.
    @Test
    void aSettingThatIsMissingIsLoggedAndNamed() throws Exception {
        Handler handler = new Echo();
        environment.remove("TIDEMARK_TABLE");
        assertThatThrownBy(() -> handled(handler)).isInstanceOf(SettingMissingException.class);
        assertThat(logged).hasSize(1);
        JsonNode line = Wire.read(logged.getFirst());
        assertThat(line.path("level").textValue()).isEqualTo("ERROR");
        assertThat(line.path("function").textValue()).isEqualTo("echo");
        assertThat(line.path("requestId").textValue()).isEqualTo("request-1");
        assertThat(line.path("error").textValue()).isEqualTo(SettingMissingException.class.getName());
        assertThat(line.path("message").textValue()).contains("TIDEMARK_TABLE");

        environment.put("TIDEMARK_TABLE", "t");
        assertThat(handled(handler)).as("nothing of the failure stays").contains("ECHO");
    }

    private final class Call implements Context {

        @Override
        public String getAwsRequestId() {
            return "request-1";
        }

        @Override
        public int getRemainingTimeInMillis() {
            return 60_000;
        }

        @Override
        public LambdaLogger getLogger() {
            return new LambdaLogger() {
                @Override
                public void log(String message) {
                    logged.add(message);
                }

                @Override
                public void log(byte[] message) {
                    logged.add(new String(message, StandardCharsets.UTF_8));
                }
            };
        }

        @Override
        public String getLogGroupName() {
            return "";
        }

        @Override
        public String getLogStreamName() {
            return "";
        }

        @Override
        public String getFunctionName() {
            return "echo";
        }

        @Override
        public String getFunctionVersion() {
            return "1";
        }

        @Override
        public String getInvokedFunctionArn() {
            return "";
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
            return 1_769;
        }
    }
}
