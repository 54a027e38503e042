package dev.tidemark.integration;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/// A file holds what cannot be read.
final class RecordFaults {

    private static final String HEADER = "id,amount,country,note\n";
    private static final String QUARANTINE = "onSchemaChange: ignore\n    onBadRecord: quarantine\n    ";

    private RecordFaults() {}

    static List<Fault> all() {
        return List.of(
                Fault.failed(
                        "a truncated gzip file",
                        home -> home.raw("cut.csv.gz", half(gzip(home.rows(2_000)))),
                        "cut.csv.gz",
                        "again"),
                Fault.failed(
                        "a truncated zstd file",
                        home -> home.raw("cut.csv.zst", half(Zstd.compress(bytes(home.rows(2_000))))),
                        "cut.csv.zst",
                        "again"),
                Fault.failed(
                        "a bzip2 file that is none",
                        home -> home.raw("torn.csv.bz2", bytes("BZh91AY&SY" + home.rows(20))),
                        "torn.csv.bz2",
                        "again"),
                Fault.failed(
                        "a CSV file that ends within quotes",
                        home -> home.raw("cut.csv", HEADER + "1,2.00,de,\"never\nends"),
                        "cut.csv",
                        "multiLine"),
                Fault.failed(
                        "a value of the wrong type",
                        home -> home.raw("type.csv", HEADER + "1,2.00,de,\nx7,2.00,de,\n"),
                        "type.csv",
                        "onBadRecord: quarantine"),
                Fault.failed(
                        "a number that does not fit",
                        home -> home.raw("big.csv", HEADER + "1,123456789.00,de,\n"),
                        "amount",
                        "onBadRecord: quarantine"),
                Fault.failed(
                        "a record with too few fields",
                        home -> home.raw("short.csv", HEADER + "1,2.00\n"),
                        "short.csv",
                        "columns: pad"),
                Fault.failed(
                        "a record with too many fields",
                        home -> home.raw("long.csv", HEADER + "1,2.00,de,a,b\n"),
                        "long.csv",
                        "onBadRecord: quarantine"),
                Fault.failed(
                        "bytes that are not UTF-8",
                        home -> home.raw(
                                "latin.csv", (HEADER + "1,2.00,de,Zürich\n").getBytes(StandardCharsets.ISO_8859_1)),
                        "latin.csv",
                        "encoding"),
                Fault.failed(
                        "a header that names a column twice",
                        home -> home.raw("twice.csv", "id,amount,Amount,country,note\n1,2.00,3.00,de,\n"),
                        "twice.csv",
                        "ename"),
                Fault.failed(
                        "an empty CSV file where only a header could name columns",
                        home -> {
                            home.job("job: faults", "job: fresh");
                            home.job("${lake}/raw/", "${lake}/empty/");
                            home.job("partitionKeys: [ country ]", "partitionKeys: [ day ]");
                            home.job("table: orders", "table: fresh");
                            home.job("- filter: \"amount is not null\"", "- dropFields: [ note ]");
                            home.job(
                                    "      schema: [ { name: id, type: bigint }, { name: amount, type: \"decimal(10,2)\" } ]\n",
                                    "");
                            home.write("lake/empty/day=2026-01-05/empty.csv", "");
                        },
                        "empty.csv is empty",
                        "Declare a schema"),
                Fault.failed(
                        "a header of blank cells",
                        home -> home.raw("blank.csv", ",,,\n1,2.00,de,\n"),
                        "blank.csv",
                        "declare one of its columns"),
                Fault.failed(
                        "a CSV file without its header",
                        home -> home.raw("bare.csv", "1,2.00,de,\n2,3.00,fr,x\n"),
                        "bare.csv",
                        "Set withHeader to false"),
                Fault.failed(
                        "a header whose names stand between other separators",
                        home -> home.raw("semicolons.csv", "id;amount;country;note\n1;2.00;de;\n"),
                        "semicolons.csv",
                        "separator"),
                Fault.failed(
                        "a header with a new column under onSchemaChange fail",
                        home -> {
                            home.job("onSchemaChange: ignore", "onSchemaChange: fail");
                            home.raw("new.csv", "id,amount,country,note,extra\n1,2.00,de,,x\n");
                        },
                        "'extra'",
                        "addNewColumns"),
                Fault.failed(
                        "more bad records than maxBadRecords",
                        home -> {
                            home.job("onSchemaChange: ignore", QUARANTINE + "maxBadRecords: 1");
                            home.raw("bad.csv", HEADER + "a,1.00,de,\nb,1.00,de,\n");
                        },
                        "maxBadRecords is 1",
                        "raise the limit"),
                Fault.failed(
                        "more bad records than maxBadRatio",
                        home -> {
                            home.job("onSchemaChange: ignore", QUARANTINE + "maxBadRatio: 0.001");
                            home.raw("bad.csv", HEADER + "a,1.00,de,\n");
                        },
                        "maxBadRatio",
                        "raise the limit"),
                Fault.failed(
                        "a division by zero",
                        home -> home.job("- filter: \"amount is not null\"", "- derive: { share: \"1 / (id - id)\" }"),
                        "share",
                        "onBadRecord: quarantine"),
                json("JSON that ends too early", "{\"id\": 1, \"amount\": 2", "onBadRecord: quarantine"),
                json("JSON lines that are no objects", "[1, 2]", "multiLine"),
                json(
                        "JSON nested too deep",
                        "{\"id\":" + "[".repeat(5_000) + "]".repeat(5_000) + "}",
                        "onBadRecord: quarantine"));
    }

    private static Fault json(String name, String line, String wayOut) {
        return Fault.failed(
                name,
                home -> {
                    home.job("format: csv\n      formatOptions: { withHeader: true }", "format: json");
                    home.job("${lake}/raw/", "${lake}/json/");
                    home.write(
                            "lake/json/day=2026-01-05/bad.json",
                            "{\"id\": 1, \"amount\": 2.00, \"country\": \"de\"}\n" + line + "\n");
                },
                "bad.json",
                wayOut);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] half(byte[] bytes) {
        return Arrays.copyOf(bytes, bytes.length / 2);
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(bytes(text));
        }
        return bytes.toByteArray();
    }
}
