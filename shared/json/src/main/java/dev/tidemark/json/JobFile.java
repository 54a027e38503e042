package dev.tidemark.json;

import dev.tidemark.job.Job;
import dev.tidemark.job.JobFileException;
import dev.tidemark.job.Mistake;
import dev.tidemark.job.Place;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// Reads job files: YAML, or JSON, which is read as the YAML that it is.
public final class JobFile {

    /// Far above any real job: what is larger is some other file.
    private static final int MOST_BYTES = 1 << 20;

    private JobFile() {}

    /// A job file without mistakes.
    ///
    /// @param warnings       what is allowed and probably not meant, in the file's order
    /// @param resolvedParams every declared param with its value of this run, in the file's order
    public record Result(Job job, List<Mistake> warnings, Map<String, String> resolvedParams) {
        public Result {
            warnings = List.copyOf(warnings);
            resolvedParams = Collections.unmodifiableMap(new LinkedHashMap<>(resolvedParams));
        }
    }

    /// @param bytes       the file, UTF-8
    /// @param fileName    how messages name it
    /// @param set         params of the command line; each must be declared
    /// @param environment of the process; only `TIDEMARK_PARAM_…` matter
    /// @param base        folder that relative paths start from: `file:///…`, absolute, or `s3://…`
    /// @param formats     the formats at hand and their options
    /// @throws JobFileException with all mistakes at once
    public static Result read(
            byte[] bytes,
            String fileName,
            Map<String, String> set,
            Map<String, String> environment,
            String base,
            FormatCatalogue formats) {
        return read(bytes, fileName, set, environment, base, UnaryOperator.identity(), formats);
    }

    /// As above.
    ///
    /// @param real gives a local location (`file:///…`) its one name, whatever links lead there
    /// @throws JobFileException with all mistakes at once
    public static Result read(
            byte[] bytes,
            String fileName,
            Map<String, String> set,
            Map<String, String> environment,
            String base,
            UnaryOperator<String> real,
            FormatCatalogue formats) {
        Mistakes mistakes = new Mistakes();
        String source = text(bytes, mistakes);
        YamlNode top = source == null ? null : YamlReader.read(source, mistakes);
        if (top == null) {
            throw mistakes.in(fileName);
        }
        if (!(top instanceof YamlNode.Entries map)) {
            mistakes.add(
                    top.place(),
                    "A job file is a map of keys, and this is " + top.kind() + ".",
                    "It begins with: job: name");
            throw mistakes.in(fileName);
        }
        YamlNode declared = map.entries().stream()
                .filter(entry -> entry.key().text().equals("params"))
                .map(YamlNode.Entry::value)
                .findFirst()
                .orElse(null);
        Params params = Params.read(declared, set, environment, mistakes);
        Reading reading = new Reading(mistakes, params, new Locations(base, real), formats);
        Job job = new JobReader(reading).read(map);
        if (job == null || !mistakes.none()) {
            throw mistakes.in(fileName);
        }
        return new Result(job, reading.warningsInOrder(), params.resolved());
    }

    private static @Nullable String text(byte[] bytes, Mistakes mistakes) {
        if (bytes.length > MOST_BYTES) {
            mistakes.add(
                    new Place(1, 1, ""),
                    "The file has " + bytes.length + " bytes; a job file has at most " + MOST_BYTES + ".",
                    "Is it the right file?");
            return null;
        }
        CharsetDecoder decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length + 1);
        CoderResult end = decoder.decode(in, out, true);
        String text = out.flip().toString();
        if (end.isError()) {
            mistakes.add(
                    YamlReader.lineAndColumn(text, Integer.MAX_VALUE),
                    "The byte here is no UTF-8.",
                    "Save the file as UTF-8.");
            return null;
        }
        String marked = text.startsWith("\uFEFF") ? text.substring(1) : text;
        // JSON may be indented by tabs and YAML may not; inside its quotes JSON has none.
        return marked.stripLeading().startsWith("{") ? marked.replace('\t', ' ') : marked;
    }
}
