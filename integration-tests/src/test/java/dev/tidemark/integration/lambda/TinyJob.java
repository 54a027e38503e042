package dev.tidemark.integration.lambda;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A job of few calls, and what must hold of it whatever happened: each version of an object is in the
/// output once.
final class TinyJob {

    static final String YAML = """
            job: tiny
            flows:
              - name: f
                source:
                  s3: { paths: [ "s3://lake/in/" ] }
                  format: csv
                  formatOptions: { withHeader: true }
                sink:
                  path: "s3://lake/out/"
                  format: csv
                  formatOptions: { writeHeader: false }
                  partitionKeys: [ d ]
                  catalog: { database: lake, table: tiny }
            """;

    private final VirtualStage aws;
    private final Map<String, Integer> versions = new TreeMap<>();
    private final List<String> expected = new ArrayList<>();

    TinyJob(VirtualStage aws) {
        this.aws = aws;
        deploy(aws);
        produce("d=1/a.csv");
        produce("d=1/b.csv");
        produce("d=2/c.csv");
    }

    /// The job alone, without objects.
    static void deploy(VirtualStage aws) {
        var _ = aws.deploy(YAML.replace("s3://lake/", aws.lake()), Map.of());
    }

    /// Writes a new version of an object, with a row that no other has.
    void produce(String name) {
        int version = versions.merge(name, 1, Integer::sum);
        String row = name.replaceAll("[^a-z0-9]", "") + "," + version;
        aws.put(aws.lake() + "in/" + name, "name,version\n" + row + "\n");
        expected.add(row);
    }

    List<String> expected() {
        List<String> rows = new ArrayList<>(expected);
        Collections.sort(rows);
        return rows;
    }

    List<String> rows() {
        return aws.names(aws.lake() + "out/").stream()
                .flatMap(name -> aws.text(name).lines())
                .sorted()
                .toList();
    }
}
