package dev.tidemark.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// `docs/reference/mistakes.md` names a switch and a test for every mistake of the protocol, and they exist.
final class MistakeTableTest {

    /// PROTOCOL, "Tests that catch each mistake".
    private static final List<String> IDS =
            List.of(("M01 M02 M03 M04 M05 M06 M07 M08 M09 M10 M11 M12 M14 M15 M16 M17 M20 M21b M22 M23 M24 M25 M27"
                            + " B1 B2 B3 B4 B5 B6 B9 B10 C1 C2 D0 E0 E1 E3 F1 F2 G1 G3 G4 H0′ H1 H2 H3")
                    .split(" "));

    private static final Pattern ROW = Pattern.compile("\\| ([A-Z]\\w+′?) \\| [^|]+ \\| `([\\w.]+)` \\| `(\\w+)` \\|");

    private record Row(String id, String of, String test) {}

    private static List<Row> table() throws IOException {
        List<Row> rows = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("../../docs/reference/mistakes.md"))) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                rows.add(new Row(row.group(1), row.group(2), row.group(3)));
            }
        }
        return rows;
    }

    /// Test classes of this module and of the local ports.
    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String module : List.of("testkit", "local")) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src/test/java"))) {
                files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
            }
        }
        return sources;
    }

    private static List<String> problems(List<Row> rows) throws IOException {
        List<String> problems = new ArrayList<>();
        List<String> ids = rows.stream().map(Row::id).toList();
        IDS.stream().filter(id -> !ids.contains(id)).forEach(id -> problems.add(id + " has no row"));
        ids.stream().filter(id -> !IDS.contains(id)).forEach(id -> problems.add(id + " is no mistake"));
        List<Path> sources = sources();
        Set<String> texts = new TreeSet<>();
        for (Path source : sources) {
            texts.add(Files.readString(source));
        }
        for (Row row : rows) {
            String name = row.of().substring(row.of().indexOf('.') + 1);
            Pattern declared = Pattern.compile("(?m)^ +(void )?" + name + "\\b[(,;]");
            if (texts.stream().noneMatch(text -> declared.matcher(text).find())) {
                problems.add(row.id() + " has no switch " + row.of());
            }
            if (sources.stream().noneMatch(source -> source.endsWith(row.test() + ".java"))) {
                problems.add(row.id() + " has no test " + row.test());
            }
        }
        return problems;
    }

    @Test
    void everyMistakeHasItsSwitchAndItsTest() throws IOException {
        assertThat(problems(table())).isEmpty();
    }

    /// Every constant of the switches is in the table, so that no id is played by a switch of another name.
    @Test
    void everySwitchIsInTheTable() throws IOException {
        Set<String> named = table().stream().map(Row::of).collect(Collectors.toSet());
        assertThat(named)
                .containsAll(names(Mistake.values()))
                .containsAll(names(WakeMistake.values()))
                .containsAll(names(RepairMistake.values()))
                .containsAll(names(CleanUpMistake.values()));
    }

    private static List<String> names(Enum<?>[] constants) {
        return Arrays.stream(constants).map(Enum::name).toList();
    }

    /// Broken twins of the table: a row less, a switch and a test that do not exist, an id of its own.
    @Test
    void aTableThatIsWrongIsFound() throws IOException {
        List<Row> rows = table();
        assertThat(problems(rows.subList(1, rows.size()))).containsExactly("M01 has no row");
        List<Row> more = new ArrayList<>(rows);
        more.add(new Row("M13", "M13_NOBODY", "NobodyTest"));
        assertThat(problems(more))
                .containsExactly("M13 is no mistake", "M13 has no switch M13_NOBODY", "M13 has no test NobodyTest");
    }
}
