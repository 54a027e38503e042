package dev.tidemark.testkit;

import dev.tidemark.spi.Executions;

class MemoryExecutionsTest extends ExecutionsContract {

    @Override
    protected Executions executions() {
        return new MemoryExecutions();
    }

    @Override
    protected void end(Executions executions, String job, String runId) {
        ((MemoryExecutions) executions).end(job, runId);
    }
}
