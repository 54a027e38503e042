package dev.tidemark.integration.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.integration.asl.ExecutionStopped;
import dev.tidemark.integration.asl.FunctionFailure;
import dev.tidemark.job.Job;
import dev.tidemark.run.Head;
import dev.tidemark.run.Run;
import dev.tidemark.testkit.Halt;
import dev.tidemark.testkit.PortTap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A stage on which everything that may happen happens, drawn from a seed: functions die at any call, before or after
/// its effect; answers get lost; invocations come twice, and again long after; executions are stopped; events come in
/// bursts, twice, late; sweeps and further runs come in between; claims run out; producers write and delete.
///
/// What must hold in the end does not depend on any of it.
final class Attack {

    private static final String FLOW = """
              - name: NAME
                source:
                  s3: { paths: [ "s3://lake/in-NAME/" ] }
                  format: csv
                  groupFiles: none
                  formatOptions: { withHeader: true }
                sink:
                  path: "s3://lake/out-NAME/"
                  format: csv
                  formatOptions: { writeHeader: false }
                  partitionKeys: [ d ]
                  catalog: { database: lake, table: NAME }
            """;

    static final List<String> FLOWS = List.of("f", "g");
    static final String JOB = "attacked";

    /// Errors of the service, and of a process that is gone.
    private static final List<String> SERVICE_ERRORS = List.of(
            "Lambda.ServiceException",
            "Lambda.SdkClientException",
            "Lambda.TooManyRequestsException",
            "Lambda.Unknown",
            "Sandbox.Timedout",
            "States.Timeout");

    private final Random random;
    private final double odds;
    final VirtualAws aws;
    private final Map<String, List<String>> written = new TreeMap<>();
    private final Set<String> deleted = new HashSet<>();
    private final List<Map.Entry<String, JsonNode>> history = new ArrayList<>();
    private final Map<String, Integer> done = new TreeMap<>();
    private final Map<Thread, Doom> doom = new ConcurrentHashMap<>();
    private final Object lock = new Object();
    private final Twin twin;
    private boolean calm;
    private int nested;
    private int version;

    /// What a broken twin does otherwise: null where it does as all.
    interface Twin {
        @Nullable
        Object answer(String call);
    }

    /// A process that will die.
    private static final class Doom {
        private int calls;
        private final boolean afterEffect;

        Doom(int calls, boolean afterEffect) {
            this.calls = calls;
            this.afterEffect = afterEffect;
        }
    }

    Attack(long seed, double odds) {
        this(seed, odds, call -> null);
    }

    Attack(long seed, double odds, Twin twin) {
        this.twin = twin;
        this.random = new Random(seed);
        this.odds = odds;
        this.aws = new VirtualAws(random);
        StringBuilder yaml = new StringBuilder("job: " + JOB + "\nflows:\n");
        FLOWS.forEach(flow -> yaml.append(FLOW.replace("NAME", flow)));
        Job _ = aws.deploy(yaml.toString(), Map.of());
        for (String flow : FLOWS) {
            produce(flow, "d=1/a.csv");
            produce(flow, "d=2/b.csv");
            // A path under which nothing is left fails the run.
            produce(flow, "d=2/stays.csv");
        }
        Functions.NAMES.forEach(name -> aws.taps.put(name, new Dying()));
        aws.around = this::attacked;
    }

    private void produce(String flow, String name) {
        String location = "s3://lake/in-" + flow + "/" + name;
        String row = flow + "-" + name.replaceAll("[^a-z0-9]", "") + "," + ++version;
        aws.put(location, "name,version\n" + row + "\n");
        written.computeIfAbsent(location, absent -> new ArrayList<>()).add(row);
        deleted.remove(location);
    }

    private final class Dying implements PortTap {
        @Override
        public <T> T call(String call, Supplier<T> effect) {
            Doom own = doom.get(Thread.currentThread());
            if (own == null) {
                return effected(call, effect);
            }
            own.calls--;
            if (own.calls < 0 || (own.calls == 0 && !own.afterEffect)) {
                throw new Halt(call);
            }
            T answer = effected(call, effect);
            if (own.calls == 0) {
                throw new Halt(call);
            }
            return answer;
        }

        @SuppressWarnings("unchecked") // Twins answer what those calls answer.
        private <T> T effected(String call, Supplier<T> effect) {
            Object instead = twin.answer(call);
            return instead == null ? effect.get() : (T) instead;
        }
    }

    private boolean chance(double times) {
        return !calm && random.nextDouble() < odds * times;
    }

    /// A message of the queue comes again, or lies with the dead letters in the end; nobody's execution fails by it.
    private JsonNode attacked(String function, JsonNode payload, int instance) {
        if (!payload.has("detail-type")) {
            return invoked(function, payload, instance);
        }
        for (int delivery = 0; delivery < 5; delivery++) {
            try {
                return invoked(function, payload, instance);
            } catch (FunctionFailure comesAgain) {
                aws.pass(Duration.ofMinutes(delivery));
            }
        }
        count("set aside");
        return VirtualStage.JSON.createObjectNode();
    }

    private JsonNode invoked(String function, JsonNode payload, int instance) {
        synchronized (lock) {
            history.add(Map.entry(function, payload.deepCopy()));
        }
        meanwhile();
        if (chance(0.3) && !function.equals("Trigger")) {
            count("stopped");
            if (chance(0.5 / odds)) {
                quietly(function, payload, instance);
            }
            throw new ExecutionStopped();
        }
        if (chance(1)) {
            count("twice");
            quietly(function, payload, 1 - instance);
            meanwhile();
        }
        if (chance(1.5)) {
            count("died");
            return dying(function, payload, instance);
        }
        JsonNode answer = typed(function, payload, instance);
        meanwhile();
        if (chance(1)) {
            count("answer lost");
            throw new FunctionFailure(SERVICE_ERRORS.get(random.nextInt(SERVICE_ERRORS.size())), "answer lost");
        }
        return answer;
    }

