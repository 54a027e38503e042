package dev.tidemark.run;

import dev.tidemark.data.Batch;
import dev.tidemark.data.ColumnSpec;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.RowOrigin;
import dev.tidemark.data.Schema;
import dev.tidemark.expression.EvaluationContext;
import dev.tidemark.expression.Functions;
import dev.tidemark.expression.RowTest;
import dev.tidemark.job.Flow;
import dev.tidemark.job.OnBadRecord;
import dev.tidemark.job.OnSchemaChange;
import dev.tidemark.job.Sink;
import dev.tidemark.plan.ChunkInput;
import dev.tidemark.sink.ChunkCounts;
import dev.tidemark.sink.ChunkResult;
import dev.tidemark.sink.StagedFile;
import dev.tidemark.spi.BadRecord;
import dev.tidemark.spi.BadRecordException;
import dev.tidemark.spi.BatchReader;
import dev.tidemark.spi.FormatOptions;
import dev.tidemark.spi.FormatReader;
import dev.tidemark.spi.Formats;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.ObjectStore;
import dev.tidemark.spi.ReadTask;
import dev.tidemark.spi.StagedUpload;
import dev.tidemark.spi.Staging;
import dev.tidemark.spi.UnreadableObjectException;
import dev.tidemark.transform.LeadingFilters;
import dev.tidemark.transform.RowContext;
import dev.tidemark.transform.TransformPipeline;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The open files and counts of one try at a chunk. One thread, used once.
final class ChunkAttempt {

    private final ChunkTask task;
    private final ObjectStore objects;
    private final Staging staging;
    private final InstantSource clock;
    private final long attemptedAt;
    private final FormatReader reader;
    private final FormatOptions readOptions;
    private final SourceColumns source;
    private final TransformPipeline common;
    private final @Nullable RowTest filter;
    private final List<TransformPipeline> sinkPipelines = new ArrayList<>();
    private final List<PartitionedSink> sinks = new ArrayList<>();
    private final List<StagedUpload> uploads = new ArrayList<>();
    private final PartitionedSink.NumberSource fileNumbers = new PartitionedSink.NumberSource();
    private final TreeSet<String> newFields = new TreeSet<>();
    private final TreeSet<String> warnings = new TreeSet<>();
    /// Fields that no column is for, under `onSchemaChange: ignore`.
    private final TreeSet<String> leftOut = new TreeSet<>();
    /// Fields of structs that no type has, and the first object with each.
    private final TreeMap<String, String> nestedFields = new TreeMap<>();
    /// Columns of the source's schema, and the objects whose headers do not have each.
    private final TreeMap<String, List<String>> missingColumns = new TreeMap<>();
    private final List<String> declared;
    private final TreeSet<String> quarantined = new TreeSet<>();
    private @Nullable QuarantineFile quarantine;
    private String readingNow = "its first object";
    private long bytesRead;
    private long recordsRead;
    private long recordsFiltered;
    private long recordsRejected;
    private long duplicateKeys;
    /// By object, how many annotations of its values were dropped.
    private final SequencedMap<String, Long> annotations = new LinkedHashMap<>();

