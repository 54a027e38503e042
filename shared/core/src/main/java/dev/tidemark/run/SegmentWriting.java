package dev.tidemark.run;

import dev.tidemark.bookmark.Bookmark;
import dev.tidemark.bookmark.FlowState;
import dev.tidemark.bookmark.ObjectVersion;
import dev.tidemark.bookmark.Segment;
import dev.tidemark.bookmark.SegmentMerging;
import dev.tidemark.data.Schema;
import dev.tidemark.listing.SourceObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads and writes the segments of bookmarks in the work area.
final class SegmentWriting {

    private final JobState state;
    private final String namePrefix;
    private int number;

    SegmentWriting(JobContext context, JobState state, String runId, String attempt) {
        this.state = state;
        this.namePrefix = context.workRoot() + "segments/" + runId + "-" + attempt + "-";
    }

    /// The bookmark that a generation holds of one flow.
    static Bookmark bookmark(JobState state, FlowState flow) {
        return Bookmark.of(segments(state, flow));
    }

    private static List<Segment> segments(JobState state, FlowState flow) {
        return flow.segments().stream()
                .map(name -> Segment.decode(name, state.read(name)))
                .toList();
    }

    /// The state after taking in some versions: a new segment, merged with the newest ones where they are small.
    FlowState add(FlowState before, List<SourceObject> taken, @Nullable Schema schema) {
        Schema recorded = schema == null ? before.schema() : schema;
        if (taken.isEmpty()) {
            return new FlowState(before.segments(), recorded);
        }
        List<Segment> old = segments(state, before);
        Segment added = Segment.of(taken.stream()
                .map(object -> ObjectVersion.of(object.location(), object.etag(), object.sizeBytes()))
                .toList());
        int merged = SegmentMerging.newestToMerge(
                added.count(), old.stream().map(Segment::count).toList());
        List<Segment> together = new ArrayList<>();
        together.add(added);
        together.addAll(old.subList(0, merged));
        Segment newest = merged == 0 ? added : Segment.merge(together, merged == old.size());
        String name = namePrefix + number++;
        state.write(name, newest.encode());
        List<String> names = new ArrayList<>();
        names.add(name);
        names.addAll(before.segments().subList(merged, before.segments().size()));
        return new FlowState(names, recorded);
    }
}
