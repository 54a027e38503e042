import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.JavaFormatterOptions;
import com.palantir.javaformat.java.RemoveUnusedImports;
import com.palantir.javaformat.java.ImportOrderer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Checks (`check`) or rewrites (`apply`) the Java sources below a folder with palantir-java-format.
///
/// Spotless formats inside Maven's own JVM, whose javac must know every syntax in the sources: on JDK 17 it
/// refuses record patterns and `_`. This runs on the toolchain's JDK instead.
void main(String[] args) throws IOException {
    boolean apply = args[0].equals("apply");
    Path root = Path.of(args[1]);
    Formatter formatter = Formatter.createFormatter(JavaFormatterOptions.builder()
            .style(JavaFormatterOptions.Style.PALANTIR)
            .formatJavadoc(false)
            .build());
    List<Path> sources;
    try (Stream<Path> files = Files.walk(root)) {
        sources = files.filter(file -> file.toString().endsWith(".java"))
                .filter(file -> root.relativize(file).toString().matches("(?:.*/)?src/.*"))
                .filter(file -> !root.relativize(file).toString().matches("(?:.*/)?target/.*"))
                .sorted()
                .toList();
    }
    List<Path> wrong = sources.parallelStream().filter(file -> !isFormatted(formatter, file, apply)).toList();
    if (apply) {
        wrong.forEach(file -> System.out.println("formatted " + root.relativize(file)));
    } else if (!wrong.isEmpty()) {
        wrong.forEach(file -> System.err.println("not formatted: " + root.relativize(file)));
        System.err.println(wrong.size() + " files are not formatted. Run: mvn -q -N validate -Dformat=apply");
        System.exit(1);
    }
}

boolean isFormatted(Formatter formatter, Path file, boolean apply) {
    try {
        String old = Files.readString(file);
        String formatted = formatter.formatSource(RemoveUnusedImports.removeUnusedImports(
                ImportOrderer.reorderImports(old, JavaFormatterOptions.Style.PALANTIR)));
        if (apply && !formatted.equals(old)) {
            Files.writeString(file, formatted);
        }
        return formatted.equals(old);
    } catch (FormatterException e) {
        throw new IllegalStateException(file + ": " + e.getMessage(), e);
    } catch (IOException e) {
        throw new UncheckedIOException(e);
    }
}
