package dev.tidemark.json;

import dev.tidemark.job.Mistake;
import dev.tidemark.job.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What all readers of one job file share.
///
/// @param warnings what is allowed and probably not meant
record Reading(Mistakes mistakes, Params params, Locations locations, FormatCatalogue formats, List<Mistake> warnings) {

    Reading(Mistakes mistakes, Params params, Locations locations, FormatCatalogue formats) {
        this(mistakes, params, locations, formats, new ArrayList<>());
    }

    /// For a look at a text whose mistakes were reported before.
    static Reading of(Mistakes mistakes) {
        return new Reading(
                mistakes,
                Params.read(null, Map.of(), Map.of(), mistakes),
                new Locations("/"),
                new FormatCatalogue(Map.of(), Map.of()));
    }

    void mistake(Place place, String message, @Nullable String hint) {
        mistakes.add(place, message, hint);
    }

    /// The name of a column, or null with a mistake when it is empty: no column can have that one.
    @Nullable
    String name(String text, String what, Place place) {
        if (text.isEmpty()) {
            mistake(place, "'" + what + "' is an empty name.", "Write the column's name between the quotes.");
            return null;
        }
        return text;
    }

    void warn(Place place, String message, @Nullable String hint) {
        warnings.add(new Mistake(place.path(), place.line(), place.column(), message, hint));
    }

    List<Mistake> warningsInOrder() {
        return warnings.stream().distinct().sorted(Mistakes.BY_PLACE).toList();
    }
}
