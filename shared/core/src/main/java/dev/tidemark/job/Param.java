package dev.tidemark.job;

import org.jspecify.annotations.Nullable;

/// A name that `${name}` may use anywhere in a text of the job file.
///
/// @param otherwise the value when neither `--set` nor the environment gives one; null: it must be given
public record Param(String name, @Nullable String otherwise, Place place) {}
