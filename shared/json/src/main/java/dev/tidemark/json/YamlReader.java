package dev.tidemark.json;

import dev.tidemark.job.Place;
import dev.tidemark.json.YamlNode.Entries;
import dev.tidemark.json.YamlNode.Entry;
import dev.tidemark.json.YamlNode.Items;
import dev.tidemark.json.YamlNode.Text;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;

/// Composes the events of a YAML document into [YamlNode]s, refusing what makes YAML guess: repeated keys, tags,
/// anchors, aliases, several documents.
final class YamlReader {

    private static final int DEEPEST = 64;
    private static final LoaderOptions OPTIONS = new LoaderOptions();

    private final String source;
    private final int[] codePoints;
    private final Mistakes mistakes;
    private final ParserImpl parser;

    private YamlReader(String source, StreamReader characters, Mistakes mistakes) {
        this.source = source;
        this.codePoints = source.codePoints().toArray();
        this.mistakes = mistakes;
        this.parser = new ParserImpl(characters, OPTIONS);
    }

    /// The document, or null when it cannot be read as YAML at all; `mistakes` then says why.
    static @Nullable YamlNode read(String source, Mistakes mistakes) {
        StreamReader characters = new StreamReader(source);
        try {
            return new YamlReader(source, characters, mistakes).document();
        } catch (MarkedYAMLException broken) {
            YamlAccident.report(broken, source, mistakes);
        } catch (ReaderException broken) {
            mistakes.add(
                    lineAndColumn(source, broken.getPosition()),
                    "The character U+%04X is not allowed in YAML.".formatted(broken.getCodePoint()),
                    "Write it as an escape in double quotes: \"\\x%02X\".".formatted(broken.getCodePoint()));
        } catch (YAMLException broken) {
            // The scanner's own checks carry no mark; it stands at what it could not take.
            YamlAccident.reportUnmarked(broken, place(characters.getMark(), ""), mistakes);
        } catch (NumberFormatException broken) {
            // snakeyaml's way of meeting \U99999999, which is beyond an int.
            mistakes.add(
                    place(characters.getMark(), ""),
                    "This escape is no character.",
                    "Escapes go up to \\U0010FFFF; a backslash itself is written \\\\ in double quotes.");
        }
        return null;
    }

    private @Nullable YamlNode document() {
        take(Event.ID.StreamStart);
        if (parser.checkEvent(Event.ID.StreamEnd)) {
            mistakes.add(new Place(1, 1, ""), "The file is empty.", "A job starts with: job: name");
            return null;
        }
        take(Event.ID.DocumentStart);
        YamlNode top = node("", 0);
        take(Event.ID.DocumentEnd);
        if (!parser.checkEvent(Event.ID.StreamEnd)) {
            mistakes.add(
                    place(parser.peekEvent().getStartMark(), ""),
                    "A second document begins here.",
                    "A job file holds one job: move the second into a file of its own.");
        }
        return top;
    }

    private void take(Event.ID id) {
        Event event = parser.getEvent();
        if (!event.is(id)) {
            throw new IllegalStateException("expected " + id + " but the parser says " + event);
        }
    }

    private YamlNode node(String path, int depth) {
        Event event = parser.getEvent();
        Place place = place(event.getStartMark(), path);
        if (event instanceof AliasEvent alias) {
            mistakes.add(
                    place,
                    "*" + alias.getAnchor() + " would be an alias of YAML; job files have none.",
                    YamlAccident.quote(YamlAccident.word(source, place)));
            return new Text(alias.getAnchor(), place, false, place, false);
        }
        refuseAnchor((NodeEvent) event, place);
        return switch (event) {
            case ScalarEvent scalar -> text(scalar, place);
            case SequenceStartEvent start -> items(start, place, depth + 1);
            case MappingStartEvent start -> entries(start, place, depth + 1);
            default -> throw new IllegalStateException("expected a node but the parser says " + event);
        };
    }

    private void refuseAnchor(NodeEvent event, Place place) {
        if (event.getAnchor() != null) {
            mistakes.add(
                    place,
                    "&" + event.getAnchor() + " would be an anchor of YAML; job files have none.",
                    YamlAccident.quote(YamlAccident.word(source, place)));
        }
    }

    private void refuseTag(@Nullable String tag, Place place) {
        if (tag != null) {
            mistakes.add(
                    place,
                    tag + " would be a tag of YAML; job files have none.",
                    "Leave it out. " + YamlAccident.quote(YamlAccident.word(source, place)));
        }
    }

