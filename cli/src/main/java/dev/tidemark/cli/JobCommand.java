package dev.tidemark.cli;

import dev.tidemark.job.JobFileException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// A command on a job: opens the job file, does its work, prints its answer.
///
/// What is known of job and run is kept for the document of a command that fails.
abstract class JobCommand implements Callable<Integer> {

    @Spec
    @Nullable
    CommandSpec spec;

    @Mixin
    JobOptions options = new JobOptions();

    private @Nullable String job;
    private @Nullable String runId;

    /// Whether the command only says what is there.
    boolean onlyReads() {
        return false;
    }

    /// Where the command works.
    Where where() {
        return root().where();
    }

    /// Does the work. The session is closed afterwards.
    abstract Answer answer(Session session);

    @Override
    public final Integer call() {
        Where where = where();
        root().logFor(false).keep("tidemark " + name() + " " + options.jobFile);
        try (Session session = Session.open(options, where, world())) {
            job = session.job().name();
            warnOfNoState();
            return answer(session).print(world(), json());
        } catch (JobFileException unnamed) {
            throw unnamed.in(options.jobFile.toString());
        }
    }

    /// A wrong folder looks like a job that never ran. Documents have no place for it.
    private void warnOfNoState() {
        Path state = options.state;
        if (state != null && onlyReads() && !json() && !Files.isDirectory(state)) {
            world().err()
                    .println("warning: there is no state at " + state + " yet: to this command the job never ran."
                            + " Check --state; a run makes the folder.");
        }
    }

    /// `bookmark show`, as `command` in documents.
    static String name(CommandSpec spec) {
        String qualified = spec.qualifiedName(" ");
        String root = spec.root().name();
        return qualified.equals(root) ? root : qualified.substring(root.length() + 1);
    }

    final String name() {
        return name(Objects.requireNonNull(spec));
    }

    final World world() {
        return root().world();
    }

    final boolean json() {
        return root().json();
    }

    final Tidemark root() {
        return (Tidemark) Objects.requireNonNull(spec).root().userObject();
    }

    final void about(String run) {
        runId = run;
    }

    /// Null as long as the job file was not read.
    final @Nullable String job() {
        return job;
    }

    final @Nullable String runId() {
        return runId;
    }

    final Answer say(Map<String, @Nullable Object> fields, String text) {
        return Answer.of(name(), fields, text);
    }
}
