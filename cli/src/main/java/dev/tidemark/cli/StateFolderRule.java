package dev.tidemark.cli;

import dev.tidemark.job.Flow;
import dev.tidemark.job.Job;
import dev.tidemark.job.JobFileException;
import dev.tidemark.job.Mistake;
import dev.tidemark.job.Place;
import dev.tidemark.job.Sink;
import dev.tidemark.local.LocalPaths;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A job's rows and bad records stay out of the folder that holds its bookmarks.
final class StateFolderRule {

    private StateFolderRule() {}

    /// @throws JobFileException naming every sink and quarantine that lies in the state folder
    static void check(Job job, String fileName, Path state) {
        String folder = LocalPaths.real(LocalPaths.location(state) + "/");
        List<Mistake> mistakes = new ArrayList<>();
        for (Flow flow : job.flows()) {
            for (Sink sink : flow.sinks()) {
                String path = sink.path();
                if (path != null && path.startsWith(folder)) {
                    mistakes.add(mistake(sink.places().of("path"), "The sink", path, folder));
                }
            }
            String quarantine = flow.quarantinePath();
            // Where bad records go when nobody says.
            if (quarantine != null && quarantine.startsWith(folder) && !quarantine.startsWith(folder + "quarantine/")) {
                mistakes.add(mistake(flow.places().of("quarantinePath"), "quarantinePath", quarantine, folder));
            }
        }
        if (!mistakes.isEmpty()) {
            throw new JobFileException(fileName, mistakes);
        }
    }

    private static Mistake mistake(Place place, String what, String path, String folder) {
        return new Mistake(
                place.path(),
                place.line(),
                place.column(),
                what + " " + path + " lies in the state folder " + folder
                        + ", where bookmarks are kept: clean-up would take its files for state.",
                "Name a folder outside of it, or keep the state elsewhere with --state.");
    }
}
