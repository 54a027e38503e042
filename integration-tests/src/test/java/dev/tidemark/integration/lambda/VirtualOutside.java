package dev.tidemark.integration.lambda;

import dev.tidemark.job.Job;
import dev.tidemark.lambda.Bus;
import dev.tidemark.lambda.Outside;
import dev.tidemark.lambda.RunOptions;
import dev.tidemark.lambda.Settings;
import dev.tidemark.lambda.StateMachines;
import dev.tidemark.run.Ports;
import java.time.Duration;

/// What a function of a stage in this process sees.
///
/// @param function whose calls the stage's tap of that name hears
record VirtualOutside(VirtualStage stage, String function) implements Outside {

    @Override
    public Settings settings() {
        return stage.settings();
    }

    @Override
    public Ports own() {
        return stage.tapped(function, stage.plain());
    }

    @Override
    public Ports of(Job job) {
        return stage.tapped(function, stage.plain(job));
    }

    @Override
    public StateMachines stateMachines() {
        return new StateMachines() {
            @Override
            public void start(String job, String runId, RunOptions options) {
                stage.start(new VirtualStage.Started(job, runId, options));
            }

            @Override
            public Status status(String job, String runId) {
                return stage.status(runId);
            }
        };
    }

    @Override
    public Bus bus() {
        return stage.bus();
    }

    @Override
    public boolean rest(Duration time) {
        stage.pass(time);
        return true;
    }

    @Override
    public void say(String line) {
        stage.lines.add(line);
    }
}
