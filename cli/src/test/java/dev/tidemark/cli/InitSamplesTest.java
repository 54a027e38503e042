package dev.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.testkit.Seeded;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Odd samples: what init drafts of them runs, or init refuses them naming file and reason, with exit code 2.
class InitSamplesTest {

    private static final Pattern OFFSET = Pattern.compile("at offset (\\d+)");

    @TempDir
    private Path folder;

    private Random random;
    private Desk desk;

    @BeforeEach
    void setUp() {
        random = Seeded.of("InitSamplesTest").random();
        desk = new Desk(folder, random);
    }

    /// The broken twin is what `new String` makes of random bytes: a header is found, and a job drafted.
    @ParameterizedTest
    @ValueSource(strings = {"noise.csv", "noise.json"})
    void randomBytesAreRefusedWithTheOffsetOfTheFirstThatIsNoText(String name) {
        for (int round = 0; round < 50; round++) {
            byte[] noise = new byte[random.nextInt(64, 5_000)];
            random.nextBytes(noise);
            for (int letter = random.nextInt(64); letter > 0; letter--) {
                noise[letter] = 'x';
            }
            noise[0] = '{';
            desk.writeBytes("in/" + name, noise);
            String said = refusal("in/" + name);
            assertThat(said).contains("/in/" + name + " is not text in UTF-8");
            Matcher offset = OFFSET.matcher(said);
            assertThat(offset.find()).as(said).isTrue();
            int at = Integer.parseInt(offset.group(1));
            assertThat(isText(noise, at)).as(said).isTrue();
            assertThat(isText(noise, Math.min(noise.length, at + 4))).as(said).isFalse();
        }
        assertThat(CsvGuess.of(new String(new byte[] {'a', -1, 0, '\n'}, StandardCharsets.UTF_8))
                        .names())
                .hasSize(1);
    }

