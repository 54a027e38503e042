package dev.tidemark.plan;

import java.util.List;

/// One unit of work: what one worker reads and stages, all or nothing.
///
/// @param number position in the plan, from 0
/// @param flow   name of the flow
/// @param groups how many groups it holds
/// @param inputs in key order; a chunk that reads a range of a split object holds nothing else
public record Chunk(int number, String flow, int groups, List<ChunkInput> inputs) {

    public Chunk {
        inputs = List.copyOf(inputs);
        if (inputs.isEmpty()) {
            throw new IllegalArgumentException("chunk " + number + " reads nothing");
        }
    }

    public long sizeBytes() {
        return inputs.stream()
                .mapToLong(input -> Math.min(input.to(), input.object().sizeBytes()) - input.from())
                .sum();
    }
}
