package dev.tidemark.integration;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// The house's arrows: which room sees which, which rooms are pure, which module knows which.
class ArchitectureTest {

    /// Core's rooms in flow order; each sees only those before it.
    private static final List<String> ROOMS = List.of(
            "data",
            "partition",
            "expression",
            "listing",
            "job",
            "transform",
            "bookmark",
            "plan",
            "sink",
            "catalog",
            "spi",
            "reading",
            "run");

    /// Answers of the JDK that depend on when, where or how often they are asked, by class and method.
    private static final Set<String> IMPURE_CALLS = Set.of(
            "java.lang.System.getenv",
            "java.lang.System.getProperty",
            "java.lang.System.getProperties",
            "java.lang.System.currentTimeMillis",
            "java.lang.System.nanoTime",
            "java.lang.Math.random",
            "java.lang.Long.getLong",
            "java.lang.Integer.getInteger",
            "java.lang.Boolean.getBoolean",
            "java.lang.Thread.sleep",
            "java.util.UUID.randomUUID",
            "java.util.Collections.shuffle",
            "java.util.Locale.getDefault",
            "java.util.TimeZone.getDefault",
            "java.time.ZoneId.systemDefault",
            "java.nio.charset.Charset.defaultCharset");

    static final List<String> FUNCTIONS = List.of("abort", "commit", "plan", "process", "trigger");

    private static final JavaClasses HOUSE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.tidemark");

    @TestFactory
    Stream<DynamicTest> roomsSeeOnlyThoseBefore() {
        return roomRules(ROOMS).stream()
                .map(rule -> DynamicTest.dynamicTest(rule.getDescription(), () -> rule.check(HOUSE)));
    }

    /// The broken twin of the order: any two neighbours of which the later needs the earlier cannot change
    /// places.
    @TestFactory
    Stream<DynamicTest> wrongOrdersAreFound() {
        return Stream.of(List.of("data", "partition"), List.of("plan", "bookmark"), List.of("spi", "run"))
                .map(pair ->
                        DynamicTest.dynamicTest("%s and %s change places".formatted(pair.get(0), pair.get(1)), () -> {
                            List<String> wrong = new ArrayList<>(ROOMS);
                            wrong.set(ROOMS.indexOf(pair.get(0)), pair.get(1));
                            wrong.set(ROOMS.indexOf(pair.get(1)), pair.get(0));
                            assertThat(roomRules(wrong).stream()
                                            .filter(rule -> rule.evaluate(HOUSE).hasViolation()))
                                    .isNotEmpty();
                        }));
    }

    @Test
    void roomsBeforeThePortsArePure() {
        List<String> pure = ROOMS.subList(0, ROOMS.indexOf("spi"));
        reachesOut(pure).check(HOUSE);
        asksTheWorld(pure).check(HOUSE);
    }

    /// The broken twin of purity: the local ports do all of that, and the command asks for clock and
    /// environment.
    @Test
    void impureClassesAreFound() {
        assertThat(reachesOut(List.of("local")).evaluate(HOUSE).hasViolation()).isTrue();
        assertThat(asksTheWorld(List.of("cli")).evaluate(HOUSE).hasViolation()).isTrue();
    }

    @Test
    void modulesKnowOnlyWhatTheirArrowsSay() {
        sees("json", List.of()).check(HOUSE);
        sees("avro", List.of()).check(HOUSE);
        sees("compression", List.of()).check(HOUSE);
        sees("ion", List.of("compression")).check(HOUSE);
        sees("orc", List.of()).check(HOUSE);
        sees("text", List.of("compression")).check(HOUSE);
        sees("parquet", List.of()).check(HOUSE);
        sees("testkit", List.of()).check(HOUSE);
        sees("local", List.of("json")).check(HOUSE);
        sees("aws", List.of("json")).check(HOUSE);
        sees("lambda", List.of("json", "aws")).check(HOUSE);
        for (String function : FUNCTIONS) {
            sees("functions." + function, List.of("json", "aws", "lambda")).check(HOUSE);
        }
        sees("cli", List.of("json", "lambda", "local", "aws", "compression", "text", "parquet"))
                .check(HOUSE);
    }

    /// The broken twin of the modules' arrows: local does use json, so an arrow less must be found.
    @Test
    void aMissingArrowIsFound() {
        assertThat(sees("functions.plan", List.of("json", "aws"))
                        .evaluate(HOUSE)
                        .hasViolation())
                .isTrue();
        assertThat(sees("local", List.of()).evaluate(HOUSE).hasViolation()).isTrue();
    }

    @Test
    void coreNeedsOnlyTheJdk() {
        classes()
                .that()
                .resideInAnyPackage(packages(ROOMS))
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage("java..", "org.jspecify..", "dev.tidemark.."))
                .check(HOUSE);
    }

    @Test
    void namesSayWhatAClassIs() {
        noClasses()
                .should()
                .haveNameMatching(".*(Util|Utils|Helper|Helpers|Manager|Impl)")
                .because("such a name says nothing about what the class is responsible for")
                .check(HOUSE);
    }

    private static List<ArchRule> roomRules(List<String> order) {
        List<ArchRule> rules = new ArrayList<>();
        for (String room : order) {
            rules.add(onlySees(room, order.subList(0, order.indexOf(room) + 1)));
        }
        return rules;
    }

    private static ArchRule sees(String module, List<String> others) {
        List<String> seen = new ArrayList<>(ROOMS);
        seen.add(module);
        seen.addAll(others);
        return onlySees(module, seen);
    }

    private static ArchRule onlySees(String one, List<String> seen) {
        return classes()
                .that()
                .resideInAnyPackage(packages(List.of(one)))
                .should()
                .onlyDependOnClassesThat(
                        resideOutsideOfPackage("dev.tidemark..").or(resideInAnyPackage(packages(seen))))
                .as("%s sees only %s".formatted(one, String.join(", ", seen)));
    }

    /// No exception is stated because none is needed: exceptions are Serializable without naming java.io.
    private static ArchRule reachesOut(List<String> rooms) {
        return noClasses()
                .that()
                .resideInAnyPackage(packages(rooms))
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                                "java.io..",
                                "java.nio.file..",
                                "java.nio.channels..",
                                "java.net..",
                                "java.sql..",
                                "java.util.random..")
                        .or(describe(
                                "random numbers",
                                type -> type.getName().equals("java.util.Random")
                                        || type.getName().equals("java.util.concurrent.ThreadLocalRandom")
                                        || type.getName().equals("java.security.SecureRandom"))))
                .as("no I/O and no randomness in " + String.join(", ", rooms));
    }

    private static ArchRule asksTheWorld(List<String> rooms) {
        DescribedPredicate<JavaAccess<?>> impure = describe("answers that are not the same each time", access -> {
            JavaClass owner = access.getTargetOwner();
            return IMPURE_CALLS.contains(owner.getName() + "." + access.getName())
                    || (owner.getPackageName().equals("java.time")
                            && access.getName().equals("now"));
        });
        return noClasses()
                .that()
                .resideInAnyPackage(packages(rooms))
                .should()
                .accessTargetWhere(impure)
                .as("no clock, environment or default of the machine in " + String.join(", ", rooms));
    }

    private static String[] packages(List<String> rooms) {
        return rooms.stream().map(room -> "dev.tidemark." + room + "..").toArray(String[]::new);
    }
}
