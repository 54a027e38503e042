package dev.tidemark.integration;

import java.util.List;

/// A row of [BadInputIT]'s table.
///
/// @param name   what is wrong, in words
/// @param make   how it is made
/// @param under  a command that runs the process under it; empty: none
/// @param arguments after `run job.yaml`
/// @param exit   the exit code
/// @param named  what the message must name
/// @param wayOut what the message must advise
record Fault(
        String name, Making make, List<String> under, List<String> arguments, int exit, String named, String wayOut) {

    /// Makes something wrong.
    interface Making {
        void in(FaultHome home) throws Exception;
    }

    static Fault failed(String name, Making make, String named, String wayOut) {
        return new Fault(name, make, List.of(), List.of(), 1, named, wayOut);
    }

    static Fault refused(String name, Making make, String named, String wayOut) {
        return new Fault(name, make, List.of(), List.of(), 2, named, wayOut);
    }

    Fault with(String... more) {
        return new Fault(name, make, under, List.of(more), exit, named, wayOut);
    }

    Fault under(String... command) {
        return new Fault(name, make, List.of(command), arguments, exit, named, wayOut);
    }

    @Override
    public String toString() {
        return name;
    }
}
