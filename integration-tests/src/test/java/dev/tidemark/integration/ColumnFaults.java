package dev.tidemark.integration;

import java.util.List;
import java.util.stream.Stream;

/// The job file does not fit the columns or partition keys of what it reads: a wrong job file, found before there is a
/// run.
final class ColumnFaults {

    private static final String FILTER = "- filter: \"amount is not null\"";

    private ColumnFaults() {}

    static List<Fault> all() {
        return Stream.of(toldByTheFile(), toldByTheFiles(), ofAFirstRun())
                .flatMap(List::stream)
                .toList();
    }

    /// What the declared columns already tell.
    private static List<Fault> toldByTheFile() {
        return List.of(
                steps(
                        "a filter of a column that applyMapping drops",
                        "- applyMapping: [ [ id, bigint, id, bigint ], [ country, string, country, string ] ]\n"
                                + "      - filter: \"idd > 0\"",
                        "'idd'",
                        "Did you mean id?"),
                steps(
                        "a derive that adds a number and a date",
                        "- derive: { next: \"amount + day\" }",
                        "decimal(10,2) and date",
                        "flows[0].transforms[0].derive.next"),
                steps(
                        "a function with too few arguments",
                        "- derive: { next: \"date_add(day)\" }",
                        "date_add() takes 2 arguments but has 1",
                        "flows[0].transforms[0].derive.next"),
                steps(
                        "an impossible cast",
                        "- derive: { next: \"cast(amount as date)\" }",
                        "cannot be cast to date",
                        "flows[0].transforms[0].derive.next"),
                steps(
                        "a mapping with another type",
                        "- applyMapping: [ [ id, int, id, int ], [ country, string, country, string ] ]",
                        "'id' is bigint, not int",
                        "Write bigint"),
                steps("a filter that is no condition", "- filter: \"amount + 1\"", "amount + 1", "Compare it"),
                steps(
                        "a renaming onto another column",
                        "- renameField: [ id, amount ]",
                        "'amount' already",
                        "dropFields"));
    }

    /// What the header of the CSV files tells, in a job that ran before.
    private static List<Fault> toldByTheFiles() {
        return List.of(
                steps(
                        "a column that no file has",
                        "- filter: \"amout is not null\"",
                        "'amout'",
                        "Did you mean amount?"),
                steps("a renaming of a column that no file has", "- renameField: [ amout, sum ]", "amout", "amount?"),
                steps("a derive of a column that no file has", "- derive: { up: \"upper(nte)\" }", "'nte'", "note?"),
                steps(
                        "a mapping of a column that no file has",
                        "- applyMapping: [ [ contry, string, country, string ], [ id, bigint, id, bigint ] ]",
                        "'contry'",
                        "Did you mean country?"),
                steps("an explode of a column that no file has", "- explode: nots", "'nots'", "Did you mean note?"),
                steps("a date function of a text", "- derive: { y: \"note + day\" }", "string and date", "line 13"),
                Fault.refused(
                        "a partition key that no file has",
                        ColumnFaults::otherKey,
                        "'contry'",
                        "Did you mean country?"),
                Fault.refused(
                        "two columns that no file has",
                        home -> {
                            home.job("amount is not null", "amout is not null");
                            otherKey(home);
                        },
                        "has 2 mistakes",
                        "Did you mean country?"),
                Fault.refused(
                        "a predicate on a key that no folder has",
                        home -> {
                            home.job("      partitionKeys: [ { name: day, type: date } ]\n", "");
                            home.job(
                                    "      format: csv",
                                    "      pushDownPredicate: \"dya >= '2026-01-01'\"\n      format: csv");
                        },
                        "dya",
                        "Did you mean day?"));
    }

    /// The same where no run recorded anything yet: not even the job's folder of state is made.
    private static List<Fault> ofAFirstRun() {
        return List.of(
                Fault.refused(
                        "a column that no file has, at a first run",
                        home -> {
                            home.job("job: faults", "job: fresh");
                            home.job("amount is not null", "amout is not null");
                        },
                        "'amout'",
                        "Did you mean amount?"),
                Fault.refused(
                        "a predicate on a key that no folder has, at a first run",
                        home -> {
                            home.job("job: faults", "job: fresh");
                            home.job("      partitionKeys: [ { name: day, type: date } ]\n", "");
                            home.job(
                                    "      format: csv",
                                    "      pushDownPredicate: \"dya >= '2026-01-01'\"\n      format: csv");
                        },
                        "dya",
                        "Did you mean day?"),
                Fault.refused("--replace", _ -> {}, "--replace", "bookmark: disable in the job file")
                        .with("--replace"));
    }

    /// Without its table, whose keys are compared first.
    private static void otherKey(FaultHome home) throws Exception {
        home.job("      catalog: { database: lake, table: orders }\n", "");
        home.job("partitionKeys: [ country ]", "partitionKeys: [ contry ]");
    }

    private static Fault steps(String name, String steps, String named, String wayOut) {
        return Fault.refused(name, home -> home.job(FILTER, steps), named, wayOut);
    }
}
