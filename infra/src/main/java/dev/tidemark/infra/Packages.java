package dev.tidemark.infra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;

/// Where the packages of the functions and the state machine's definition are.
///
/// @param zips      by the names of the functions' modules
/// @param jvmFlags  by the same: functions/jvm-flags.properties
/// @param asl       statemachines/etl.asl.json
record Packages(Map<String, Path> zips, Map<String, String> jvmFlags, Path asl) {

    Packages {
        zips = Map.copyOf(zips);
        jvmFlags = Map.copyOf(jvmFlags);
    }

    /// @param house      the checkout's folder
    /// @param properties `tidemark.zip.<function>` instead of `functions/<function>/target/<function>.zip`
    /// @throws PackageMissingException when one is not there
    static Packages of(Path house, Properties properties) {
        Map<String, Path> zips = new LinkedHashMap<>();
        Map<String, String> jvmFlags = new LinkedHashMap<>();
        Properties flags = flags(house.resolve("functions/jvm-flags.properties"));
        for (String name : StageNames.FUNCTIONS) {
            Path built = house.resolve("functions/%s/target/%s.zip".formatted(name, name));
            Path zip = Path.of(properties.getProperty("tidemark.zip." + name, built.toString()));
            if (!Files.isRegularFile(zip)) {
                throw new PackageMissingException(name, zip.toString());
            }
            zips.put(name, zip);
            String ofFunction = flags.getProperty(name);
            if (ofFunction == null) {
                throw new PackageMissingException(name, "a line of functions/jvm-flags.properties");
            }
            jvmFlags.put(name, ofFunction);
        }
        return new Packages(zips, jvmFlags, house.resolve("statemachines/etl.asl.json"));
    }

    private static Properties flags(Path file) {
        Properties flags = new Properties();
        try (Reader in = Files.newBufferedReader(file)) {
            flags.load(in);
            return flags;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// What the function's JVM is started with.
    String flags(String function) {
        return Objects.requireNonNull(jvmFlags.get(function), function);
    }

    /// How long a run may take: leases and the workers' deadlines follow from it.
    long runTimeoutSeconds() {
        try {
            JsonNode seconds =
                    new ObjectMapper().readTree(Files.readAllBytes(asl)).get("TimeoutSeconds");
            if (seconds == null || !seconds.isIntegralNumber()) {
                throw new IllegalStateException(asl + " has no TimeoutSeconds, so that its runs would never end");
            }
            return seconds.longValue();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String zip(String function) {
        Path zip = zips.get(function);
        if (zip == null) {
            throw new PackageMissingException(function, "(none was given)");
        }
        return zip.toString();
    }
}
