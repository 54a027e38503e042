package dev.tidemark.integration.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.integration.asl.ExecutionStopped;
import dev.tidemark.integration.asl.FunctionFailure;
import dev.tidemark.integration.asl.StrictRunner;
import dev.tidemark.run.Head;
import dev.tidemark.spi.Item;
import dev.tidemark.spi.ItemKey;
import dev.tidemark.spi.Write;
import dev.tidemark.testkit.PortTap;
import dev.tidemark.testkit.Seeded;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Somebody damages an object or an item of the state between two invocations of a run. The run ends, well or by a
/// typed error, and calls nobody in circles; nothing comes out twice; once the damage is mended the job goes on.
final class DamagedStateTest {

    /// Of the about 700 and 1,300 there are; `-Dtidemark.damages=10000` tries all.
    private static final int MOST = Integer.getInteger("tidemark.damages", 90);

    /// A run has some ten.
    private static final int CALLS_OF_A_CIRCLE = 100;

    private static final Map<String, UnaryOperator<String>> OF_OBJECTS = new TreeMap<>(Map.of(
            "half", text -> text.substring(0, text.length() / 2),
            "empty", text -> "",
            "{}", text -> "{}",
            "null", text -> "null",
            "[]", text -> "[]",
            "a newer version", text -> text.replaceFirst("\"(wire|version|formatVersion)\":1", "\"$1\":99"),
            "texts are numbers", text -> text.replaceAll(":\"[^\"]*\"", ":7"),
            "numbers are texts", text -> text.replaceAll(":[0-9]+", ":\"x\""),
            "numbers are negative", text -> text.replaceAll(":([0-9]+)", ":-$1")));

    /// What is damaged, when, and how.
    ///
    /// @param after this many invocations
    /// @param how   null: it is deleted
    private record Damage<K, V>(
            int after, K what, String name, @Nullable UnaryOperator<V> how) {}

    private final Seeded seeded = Seeded.of("DamagedStateTest");

    @Test
    void aDamagedObjectOfTheStateEndsNoRunSilently() {
        List<Damage<String, String>> all = new ArrayList<>();
        for (int after = 1; after < 20; after++) {
            Stage stage = new Stage();
            List<String> names = new ArrayList<>();
            stage.after(after, () -> names.addAll(stage.aws.names("s3://state/")));
            var _ = stage.aws.run("tiny");
            for (String name : names) {
                all.add(new Damage<>(after, name, name + " is gone", null));
                for (Map.Entry<String, UnaryOperator<String>> how : OF_OBJECTS.entrySet()) {
                    all.add(new Damage<>(after, name, name + ": " + how.getKey(), how.getValue()));
                }
            }
        }
        assertThat(all).hasSizeGreaterThan(500);
        assertThat(wrongOf(all, DamagedStateTest::object)).isEmpty();
    }

    @Test
    void aDamagedItemOfTheStateEndsNoRunSilently() {
        List<Damage<ItemKey, Item>> all = new ArrayList<>();
        for (int after = 1; after < 20; after++) {
            Stage stage = new Stage();
            Map<ItemKey, Item> items = new HashMap<>();
            stage.after(after, () -> items.putAll(stage.aws.items.query("job#tiny", "")));
            var _ = stage.aws.run("tiny");
            for (Map.Entry<ItemKey, Item> item : items.entrySet()) {
                all.addAll(damages(after, item.getKey(), item.getValue()));
            }
        }
        all.sort(java.util.Comparator.comparing(damage -> damage.after + damage.name));
        assertThat(all).hasSizeGreaterThan(1_000);
        assertThat(wrongOf(all, DamagedStateTest::item)).isEmpty();
    }

