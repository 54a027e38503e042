package dev.tidemark.conformance;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/// A folder of samples, whoever made it: `F.expected.json` beside `F`, and the forms of those projects that say in
/// their own words what their files hold.
///
/// ```
/// F.expected.json   {"columns": {name: [values]}, "ordered": false?, "options": {…}?}  or  {"error": text}
///                   options: format, formatOptions, schema, timezone, as in a job file
/// X.orc             X.jsn.gz (apache/orc)
/// csvs/X.csv        json/X.json (csv-spectrum)
/// weather*.avro     weather.json (apache/avro)
/// y_*.json, n_*.json, i_*.json   a value that is read as {"v": value}; none; either (JSONTestSuite)
/// ```
record SampleFolder(Path root) {

    static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static final String EXPECTED = ".expected.json";

    /// Licences, descriptions and the like.
    private static final Pattern NO_SAMPLE = Pattern.compile(
            "(?i)\\..*|(licen[cs]e|notice|readme|attribution|package\\.json|schema\\.json).*|.*\\.(md|jsn\\.gz)");

    private static final List<String> MAGIC = List.of("PAR1", "Obj\u0001", "ORC");
    private static final List<String> MAGIC_FORMATS = List.of("parquet", "avro", "orc");
    private static final Map<String, String> EXTENSIONS = Map.ofEntries(
            Map.entry("csv", "csv"),
            Map.entry("tsv", "csv"),
            Map.entry("txt", "csv"),
            Map.entry("json", "json"),
            Map.entry("jsonl", "json"),
            Map.entry("ndjson", "json"),
            Map.entry("parquet", "parquet"),
            Map.entry("avro", "avro"),
            Map.entry("orc", "orc"),
            Map.entry("ion", "ion"),
            Map.entry("10n", "ion"),
            Map.entry("xml", "xml"),
            Map.entry("log", "grokLog"));

    /// All samples below the folder, by name.
    List<Sample> samples() throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(root)) {
            files = walk.filter(Files::isRegularFile).sorted().toList();
        }
        List<Sample> samples = new ArrayList<>();
        for (Path file : files) {
            String name = file.getFileName().toString();
            boolean ofCsvSpectrum = folderOf(file).equals("json")
                    && Files.isDirectory(file.resolveSibling("../csvs").normalize());
            boolean said = files.contains(file.resolveSibling(name + EXPECTED));
            if (name.endsWith(EXPECTED)) {
                refuseAlone(file);
            } else if (said || (!ofCsvSpectrum && !NO_SAMPLE.matcher(name).matches())) {
                samples.addAll(samplesOf(file));
            }
        }
        return samples;
    }

    private static void refuseAlone(Path expected) {
        String name = expected.getFileName().toString();
        if (!Files.exists(expected.resolveSibling(name.substring(0, name.length() - EXPECTED.length())))) {
            throw new IllegalStateException(expected + " stands alone: the file that it is about is missing");
        }
    }

    private static String folderOf(Path file) {
        return String.valueOf(
                Objects.requireNonNull(file.toAbsolutePath().getParent()).getFileName());
    }

    private List<Sample> samplesOf(Path file) throws IOException {
        String name = file.getFileName().toString();
        Path expected = file.resolveSibling(name + EXPECTED);
        if (Files.exists(expected)) {
            JsonNode said = JSON.readTree(expected.toFile());
            ObjectNode options = options(file);
            if (said.get("options") instanceof ObjectNode own) {
                options.setAll(own);
            }
            return List.of(sample(file, options, expected(said)));
        }
        Path rows = file.resolveSibling(name.replaceFirst("\\.orc\\z", "") + ".jsn.gz");
        if (name.endsWith(".orc") && Files.exists(rows)) {
            try (InputStream lines = new GZIPInputStream(Files.newInputStream(rows))) {
                return List.of(sample(file, options(file), columns(lines, Sample.Form.ORC_TOOLS)));
            }
        }
        Path spectrum = file.resolveSibling("../json/" + name.replaceFirst("csv\\z", "json"))
                .normalize();
        if (folderOf(file).equals("csvs") && Files.exists(spectrum)) {
            try (InputStream array = Files.newInputStream(spectrum)) {
                return List.of(sample(file, options(file), columns(array, Sample.Form.TEXTS)));
            }
        }
        Path weather = file.resolveSibling("weather.json");
        if (name.matches("weather.*\\.avro") && Files.exists(weather)) {
            try (InputStream lines = Files.newInputStream(weather)) {
                return List.of(sample(file, options(file), columns(lines, Sample.Form.MARKED)));
            }
        }
        if (name.matches("[yni]_.*\\.json")) {
            return JsonSuite.samples(this, file);
        }
        return List.of(sample(file, options(file), new Sample.Anything()));
    }

    private Sample sample(Path file, ObjectNode options, Sample.Expected expected) {
        return new Sample(
                root.relativize(file).toString(), file, file.getFileName().toString(), null, options, expected);
    }

    /// What a source says where nobody said otherwise: the format by name, else by its first bytes; CSV has a header.
    private static ObjectNode options(Path file) throws IOException {
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT).replaceAll("\\.(gz|zst|bz2)\\z", "");
        String format = EXTENSIONS.get(name.substring(name.lastIndexOf('.') + 1));
        String head;
        try (InputStream bytes = Files.newInputStream(file)) {
            head = new String(bytes.readNBytes(4), StandardCharsets.ISO_8859_1);
        }
        for (int i = 0; i < MAGIC.size() && format == null; i++) {
            format = head.startsWith(MAGIC.get(i)) ? MAGIC_FORMATS.get(i) : null;
        }
        options.put("format", format == null ? "csv" : format);
        if (format == null || format.equals("csv")) {
            options.putObject("formatOptions").put("withHeader", true).put("multiLine", true);
        } else if (format.equals("json")) {
            options.putObject("formatOptions").put("multiLine", true);
        }
        return options;
    }

    private static Sample.Expected expected(JsonNode said) {
        if (said.has("error")) {
            return new Sample.Refused(said.get("error").asText());
        }
        if (said.has("first")) {
            return new Sample.Ends(said.get("rows").asLong(), said.get("first"), said.get("last"));
        }
        Map<String, List<JsonNode>> columns = new LinkedHashMap<>();
        said.required("columns").properties().forEach(column -> {
            List<JsonNode> values = new ArrayList<>();
            column.getValue().forEach(values::add);
            columns.put(column.getKey(), values);
        });
        return new Sample.Columns(
                columns, said.path("rows").asLong(-1), said.path("ordered").asBoolean(true), Sample.Form.MARKED);
    }

    /// Rows that stand as objects one behind the other, or in an array. A field that one lacks is null.
    private static Sample.Columns columns(InputStream objects, Sample.Form form) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        objects.transferTo(all);
        List<JsonNode> rows = new ArrayList<>();
        try (MappingIterator<JsonNode> each = JSON.readerFor(JsonNode.class).readValues(all.toByteArray())) {
            each.forEachRemaining(rows::add);
        }
        Map<String, List<JsonNode>> columns = new LinkedHashMap<>();
        rows.forEach(row -> row.fieldNames().forEachRemaining(name -> columns.put(name, new ArrayList<>())));
        for (JsonNode row : rows) {
            columns.forEach(
                    (name, values) -> values.add(row.has(name) ? row.get(name) : JsonNodeFactory.instance.nullNode()));
        }
        return new Sample.Columns(columns, rows.size(), true, form);
    }
}
