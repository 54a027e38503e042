package dev.tidemark.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tidemark.job.Flow;
import dev.tidemark.job.Job;
import dev.tidemark.job.Mistake;
import dev.tidemark.job.Place;
import dev.tidemark.job.S3Source;
import dev.tidemark.job.SourceOptions;
import dev.tidemark.job.TransformSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

class GoodJobFilesTest {

    @SuppressWarnings("unused") // named by the test below
    private static final List<String> GOOD = JobFiles.GOOD;

    @ParameterizedTest
    @FieldSource("GOOD")
    void theJobsOfARealUserValidate(String name) {
        assertThat(JobFiles.mistakes(JobFiles.good(name))).isEmpty();
    }

    @Test
    void pathsBecomeFullAndParamsAreFilledIn() {
        JobFile.Result local = JobFiles.read(JobFiles.good("1-orders-drop.yaml"));
        Flow flow = local.job().flows().getFirst();
        assertThat(((S3Source) flow.source()).paths()).containsExactly("file:///home/u/job/lake/drop/orders/");
        assertThat(flow.quarantinePath()).isEqualTo("file:///home/u/job/lake/quarantine/orders-drop/");
        assertThat(local.resolvedParams()).containsExactly(Map.entry("lake", "./lake"));

        JobFile.Result cloud = JobFiles.read(
                JobFiles.good("1-orders-drop.yaml"), Map.of(), Map.of("TIDEMARK_PARAM_LAKE", "s3a://acme-lake"));
        assertThat(cloud.job().flows().getFirst().sinks().getFirst().path())
                .isEqualTo("s3://acme-lake/curated/orders/");
    }

    @Test
    void defaultsAreThoseOfTheReference() {
        Job job = JobFiles.read(JobFiles.good("6-payments.yaml")).job();
        SourceOptions source = job.flows().getFirst().source().options();
        assertThat(source.groupSizeBytes()).isEqualTo(134_217_728);
        assertThat(job.timezone().getId()).isEqualTo("Z");
        assertThat(job.keepGenerations()).isEqualTo(Job.DEFAULT_KEEP_GENERATIONS);
        Job columnar = JobFiles.read(JobFiles.good("4-clicks-by-customer.yaml")).job();
        assertThat(columnar.flows().getFirst().source().options().groupSizeBytes())
                .isEqualTo(512L << 20);
    }

    @Test
    void expressionsKeepThePlaceOfTheirFirstCharacter() {
        Job job = JobFiles.read(JobFiles.good("5-shop-orders.yaml")).job();
        TransformSpec.Filter filter =
                (TransformSpec.Filter) job.flows().getFirst().transforms().getFirst();
        assertThat(filter.expression().text()).isEqualTo("status <> 'test'");
        assertThat(filter.expression().at(7)).isEqualTo(new Place(19, 25, "flows[0].transforms[0].filter"));
    }

    @Test
    void applyMappingWithNewColumnsWarns() {
        assertThat(JobFiles.read(JobFiles.good("1-orders-drop.yaml")).warnings())
                .extracting(Mistake::line, Mistake::path)
                .contains(org.assertj.core.groups.Tuple.tuple(22, "flows[0].transforms[0]"));
    }
}
