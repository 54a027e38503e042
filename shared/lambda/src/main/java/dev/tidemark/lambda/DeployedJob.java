package dev.tidemark.lambda;

import dev.tidemark.job.Job;
import java.util.Map;

/// A job as it was deployed.
///
/// @param job    every default said and every param filled in
/// @param params what its params were filled in with, where the deployment said it
public record DeployedJob(Job job, Map<String, String> params) {
    public DeployedJob {
        params = Map.copyOf(params);
    }
}
