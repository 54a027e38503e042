package dev.tidemark.run;

import dev.tidemark.bookmark.Generation;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.data.TidemarkException;
import dev.tidemark.expression.Functions;
import dev.tidemark.job.Flow;
import dev.tidemark.job.JobFileException;
import dev.tidemark.job.SourceOptions;
import dev.tidemark.plan.Chunk;
import dev.tidemark.plan.ChunkInput;
import dev.tidemark.spi.Formats;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Looks whether a job file fits what a run would read, before there is a run: a wrong file leaves no byte of state.
///
/// The run lists and samples again under its claim, as it must. So the look is cheap where nothing is wrong: the
/// columns that the last commit recorded, else one object of the flow. Only what does not fit these is looked at whole.
public final class FirstLook {

    private final Formats formats;
    private final Functions functions;

    public FirstLook(Formats formats, Functions functions) {
        this.formats = formats;
        this.functions = functions;
    }

    /// Writes nothing. Whatever else is wrong is left to the run, which ends by it and says so in its report.
    ///
    /// @throws JobFileException with all mistakes
    public void look(JobContext context, RunRequest request) {
        try {
            Head head = new JobState(context).head();
            if (mayBegin(context, head)) {
                look(context, request, new JobState(context).generation(head.generation()));
            }
        } catch (JobFileException wrong) {
            throw wrong;
        } catch (TidemarkException leftToTheRun) {
            // It meets the same, or it is over by then.
        }
    }

    /// What another run is about is not looked at: this one will not begin, or begin from another generation.
    private static boolean mayBegin(JobContext context, Head head) {
        return switch (head.state()) {
            case IDLE -> true;
            case CLAIMED -> context.soleClaimant();
            case PUBLISHING -> false;
        };
    }

    private void look(JobContext context, RunRequest request, Generation base) {
        boolean sure = true;
        for (Flow flow : context.job().flows()) {
            sure &= fits(context, request, flow, base.flow(flow.name()).schema());
        }
        if (!sure) {
            var _ = new JobPlanning(formats, functions).plan(context, request, base);
        }
    }

    private boolean fits(JobContext context, RunRequest request, Flow flow, @Nullable Schema recorded) {
        SourceOptions source = flow.source().options();
        List<Field> keys = SourceRules.keys(source);
        boolean foundKeys = keys.isEmpty() && source.pushDownPredicate() != null;
        // What a file brings may be new: nothing that was recorded says whether such a sink can hold it.
        if (recorded != null && !foundKeys && !refusesTypes(flow)) {
            List<ColumnSpec> columns = SchemaProbe.declaredAndRecorded(source, recorded);
            if (FlowShape.mistakes(flow, columns, keys, functions, formats).isEmpty()) {
                return true;
            }
        }
        Optional<ChunkInput> any = JobListing.any(context, request, flow);
        if (any.isEmpty()) {
            return true;
        }
        Chunk chunk = new Chunk(0, flow.name(), 1, List.of(any.get()));
        List<ColumnSpec> columns =
                new SchemaProbe(context.ports().objects(), formats).columns(flow, List.of(chunk), recorded, Set.of());
        return PartitionValues.mistakes(context, flow, List.of(chunk), functions)
                        .isEmpty()
                && FlowShape.mistakes(flow, columns, FlowShape.keys(flow, chunk), functions, formats)
                        .isEmpty();
    }

    /// Whether a sink's format or table cannot hold whatever a file may have.
    private boolean refusesTypes(Flow flow) {
        FormatColumns columns = new FormatColumns(formats.writers());
        Field list = new Field("list", new DataType.Array(DataType.STRING));
        return flow.sinks().stream()
                .anyMatch(sink -> columns.refusal(sink, list).isPresent());
    }
}
