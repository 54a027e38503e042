package dev.tidemark.infra;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What is deployed follows from job files; nothing that runs a job is known here, and nothing of AWS's SDK.
final class ArrowsTest {

    private static final JavaClasses INFRA = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.tidemark.infra");

    private static final List<String> SEEN =
            List.of("dev.tidemark.infra", "dev.tidemark.job", "dev.tidemark.json", "dev.tidemark.data");

    private static ArchRule seesOnly(List<String> packages) {
        return noClasses()
                .should()
                .dependOnClassesThat(resideInAPackage("dev.tidemark..")
                        .and(resideInAnyPackage(Stream.concat(
                                                packages.stream(),
                                                packages.stream().map(name -> name + ".."))
                                        .toArray(String[]::new))
                                .negate())
                        .or(nameMatching("software\\.amazon\\.awssdk\\..*")));
    }

    @Test
    void infraSeesJobFilesAndNothingThatRunsThem() {
        seesOnly(SEEN).check(INFRA);
    }

    /// The broken twin: without any of the packages the rule finds who needs it.
    @Test
    void anArrowThatIsNotAllowedIsFound() {
        for (String hidden : SEEN) {
            List<String> fewer =
                    SEEN.stream().filter(name -> !name.equals(hidden)).toList();
            assertThat(seesOnly(fewer).evaluate(INFRA).hasViolation())
                    .as(hidden)
                    .isTrue();
        }
    }
}
