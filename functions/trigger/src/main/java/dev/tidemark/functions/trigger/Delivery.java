package dev.tidemark.functions.trigger;

import java.time.Instant;

/// A message as it came. Delivered again, both are the same.
///
/// @param id   of the message
/// @param time when it was sent
record Delivery(String id, Instant time) {}