    private JsonNode dying(String function, JsonNode payload, int instance) {
        doom.put(Thread.currentThread(), new Doom(1 + random.nextInt(25), random.nextBoolean()));
        try {
            return typed(function, payload, instance);
        } finally {
            doom.remove(Thread.currentThread());
        }
    }

    /// Whatever a function throws is one of ours, or the process is gone.
    private JsonNode typed(String function, JsonNode payload, int instance) {
        try {
            return aws.direct(function, payload, instance);
        } catch (FunctionFailure failure) {
            throw failure;
        } catch (ExecutionStopped stopped) {
            throw stopped;
        } catch (RuntimeException fault) {
            throw new AssertionError(function + " met a fault at " + payload, fault);
        }
    }

    private void quietly(String function, JsonNode payload, int instance) {
        try {
            JsonNode _ = chance(0.3 / odds) ? dying(function, payload, instance) : typed(function, payload, instance);
        } catch (FunctionFailure failure) {
            count("of these ended by an error");
        }
    }

    private void count(String what) {
        synchronized (lock) {
            done.merge(what, 1, Integer::sum);
        }
    }

    /// What others do between two moments of an invocation.
    private void meanwhile() {
        if (chance(1)) {
            String flow = FLOWS.get(random.nextInt(FLOWS.size()));
            List<String> names = List.of("d=1/a.csv", "d=2/b.csv", "d=3/c.csv", "d=%2F/ü +%.csv");
            String name = names.get(random.nextInt(names.size()));
            if (random.nextInt(5) == 0 && written.containsKey("s3://lake/in-" + flow + "/" + name)) {
                count("deleted");
                String location = "s3://lake/in-" + flow + "/" + name;
                aws.delete(location);
                deleted.add(location);
            } else {
                count("written");
                produce(flow, name);
            }
        }
        if (chance(1)) {
            count("late call");
            Map.Entry<String, JsonNode> late;
            synchronized (lock) {
                late = history.isEmpty() ? null : history.get(random.nextInt(history.size()));
            }
            if (late != null) {
                quietly(late.getKey(), late.getValue(), random.nextInt(2));
            }
        }
        if (chance(0.7)) {
            count("events");
            List<String> bodies = new ArrayList<>();
            for (int i = 0; i <= random.nextInt(4); i++) {
                bodies.add(Messages.created("s3://lake/in-" + FLOWS.get(random.nextInt(2)) + "/d=1/x.csv"));
            }
            JsonNode batch = Messages.batch(aws.now(), bodies);
            for (int i = 0; i <= random.nextInt(2); i++) {
                quietly("Trigger", batch, random.nextInt(2));
            }
        }
        if (chance(0.7)) {
            count("sweep");
            quietly("Trigger", VirtualStage.json("{\"wire\":1,\"kind\":\"sweep\"}"), 0);
        }
        if (chance(0.4)) {
            Duration time = Duration.ofMinutes(List.of(1, 16, 90, 26 * 60).get(random.nextInt(4)));
            count("passed " + time);
            aws.pass(time);
        }
        if (nested < 2 && chance(0.5)) {
            nested++;
            count("run inside");
            var _ = aws.run(JOB);
            nested--;
        }
    }

    /// Everything works from now on; the longest back-off is waited for.
    void calm() {
        calm = true;
        aws.drain();
        rest();
        aws.start(JOB);
        aws.drain();
        rest();
        aws.sweep();
    }

    private void rest() {
        for (int i = 0; i < 8; i++) {
            aws.sweep();
            aws.pass(Duration.ofHours(6));
        }
    }

    /// What is wrong in the end.
    List<String> wrong() {
        List<String> wrong = new ArrayList<>();
        Map<String, Integer> rows = new HashMap<>();
        for (String flow : FLOWS) {
            for (String name : aws.names("s3://lake/out-" + flow + "/")) {
                aws.text(name).lines().forEach(row -> rows.merge(row, 1, Integer::sum));
            }
        }
        written.forEach((location, versions) -> {
            for (String row : versions) {
                int times = rows.getOrDefault(row, 0);
                if (times > 1) {
                    wrong.add(row + " came out " + times + " times");
                }
            }
            if (!deleted.contains(location) && rows.getOrDefault(versions.getLast(), 0) == 0) {
                wrong.add(versions.getLast() + " is lost");
            }
        });
        if (!aws.toldOf().equals(aws.committed(JOB))) {
            wrong.add("told of " + aws.toldOf() + " and not of " + aws.committed(JOB));
        }
        if (!aws.hidden().isEmpty()) {
            wrong.add("hidden: " + aws.hidden());
        }
        Head head = aws.state(JOB).head();
        if (head.state() != Head.State.IDLE || head.mark() != head.seen()) {
            wrong.add("the job is " + head);
        }
        for (Run run : aws.state(JOB).runs()) {
            if (!run.state().ended()) {
                wrong.add("run " + run.runId() + " is " + run.state());
            }
        }
        for (String flow : FLOWS) {
            Set<String> folders = new TreeSet<>();
            aws.names("s3://lake/out-" + flow + "/")
                    .forEach(name -> folders.add(name.substring(0, name.lastIndexOf('/') + 1)));
            Set<String> partitions = new TreeSet<>();
            aws.partitions("lake", flow)
                    .forEach(each ->
                            partitions.add(each.location().endsWith("/") ? each.location() : each.location() + "/"));
            if (!folders.equals(partitions)) {
                wrong.add("partitions " + partitions + " of folders " + folders);
            }
        }
        return wrong;
    }

    Map<String, Integer> done() {
        return done;
    }
}
