package dev.tidemark.integration.lambda;

import dev.tidemark.aws.AwsPorts;
import dev.tidemark.integration.MotoStage;
import dev.tidemark.job.Job;
import dev.tidemark.lambda.Settings;
import dev.tidemark.run.Ports;
import dev.tidemark.spi.ObjectStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;

/// A stage whose objects, items and tables are moto's, behind the ports on AWS; its time is virtual all the same.
final class MotoAws extends VirtualStage {

    private static final long UPLOAD_BYTES = 16 << 20;

    /// What stands before the objects of a job.
    UnaryOperator<ObjectStore> store = UnaryOperator.identity();

    private final MotoStage stage;
    private final AwsPorts aws;
    private final Ports own;

    /// @param temporary for parts of files that wait for their upload
    MotoAws(MotoStage stage, Random random, Path temporary) {
        super(random, Instant.now());
        this.stage = stage;
        this.aws = AwsPorts.of(stage.name(), stage.functionVariables(), random::nextLong, temporary, UPLOAD_BYTES);
        this.own = aws.ports(this::now, this::draw);
    }

    @Override
    Settings settings() {
        return new Settings(
                stage.name(), stage.table(), stage.bucket(), stage.machines(), Optional.empty(), Duration.ofDays(1));
    }

    @Override
    Ports plain() {
        return own;
    }

    @Override
    Ports plain(Job job) {
        Ports ports = aws.ports(job, this::now, this::draw);
        return new Ports(
                store.apply(ports.objects()),
                ports.staging(),
                ports.state(),
                ports.catalog(),
                ports.codec(),
                ports.clock(),
                ports.random(),
                ports.calls());
    }

    @Override
    String lake() {
        return "s3://" + stage.lake() + "/";
    }

    @Override
    void put(String location, byte[] bytes) {
        int end = location.indexOf('/', "s3://".length());
        stage.put(location.substring("s3://".length(), end), location.substring(end + 1), bytes);
    }

    @Override
    List<String> hidden() {
        return stage.uploads();
    }
}
