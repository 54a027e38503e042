package dev.tidemark.cli;

import dev.tidemark.json.ReportText;

/// The report for people.
final class HumanReport {

    private HumanReport() {}

    /// @param document the report's JSON; empty when the run left none
    static String of(String document, String job) {
        return document.isEmpty() ? "Job " + job + ": nothing to do.\n" : ReportText.of(document);
    }
}