    ChunkAttempt(
            ChunkTask task,
            ObjectStore objects,
            Staging staging,
            Formats formats,
            Functions functions,
            InstantSource clock) {
        this.clock = clock;
        this.attemptedAt = clock.millis();
        this.task = task;
        this.objects = objects;
        this.staging = staging;
        Flow flow = task.flow();
        List<Field> keys = FlowShape.keys(flow, task.chunk());
        List<ColumnSpec> columns = task.plan().columns();
        // The plan let it pass: there is no record that could miss a column.
        boolean nothing = FlowShape.holdNothing(columns, List.of(task.chunk()))
                && !FlowShape.mistakes(flow, columns, keys, functions, formats).isEmpty();
        FlowShape shape = nothing
                ? FlowShape.ofNothing(flow, keys, functions)
                : FlowShape.of(flow, columns, keys, functions, warnings::add);
        this.declared = flow.source().options().schema().stream()
                .map(ColumnSpec::name)
                .filter(name ->
                        keys.stream().noneMatch(key -> Schema.fold(key.name()).equals(Schema.fold(name))))
                .toList();
        this.reader = formats.reader(shape.sourceFormat());
        this.readOptions = shape.sourceOptions();
        this.source = shape.source();
        this.common = shape.common();
        this.filter = LeadingFilters.of(flow.transforms(), source.schema(), keys, functions, task.evaluation())
                .orElse(null);
        for (int i = 0; i < flow.sinks().size(); i++) {
            Sink sink = flow.sinks().get(i);
            TransformPipeline pipeline = shape.sinks().get(i);
            sinkPipelines.add(pipeline);
            if (nothing) {
                continue;
            }
            String root = task.sinkRoots().get(i);
            sinks.add(new PartitionedSink(
                    new PartitionedSink.Target(
                            i,
                            root,
                            task.namePrefix(),
                            sink.partitionKeys(),
                            sink.targetFileSizeBytes() == null
                                    ? PartitionedSink.Target.ANY_SIZE
                                    : sink.targetFileSizeBytes()),
                    pipeline.output(),
                    formats.writer(FlowShape.sinkFormat(sink)),
                    new FormatOptions(sink.formatOptions().values()),
                    target -> open(root, target),
                    fileNumbers,
                    task.budgetBytes() / flow.sinks().size()));
        }
    }

    String readingNow() {
        return readingNow;
    }

    void read(ChunkInput input) throws IOException {
        readingNow = input.object().location();
        // An object may be small, and a chunk may have thousands.
        String reading = "reading " + readingNow;
        stopAtDeadline(reading);
        EvaluationContext evaluation = task.evaluation()
                .reading(input.object().location(), input.object().lastModified());
        Row row = new Row(evaluation);
        try (ObjectInput object =
                        objects.open(input.object().location(), input.object().etag());
                BatchReader batches = reader.open(
                        new ReadTask(
                                object,
                                input.from(),
                                input.to(),
                                task.plan().columns(),
                                readOptions,
                                evaluation.timezone(),
                                task.flow().onSchemaChange() == OnSchemaChange.IGNORE ? leftOut::add : newFields::add,
                                new Notices(readingNow),
                                filter),
                        this::reject)) {
            SourceColumns.Constants constants = source.constants(input.partition(), evaluation);
            for (Batch batch = batches.next(); batch != null; batch = batches.next()) {
                stopAtDeadline(reading);
                recordsRead += batch.rows();
                Batch mapped = common.apply(constants.addTo(batch), row);
                for (int i = 0; i < sinks.size(); i++) {
                    sinks.get(i).write(sinkPipelines.get(i).apply(mapped, row));
                }
            }
        }
        bytesRead += Math.min(input.to(), input.object().sizeBytes()) - input.from();
        if (!newFields.isEmpty() && task.flow().onSchemaChange() == OnSchemaChange.FAIL) {
            throw new NewFieldException(task.flow().name(), newFields.first(), readingNow);
        }
    }

    private void stopAtDeadline(String doing) {
        long now = clock.millis();
        if (now >= task.deadline()) {
            throw new DeadlineException(task.chunk().number(), doing, Duration.ofMillis(now - attemptedAt));
        }
    }

    ChunkResult finish(
            List<ChunkInput> taken, List<ChunkInput> deferred, List<ChunkInput> gone, long startMillis, long endMillis)
            throws IOException {
        warnings.addAll(ReadWarnings.nestedFields(nestedFields));
        if (!leftOut.isEmpty()) {
            warnings.add(ReadWarnings.leftOut(leftOut));
        }
        warnings.addAll(ReadWarnings.missingColumns(missingColumns));
        if (!annotations.isEmpty()) {
            warnings.add(ReadWarnings.annotations(annotations));
        }
        List<StagedFile> files = new ArrayList<>();
        long written = 0;
        for (PartitionedSink sink : sinks) {
            files.addAll(sink.finish(() -> stopAtDeadline("writing its last files")));
            written += sink.rows();
        }
        if (quarantine != null) {
            files.add(quarantine.finish());
        }
        return new ChunkResult(
                task.chunk().number(),
                task.flow().name(),
                task.attempt(),
                taken,
                deferred,
                gone,
                files,
                new ChunkCounts(bytesRead, recordsRead, written, recordsFiltered, recordsRejected, duplicateKeys),
                sinkPipelines.stream().map(TransformPipeline::output).toList(),
                grown(),
                List.copyOf(quarantined),
                List.copyOf(warnings),
                startMillis,
                endMillis);
    }

