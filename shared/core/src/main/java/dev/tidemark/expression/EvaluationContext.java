package dev.tidemark.expression;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/// What an expression can see beside its columns.
///
/// @param runDate       `run_date()`, fixed when the run was claimed
/// @param runTimestamp  `run_timestamp()`, likewise
/// @param timezone      zone in which timestamps become dates, hours and text
/// @param inputObject   `input_object()`; null: what the batch's origin says
/// @param inputModified `input_modified()`; null where unknown
public record EvaluationContext(
        LocalDate runDate,
        Instant runTimestamp,
        ZoneId timezone,
        @Nullable String inputObject,
        @Nullable Instant inputModified) {

    /// A context outside any input object, as a plan has it.
    public static EvaluationContext of(Instant runTimestamp, ZoneId timezone) {
        return new EvaluationContext(LocalDate.ofInstant(runTimestamp, timezone), runTimestamp, timezone, null, null);
    }

    /// The same run, reading one object.
    public EvaluationContext reading(String object, @Nullable Instant modified) {
        return new EvaluationContext(runDate, runTimestamp, timezone, object, modified);
    }
}
