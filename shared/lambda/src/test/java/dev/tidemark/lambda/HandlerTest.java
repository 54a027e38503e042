package dev.tidemark.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HandlerTest {

    @TempDir
    private Path folder;

    private final Map<String, String> environment = DeployedStage.environment();
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

    private String handled(RequestStreamHandler handler) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        handler.handleRequest(new ByteArrayInputStream("{}".getBytes(StandardCharsets.UTF_8)), out, call());
        return out.toString(StandardCharsets.UTF_8);
    }

    private void aMissingSettingIsLogged(RequestStreamHandler handler) throws Exception {
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

    @Test
    void aSettingThatIsMissingIsLoggedAndNamed() throws Exception {
        aMissingSettingIsLogged(new Echo());
    }

    /// It ends without a word of its own in the log.
    @Test
    void theTwinThatAsksForItsSettingsBeforeItCanLogIsCaught() {
        RequestStreamHandler hasty = (in, out, call) -> {
            Settings _ = Settings.of(environment);
            new Echo().handleRequest(in, out, call);
        };
        assertThatThrownBy(() -> aMissingSettingIsLogged(hasty)).isInstanceOf(AssertionError.class);
    }

    /// What Lambda tells of a call, of which a handler asks no more than this.
    private Context call() {
        LambdaLogger logger = new LambdaLogger() {
            @Override
            public void log(String message) {
                logged.add(message);
            }

            @Override
            public void log(byte[] message) {
                logged.add(new String(message, StandardCharsets.UTF_8));
            }
        };
        Map<String, Object> known =
                Map.of("getAwsRequestId", "request-1", "getRemainingTimeInMillis", 60_000, "getLogger", logger);
        return (Context) Proxy.newProxyInstance(
                Context.class.getClassLoader(), new Class<?>[] {Context.class}, (proxy, method, in) -> {
                    Object answer = known.get(method.getName());
                    if (answer == null) {
                        throw new AssertionError("a handler asks for " + method.getName());
                    }
                    return answer;
                });
    }
}
