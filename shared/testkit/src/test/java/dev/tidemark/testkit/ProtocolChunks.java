package dev.tidemark.testkit;

import dev.tidemark.bookmark.Bookmark;
import dev.tidemark.bookmark.Generation;
import dev.tidemark.bookmark.Segment;
import dev.tidemark.bookmark.Taken;
import dev.tidemark.data.DataType;
import dev.tidemark.data.Field;
import dev.tidemark.data.Schema;
import dev.tidemark.job.BookmarkMode;
import dev.tidemark.listing.SourceObject;
import dev.tidemark.partition.Partition;
import dev.tidemark.plan.Chunk;
import dev.tidemark.plan.ChunkInput;
import dev.tidemark.plan.FlowCounts;
import dev.tidemark.plan.FlowPlan;
import dev.tidemark.plan.WorkPlan;
import dev.tidemark.run.JobContext;
import dev.tidemark.run.Ports;
import dev.tidemark.run.RunRequest;
import dev.tidemark.sink.ChunkCounts;
import dev.tidemark.sink.ChunkResult;
import dev.tidemark.sink.StagedFile;
import dev.tidemark.spi.ObjectChangedException;
import dev.tidemark.spi.ObjectGoneException;
import dev.tidemark.spi.ObjectInput;
import dev.tidemark.spi.StagedUpload;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A planner and a worker as plain as can be, for the protocol's tests: text in, the same text out.
final class ProtocolChunks {

    private static final String IN = ProtocolWorld.IN;
    private static final String OUT = ProtocolWorld.OUT;

    private ProtocolChunks() {}

    /// A chunk an object, two for one that is split.
    static WorkPlan plan(JobContext context, RunRequest request, Generation base, int mostObjects) {
        Ports ports = context.ports();
        Bookmark bookmark = Bookmark.of(base.flow("f").segments().stream()
                .map(name -> Segment.decode(name, read(ports, context.location(name))))
                .toList());
        List<Chunk> chunks = new ArrayList<>();
        long listed = 0;
        long left = 0;
        int taken = 0;
        for (SourceObject object : ports.objects().list(IN, false, null).objects()) {
            listed++;
            if (request.mode() != BookmarkMode.DISABLE
                    && bookmark.lookup(object.location(), object.etag(), object.sizeBytes()) == Taken.KNOWN) {
                continue;
            }
            taken++;
            if (taken > mostObjects) {
                left++;
                continue;
            }
            long end = object.location().endsWith(".split") ? object.sizeBytes() / 2 : Long.MAX_VALUE;
            chunks.add(chunk(chunks.size(), object, 0, end));
            if (end != Long.MAX_VALUE) {
                chunks.add(chunk(chunks.size(), object, end, Long.MAX_VALUE));
            }
        }
        FlowCounts counts = new FlowCounts(0, 0, 0, listed, listed, 0, 0, Map.of(), left, 0);
        FlowPlan flow = new FlowPlan("f", List.of(), counts, chunks.size(), List.of(), List.of());
        return new WorkPlan(List.of(flow), chunks);
    }

    private static Chunk chunk(int number, SourceObject object, long from, long to) {
        String value = object.location().substring(IN.length() + 2, IN.length() + 3);
        return new Chunk(number, "f", 1, List.of(new ChunkInput(object, partition(value), from, to, false)));
    }

    private static Partition partition(String value) {
        return new Partition(List.of("d"), List.of(value));
    }

    static byte[] read(Ports ports, String location) {
        try (ObjectInput input = ports.objects().open(location, null);
                InputStream bytes = input.stream(0)) {
            return bytes.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ChunkResult work(Ports used, String runId, Chunk chunk, String attempt, int files, boolean badRecords) {
        ChunkInput input = chunk.inputs().getFirst();
        List<ChunkInput> one = List.of(input);
        try (ObjectInput opened = used.objects()
                        .open(input.object().location(), input.object().etag());
                InputStream bytes = opened.stream(input.from())) {
            byte[] all = input.to() == Long.MAX_VALUE
                    ? bytes.readAllBytes()
                    : bytes.readNBytes((int) (input.to() - input.from()));
            List<StagedFile> staged = new ArrayList<>();
            for (byte[] content : files == 1 ? List.of(all) : lines(all)) {
                staged.add(stage(used, runId, chunk, attempt, staged.size(), content));
            }
            if (badRecords) {
                staged.add(stageBadRecord(used, runId, chunk, attempt));
            }
            return result(used, chunk, attempt, one, List.of(), List.of(), staged);
        } catch (ObjectChangedException changed) {
            return result(used, chunk, attempt, List.of(), one, List.of(), List.of());
        } catch (ObjectGoneException gone) {
            return result(used, chunk, attempt, List.of(), List.of(), one, List.of());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static StagedFile stage(Ports used, String runId, Chunk chunk, String attempt, int number, byte[] bytes)
            throws IOException {
        Partition partition = chunk.inputs().getFirst().partition();
        String target = "%sd=%s/part-%s-%d-%s-%d.txt"
                .formatted(OUT, partition.values().getFirst(), runId, chunk.number(), attempt, number);
        StagedUpload upload = used.staging().open(OUT, runId, target);
        upload.write(bytes, 0, bytes.length);
        StagedUpload.Handle handle = upload.finish();
        return new StagedFile(
                target, handle.uploadId(), handle.partTags(), 1, bytes.length, StagedFile.Kind.DATA, 0, partition);
    }

    private static StagedFile stageBadRecord(Ports used, String runId, Chunk chunk, String attempt) throws IOException {
        byte[] bytes = "bad\n".getBytes(StandardCharsets.UTF_8);
        String root = "mem:///quarantine/j/f/";
        String target = "%spart-%s-%d-%s-bad.txt".formatted(root, runId, chunk.number(), attempt);
        StagedUpload upload = used.staging().open(root, runId, target);
        upload.write(bytes, 0, bytes.length);
        StagedUpload.Handle handle = upload.finish();
        return new StagedFile(
                target,
                handle.uploadId(),
                handle.partTags(),
                1,
                bytes.length,
                StagedFile.Kind.QUARANTINE,
                -1,
                new Partition(List.of(), List.of()));
    }

    private static List<byte[]> lines(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8)
                .lines()
                .map(line -> (line + "\n").getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    private static ChunkResult result(
            Ports used,
            Chunk chunk,
            String attempt,
            List<ChunkInput> taken,
            List<ChunkInput> deferred,
            List<ChunkInput> gone,
            List<StagedFile> files) {
        return new ChunkResult(
                chunk.number(),
                "f",
                attempt,
                taken,
                deferred,
                gone,
                files,
                ChunkCounts.NONE,
                List.of(new Schema(List.of(new Field("v", DataType.STRING)))),
                null,
                List.of(),
                used.now(),
                used.now());
    }
}
