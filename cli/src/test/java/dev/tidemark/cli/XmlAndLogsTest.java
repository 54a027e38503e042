package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.testkit.Seeded;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Jobs that read XML and logs, from the job file to the rows.
class XmlAndLogsTest {

    private static final String XML = """
            job: orders
            params: { lake: ./lake }
            flows:
              - name: orders
                onBadRecord: quarantine
                source:
                  s3: { paths: [ "${lake}/raw/" ] }
                  format: xml
                  formatOptions: { rowTag: order }
                sink:
                  path: "${lake}/curated/"
                  format: json
            """;

    @TempDir
    private Path folder;

    private Desk desk;

    @BeforeEach
    void setUp() {
        Random random = Seeded.of("XmlAndLogsTest").random();
        desk = new Desk(folder, random);
    }

    /// One item in one object and two in another: an array in both. A row that is no XML is set aside.
    @Test
    void xmlIsReadWithoutASchema() throws IOException {
        desk.write("job.yaml", XML);
        desk.write("lake/raw/a.xml", "<o><order id='1'><item><sku>x</sku></item><total>5</total></order></o>");
        desk.write(
                "lake/raw/b.xml",
                "<o><order id='2'><item><sku>y</sku></item><item><sku>z</sku></item></order>"
                        + "<order id='3'><total>a & b</total></order><order id='4'/></o>");
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
            out.write("<o><order id='5'><total cur='EUR'>7.5</total></order></o>".getBytes(StandardCharsets.UTF_8));
        }
        desk.writeBytes("lake/raw/c.xml.gz", zipped.toByteArray());
        JsonNode flow =
                desk.done("run", "JOB", "--json").document().path("flows").path(0);
        assertThat(flow.path("recordsRejected").asInt()).isEqualTo(1);
        assertThat(desk.rows())
                .containsExactlyInAnyOrder(
                        "{\"_id\":1,\"item\":[{\"sku\":\"x\"}],\"total\":{\"_VALUE\":5.0}}",
                        "{\"_id\":2,\"item\":[{\"sku\":\"y\"},{\"sku\":\"z\"}]}",
                        "{\"_id\":4}",
                        "{\"_id\":5,\"total\":{\"_cur\":\"EUR\",\"_VALUE\":7.5}}");
        desk.write("lake/raw/d.xml", "<o><order id='6'><note>new</note></order></o>");
        desk.done("run", "JOB");
        assertThat(desk.rows()).contains("{\"_id\":6,\"note\":\"new\"}");
    }

    @Test
    void aDoctypeAndAnotherCaseOfTheRowTagEndTheRunWithTheObjectsName() {
        desk.write("job.yaml", XML);
        desk.write("lake/raw/a.xml", "<!DOCTYPE o><o><order/></o>");
        Desk.Said refused = desk.call("run", "JOB");
        assertThat(refused.exit()).isNotZero();
        assertThat(refused.err()).contains("a.xml", "it has a DOCTYPE, which is refused");
        desk.write("lake/raw/a.xml", "<o><Order/></o>");
        assertThat(desk.call("run", "JOB").err()).contains("one is called 'Order'");
        assertThat(desk.rows()).isEmpty();
    }

    /// Logs become XML, and that XML rows again.
    @Test
    void logsBecomeXmlThatIsReadAgain() {
        desk.write("job.yaml", """
                        job: logs
                        params: { lake: ./lake }
                        flows:
                          - name: logs
                            onBadRecord: quarantine
                            source:
                              s3: { paths: [ "${lake}/raw/" ] }
                              format: grokLog
                              formatOptions: { logFormat: "^%{WORD:level} %{INT:n:int} %{GREEDYDATA:rest}", missing: none }
                            sink: { path: "${lake}/between/", format: xml, formatOptions: { rowTag: order } }
                        """);
        desk.write("lake/raw/a.log", "INFO 1 <a> & \"b\"\nno record\nnone 2 \u00fc\n");
        JsonNode flow =
                desk.done("run", "JOB", "--json").document().path("flows").path(0);
        assertThat(flow.path("recordsRejected").asInt()).isEqualTo(1);
        desk.write("job.yaml", XML.replace("job: orders", "job: again").replace("/raw/", "/between/"));
        desk.done("run", "JOB");
        assertThat(desk.rows())
                .containsExactlyInAnyOrder(
                        "{\"level\":\"INFO\",\"n\":1,\"rest\":\"<a> & \\\"b\\\"\"}", "{\"n\":2,\"rest\":\"\u00fc\"}");
    }

    @Test
    void mistakesOfTheOptionsAreTold() {
        desk.write("job.yaml", XML.replace("{ rowTag: order }", "{ rowtag: order, exclude: true }"));
        assertThat(desk.call("validate", "JOB").err()).contains("The format xml has no option 'exclude'");
        desk.write("job.yaml", XML.replace("formatOptions: { rowTag: order }", "groupFiles: none"));
        assertThat(desk.call("validate", "JOB").err()).contains("'rowTag' is missing");
        desk.write("job.yaml", XML.replace("format: json", "format: xml\n      catalog: { database: d, table: t }"));
        assertThat(desk.call("validate", "JOB").err()).contains("No engine reads xml from a catalog table");
        desk.write(
                "job.yaml",
                XML.replace("format: json", "format: xml")
                        .replace("    sink:", "    transforms:\n      - renameField: [ total, \"a b\" ]\n    sink:"));
        desk.write("lake/raw/a.xml", "<o><order><total>5</total></order></o>");
        Desk.Said refused = desk.call("run", "JOB");
        assertThat(refused.err()).contains("Column 'a b' cannot be written as XML");
        assertThat(refused.exit()).isNotZero();
    }
}