    private Text text(ScalarEvent scalar, Place place) {
        refuseTag(scalar.getTag(), place);
        boolean block = scalar.isLiteral() || scalar.isFolded();
        if (block && scalar.getValue().isBlank()) {
            mistakes.add(
                    place,
                    "'" + (scalar.isLiteral() ? '|' : '>') + "' begins a block of text, and there is none.",
                    YamlAccident.quote(scalar.isLiteral() ? "|" : ">"));
        }
        int quote = scalar.isSQuoted() || scalar.isDQuoted() ? 1 : 0;
        int from = scalar.getStartMark().getIndex() + quote;
        int to = Math.min(scalar.getEndMark().getIndex() - quote, codePoints.length);
        boolean verbatim = !block && from <= to && new String(codePoints, from, to - from).equals(scalar.getValue());
        Place inside = new Place(place.line(), place.column() + quote, place.path());
        return new Text(scalar.getValue(), place, scalar.isPlain(), inside, verbatim);
    }

    private Items items(SequenceStartEvent start, Place place, int depth) {
        refuseTag(start.getTag(), place);
        List<YamlNode> items = new ArrayList<>();
        while (!parser.checkEvent(Event.ID.SequenceEnd)) {
            String path = place.path() + "[" + items.size() + "]";
            items.add(deepEnough(path, depth) ? node(path, depth) : tooDeep(path));
        }
        parser.getEvent();
        return new Items(start.isFlow() ? SplitTexts.mendItems(items, mistakes) : items, start.isFlow(), place);
    }

    private Entries entries(MappingStartEvent start, Place place, int depth) {
        refuseTag(start.getTag(), place);
        List<Entry> entries = new ArrayList<>();
        Map<String, Place> seen = new HashMap<>();
        while (!parser.checkEvent(Event.ID.MappingEnd)) {
            Entry entry = entry(place.path(), depth);
            Place before = seen.putIfAbsent(entry.key().text(), entry.key().place());
            if (before == null) {
                entries.add(entry);
            } else {
                mistakes.add(
                        entry.key().place(),
                        "The key '" + Wording.shown(entry.key().text())
                                + "' stands here a second time; the first is in line " + before.line() + ".",
                        "Keep one of them.");
            }
        }
        parser.getEvent();
        return new Entries(start.isFlow() ? SplitTexts.mendEntries(entries, mistakes) : entries, place);
    }

    private Entry entry(String parent, int depth) {
        YamlNode read = deepEnough(parent, depth) ? node(parent, depth) : tooDeep(parent);
        Text key;
        if (read instanceof Text text) {
            String path = parent.isEmpty() ? text.text() : parent + "." + text.text();
            key = new Text(
                    text.text(), at(text.place(), path), text.plain(), at(text.textPlace(), path), text.verbatim());
        } else {
            mistakes.add(
                    read.place(),
                    "A key must be a text, and this is " + read.kind() + ".",
                    "Put it in quotes if it is meant as a text.");
            key = new Text("?", read.place(), false, read.place(), false);
        }
        String path = key.place().path();
        return new Entry(key, deepEnough(path, depth) ? node(path, depth) : tooDeep(path));
    }

    private static boolean deepEnough(String path, int depth) {
        return depth < DEEPEST && path.length() < 100 * DEEPEST;
    }

    /// Reads over a nest that no job file needs, without going down by calls.
    private Text tooDeep(String path) {
        Place place = place(parser.peekEvent().getStartMark(), "");
        mistakes.add(place, "Lists and maps are nested more than " + DEEPEST + " deep here.", "No job needs that.");
        int open = 0;
        do {
            Event event = parser.getEvent();
            if (event.is(Event.ID.SequenceStart) || event.is(Event.ID.MappingStart)) {
                open++;
            } else if (event.is(Event.ID.SequenceEnd) || event.is(Event.ID.MappingEnd)) {
                open--;
            }
        } while (open > 0);
        return new Text(path, place, false, place, false);
    }

    private static Place at(Place place, String path) {
        return new Place(place.line(), place.column(), path);
    }

    static Place place(Mark mark, String path) {
        return new Place(mark.getLine() + 1, mark.getColumn() + 1, path);
    }

    /// The place of the character at `index`, counted in code points.
    static Place lineAndColumn(String source, int index) {
        int line = 1;
        int column = 1;
        int[] characters = source.codePoints().limit(Math.max(0, index)).toArray();
        for (int character : characters) {
            line += character == '\n' ? 1 : 0;
            column = character == '\n' ? 1 : column + 1;
        }
        return new Place(line, column, "");
    }
}
