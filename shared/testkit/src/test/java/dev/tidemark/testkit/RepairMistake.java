package dev.tidemark.testkit;

import dev.tidemark.run.CommitRecord;
import dev.tidemark.run.Ports;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.NullUnmarked;

/// Mistakes of repairing, and the scenario that finds each.
@NullUnmarked // reflection hands objects through that may be null
@SuppressWarnings("ImmutableEnumChecker") // functions without state
enum RepairMistake {

    /// The one who repairs does not wait: his clock is two hours ahead.
    G1_REPAIR_WHILE_COMPLETING(
            RepairScenario.WHILE_COMPLETING,
            ports -> new Ports(
                    ports.objects(),
                    ports.staging(),
                    ports.state(),
                    ports.catalog(),
                    ports.codec(),
                    () -> Instant.ofEpochMilli(ports.now() + Duration.ofHours(2).toMillis()),
                    ports.random())),

    G3_FINISH_WITHOUT_RECORD(
            RepairScenario.LATE_PUBLISHER_OF_THE_FIRST_RECORD,
            ports -> TwinPorts.withState(
                    ports,
                    "transact",
                    (real, in) -> real.call(TwinPorts.writes(in).stream()
                            .map(write -> TwinPorts.without(write, "record"))
                            .toList()))),

    /// Of a chunk that is done again, files that are there already stay.
    G4_PART_OF_A_CHUNK_KEPT(
            RepairScenario.CRASH,
            ports -> TwinPorts.withCodec(ports, "record", (real, in) -> {
                CommitRecord record = (CommitRecord) in[0];
                List<String> remove = record.remove().stream()
                        .filter(name -> ports.objects().head(name).isEmpty())
                        .toList();
                return real.call(new CommitRecord(
                        record.runId(),
                        record.attempt(),
                        record.base(),
                        record.files(),
                        remove,
                        record.catalog(),
                        record.next(),
                        record.wake(),
                        record.inputs(),
                        record.report()));
            }));

    final RepairScenario foundBy;
    final UnaryOperator<Ports> made;

    RepairMistake(RepairScenario foundBy, UnaryOperator<Ports> made) {
        this.foundBy = foundBy;
        this.made = made;
    }
}
