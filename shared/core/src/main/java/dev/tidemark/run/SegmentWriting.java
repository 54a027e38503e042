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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads and writes the segments of bookmarks in the work area.
final class SegmentWriting {

    private static final String ACT = "setNow-";

    private static final String FOLDER = "segments/";

    private final JobState state;
    private final String namePrefix;
    private int number;

    SegmentWriting(JobState state, String runId, String attempt) {
        this.state = state;
        this.namePrefix = FOLDER + runId + "-" + attempt + "-";
    }

    /// For an operator's act on generation `base`: it has taken effect, or never will, once the head is past that.
    static SegmentWriting ofAct(JobState state, long base, String attempt) {
        return new SegmentWriting(state, ACT + base, attempt);
    }

    static String folder(JobContext context) {
        return context.workRoot() + FOLDER;
    }

    /// Whether the segment's writer can no longer make a generation that names it.
    ///
    /// @param ended runs that have ended
    /// @param head  the generation of the head
    static boolean isOver(JobContext context, String segment, Set<String> ended, long head) {
        String name = segment.substring(folder(context).length());
        int number = name.lastIndexOf('-');
        int attempt = number < 0 ? -1 : name.lastIndexOf('-', number - 1);
        if (attempt < 0) {
            return false;
        }
        String writer = name.substring(0, attempt);
        if (!writer.startsWith(ACT)) {
            return ended.contains(writer);
        }
        String base = writer.substring(ACT.length());
        return base.chars().allMatch(Character::isDigit) && !base.isEmpty() && Long.parseLong(base) < head;
    }

    /// The bookmark that a generation holds of one flow.
    static Bookmark bookmark(JobState state, FlowState flow) {
        return Bookmark.of(segments(state, flow));
    }

    private static List<Segment> segments(JobState state, FlowState flow) {
        return flow.segments().stream().map(state::segment).toList();
    }

    /// The state after taking in some versions: a new segment, merged with the newest ones where they are small.
    FlowState add(FlowState before, List<SourceObject> taken, @Nullable Schema schema) {
        Schema recorded = schema == null ? before.schema() : schema;
        List<String> known =
                before.segments().stream().map(JobContext::relative).toList();
        if (taken.isEmpty()) {
            return new FlowState(known, recorded);
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
        names.addAll(known.subList(merged, known.size()));
        return new FlowState(names, recorded);
    }
}