    /// Drops everything this attempt staged.
    ///
    /// @return what could not be dropped, and why; discarding the run finds it by its name
    List<RuntimeException> abort() {
        return DiscardedUploads.discard(uploads);
    }

    private @Nullable Schema grown() {
        if (newFields.isEmpty() || task.flow().onSchemaChange() != OnSchemaChange.ADD_NEW_COLUMNS) {
            return null;
        }
        List<Field> fields = new ArrayList<>();
        for (ColumnSpec column : task.plan().columns()) {
            fields.add(new Field(column.name(), column.type()));
        }
        // Their types are not known from one chunk: the next plan samples the objects that hold them.
        newFields.forEach(name -> fields.add(new Field(name, DataType.STRING)));
        return new Schema(fields);
    }

    /// A batch may begin hundreds of files, each by a call.
    private StagedUpload open(String root, String target) {
        stopAtDeadline("beginning its files");
        StagedUpload upload = staging.open(root, task.runId(), target);
        uploads.add(upload);
        return upload;
    }

    /// A record that the reader could not read.
    private void reject(BadRecord record) {
        recordsRead++;
        setAside(record);
    }

    private void setAside(BadRecord record) {
        recordsRejected++;
        String root = task.quarantineRoot();
        if (task.flow().onBadRecord() == OnBadRecord.FAIL || root == null) {
            throw new BadRecordException(record);
        }
        Long most = task.flow().maxBadRecords();
        if (most != null && recordsRejected > most) {
            throw new TooManyBadRecordsException(
                    task.flow().name(), recordsRejected, "maxBadRecords is " + most, record);
        }
        if (quarantine == null) {
            String location = root + task.namePrefix() + "bad.json.gz";
            quarantine = new QuarantineFile(location, open(root, location));
        }
        quarantine.add(record);
        quarantined.add(record.object());
    }

    /// What the reader did to values of one object, as warnings.
    private final class Notices implements ReadTask.Notices {

        private final String location;

        Notices(String location) {
            this.location = location;
        }

        @Override
        public void finerThanMicros(String column) {
            warnings.add(ReadWarnings.finerThanMicros(column));
        }

        @Override
        public void unknownNestedField(String path) {
            switch (task.flow().onSchemaChange()) {
                case FAIL -> throw new NewFieldException(task.flow().name(), path, location);
                case ADD_NEW_COLUMNS, RESCUE -> nestedFields.putIfAbsent(path, location);
                case IGNORE -> {}
            }
        }

        @Override
        public void missingColumns(List<String> columns) {
            List<String> missing = columns.stream().filter(declared::contains).toList();
            if (!missing.isEmpty() && missing.size() == declared.size()) {
                throw new UnreadableObjectException(location, ReadWarnings.noDeclaredColumn(declared), null);
            }
            missing.forEach(column -> missingColumns
                    .computeIfAbsent(column, _ -> new ArrayList<>())
                    .add(location));
        }

        @Override
        public void rowsSkipped(long count) {
            recordsRead += count;
            recordsFiltered += count;
        }

        @Override
        public void duplicateKeys(long count) {
            duplicateKeys += count;
        }

        @Override
        public void annotations(long count) {
            annotations.merge(location, count, Long::sum);
        }
    }

    /// What the transforms see and say while one object is read.
    private final class Row implements RowContext {

        private final EvaluationContext evaluation;

        Row(EvaluationContext evaluation) {
            this.evaluation = evaluation;
        }

        @Override
        public EvaluationContext evaluation() {
            return evaluation;
        }

        @Override
        public void reject(Batch batch, int row, @Nullable String column, String reason) {
            RowOrigin origin = batch.origin();
            if (origin == null) {
                throw new IllegalStateException("a batch of " + readingNow + " does not say where its rows came from");
            }
            setAside(new BadRecord(
                    origin.object(),
                    origin.etag(),
                    origin.offset()[row],
                    origin.recordNumber()[row],
                    column,
                    reason,
                    origin.rawRecord(row)));
        }

        @Override
        public void filtered(int rows) {
            recordsFiltered += rows;
        }
    }
}
