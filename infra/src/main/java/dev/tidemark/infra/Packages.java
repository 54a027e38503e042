package dev.tidemark.infra;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

/// Where the packages of the functions and the state machine's definition are.
///
/// @param zips      by the names of the functions' modules
/// @param asl       statemachines/etl.asl.json
record Packages(Map<String, Path> zips, Path asl) {

    Packages {
        zips = Map.copyOf(zips);
    }

    /// @param house      the checkout's folder
    /// @param properties `tidemark.zip.<function>` instead of `functions/<function>/target/<function>.zip`
    /// @throws PackageMissingException when one is not there
    static Packages of(Path house, Properties properties) {
        Map<String, Path> zips = new LinkedHashMap<>();
        for (String name : StageNames.FUNCTIONS) {
            Path built = house.resolve("functions/%s/target/%s.zip".formatted(name, name));
            Path zip = Path.of(properties.getProperty("tidemark.zip." + name, built.toString()));
            if (!Files.isRegularFile(zip)) {
                throw new PackageMissingException(name, zip.toString());
            }
            zips.put(name, zip);
        }
        return new Packages(zips, house.resolve("statemachines/etl.asl.json"));
    }

    String zip(String function) {
        Path zip = zips.get(function);
        if (zip == null) {
            throw new PackageMissingException(function, "(none was given)");
        }
        return zip.toString();
    }
}
