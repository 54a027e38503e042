package dev.tidemark.cli;

import dev.tidemark.data.TidemarkException;

/// `run --replace` is not built. Nothing was touched.
final class ReplaceRefusedException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    ReplaceRefusedException() {
        super("--replace is not built: a run that replaces what earlier runs wrote would have to delete their published"
                + " files, and only a sink with mode: overwritePartitions may do that. Write that mode on the sink and"
                + " bookmark: disable in the job file: each run then reads everything and replaces the partitions it"
                + " writes. Or bookmark: pause there, and run with --from A --to B.");
    }
}
