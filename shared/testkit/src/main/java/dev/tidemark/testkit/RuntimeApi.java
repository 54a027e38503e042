package dev.tidemark.testkit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;

/// The HTTP interface from which a function's process takes its messages, as Lambda offers it
/// (docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html). For one process, one message after the other.
final class RuntimeApi implements AutoCloseable {

    private static final String ROOT = "/2018-06-01/runtime/";
    private static final String INVOCATION = ROOT + "invocation/";

    private record Call(String requestId, byte[] message, Instant deadline) {}

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final BlockingQueue<Call> waiting = new LinkedBlockingQueue<>();
    private final Map<String, CompletableFuture<FunctionAnswer>> asked = new ConcurrentHashMap<>();
    private final CompletableFuture<FunctionAnswer> notStarted = new CompletableFuture<>();

    RuntimeApi() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(ROOT, this::answer);
        server.setExecutor(threads);
        server.start();
    }

    /// As `AWS_LAMBDA_RUNTIME_API` says it.
    String address() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    CompletableFuture<FunctionAnswer> send(String requestId, String message, Duration time) {
        CompletableFuture<FunctionAnswer> answer = new CompletableFuture<>();
        asked.put(requestId, answer);
        waiting.add(new Call(
                requestId,
                message.getBytes(StandardCharsets.UTF_8),
                Instant.now().plus(time)));
        var _ = notStarted.thenAccept(answer::complete);
        return answer;
    }

    /// Nobody answers any more.
    void gone(String how) {
        FunctionAnswer answer =
                new FunctionAnswer(true, "{\"errorType\":\"Runtime.ExitError\",\"errorMessage\":\"" + how + "\"}");
        asked.values().forEach(waitingFor -> waitingFor.complete(answer));
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            if (path.equals(INVOCATION + "next")) {
                next(exchange);
            } else if (path.equals(ROOT + "init/error")) {
                notStarted.complete(new FunctionAnswer(true, body));
                exchange.sendResponseHeaders(202, -1);
            } else {
                String[] parts = path.substring(INVOCATION.length()).split("/", -1);
                CompletableFuture<FunctionAnswer> answer = asked.remove(parts[0]);
                if (answer == null) {
                    exchange.sendResponseHeaders(400, -1);
                    return;
                }
                exchange.sendResponseHeaders(202, -1);
                answer.complete(new FunctionAnswer(parts[1].equals("error"), body));
            }
        }
    }

    private void next(HttpExchange exchange) throws IOException {
        Call call;
        try {
            call = waiting.take();
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
            return;
        }
        exchange.getResponseHeaders().add("Lambda-Runtime-Aws-Request-Id", call.requestId);
        exchange.getResponseHeaders().add("Lambda-Runtime-Deadline-Ms", Long.toString(call.deadline.toEpochMilli()));
        exchange.getResponseHeaders()
                .add("Lambda-Runtime-Invoked-Function-Arn", "arn:aws:lambda:eu-central-1:123456789012:function:test:1");
        // Without it the native part of the client crashes.
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, call.message.length);
        exchange.getResponseBody().write(call.message);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
