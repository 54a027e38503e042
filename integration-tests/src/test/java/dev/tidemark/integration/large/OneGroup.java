package dev.tidemark.integration.large;

import dev.tidemark.expression.Functions;
import dev.tidemark.json.FormatCatalogue;
import dev.tidemark.json.JobFile;
import dev.tidemark.listing.ListPage;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.local.LocalPaths;
import dev.tidemark.local.LocalPorts;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.LocalRunner;
import dev.tidemark.run.PlanOutcome;
import dev.tidemark.run.Ports;
import dev.tidemark.run.RunRequest;
import dev.tidemark.sink.ChunkResult;
import dev.tidemark.spi.Formats;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ObjectStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// A job as a process of its own, on one thread, that says how many chunks it has and how many objects were open at
/// once: `chunks 1, open 2`.
///
/// Arguments: its folder, and `twin` for a store that gives no object back.
final class OneGroup {

    private OneGroup() {}

    public static void main(String[] arguments) throws IOException {
        Path home = Path.of(arguments[0]);
        Formats formats = Formats.load();
        JobFile.Result file = JobFile.read(
                Files.readAllBytes(home.resolve("job.yaml")),
                "job.yaml",
                Map.of(),
                Map.of(),
                LocalPaths.location(home) + "/",
                FormatCatalogue.of(formats.readers().values(), formats.writers().values()));
        JobContext local = LocalPorts.below(home.resolve("state"))
                .context(file.job(), InstantSource.system(), new AtomicInteger()::getAndIncrement);
        Counted counted = new Counted(local.ports().objects(), arguments.length > 1);
        Ports ports = local.ports();
        JobContext context = new JobContext(
                file.job(),
                new Ports(
                        counted,
                        ports.staging(),
                        ports.state(),
                        ports.catalog(),
                        ports.codec(),
                        ports.clock(),
                        ports.random()),
                local.workRoot(),
                local.quarantineRoot(),
                local.lease(),
                local.soleClaimant());
        LocalRunner.Limits limits =
                new LocalRunner.Limits(1, Runtime.getRuntime().maxMemory() / 4);
        Chunks chunks = new Chunks();
        LocalRunner runner = new LocalRunner(context, formats, Functions.standard(), limits, chunks);
        try {
            PlanOutcome outcome = runner.run(
                    new RunRequest(
                            "01ONEGROUP0000000000000000",
                            file.job().bookmark(),
                            null,
                            null,
                            Instant.now(),
                            Map.of(),
                            false),
                    () -> {
                        throw new IllegalStateException("the objects have the fields that they have");
                    });
            if (!(outcome instanceof PlanOutcome.Ended)) {
                throw new IllegalStateException("the run ended as " + outcome);
            }
        } finally {
            System.out.println("chunks " + chunks.count + ", open " + counted.most);
        }
    }

    private static final class Chunks implements LocalRunner.Progress {

        private int count;

        @Override
        public void planned(WorkPlan plan) {
            // They are counted as they are done.
        }

        @Override
        public void chunkDone(ChunkResult result) {
            count++;
        }

        @Override
        public void committing() {
            // Nobody looks.
        }
    }

    /// Counts the objects that are open.
    private static final class Counted implements ObjectStore {

        /// What a client's connection holds.
        private static final int BUFFER_BYTES = 16 << 10;

        private final ObjectStore real;
        private final boolean isTwin;
        private final List<byte[]> held = new ArrayList<>();
        private int open;
        private int most;

        Counted(ObjectStore real, boolean isTwin) {
            this.real = real;
            this.isTwin = isTwin;
        }

        @Override
        public ListPage list(String prefix, boolean delimited, @Nullable String token) {
            return real.list(prefix, delimited, token);
        }

        @Override
        public ObjectInput open(String location, @Nullable String etag) {
            ObjectInput input = real.open(location, etag);
            most = Math.max(most, ++open);
            if (isTwin) {
                held.add(new byte[BUFFER_BYTES]);
            }
            return new ObjectInput() {
                @Override
                public String location() {
                    return input.location();
                }

                @Override
                public String etag() {
                    return input.etag();
                }

                @Override
                public long sizeBytes() {
                    return input.sizeBytes();
                }

                @Override
                public InputStream stream(long from) throws IOException {
                    return input.stream(from);
                }

                @Override
                public void close() {
                    input.close();
                    open -= isTwin ? 0 : 1;
                }
            };
        }

        @Override
        public Optional<SourceObject> head(String location) {
            return real.head(location);
        }

        @Override
        public boolean putIfAbsent(String location, byte[] bytes) {
            return real.putIfAbsent(location, bytes);
        }

        @Override
        public void delete(List<String> locations) {
            real.delete(locations);
        }
    }
}
