package dev.tidemark.json;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tidemark.job.Job;
import dev.tidemark.job.JobFileException;
import dev.tidemark.job.Place;
import dev.tidemark.json.YamlNode.Entries;
import dev.tidemark.json.YamlNode.Entry;
import dev.tidemark.json.YamlNode.Items;
import dev.tidemark.json.YamlNode.Text;
import dev.tidemark.spi.UnreadableObjectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A [Job] as canonical JSON: what is kept with a run and deployed with a function.
///
/// It is a job file with every default said and every param filled in, `wire`, and two maps from paths to
/// `[line, column]`: `places` of values (a third number is the column of an expression's first character) and
/// `names` of params and derived columns. The same job gives the same bytes.
public final class JobJson {

    private JobJson() {}

    public static byte[] write(Job job) {
        return WireJson.bytes(new JobJsonWriter().document(job));
    }

    /// @param from what is being read, for the error
    /// @throws UnreadableObjectException when the bytes are no JSON or of another version
    /// @throws JobFileException          when they are no job
    public static Job read(byte[] bytes, String from) {
        JsonNode document = WireJson.read(bytes, from);
        Map<String, JsonNode> places = WireJson.fields(document.path("places"));
        Map<String, JsonNode> names = WireJson.fields(document.path("names"));
        Mistakes mistakes = new Mistakes();
        YamlNode declared = node(document.path("params"), "params", places, names);
        Params params = Params.literal(declared, mistakes);
        Reading reading = new Reading(mistakes, params, new Locations("/"), new FormatCatalogue(Map.of(), Map.of()));
        Entries top = (Entries) node(document, "", places, names);
        List<Entry> keys = top.entries().stream()
                .filter(entry ->
                        !List.of("wire", "places", "names").contains(entry.key().text()))
                .toList();
        Job job = new JobReader(reading).read(new Entries(keys, top.place()));
        if (job == null || !mistakes.none()) {
            throw mistakes.in(from);
        }
        return job;
    }

    private static YamlNode node(
            JsonNode json, String path, Map<String, JsonNode> places, Map<String, JsonNode> names) {
        Place place = place(places.get(path), path);
        if (json.isObject()) {
            return new Entries(
                    json.properties().stream()
                            .map(property -> {
                                String key = path.isEmpty() ? property.getKey() : path + "." + property.getKey();
                                Place name = place(names.get(key), key);
                                return new Entry(
                                        new Text(property.getKey(), name, false, name, false),
                                        node(property.getValue(), key, places, names));
                            })
                            .toList(),
                    place);
        }
        if (json.isArray()) {
            List<YamlNode> items = new ArrayList<>();
            json.forEach(item -> items.add(node(item, path + "[" + items.size() + "]", places, names)));
            return new Items(items, true, place);
        }
        JsonNode numbers = places.get(path);
        boolean verbatim = numbers != null && numbers.size() == 3;
        Place text = numbers != null && verbatim
                ? new Place(place.line(), numbers.path(2).asInt(), path)
                : place;
        return new Text(json.isNull() ? "" : json.asText(), place, json.isNull(), text, verbatim);
    }

    private static Place place(@Nullable JsonNode numbers, String path) {
        return numbers == null
                ? Place.NONE
                : new Place(numbers.path(0).asInt(), numbers.path(1).asInt(), path);
    }
}
