package dev.tidemark.integration.lambda;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tidemark.data.TidemarkException;
import dev.tidemark.lambda.Handler;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.function.Function;

/// Stands before moto: answers invocations of functions with the real handlers, and passes everything else on.
///
/// A function that ends by an exception is answered as Lambda's API reference has it (Invoke): 200 with
/// `X-Amz-Function-Error`, the error's class and message in the body.
final class LambdaGateway implements AutoCloseable {

    private static final String INVOCATIONS = "/2015-03-31/functions/";
    private static final long REMAINING_MILLIS = 900_000;

    /// What the JDK's client sets itself.
    private static final Set<String> HOP =
            Set.of("connection", "content-length", "expect", "host", "transfer-encoding", "upgrade");

    private final HttpServer server;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final ConcurrentLinkedQueue<String> invoked = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> messages = new ConcurrentLinkedQueue<>();
    private volatile URI moto = URI.create("http://nowhere");
    private volatile Function<String, Handler> functions = name -> {
        throw new IllegalStateException(name);
    };

    LambdaGateway() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work);
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/", this::answer);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    /// @param behind  moto
    /// @param handler a fresh instance of a function, by its name
    void to(URI behind, Function<String, Handler> handler) {
        moto = behind;
        functions = handler;
    }

    /// Names of the functions that were invoked, in order.
    ConcurrentLinkedQueue<String> invoked() {
        return invoked;
    }

    /// What they were sent, as [Messages#outline] has it, in order.
    ConcurrentLinkedQueue<String> messages() {
        return messages;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getRawPath();
            byte[] body = exchange.getRequestBody().readAllBytes();
            if (path.startsWith(INVOCATIONS)) {
                invoke(exchange, path.substring(INVOCATIONS.length(), path.lastIndexOf('/')), body);
            } else {
                pass(exchange, body);
            }
        }
    }

    private void invoke(HttpExchange exchange, String function, byte[] body) throws IOException {
        invoked.add(function);
        messages.add(Messages.outline(function, VirtualStage.json(new String(body, StandardCharsets.UTF_8))));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.getResponseHeaders().add("x-amzn-RequestId", UUID.randomUUID().toString());
        try {
            functions
                    .apply(function)
                    .handleRequest(
                            new ByteArrayInputStream(body),
                            out,
                            new LambdaCall(UUID.randomUUID().toString(), REMAINING_MILLIS));
        } catch (TidemarkException problem) {
            exchange.getResponseHeaders().add("X-Amz-Function-Error", "Unhandled");
            out.write(VirtualAws.JSON
                    .createObjectNode()
                    .put("errorMessage", problem.getMessage())
                    .put("errorType", problem.getClass().getName())
                    .toString()
                    .getBytes(StandardCharsets.UTF_8));
        }
        send(exchange, 200, out.toByteArray());
    }

    private void pass(HttpExchange exchange, byte[] body) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        moto.resolve(exchange.getRequestURI().toString()))
                .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (!HOP.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
            }
        });
        HttpResponse<byte[]> response;
        try {
            response = http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
        response.headers().map().forEach((name, values) -> {
            if (!HOP.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> exchange.getResponseHeaders().add(name, value));
            }
        });
        send(exchange, response.statusCode(), response.body());
    }

    private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        if (body.length > 0) {
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
