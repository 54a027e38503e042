package dev.tidemark.json;

import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.expression.Functions;
import dev.tidemark.job.Flow;
import dev.tidemark.job.Job;
import dev.tidemark.job.Mistake;
import dev.tidemark.job.Places;
import dev.tidemark.job.SourceOptions;
import dev.tidemark.job.TransformSpec;
import dev.tidemark.partition.PartitionFoldersException;
import dev.tidemark.run.SourceRules;
import dev.tidemark.transform.FlowCheck;
import dev.tidemark.transform.SinkColumns;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Fits transforms and partition keys to the columns that the job file itself tells: declared ones, partition keys,
/// and all of them after applyMapping and selectFields.
final class ColumnRules implements FlowCheck.Understood {

    private static final Pattern STEP = Pattern.compile("(.*?\\btransforms)(?:\\[(\\d+)].*)?");

    /// The first step of each list that was not understood as it is written. What comes after it cannot be followed.
    private final Map<String, Integer> firstWrong = new HashMap<>();

    private final SinkColumns sinkColumns;

    private ColumnRules(List<Mistake> before, SinkColumns sinkColumns) {
        this.sinkColumns = sinkColumns;
        for (Mistake mistake : before) {
            step(mistake.path()).ifPresent(step -> firstWrong.merge(step.list(), step.number(), Math::min));
        }
    }

    static void check(Job job, Reading reading) {
        List<Mistake> before = reading.mistakes().soFar();
        ColumnRules rules = new ColumnRules(before, reading.formats().columns());
        for (Flow flow : job.flows()) {
            String source = flow.source().options().places().self().path();
            boolean sourceRead =
                    before.stream().noneMatch(mistake -> mistake.path().startsWith(source));
            rules.check(flow, sourceRead).forEach(reading.mistakes()::add);
        }
    }

    private List<Mistake> check(Flow flow, boolean sourceRead) {
        SourceOptions source = flow.source().options();
        if (!sourceRead) {
            return FlowCheck.ofFile(flow, Schema.EMPTY, true, Functions.standard(), this, sinkColumns);
        }
        // There may always be others: headers name columns, folders name keys, and what earlier runs recorded stays.
        List<Field> keys = keys(source);
        List<Field> fields = new ArrayList<>();
        for (ColumnSpec column : source.schema()) {
            if (keys.stream().noneMatch(key -> Schema.fold(key.name()).equals(Schema.fold(column.name())))) {
                fields.add(new Field(column.name(), column.type()));
            }
        }
        fields.addAll(keys);
        return FlowCheck.ofFile(flow, new Schema(fields), true, Functions.standard(), this, sinkColumns);
    }

    /// The partition keys that the file tells; where it tells none, folders may.
    private static List<Field> keys(SourceOptions source) {
        try {
            return SourceRules.keys(source);
        } catch (PartitionFoldersException toldBefore) {
            return List.of();
        }
    }

    @Override
    public boolean upTo(TransformSpec transform) {
        return step(transform.places().self().path())
                .map(step -> step.number() < firstWrong.getOrDefault(step.list(), Integer.MAX_VALUE))
                .orElse(true);
    }

    @Override
    public boolean list(Places owner) {
        return !firstWrong.containsKey(owner.self().path() + ".transforms");
    }

    private record Step(String list, int number) {}

    private static Optional<Step> step(String path) {
        Matcher matcher = STEP.matcher(path);
        return matcher.matches()
                ? Optional.of(
                        new Step(matcher.group(1), Integer.parseInt(Objects.requireNonNullElse(matcher.group(2), "0"))))
                : Optional.empty();
    }
}
