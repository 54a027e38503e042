package dev.tidemark.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/// The schema that editors use says the same about a file's structure as the codec.
class JobSchemaTest {

    private static final String RESOURCE = "/dev/tidemark/json/job.schema.json";
    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(JobFiles.resource(RESOURCE));

    @SuppressWarnings("unused") // named by the test below
    private static final List<String> GOOD = JobFiles.GOOD;

    static Stream<BrokenJob> structural() {
        return BrokenJob.table().stream().filter(BrokenJob::structural);
    }

    @ParameterizedTest
    @FieldSource("GOOD")
    void theJobsOfARealUserFitTheSchema(String name) throws IOException {
        assertThat(complaints(JobFiles.good(name))).isEmpty();
    }

    @Test
    void theFileThatTheTableBreaksFitsTheSchema() throws IOException {
        assertThat(complaints(JobFiles.resource("/broken/base.yaml"))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("structural")
    void everyStructuralMistakeIsRefusedByTheSchemaToo(BrokenJob broken) throws IOException {
        assertThat(complaints(broken.yaml())).isNotEmpty();
    }

    @Test
    void schemaAndCodecKnowTheSameKeys() throws IOException {
        JsonNode schema = new JsonMapper().readTree(JobFiles.resource(RESOURCE));
        JsonNode parts = schema.path("$defs");
        JsonNode sink = parts.path("sink").path("properties");
        JsonNode step = parts.path("transform").path("properties");
        Map<JsonNode, List<String>> keys = Map.ofEntries(
                Map.entry(schema, Keys.JOB),
                Map.entry(parts.path("flow"), and(Keys.FLOW, "transformation_ctx")),
                Map.entry(parts.path("source"), and(Keys.SOURCE, "push_down_predicate")),
                Map.entry(parts.path("sourceS3"), Keys.SOURCE_S3),
                Map.entry(parts.path("sourceCatalog"), Keys.SOURCE_CATALOG),
                Map.entry(parts.path("sourceJdbc"), Keys.SOURCE_JDBC),
                Map.entry(
                        parts.path("source")
                                .path("properties")
                                .path("partitionKeys")
                                .path("items"),
                        Keys.PARTITION_KEY),
                Map.entry(parts.path("column"), Keys.COLUMN),
                Map.entry(parts.path("sink"), Keys.SINK),
                Map.entry(sink.path("catalog"), Keys.SINK_CATALOG),
                Map.entry(sink.path("s3"), Keys.SINK_S3),
                Map.entry(parts.path("transform"), Keys.TRANSFORM),
                Map.entry(step.path("resolveChoice"), Keys.RESOLVE_CHOICE),
                Map.entry(step.path("explode").path("anyOf").path(1), Keys.EXPLODE),
                Map.entry(step.path("unnest").path("anyOf").path(1), Keys.UNNEST),
                Map.entry(step.path("custom"), Keys.CUSTOM));
        keys.forEach((part, known) -> {
            List<String> named = new ArrayList<>();
            part.path("properties").properties().forEach(property -> named.add(property.getKey()));
            assertThat(named).containsExactlyInAnyOrderElementsOf(known);
        });
    }

    private static List<String> and(List<String> keys, String spelling) {
        return Stream.concat(keys.stream(), Stream.of(spelling)).toList();
    }

    private static List<String> complaints(String yaml) throws IOException {
        return SCHEMA.validate(new YAMLMapper().readTree(yaml)).stream()
                .map(Object::toString)
                .toList();
    }
}
