package dev.tidemark.cli;

import dev.tidemark.data.TidemarkException;

/// `run --replace` is not built. Nothing was touched.
final class ReplaceRefusedException extends TidemarkException {

    private static final long serialVersionUID = 1L;

    ReplaceRefusedException() {
        super("--replace is not built: a run that replaces what earlier runs wrote would have to delete their published"
                + " files, and only a sink with mode: overwritePartitions may do that. Give the sink that mode and run"
                + " with --bookmark disable, or --bookmark pause --from A --to B.");
    }
}