    /// The broken twin: a state machine whose Probe and Plan do not see that a schema cannot be fixed call each other
    /// for ever.
    @Test
    void aTwinThatSaysProbedWithoutASchemaGoesInCircles() {
        Stage stage = new Stage();
        stage.before = function -> {
            if (function.equals("Probe")) {
                return VirtualStage.json("{\"wire\":1,\"kind\":\"PROBED\"}");
            }
            return null;
        };
        var _ = stage.aws.run("tiny");
        assertThat(stage.wrong).contains("it goes in circles");
    }

    /// The broken twin: where conditions are not looked at, damage makes rows come out twice, and it is seen.
    @Test
    void aTwinThatPassesOverAGenerationThatIsGoneReadsEverythingAgain() {
        Stage stage = new Stage();
        stage.aws.taps.put("Plan", new PortTap() {
            @Override
            public <T> T call(String call, Supplier<T> effect) {
                T answer = effect.get();
                return call.equals("state.query") ? withoutGenerations(answer) : answer;
            }

            @SuppressWarnings("unchecked") // A query's answer.
            private static <T> T withoutGenerations(T answer) {
                Map<ItemKey, Item> left = new HashMap<>((Map<ItemKey, Item>) answer);
                left.keySet().removeIf(key -> key.sk().startsWith("gen#"));
                return (T) left;
            }
        });
        ItemKey head = new ItemKey("job#tiny", "head");
        Item behind = stage.aws.items.get(head).orElseThrow().with("generation", 0);
        var _ = stage.aws.items.write(new Write.Put(head, behind, List.of()));
        stage.endsAndIsSwept();
        assertThat(stage.twice()).isTrue();
    }

    private static List<Damage<ItemKey, Item>> damages(int after, ItemKey key, Item item) {
        List<Damage<ItemKey, Item>> damages = new ArrayList<>();
        damages.add(new Damage<>(after, key, key.sk() + " is gone", null));
        List<String> names = new ArrayList<>(item.texts().keySet());
        names.addAll(item.numbers().keySet());
        for (String name : names) {
            String of = key.sk() + "'s " + name + " is ";
            Item without = item.without(name);
            damages.add(new Damage<>(after, key, of + "gone", was -> was.without(name)));
            for (String text :
                    List.of("", "x", item.text(name).map(DamagedStateTest::half).orElse("7"))) {
                damages.add(new Damage<>(after, key, of + "'" + text + "'", was -> without.with(name, text)));
            }
            for (long number : new long[] {3, -7, Long.MAX_VALUE}) {
                damages.add(new Damage<>(after, key, of + number, was -> without.with(name, number)));
            }
        }
        return damages;
    }

    private static String half(String text) {
        return text.substring(0, text.length() / 2);
    }

    private interface Try<K, V> {
        List<String> wrongOf(Damage<K, V> damage);
    }

    private <K, V> List<String> wrongOf(List<Damage<K, V>> all, Try<K, V> tried) {
        List<Damage<K, V>> some = new ArrayList<>(all);
        Collections.shuffle(some, seeded.random());
        List<String> wrong = new ArrayList<>();
        for (Damage<K, V> damage : some.subList(0, Math.min(MOST, some.size()))) {
            for (String each : tried.wrongOf(damage)) {
                wrong.add("%s after %d calls: %s".formatted(damage.name, damage.after, each));
            }
        }
        return wrong;
    }

    private static List<String> object(Damage<String, String> damage) {
        Stage stage = new Stage();
        List<byte[]> kept = new ArrayList<>();
        UnaryOperator<String> how = damage.how;
        stage.after(damage.after, () -> {
            byte[] bytes = stage.aws.bytes(damage.what);
            kept.add(bytes);
            if (how == null) {
                stage.aws.delete(damage.what);
            } else {
                stage.aws.put(
                        damage.what,
                        how.apply(new String(bytes, StandardCharsets.ISO_8859_1))
                                .getBytes(StandardCharsets.ISO_8859_1));
            }
        });
        stage.endsAndIsSwept();
        kept.forEach(bytes -> stage.aws.put(damage.what, bytes));
        stage.goesOn();
        return stage.wrong;
    }

