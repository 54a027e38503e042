package dev.tidemark.cli;

import dev.tidemark.bookmark.Generation;
import dev.tidemark.run.GenerationMissingException;
import dev.tidemark.run.JobState;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import picocli.CommandLine.TypeConversionException;

/// Reads how people name a point in a job's history: a run's id, `g:N`, or a time.
final class Generations {

    private final JobState state;

    Generations(JobState state) {
        this.state = state;
    }

    /// @throws UsageException when nothing of that name is kept
    long number(String name) {
        if (name.startsWith("g:")) {
            return kept(name);
        }
        List<Generation> all = state.generations();
        OptionalLong madeByRun = all.stream()
                .filter(generation -> name.equals(generation.runId()))
                .mapToLong(Generation::number)
                .findFirst();
        if (madeByRun.isEmpty() && name.matches("[+-]?[0-9]{4,}[-/.].*")) {
            return atTime(name, all);
        }
        return madeByRun.orElseThrow(() -> new UsageException(
                "No generation was made by a run '" + name + "'. Name a RUN that committed, g:N or a time like"
                        + " 2026-11-30T12:00:00Z. See: tidemark bookmark history JOB."));
    }

    /// The last generation made before `time`; 0 when there was none.
    long before(Instant time) {
        return state.generations().stream()
                .filter(generation -> generation.madeAt().isBefore(time))
                .mapToLong(Generation::number)
                .max()
                .orElse(0);
    }

    private long kept(String name) {
        try {
            return state.generation(Long.parseLong(name.substring(2))).number();
        } catch (NumberFormatException e) {
            throw new UsageException("'" + name + "' is no generation: write g: and a number.");
        } catch (GenerationMissingException missing) {
            throw new UsageException(String.valueOf(missing.getMessage()));
        }
    }

    private static long atTime(String name, List<Generation> all) {
        Instant time;
        try {
            time = Words.instant(name);
        } catch (TypeConversionException e) {
            throw new UsageException(
                    e.getMessage() + ". A point in the job's history is RUN (a run's id), g:N (a generation)"
                            + " or a time. See: tidemark bookmark history JOB.");
        }
        return all.stream()
                .filter(generation -> !generation.madeAt().isAfter(time))
                .mapToLong(Generation::number)
                .max()
                .orElse(0);
    }
}
