package dev.tidemark.infra;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Finds jobs of a stage that wake each other in a ring: by files that one writes where another waits for objects, or
/// by `after`.
final class SelfTriggers {

    /// Why one job wakes the other.
    private record Wake(String other, String why) {}

    private final Map<String, List<Wake>> wakes = new LinkedHashMap<>();

    private SelfTriggers(List<DeployedJob> jobs) {
        for (DeployedJob from : jobs) {
            List<Wake> own = new ArrayList<>();
            for (DeployedJob to : jobs) {
                why(from, to).ifPresent(why -> own.add(new Wake(to.name(), why)));
            }
            wakes.put(from.name(), own);
        }
    }

    /// @throws SelfTriggerException with a shortest ring
    static void refuse(String stage, List<DeployedJob> jobs) {
        SelfTriggers graph = new SelfTriggers(jobs);
        for (String job : graph.wakes.keySet()) {
            List<Wake> ring = graph.ring(job);
            if (!ring.isEmpty()) {
                throw new SelfTriggerException(
                        stage,
                        ring.stream().map(Wake::other).toList(),
                        ring.stream().map(Wake::why).toList());
            }
        }
    }

    private static Optional<String> why(DeployedJob from, DeployedJob to) {
        if (to.settings().onNewObjects()) {
            for (S3Place written : from.writes()) {
                for (S3Place awaited : to.reads()) {
                    if (written.meets(awaited)) {
                        return Optional.of("%s writes to %s, and new objects below %s start %s"
                                .formatted(from.name(), written, awaited, to.name()));
                    }
                }
            }
        }
        return to.settings().after().contains(from.name())
                ? Optional.of("%s runs after %s".formatted(to.name(), from.name()))
                : Optional.empty();
    }

    /// The shortest way from a job back to it; empty when there is none.
    private List<Wake> ring(String start) {
        Map<String, List<Wake>> ways = new LinkedHashMap<>();
        Deque<String> open = new ArrayDeque<>(List.of(start));
        while (!open.isEmpty()) {
            String at = open.removeFirst();
            for (Wake next : wakes.getOrDefault(at, List.of())) {
                List<Wake> way = new ArrayList<>(ways.getOrDefault(at, List.of()));
                way.add(next);
                if (next.other().equals(start)) {
                    return way;
                }
                if (ways.putIfAbsent(next.other(), way) == null) {
                    open.addLast(next.other());
                }
            }
        }
        return List.of();
    }
}
