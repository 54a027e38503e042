package dev.tidemark.infra;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tidemark.data.TidemarkException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awscdk.App;
import software.amazon.awscdk.AppProps;

/// The CDK app: every stage of `infra/stages/` in one assembly.
public final class TidemarkApp {

    private TidemarkApp() {}

    /// @param args the checkout's folder; the working folder's parent when there is none
    public static void main(String[] args) {
        Path house = Path.of(args.length == 0 ? ".." : args[0]).toAbsolutePath().normalize();
        try {
            List<Path> files = stageFiles(house.resolve("infra/stages"));
            App app = app(
                    house.resolve("infra/cdk.json"), System.getenv("CDK_CONTEXT_JSON"), System.getenv("CDK_OUTDIR"));
            Packages packages = Packages.of(house, System.getProperties());
            List<TidemarkStage> stages = files.stream()
                    .map(file -> new TidemarkStage(app, StageFile.read(file), packages))
                    .toList();
            stages.forEach(stage -> AppBuckets.serve(app, stage.jobs()));
            app.synth();
        } catch (TidemarkException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        }
    }

    /// An app without stages.
    ///
    /// @param cdkJson whose context is loaded when the CDK's command line, which alone reads it, did not start us
    /// @param context of the command line, or null
    /// @param outdir  folder of the assembly; null: what the command line says
    static App app(Path cdkJson, @Nullable String context, @Nullable String outdir) {
        AppProps.Builder props = AppProps.builder().analyticsReporting(false);
        if (context == null) {
            props.context(context(cdkJson));
        }
        if (outdir != null) {
            props.outdir(outdir);
        }
        return new App(props.build());
    }

    private static Map<String, Object> context(Path cdkJson) {
        ObjectMapper json = new ObjectMapper();
        Map<String, Object> context = new HashMap<>();
        try {
            JsonNode top = json.readTree(Files.readAllBytes(cdkJson)).path("context");
            top.properties()
                    .forEach(entry -> context.put(entry.getKey(), json.convertValue(entry.getValue(), Object.class)));
        } catch (JacksonException e) {
            throw new StageFileException(cdkJson.toString(), String.valueOf(e.getMessage()), "Mend its JSON.");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return context;
    }

    private static List<Path> stageFiles(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
