package dev.tidemark.run;

import dev.tidemark.data.TidemarkException;
import dev.tidemark.spi.Condition;
import dev.tidemark.spi.StateStore;
import dev.tidemark.spi.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Tells of the commits that nobody has told of yet, oldest first.
///
/// Finish notes each commit in the transaction that makes it, whoever settles it, and only who has told of it takes
/// the note away. So each commit is told of, whoever dies in between, and more than once when that happens.
public final class TellStep {

    /// Tells whoever wants to know.
    @FunctionalInterface
    public interface Teller {

        /// @throws TidemarkException when nobody could be told: the commit stays noted
        void tell(Run run, CommittedChange change);
    }

    private final JobContext context;
    private final JobState state;
    private final Teller teller;

    public TellStep(JobContext context, Teller teller) {
        this.context = context;
        this.state = new JobState(context);
        this.teller = teller;
    }

    /// @param head as it was read last; what was noted since waits for the next call, and so does what there is no
    ///     time for
    /// @return how many commits were told of
    /// @throws TidemarkException when nobody could be told, or a run's item is damaged; those after it were told of
    public int run(Head head) {
        int told = 0;
        @Nullable DamagedStateException damaged = null;
        Head known = head;
        for (String runId : head.untold()) {
            if (context.ports().now() >= context.patience().deadline()) {
                break;
            }
            try {
                Optional<Run> run = state.run(runId);
                // An item that is gone leaves nothing to tell of, and nothing to wait for.
                if (run.isPresent() && run.get().state() == Run.State.COMMITTED) {
                    teller.tell(run.get(), CommittedChange.of(context, run.get()));
                    told++;
                }
            } catch (DamagedStateException unreadable) {
                damaged = unreadable;
                continue;
            }
            known = forget(known, runId);
        }
        if (damaged != null) {
            throw damaged;
        }
        return told;
    }

    /// @param head as it was read last
    /// @return the same afterwards
    private Head forget(Head head, String runId) {
        Head known = head;
        while (known.untold().contains(runId)) {
            List<String> others = new ArrayList<>(known.untold());
            others.remove(runId);
            Write without = new Write.Update(
                    context.headKey(),
                    others.isEmpty() ? Map.of() : Map.of(Head.UNTOLD, String.join(" ", others)),
                    Map.of(),
                    Map.of(),
                    others.isEmpty() ? Set.of(Head.UNTOLD) : Set.of(),
                    List.of(new Condition.TextIs(Head.UNTOLD, known.untoldText())));
            if (context.ports().state().write(without) instanceof StateStore.Outcome.Applied && others.isEmpty()) {
                return known;
            }
            known = state.head();
        }
        return known;
    }
}
