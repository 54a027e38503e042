package dev.tidemark.json;

import dev.tidemark.job.JobFileException;
import dev.tidemark.job.Mistake;
import dev.tidemark.job.Place;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Gathers what is wrong while reading goes on, so that one call reports all of it.
final class Mistakes {

    static final Comparator<Mistake> BY_PLACE =
            Comparator.comparingInt(Mistake::line).thenComparingInt(Mistake::column);

    private final List<Mistake> found = new ArrayList<>();

    void add(Mistake mistake) {
        found.add(mistake);
    }

    void add(Place place, String message, @Nullable String hint) {
        found.add(new Mistake(place.path(), place.line(), place.column(), message, hint));
    }

    List<Mistake> soFar() {
        return List.copyOf(found);
    }

    boolean none() {
        return found.isEmpty();
    }

    /// The mistakes in the file's order, none twice.
    JobFileException in(String fileName) {
        return new JobFileException(
                fileName, found.stream().distinct().sorted(BY_PLACE).toList());
    }
}
