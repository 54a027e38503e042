package dev.tidemark.infra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/// What the workflows run is what `.ci/run` runs, so that a change that passes here passes there.
final class WorkflowsTest {

    private static final Path HOUSE = Synthesized.HOUSE;

    @Test
    void eachStepIsAScriptThatTheGateRunsToo() throws IOException {
        List<String> problems = new ArrayList<>();
        int steps = 0;
        try (Stream<Path> files = Files.list(HOUSE.resolve(".github/workflows"))) {
            for (Path file : files.toList()) {
                List<String> runs = runs(Files.readString(file));
                steps += runs.size();
                problems.addAll(problems(runs, Files.readString(HOUSE.resolve(".ci/run"))));
            }
        }
        assertThat(problems).isEmpty();
        assertThat(steps).isGreaterThan(10);
    }

    /// Broken twins: a step that is no script, one that the gate does not run, one that is not there.
    @Test
    void otherStepsAreFound() throws IOException {
        String gate = Files.readString(HOUSE.resolve(".ci/run"));

        assertThat(problems(List.of("mvn verify"), gate))
                .singleElement()
                .asString()
                .contains("is no script");
        assertThat(problems(List.of(".ci/synth && rm -rf /"), gate))
                .singleElement()
                .asString()
                .contains("is no script");
        assertThat(problems(List.of(".ci/prune-versions dev"), gate))
                .singleElement()
                .asString()
                .contains("does not run it");
        assertThat(problems(List.of(".ci/test"), gate.replace(".ci/test\n", "# .ci/test\n")))
                .singleElement()
                .asString()
                .contains("does not run it");
        assertThat(problems(List.of(".ci/nowhere"), gate + "\n.ci/nowhere\n"))
                .singleElement()
                .asString()
                .contains("is not there");
    }

    private static List<String> problems(List<String> runs, String gate) {
        List<String> problems = new ArrayList<>();
        for (String run : runs) {
            String script = run.split(" ", 2)[0];
            if (!run.matches("\\.ci/[a-z0-9-]+( [a-z0-9-]+)*")) {
                problems.add("'" + run + "' is no script of .ci");
            } else if (gate.lines().noneMatch(line -> line.equals(script) || line.startsWith(script + " "))) {
                problems.add("'" + run + "': .ci/run does not run it");
            } else if (!Files.isExecutable(HOUSE.resolve(script))) {
                problems.add("'" + script + "' is not there, or cannot be executed");
            }
        }
        return problems;
    }

    private static List<String> runs(String workflow) {
        List<String> runs = new ArrayList<>();
        collect(new Yaml(new SafeConstructor(new LoaderOptions())).load(workflow), runs);
        return runs;
    }

    private static void collect(Object node, List<String> runs) {
        if (node instanceof Map<?, ?> map) {
            map.forEach((key, value) -> {
                if ("run".equals(key)) {
                    runs.add(String.valueOf(value));
                } else {
                    collect(value, runs);
                }
            });
        } else if (node instanceof List<?> list) {
            list.forEach(item -> collect(item, runs));
        }
    }
}
