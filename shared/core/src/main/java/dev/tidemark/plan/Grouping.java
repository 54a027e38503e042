package dev.tidemark.plan;

import dev.tidemark.job.GroupFiles;
import dev.tidemark.partition.Partition;
import java.util.ArrayList;
import java.util.List;

/// Packs objects into groups and groups into chunks (Glue's `groupFiles` and `groupSize`). Pure; same input, same
/// chunks.
///
/// Groups fill front to back and never cross a source partition. A chunk is one or more whole groups; it closes
/// before it would hold more than [#chunkBytes] or [#CHUNK_OBJECTS] objects. An object larger than a chunk is a chunk
/// alone; where it can be split, it becomes pieces of nearly equal size, each a chunk that holds nothing else.
///
/// @param groupFiles whether objects share a group at all
/// @param groupBytes a group is closed before it would hold more stored bytes than this
public record Grouping(GroupFiles groupFiles, long groupBytes) {

    /// Most objects of a chunk, so that a worker's reads and its result stay bounded however small the objects are.
    public static final int CHUNK_OBJECTS = 1_000;

    /// Least size at which a chunk is full: starting a worker costs more than a small chunk's work.
    public static final long LEAST_CHUNK_BYTES = 128L << 20;

    public Grouping {
        if (groupBytes < 1) {
            throw new IllegalArgumentException("a group's size must be at least 1 byte but is " + groupBytes);
        }
    }

    /// What came out.
    public record Packed(List<Chunk> chunks, int groups) {

        public Packed {
            chunks = List.copyOf(chunks);
        }
    }

    public long chunkBytes() {
        return Math.max(groupBytes, LEAST_CHUNK_BYTES);
    }

    /// Packs whole objects in the order given.
    ///
    /// @param flow   the flow's name
    /// @param inputs whole objects in key order
    public Packed pack(String flow, List<ChunkInput> inputs) {
        Packing packing = new Packing(flow);
        inputs.forEach(packing::add);
        packing.closeChunk();
        return new Packed(packing.chunks, packing.groups);
    }

    /// Splits the objects that are larger than a chunk. What a format can split is known only where the format is, so
    /// that this comes after the packing and changes nothing else of it.
    ///
    /// @param chunks packed by these rules
    /// @return numbered from 0
    public List<Chunk> split(List<Chunk> chunks, Splitting splitting) {
        List<Chunk> split = new ArrayList<>(chunks.size());
        for (Chunk chunk : chunks) {
            ChunkInput first = chunk.inputs().getFirst();
            if (first.whole() && first.object().sizeBytes() > chunkBytes() && splitting.splittable(first.object())) {
                pieces(chunk.flow(), first, split);
            } else {
                split.add(new Chunk(split.size(), chunk.flow(), chunk.groups(), chunk.inputs()));
            }
        }
        return split;
    }

    /// A split object is one group, counted with its first piece.
    private void pieces(String flow, ChunkInput input, List<Chunk> chunks) {
        long size = input.object().sizeBytes();
        long pieces = (size - 1) / chunkBytes() + 1;
        long piece = (size - 1) / pieces + 1;
        for (long from = 0; from < size; from += piece) {
            long to = from + piece >= size ? Long.MAX_VALUE : from + piece;
            ChunkInput range = new ChunkInput(input.object(), input.partition(), from, to, input.rewritten());
            chunks.add(new Chunk(chunks.size(), flow, from == 0 ? 1 : 0, List.of(range)));
        }
    }

    private final class Packing {

        private final String flow;
        private final List<Chunk> chunks = new ArrayList<>();
        private final List<ChunkInput> chunk = new ArrayList<>();
        private final List<ChunkInput> group = new ArrayList<>();
        private Partition partition = Partition.NONE;
        private long chunkSize;
        private long groupSize;
        private int groupsInChunk;
        private int groups;

        Packing(String flow) {
            this.flow = flow;
        }

        void add(ChunkInput input) {
            long size = input.object().sizeBytes();
            if (size > chunkBytes()) {
                closeChunk();
                alone(input);
                return;
            }
            if (!group.isEmpty()
                    && (groupFiles == GroupFiles.NONE
                            || groupSize + size > groupBytes
                            || group.size() == CHUNK_OBJECTS
                            || !input.partition().equals(partition))) {
                closeGroup();
            }
            group.add(input);
            groupSize += size;
            partition = input.partition();
        }

        private void closeGroup() {
            if (group.isEmpty()) {
                return;
            }
            if (chunkSize + groupSize > chunkBytes() || chunk.size() + group.size() > CHUNK_OBJECTS) {
                emitChunk();
            }
            chunk.addAll(group);
            chunkSize += groupSize;
            groupsInChunk++;
            groups++;
            group.clear();
            groupSize = 0;
        }

        void closeChunk() {
            closeGroup();
            emitChunk();
        }

        private void emitChunk() {
            if (!chunk.isEmpty()) {
                chunks.add(new Chunk(chunks.size(), flow, groupsInChunk, chunk));
                chunk.clear();
                chunkSize = 0;
                groupsInChunk = 0;
            }
        }

        private void alone(ChunkInput input) {
            groups++;
            chunks.add(new Chunk(chunks.size(), flow, 1, List.of(input)));
        }
    }
}
