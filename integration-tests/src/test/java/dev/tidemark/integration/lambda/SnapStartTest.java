package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaConstructorReference;
import com.tngtech.archunit.core.domain.JavaMethodReference;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.tidemark.functions.abort.AbortHandler;
import dev.tidemark.functions.commit.CommitHandler;
import dev.tidemark.functions.plan.PlanHandler;
import dev.tidemark.functions.process.ProcessHandler;
import dev.tidemark.functions.trigger.TriggerHandler;
import dev.tidemark.lambda.AwsOutside;
import dev.tidemark.lambda.Handler;
import dev.tidemark.lambda.Invocation;
import dev.tidemark.lambda.Outside;
import dev.tidemark.lambda.Wire;
import dev.tidemark.lambda.WireVersionException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A snapshot is taken when a handler's constructor is done, and many functions start from it: what it
/// holds is the same in all of them, hours or days later.
final class SnapStartTest {

    /// Where what must not be in a snapshot begins: packages and classes of the JDK and of the SDK, and
    /// single methods.
    private static final List<String> FORBIDDEN = List.of(
            "java.security.SecureRandom",
            "java.util.Random",
            "java.util.random.",
            "java.util.concurrent.ThreadLocalRandom",
            "java.util.UUID.randomUUID",
            "java.lang.Math.random",
            "java.lang.System.getenv",
            "java.lang.System.getProperty",
            "java.lang.System.currentTimeMillis",
            "java.lang.System.nanoTime",
            "java.time.Instant.now",
            "java.time.InstantSource.system",
            "java.time.Clock.",
            "java.net.",
            "java.nio.channels.",
            "java.nio.file.",
            "java.io.File",
            "java.lang.Thread",
            "software.amazon.awssdk.");

    private static final JavaClasses HOUSE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.tidemark");

    @Test
    void noConstructorOfAHandlerReachesClockRandomnessEnvironmentOrSockets() {
        for (Class<?> handler : List.of(
                AbortHandler.class,
                CommitHandler.class,
                PlanHandler.class,
                ProcessHandler.class,
                TriggerHandler.class)) {
            assertThat(reached(HOUSE.get(handler))).as(handler.getName()).isEmpty();
        }
    }

    /// The broken twin: what makes the world at once is found.
    @Test
    void aConstructorThatAsksTheWorldIsFound() {
        assertThat(reached(HOUSE.get(AwsOutside.class)))
                .anyMatch(call -> call.startsWith("java.security.SecureRandom"))
                .anyMatch(call -> call.startsWith("java.time.InstantSource.system"));
    }

    /// What runs when an object of the class is made: its constructors, the static initializers of it and
    /// of every class of ours that is touched on the way, and all that these call. A lambda's body runs
    /// later, if at all.
    private static Set<String> reached(JavaClass type) {
        Set<String> found = new TreeSet<>();
        Set<JavaCodeUnit> seen = new HashSet<>();
        Deque<JavaCodeUnit> open = new ArrayDeque<>(type.getConstructors());
        initializers(type, open);
        while (!open.isEmpty()) {
            JavaCodeUnit unit = open.removeFirst();
            if (!seen.add(unit)) {
                continue;
            }
            for (JavaAccess<?> access : unit.getAccessesFromSelf()) {
                if (access.isDeclaredInLambda()
                        || access instanceof JavaMethodReference
                        || access instanceof JavaConstructorReference) {
                    continue;
                }
                String target = access.getTargetOwner().getName() + "." + access.getName();
                if (FORBIDDEN.stream().anyMatch(target::startsWith)) {
                    found.add(target);
                }
                if (access.getTargetOwner().getPackageName().startsWith("dev.tidemark")) {
                    initializers(access.getTargetOwner(), open);
                    access.getTarget()
                            .resolveMember()
                            .filter(JavaCodeUnit.class::isInstance)
                            .map(JavaCodeUnit.class::cast)
                            .ifPresent(open::add);
                }
            }
        }
        return found;
    }

    private static void initializers(JavaClass type, Deque<JavaCodeUnit> open) {
        type.getStaticInitializer().ifPresent(open::add);
        type.getRawSuperclass()
                .filter(parent -> parent.getPackageName().startsWith("dev.tidemark"))
                .ifPresent(parent -> {
                    parent.getConstructors().stream()
                            .map(JavaConstructor.class::cast)
                            .forEach(open::add);
                    initializers(parent, open);
                });
    }

    @TempDir
    private Path temporary;

    private final Map<String, String> environment = new HashMap<>();

    private static final class Asking extends Handler {

        Asking(Supplier<Outside> outside) {
            super("asking", outside);
        }

        @Override
        protected ObjectNode answer(JsonNode message, Invocation invocation) {
            Wire.check(message);
            return Wire.answer("ASKED")
                    .put("stage", invocation.settings().stage())
                    .put("now", invocation.now().toString())
                    .put("attempt", invocation.outside().own().attempt());
        }
    }

    private void environment(String stage) {
        environment.putAll(Map.of(
                "TIDEMARK_STAGE",
                stage,
                "TIDEMARK_TABLE",
                "t-" + stage,
                "TIDEMARK_BUCKET",
                "b-" + stage,
                "AWS_REGION",
                "eu-central-1",
                "AWS_ACCESS_KEY_ID",
                "key-of-" + stage,
                "AWS_SECRET_ACCESS_KEY",
                "secret"));
    }

    private static JsonNode ask(Handler handler) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        handler.handleRequest(
                new ByteArrayInputStream("{\"wire\":1}".getBytes(StandardCharsets.UTF_8)),
                out,
                new LambdaCall("request", 60_000));
        return VirtualAws.json(out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void clockCredentialsAndEnvironmentAreThoseOfTheFirstMessageNotOfTheSnapshot() throws IOException {
        Handler handler = new Asking(() -> new AwsOutside(environment, temporary));
        Instant snapshot = Instant.now();
        environment("restored");

        JsonNode answer = ask(handler);

        assertThat(answer.path("stage").asText()).isEqualTo("restored");
        assertThat(Instant.parse(answer.path("now").asText())).isAfterOrEqualTo(snapshot);
    }

    @Test
    void functionsThatStartFromOneSnapshotDrawDifferentIds() throws IOException {
        environment("restored");
        Supplier<Outside> world = () -> new AwsOutside(environment, temporary);
        Set<String> drawn = new HashSet<>();
        for (int i = 0; i < 20; i++) {
            drawn.add(ask(new Asking(world)).path("attempt").asText());
        }
        assertThat(drawn).hasSize(20);
    }

    /// The broken twin: random numbers that were seeded before the snapshot are those of all.
    @Test
    void aTwinThatSeedsBeforeTheSnapshotDrawsTheSameIds() {
        byte[] snapshot = "seed".getBytes(StandardCharsets.UTF_8);
        assertThat(new Random(snapshot.length).nextLong()).isEqualTo(new Random(snapshot.length).nextLong());
    }

    /// EV-07: what an invocation left on this machine is gone before the next, also when it was thrown out
    /// of its work.
    @Test
    void temporaryFilesAreGoneAlsoAfterAnError() throws IOException {
        environment("restored");
        Handler handler = new Handler("leaving", () -> new AwsOutside(environment, temporary)) {
            @Override
            protected ObjectNode answer(JsonNode message, Invocation invocation) {
                try {
                    Files.write(temporary.resolve("tidemark-part-1.tmp"), new byte[1 << 20]);
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                }
                throw new WireVersionException("9", 1);
            }
        };
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> ask(handler)).isInstanceOf(WireVersionException.class);
            assertThat(temporary).isEmptyDirectory();
        }
    }
}
