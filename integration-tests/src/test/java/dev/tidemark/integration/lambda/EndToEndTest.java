package dev.tidemark.integration.lambda;

import java.util.Random;

/// The scenarios over ports in memory.
final class EndToEndTest extends EndToEndScenarios {

    @Override
    VirtualStage stage(Random random) {
        return new VirtualAws(random);
    }
}
