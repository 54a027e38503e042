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
                        "a header that is not UTF-8",
                        home -> home.raw(
                                "head.csv",
                                "id,amount,country,größe\n1,2.00,de,\n".getBytes(StandardCharsets.ISO_8859_1)),
                        "head.csv: name 4 of its header is not text in UTF-8: the byte 0xF6 at offset 20",
                        "Set the option encoding"),
                Fault.failed(
                        "a header in UTF-16 that is cut in a character",
                        home -> {
                            home.job("{ withHeader: true }", "{ withHeader: true, encoding: UTF-16LE }");
                            byte[] whole = "id,amount,country".getBytes(StandardCharsets.UTF_16LE);
                            home.write("lake/raw/day=2026-01-04/a.csv", Arrays.copyOf(whole, whole.length - 1));
                        },
                        "a.csv: its bytes from offset 32 on are not text in UTF-16LE",
                        "Set the option encoding"),
                Fault.failed(
                        "a header in UTF-16 without a mark",
                        home -> home.raw(
                                "wide.csv", "id,amount,country\n1,2.00,de\n".getBytes(StandardCharsets.UTF_16LE)),
                        "wide.csv: name 1 of its header",
                        "such as UTF-16LE"),
                Fault.failed(
                        "a header that names a column twice",
                        home -> home.raw("twice.csv", "id,amount,Amount,country,note\n1,2.00,3.00,de,\n"),
                        "twice.csv",
                        "ename"),
                Fault.failed(
                        "a blank JSON file where only records could name columns",
                        home -> {
                            home.job("format: csv\n      formatOptions: { withHeader: true }", "format: json");
                            home.job("job: faults", "job: fresh");
                            home.job("${lake}/raw/", "${lake}/empty/");
                            home.job("partitionKeys: [ country ]", "partitionKeys: [ day ]");
                            home.job("table: orders", "table: fresh");
                            home.job("- filter: \"amount is not null\"", "- dropFields: [ note ]");
                            home.job(
                                    "      schema: [ { name: id, type: bigint }, { name: amount, type: \"decimal(10,2)\" } ]\n",
                                    "");
                            home.write("lake/empty/day=2026-01-05/empty.json", "\n\n");
                        },
                        "empty.json is empty",
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
                        "a file of another separator, alone and first, without a schema",
                        home -> {
                            undeclared(home);
                            home.write("lake/first/day=2026-01-05/semicolons.csv", "id;v\n1;2\n");
                        },
                        "semicolons.csv: its header has one name, 'id;v'",
                        "separator: \";\""),
                Fault.failed(
                        "a file of another separator among others, without a schema",
                        home -> {
                            undeclared(home);
                            home.write("lake/first/day=2026-01-05/a.csv", "id,v\n1,2\n");
                            home.write("lake/first/day=2026-01-05/b.csv", "id|v\n1|2\n");
                            home.write("lake/first/day=2026-01-05/c.csv", "id,v\n3,4\n");
                        },
                        "b.csv: its header has one name, 'id|v'",
                        "separator: \"|\""),
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

    /// A first run that finds its columns in the files.
    private static void undeclared(FaultHome home) throws IOException {
        home.job("job: faults", "job: fresh");
        home.job("${lake}/raw/", "${lake}/first/");
        home.job("onSchemaChange: ignore", "onSchemaChange: addNewColumns");
        home.job("partitionKeys: [ country ]", "partitionKeys: [ day ]");
        home.job("table: orders", "table: fresh");
        home.job("- filter: \"amount is not null\"", "- filter: \"day is not null\"");
        home.job("      schema: [ { name: id, type: bigint }, { name: amount, type: \"decimal(10,2)\" } ]\n", "");
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