    private static boolean isText(byte[] bytes, int length) {
        try {
            return StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(bytes, 0, length))
                            .toString()
                            .indexOf('\0')
                    < 0;
        } catch (CharacterCodingException no) {
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"})
    void aMarkSaysTheEncodingAndTheDraftRuns(String encoding) throws IOException {
        String name = "gr\u00F6\u00DFe " + random.nextInt(100);
        String value = "\u8868 " + random.nextInt(100);
        byte[] file = ("\uFEFFid;" + name + "\n1;" + value + "\n").getBytes(Charset.forName(encoding));
        desk.writeBytes("in/wide.csv", file);
        assertThat(run("in/wide.csv")).containsExactly("{\"id\":\"1\",\"" + name + "\":\"" + value + "\"}");
        assertThat(Files.readString(folder.resolve("drafted.yaml")))
                .contains("encoding: " + encoding.substring(0, 6) + " }");
        // Cut in a character it is refused, and so is what has no mark.
        desk.writeBytes("in/cut.csv", Arrays.copyOf(file, file.length - 1));
        assertThat(refusal("in/cut.csv")).contains("cut.csv is not text in " + encoding, "at offset");
        desk.writeBytes("in/bare.csv", Arrays.copyOfRange(file, encoding.startsWith("UTF-16") ? 2 : 4, file.length));
        assertThat(refusal("in/bare.csv")).contains("bare.csv is not text in UTF-8", "NUL", "--encoding");
    }

    @Test
    void anEncodingThatIsNamedIsDrafted() throws IOException {
        desk.writeBytes("in/latin.csv", "id,gr\u00F6\u00DFe\n1,\u00FC\n".getBytes(StandardCharsets.ISO_8859_1));
        assertThat(refusal("in/latin.csv")).contains("0xF6 at offset 5", "init --encoding windows-1252");
        assertThat(run("in/latin.csv", "--encoding", "windows-1252"))
                .containsExactly("{\"id\":\"1\",\"gr\u00F6\u00DFe\":\"\u00FC\"}");
        assertThat(desk.call("init", folder.resolve("in/latin.csv").toString(), "--encoding", "klingon")
                        .err())
                .contains("klingon");
    }

    /// The broken twin is the same draft without multiLine: a run refuses the header.
    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n"})
    void aHeaderWithALineEndInQuotesIsDraftedMultiLine(String end) throws IOException {
        String name = "two" + end + "lines " + random.nextInt(100);
        desk.write("in/tall.csv", "id,\"" + name + "\"" + end + "1,5" + end + "2,\"a" + end + "b\"" + end);
        String shown = name.replace("\r", "\\r").replace("\n", "\\n");
        assertThat(run("in/tall.csv"))
                .containsExactlyInAnyOrder(
                        "{\"id\":\"1\",\"" + shown + "\":\"5\"}",
                        "{\"id\":\"2\",\"" + shown + "\":\"a" + (end.equals("\n") ? "\\n" : "\\r\\n") + "b\"}");
        String draft = Files.readString(folder.resolve("drafted.yaml"));
        assertThat(draft).contains("multiLine: true");
        desk.write("twin.yaml", draft.replace(", multiLine: true", ""));
        assertThat(desk.call(
                                "plan",
                                folder.resolve("twin.yaml").toString(),
                                "--state",
                                folder.resolve("twin").toString())
                        .err())
                .contains("a quote in its header is not closed");
    }

    @Test
    void emptySamplesAreRefusedAndOneOfAHeaderOnlyIsDrafted() throws IOException {
        desk.write("in/none.csv", "");
        desk.write("in/blank.csv", "\n \r\n");
        desk.write("in/none.json", "");
        desk.write("in/mark.csv", "\uFEFF");
        desk.write("in/open.csv", "\"id,name\n1,2\n");
        assertThat(refusal("in/none.csv")).contains("none.csv is empty");
        assertThat(refusal("in/blank.csv")).contains("blank.csv holds nothing but blanks");
        assertThat(refusal("in/none.json")).contains("none.json is empty");
        assertThat(refusal("in/mark.csv")).contains("mark.csv holds nothing but blanks");
        assertThat(refusal("in/open.csv")).contains("open.csv has no header", "quote");
        desk.write("head/only.csv", "id,name");
        assertThat(run("head/only.csv")).isEmpty();
        // The broken twin of a header only: the next file has records, and they are read.
        desk.write("head/more.csv", "id,name\n1,x\n");
        Desk.Said _ = desk.done("run", folder.resolve("drafted.yaml").toString());
        assertThat(rows()).containsExactly("{\"id\":\"1\",\"name\":\"x\"}");
    }

    @Test
    void everySampleIsLookedAt() {
        desk.write("in/a.csv", "id,v\n1,2\n");
        desk.write("in/b.csv", "id;v\n1;2\n");
        desk.writeBytes("in/c.csv", new byte[] {'i', 'd', -1});
        assertThat(refusal("in/a.csv", "in/b.csv"))
                .contains("a.csv and ", "b.csv differ in their separator, ',' and ';'");
        assertThat(refusal("in/a.csv", "in/c.csv")).contains("c.csv is not text", "offset 2");
        desk.writeBytes("in/d.csv", "\uFEFFid,v\n1,2\n".getBytes(StandardCharsets.UTF_16LE));
        assertThat(refusal("in/a.csv", "in/d.csv")).contains("differ in their encoding, 'UTF-8' and 'UTF-16'");
    }

    /// The broken twin takes a comma whatever comes: its run refuses the header, or every record.
    @Test
    void separatorsAreThoseThatRunsCanReadWith() throws IOException {
        desk.write("one/a.csv", "name\nSmith, John\nMiller, Ann\n");
        assertThat(run("one/a.csv"))
                .containsExactlyInAnyOrder("{\"name\":\"Smith, John\"}", "{\"name\":\"Miller, Ann\"}");
        desk.write("short/a.csv", "id;v;w\n1;2;3\n4;5\n");
        String draft =
                desk.done("init", folder.resolve("short/a.csv").toString()).out();
        assertThat(draft).contains("separator: \";\"").contains("# a.csv at byte 13: it has 2 fields instead of 3");
        desk.write("odd/a.csv", "id;v\n1\n");
        assertThat(desk.done("init", folder.resolve("odd/a.csv").toString()).out())
                .contains("separator: \";\"")
                .contains("# a.csv at byte 5: it has 1 field instead of 2");
        // What has no way but by hand is refused with the words of a run.
        desk.write("one/b.csv", "\"id\"x;v\n1;2\n");
        assertThat(refusal("one/b.csv")).contains("b.csv: a quote in its header is not closed, or text follows it");
    }

    /// The broken twin tries no sample after the first with a bad record.
    @Test
    void samplesAfterABadRecordAreTriedToo() {
        desk.write("in/a.csv", "id,v\n1\n");
        desk.write("in/b.csv", "\"id\"x,v\n1,2\n");
        desk.write("in/c.csv", "id,v\n1,2\n3\n");
        assertThat(refusal("in/a.csv", "in/b.csv")).contains("b.csv: a quote in its header is not closed");
        assertThat(desk.done(
                                "init",
                                folder.resolve("in/a.csv").toString(),
                                folder.resolve("in/c.csv").toString())
                        .out())
                .contains("# a.csv at byte 5: it has 1 field instead of 2")
                .doesNotContain("c.csv at byte");
    }

    @Test
    void compressionIsFoundByContentAndLookedInto() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write("id;v\n1;2\n".getBytes(StandardCharsets.UTF_8));
        }
        desk.writeBytes("zip/a.csv", bytes.toByteArray());
        assertThat(run("zip/a.csv")).containsExactly("{\"id\":\"1\",\"v\":\"2\"}");
        desk.writeBytes("zip/b.csv.gz", Arrays.copyOf(bytes.toByteArray(), 15));
        assertThat(refusal("zip/b.csv.gz")).contains("b.csv.gz: its gzip data is truncated or damaged");
    }

    private String refusal(String... samples) {
        List<String> words = new ArrayList<>(List.of("init"));
        for (String sample : samples) {
            words.add(folder.resolve(sample).toString());
        }
        Desk.Said said = desk.call(words.toArray(String[]::new));
        assertThat(said.exit()).as(said.err() + said.out()).isEqualTo(2);
        assertThat(said.out()).isEmpty();
        assertThat(said.err()).doesNotContain("\tat ");
        return said.err();
    }

    /// A twin that looks for line ends in the first thousand records drafts a job that its own sample fails.
    @Test
    void aLineEndInQuotesFarBehindIsDraftedMultiLine() throws IOException {
        int plain = random.nextInt(1_500, 4_000);
        StringBuilder text = new StringBuilder("id,v\n");
        for (int row = 0; row < plain; row++) {
            text.append(row).append(",x\n");
        }
        desk.write("in/long.csv", text.append(plain).append(",\"a\nb\"\n").toString());

        assertThat(run("in/long.csv")).hasSize(plain + 1).contains("{\"id\":\"" + plain + "\",\"v\":\"a\\nb\"}");
    }

    @Test
    void aSeparatorThatFitsAsWellIsNamed() throws IOException {
        desk.write("in/tie.csv", "item;price, EUR\nbolt;1,50\nnut;2,75\n");
        Desk.Said _ = desk.done("init", folder.resolve("in/tie.csv").toString(), "-o", job("tie.yaml"));
        assertThat(Files.readString(folder.resolve("tie.yaml"))).contains("As well it could be separator: \";\"");
    }

    /// A twin that always writes to `curated` beside the job drafts a sink within the source.
    @ParameterizedTest
    @CsvSource({"curated/a.csv, job.yaml", "par.csv, sub/job.yaml", "curated/x/a.csv, job.yaml", "a.csv, job.yaml"})
    void theSinkLiesOutsideOfEverySample(String sample, String job) throws IOException {
        desk.write("deep/" + sample, "id,v\n1,2\n");
        Files.createDirectories(folder.resolve("deep/sub"));
        Desk.Said _ = desk.done("init", folder.resolve("deep/" + sample).toString(), "-o", job("deep/" + job));
        Desk.Said _ = desk.done("validate", job("deep/" + job));
    }

    private String job(String name) {
        return folder.resolve(name).toString();
    }

    private List<String> run(String sample, String... more) throws IOException {
        Path job = folder.resolve("drafted.yaml");
        Files.deleteIfExists(job);
        List<String> words =
                new ArrayList<>(List.of("init", folder.resolve(sample).toString(), "-o", job.toString()));
        words.addAll(List.of(more));
        Desk.Said _ = desk.done(words.toArray(String[]::new));
        Desk.Said _ = desk.done("validate", job.toString());
        // JSON can be looked at here.
        Files.writeString(
                job,
                Files.readString(job)
                        .replace("format: parquet", "format: json")
                        .replace("      formatOptions: { compression: zstd }\n", ""));
        Desk.Said _ = desk.done("run", job.toString());
        return rows();
    }

    private List<String> rows() throws IOException {
        if (!Files.exists(folder.resolve("curated"))) {
            return List.of();
        }
        try (var walk = Files.walk(folder.resolve("curated"))) {
            List<String> rows = new ArrayList<>();
            for (Path file :
                    walk.filter(path -> path.toString().endsWith(".json")).toList()) {
                rows.addAll(Files.readAllLines(file));
            }
            return rows;
        }
    }
}
