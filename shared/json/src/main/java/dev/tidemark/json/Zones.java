package dev.tidemark.json;

import java.time.DateTimeException;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/// Time zones by the names of the IANA database, or an offset such as `+02:00`.
final class Zones {

    private Zones() {}

    static @Nullable ZoneId read(Reading reading, Section section, String key) {
        String text = section.text(key);
        if (text == null) {
            return null;
        }
        try {
            return ZoneId.of(text);
        } catch (DateTimeException unknown) {
            String near = Wording.nearestOf(
                    text, ZoneId.getAvailableZoneIds().stream().sorted().toList());
            reading.mistake(
                    section.place(key),
                    "'" + Wording.shown(text) + "' is no time zone.",
                    near == null
                            ? "Write a name such as Europe/Berlin, UTC, or an offset such as +02:00."
                            : "Did you mean " + near + "?");
            return null;
        }
    }
}
