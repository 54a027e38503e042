package dev.tidemark.cli;

import dev.tidemark.bookmark.Generation;
import dev.tidemark.run.JobState;
import java.util.List;

/// Reads how people name a point in a job's history: a run's id, `g:N`, or a time.
final class Generations {

    private final JobState state;

    Generations(JobState state) {
        this.state = state;
    }

    /// @throws UsageException when nothing of that name is kept
    long number(String name) {
        if (name.startsWith("g:")) {
            try {
                long number = Long.parseLong(name.substring(2));
                state.generation(number);
                return number;
            } catch (NumberFormatException e) {
                throw new UsageException("'" + name + "' is no generation: write g: and a number.");
            }
        }
        List<Generation> all = state.generations();
        if (name.length() > 10 && name.charAt(4) == '-') {
            return atTime(name, all);
        }
        return all.stream()
                .filter(generation -> name.equals(generation.runId()))
                .mapToLong(Generation::number)
                .findFirst()
                .orElseThrow(() -> new UsageException(
                        "No generation was made by a run '" + name + "'. See: tidemark bookmark history JOB."));
    }

    private static long atTime(String name, List<Generation> all) {
        java.time.Instant time;
        try {
            time = java.time.Instant.parse(name);
        } catch (java.time.format.DateTimeParseException e) {
            throw new UsageException("'" + name + "' is no run, no g:N and no time like 2026-11-30T12:00:00Z.");
        }
        return all.stream()
                .filter(generation -> !generation.madeAt().isAfter(time))
                .mapToLong(Generation::number)
                .max()
                .orElse(0);
    }
}
