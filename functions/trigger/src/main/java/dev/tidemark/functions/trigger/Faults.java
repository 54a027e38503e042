package dev.tidemark.functions.trigger;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tidemark.lambda.Wire;

/// What a line of log says of an exception that nobody foresaw.
final class Faults {

    private static final int MOST_FRAMES = 12;

    private Faults() {}

    static ObjectNode about(RuntimeException fault) {
        ObjectNode about = Wire.object().put("error", fault.getClass().getName());
        ArrayNode frames = about.putArray("at");
        StackTraceElement[] trace = fault.getStackTrace();
        for (int i = 0; i < Math.min(trace.length, MOST_FRAMES); i++) {
            frames.add(trace[i].toString());
        }
        return about;
    }
}
