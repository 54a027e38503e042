package dev.tidemark.testkit;

import dev.tidemark.run.Ports;
import dev.tidemark.sink.StagedFile;
import dev.tidemark.spi.Staging;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A completion that takes its time, as S3's may: the upload is gone already and the object is not there yet.
final class SlowStaging {

    private final ProtocolWorld world;
    private final Runnable meanwhile;
    private boolean begun;

    SlowStaging(ProtocolWorld world, Runnable meanwhile) {
        this.world = world;
        this.meanwhile = meanwhile;
    }

    Ports ports() {
        Staging slow = PortProxy.of(Staging.class, world.ports.staging(), "complete", (real, in) -> {
            Object lost = real.call(in);
            if (!begun && in[0] instanceof List<?> files) {
                begun = true;
                Map<String, String> underWay = new TreeMap<>();
                for (Object file : files) {
                    String target = ((StagedFile) file).target();
                    underWay.put(target, world.objects.text(target));
                }
                world.objects.delete(List.copyOf(underWay.keySet()));
                meanwhile.run();
                underWay.forEach(world.objects::put);
            }
            return lost;
        });
        Ports ports = world.ports;
        return new Ports(
                ports.objects(), slow, ports.state(), ports.catalog(), ports.codec(), ports.clock(), ports.random());
    }
}
