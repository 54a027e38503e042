import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Lays the files of the npm package vega-datasets 2.11.0 out as the examples' raw folders; needs nothing but a JDK 25:
///
/// ```
/// java examples/Layout.java <folder with birdstrikes.csv, flights-10k.json, zipcodes.csv> examples
/// ```
///
/// Records are copied as they are, in the order of the source; only the line ends become `\n`. None of the three files
/// quotes a field or breaks a line inside a record; the program stops when that is no longer so.
void main(String[] args) throws IOException {
    Path from = Path.of(args[0]);
    Path examples = Path.of(args[1]);
    csv(from.resolve("birdstrikes.csv"), examples.resolve("birdstrikes/lake/raw/birdstrikes"), record -> {
        LocalDate flight = LocalDate.parse(record.split(",", -1)[3]);
        // Made for the example: strikes are "reported" 30 days after the flight, so input and output years differ.
        LocalDate report = flight.plusDays(30);
        int quarter = (report.getMonthValue() + 2) / 3;
        return "report_year=%d/strikes-q%d.csv".formatted(report.getYear(), quarter);
    });
    csv(from.resolve("zipcodes.csv"), examples.resolve("zipcodes/lake/raw/zipcodes"),
            record -> "zipcodes-%s.csv".formatted(record.charAt(0)));
    flights(from.resolve("flights-10k.json"), examples.resolve("flights/lake/raw/flights"));
}

interface Place {
    String of(String record);
}

void csv(Path file, Path into, Place place) throws IOException {
    List<String> lines = Files.readAllLines(file);
    String header = lines.getFirst();
    int fields = header.split(",", -1).length;
    Map<String, List<String>> files = new LinkedHashMap<>();
    for (String record : lines.subList(1, lines.size())) {
        if (record.contains("\"") || record.split(",", -1).length != fields) {
            throw new IllegalStateException("Not a plain record of " + file + ": " + record);
        }
        files.computeIfAbsent(place.of(record), _ -> new ArrayList<>(List.of(header))).add(record);
    }
    write(files, into);
}

/// One JSON array on one line becomes one object a line, a file for ten days (`-a` the days up to the 9th, …).
void flights(Path file, Path into) throws IOException {
    String array = Files.readString(file).strip();
    if (!array.startsWith("[{\"date\":\"") || !array.endsWith("}]")) {
        throw new IllegalStateException("Not an array of flights: " + file);
    }
    Map<String, List<String>> files = new LinkedHashMap<>();
    for (String record : array.substring(2, array.length() - 2).split("\\},\\{", -1)) {
        String date = record.substring(8, 18);
        String days = "%s-%s".formatted(date.substring(0, 7).replace('/', '-'), "abcd".charAt((date.charAt(8) - '0')));
        files.computeIfAbsent("flights-" + days + ".json", _ -> new ArrayList<>()).add("{" + record + "}");
    }
    write(files, into);
}

void write(Map<String, List<String>> files, Path into) throws IOException {
    for (Map.Entry<String, List<String>> file : files.entrySet()) {
        Path path = into.resolve(file.getKey());
        Files.createDirectories(path.getParent());
        Files.writeString(path, String.join("\n", file.getValue()) + "\n");
    }
    System.out.println(files.size() + " files below " + into);
}