    /// Once it is damaged, Tidemark may have changed the item: nobody can mend it but by a copy of all.
    private static List<String> item(Damage<ItemKey, Item> damage) {
        Stage stage = new Stage();
        UnaryOperator<Item> how = damage.how;
        stage.after(damage.after, () -> {
            if (how == null) {
                var _ = stage.aws.items.write(new Write.Delete(damage.what, List.of()));
            } else {
                Item was = stage.aws.items.get(damage.what).orElseThrow();
                var _ = stage.aws.items.write(new Write.Put(damage.what, how.apply(was), List.of()));
            }
        });
        stage.endsAndIsSwept();
        return stage.wrong;
    }

    /// A job that has run, and has a new object.
    private static final class Stage {

        private final VirtualAws aws = new VirtualAws(new Random(1));
        private final TinyJob tiny = new TinyJob(aws);
        private final List<String> wrong = new ArrayList<>();
        private int calls;
        private int at;
        private Runnable damage = () -> {};
        private java.util.function.Function<String, @Nullable JsonNode> before = function -> null;

        Stage() {
            var _ = aws.run("tiny");
            aws.pass(Duration.ofHours(1));
            tiny.produce("d=1/second.csv");
            aws.around = this::called;
        }

        void after(int some, Runnable what) {
            at = some;
            damage = what;
        }

        private JsonNode called(String function, JsonNode payload, int instance) {
            if (calls >= CALLS_OF_A_CIRCLE) {
                wrong.add("it goes in circles");
                if (payload.has("detail-type")) {
                    return VirtualStage.JSON.createObjectNode();
                }
                throw new ExecutionStopped();
            }
            try {
                JsonNode instead = before.apply(payload.path("kind").asText().equals("probe") ? "Probe" : function);
                return instead == null ? aws.direct(function, payload, instance) : instead;
            } catch (FunctionFailure failure) {
                // A message of the queue comes again; at last it lies with the dead letters.
                if (payload.has("detail-type")) {
                    return VirtualStage.JSON.createObjectNode();
                }
                throw failure;
            } catch (RuntimeException fault) {
                wrong.add(function + " met a fault: " + fault + " "
                        + Arrays.stream(fault.getStackTrace()).limit(4).toList());
                throw new FunctionFailure("dev.tidemark.fault", fault.toString());
            } finally {
                if (++calls == at) {
                    damage.run();
                }
            }
        }

        void endsAndIsSwept() {
            StrictRunner.Ended end = aws.run("tiny");
            String error = end.error();
            if (error != null
                    && !error.startsWith("dev.tidemark.")
                    && !error.equals("StepFunctions.ItemReaderFailed")) {
                wrong.add("it ends by " + error + ", " + end.cause());
            }
            sweep();
            if (twice()) {
                wrong.add("twice: " + tiny.rows());
            }
        }

        private void sweep() {
            calls = CALLS_OF_A_CIRCLE / 2;
            aws.pass(Duration.ofMinutes(5));
            JsonNode _ = aws.invoke("${TriggerFunction}", VirtualStage.json("{\"wire\":1,\"kind\":\"sweep\"}"));
            aws.drain();
        }

        boolean twice() {
            List<String> rows = tiny.rows();
            return rows.stream().distinct().count() < rows.size();
        }

        void goesOn() {
            if (!aws.hidden().isEmpty()) {
                wrong.add("after the sweep there is " + aws.hidden());
            }
            for (int i = 0; i < 4; i++) {
                aws.pass(Duration.ofHours(6));
                sweep();
            }
            aws.start("tiny");
            aws.drain();
            Head head = aws.state("tiny").head();
            if (head.state() != Head.State.IDLE) {
                wrong.add("mended, the job is " + head);
            }
            if (!tiny.rows().equals(tiny.expected())) {
                wrong.add("mended, it has " + tiny.rows());
            }
        }
    }
}
