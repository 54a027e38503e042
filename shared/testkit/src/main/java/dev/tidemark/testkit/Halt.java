package dev.tidemark.testkit;

/// The process stops here: nobody catches it, as nobody survives a power cut.
public final class Halt extends Error {

    private static final long serialVersionUID = 1L;

    public Halt(String call) {
        super("halted at " + call, null, false, false);
    }
}
