package dev.tidemark.infra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import software.amazon.awscdk.App;

/// The assembly of `infra/stages/dev.yaml`, synthesized once for all tests of this JVM: it takes seconds.
///
/// Packages of functions that are not built are stood in for by a zip of their name.
final class Synthesized {

    static final Path HOUSE =
            Objects.requireNonNull(Path.of("").toAbsolutePath().getParent());

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<Synthesized> DONE = new ArrayList<>();

    private final StageSettings settings;
    private final List<DeployedJob> jobs;
    private final Path folder;
    private final Map<String, JsonNode> templates = new TreeMap<>();

    private Synthesized(StageSettings settings, List<DeployedJob> jobs, Path folder) {
        this.settings = settings;
        this.jobs = jobs;
        this.folder = folder;
    }

    static synchronized Synthesized dev() {
        if (DONE.isEmpty()) {
            long start = System.nanoTime();
            DONE.add(synthesize(StageFile.read(HOUSE.resolve("infra/stages/dev.yaml")), "dev"));
            System.out.printf("Synthesized: %.1f s%n", (System.nanoTime() - start) / 1e9);
        }
        return DONE.getFirst();
    }

    static Synthesized synthesize(StageSettings settings, String name) {
        return synthesize(settings, name, stage -> {});
    }

    /// @param more what else somebody puts into the stage
    static Synthesized synthesize(StageSettings settings, String name, Consumer<TidemarkStage> more) {
        // Test classes run side by side in JVMs of their own; none may write into what another looks at.
        Path folder = Path.of(
                        "target/it-synth", name + "-" + ProcessHandle.current().pid())
                .toAbsolutePath();
        App app = TidemarkApp.app(HOUSE.resolve("infra/cdk.json"), null, folder.toString());
        TidemarkStage stage = new TidemarkStage(app, settings, packages());
        AppBuckets.serve(app, stage.jobs());
        more.accept(stage);
        app.synth();
        return new Synthesized(settings, stage.jobs(), folder);
    }

    static Packages packages() {
        Properties properties = new Properties();
        for (String name : StageNames.FUNCTIONS) {
            String zip = System.getProperty("tidemark.zip." + name);
            properties.setProperty(
                    "tidemark.zip." + name, zip == null ? standIn(name).toString() : zip);
        }
        return Packages.of(HOUSE, properties);
    }

    private static Path standIn(String name) {
        Path zip = Path.of("target/stand-in", name + ".zip");
        try {
            Files.createDirectories(Objects.requireNonNull(zip.getParent()));
            try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
                ZipEntry entry = new ZipEntry(name);
                entry.setTime(0);
                out.putNextEntry(entry);
            }
            return zip.toAbsolutePath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    StageSettings settings() {
        return settings;
    }

    StageNames names() {
        return settings.names();
    }

    DeployedJob job(String name) {
        return jobs.stream().filter(job -> job.name().equals(name)).findFirst().orElseThrow();
    }

    Path folder() {
        return folder;
    }

    /// @param stack `State`, `Pipeline`, `Jobs1`
    JsonNode template(String stack) {
        return templates.computeIfAbsent(stack, name -> {
            try (Stream<Path> files = Files.list(folder.resolve("assembly-" + names().stage()))) {
                Path file = files.filter(path ->
                                path.getFileName().toString().matches("dev" + name + "[0-9A-F]{8}\\.template\\.json"))
                        .findFirst()
                        .orElseThrow();
                return JSON.readTree(Files.readAllBytes(file));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    List<JsonNode> templates() {
        return List.of(template("State"), template("Pipeline"), template("Jobs1"));
    }

    /// Properties of all resources of a type, by logical id, with references to the stack's own parameters and
    /// resources as they stand.
    Map<String, JsonNode> resources(String stack, String type) {
        Map<String, JsonNode> found = new HashMap<>();
        template(stack).path("Resources").properties().forEach(resource -> {
            if (resource.getValue().path("Type").asText().equals(type)) {
                found.put(resource.getKey(), resource.getValue().path("Properties"));
            }
        });
        return found;
    }

    /// The only resource of that type whose property has that text.
    JsonNode resource(String stack, String type, String property, String text) {
        List<JsonNode> found = resources(stack, type).values().stream()
                .filter(resource -> resource.path(property).asText().equals(text))
                .toList();
        if (found.size() != 1) {
            throw new AssertionError("%d resources of %s have %s = %s".formatted(found.size(), type, property, text));
        }
        return found.getFirst();
    }
}
