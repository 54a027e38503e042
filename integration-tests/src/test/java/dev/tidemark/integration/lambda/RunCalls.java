package dev.tidemark.integration.lambda;

import dev.tidemark.aws.ListPrices;
import java.util.Map;
import java.util.TreeMap;

/// How often a run calls AWS: a run of one flow whose table is there already, by the state machine, when nothing has to
/// be tried again. docs/reference/aws.md has the same as a table.
///
/// @param listed     objects below the flow's paths, read or not
/// @param objects    those that the run reads
/// @param chunks     what they are packed into
/// @param files      that the chunks write: for each chunk one a partition that its rows go to
/// @param partitions of the table that the run registers
record RunCalls(long listed, long objects, long chunks, long files, long partitions) {

    private static final long LIST_PAGE = 1_000;
    private static final long SAMPLED = 1_000;
    private static final long BATCH = 100;
    private static final long STRIDE = 1_000;
    private static final long GATHERED = 5_000;

    /// Step Functions, Standard workflows, a state transition; Lambda, a request: list prices of us-east-1.
    private static final double TRANSITION = 0.025 / 1_000;

    private static final double INVOCATION = 0.20 / 1_000_000;

    /// EventBridge, an event of one's own.
    private static final double EVENT = 1.00 / 1_000_000;

    /// The largest transaction that a run makes.
    private static final int TRANSACTION_ITEMS = 3;

    private static final long ITEM_BYTES = 1_024;

    /// By `service.Operation`.
    Map<String, Long> counts() {
        Map<String, Long> counts = new TreeMap<>();
        counts.put("s3.ListObjectsV2", pages(listed, LIST_PAGE));
        // Job file, bookmark, plan, draft and record, which its event reads too; then sample, chunks and results.
        counts.put("s3.GetObject", 14 + 2 * Math.min(objects, SAMPLED) + objects + 4 * chunks);
        counts.put("s3.HeadObject", chunks);
        // Results of long plans are gathered.
        counts.put("s3.PutObject", 10 + chunks + gathered());
        counts.put("s3.GetBucketLifecycleConfiguration", 1L);
        counts.put("s3.CreateMultipartUpload", files);
        counts.put("s3.UploadPart", files);
        counts.put("s3.CompleteMultipartUpload", files);
        counts.put("dynamodb.GetItem", 23 + chunks);
        counts.put("dynamodb.Query", 1L);
        // Draft, sample, plan, what is told; and how far the commit is, between each thousand files and the next.
        counts.put("dynamodb.UpdateItem", 3 + pages(files, STRIDE) + gathered());
        // Claim, decision, end.
        counts.put("dynamodb.TransactWriteItems", 3L);
        counts.put("glue.GetDatabase", 2L);
        counts.put("glue.GetTable", 5L);
        counts.put("glue.GetPartitions", 1L);
        counts.put("glue.BatchCreatePartition", pages(partitions, BATCH));
        return counts;
    }

    private long gathered() {
        return chunks > GATHERED ? pages(chunks, GATHERED) : 0;
    }

    private static long pages(long entries, long most) {
        return (entries + most - 1) / most;
    }

    /// Plan, what is to do, probe, the same two again, map, commit, whether it is committed, done; and a child a chunk.
    long transitions() {
        return 9 + chunks;
    }

    /// Plan, probe, plan, commit; and a chunk.
    long invocations() {
        return 4 + chunks;
    }

    /// In US dollars, without the time of the functions.
    double usd() {
        double usd = TRANSITION * transitions() + INVOCATION * invocations() + EVENT;
        for (Map.Entry<String, Long> call : counts().entrySet()) {
            String[] name = call.getKey().split("\\.", 2);
            usd += call.getValue() * ListPrices.of(name[0], name[1], TRANSACTION_ITEMS, ITEM_BYTES);
        }
        return usd;
    }
}
