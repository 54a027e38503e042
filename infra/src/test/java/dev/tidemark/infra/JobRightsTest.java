package dev.tidemark.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tidemark.infra.StageSettings.AccessPoint;
import dev.tidemark.job.BookmarkMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Which rights which words of a job file bring, without synthesizing anything.
final class JobRightsTest {

    private static List<Grant> rights(DeployedJob job, Map<String, AccessPoint> points) {
        return JobRights.of(job, Jobs.NAMES, points);
    }

    private static List<String> actions(String more) {
        return rights(Jobs.job("a", "s3://lake/in/", "s3://lake/out/", more, false, Map.of()), Map.of()).stream()
                .flatMap(grant -> grant.actions().stream())
                .distinct()
                .toList();
    }

    @Test
    void aJobWithoutATableAppendsAndNothingElse() {
        assertThat(actions(""))
                .containsExactlyInAnyOrder(
                        "s3:ListBucket",
                        "s3:GetObject",
                        "s3:DeleteObject",
                        "s3:PutObject",
                        "s3:AbortMultipartUpload",
                        "s3:ListMultipartUploadParts",
                        "s3:ListBucketMultipartUploads",
                        "s3:GetLifecycleConfiguration");
    }

    private static final String WRITER = "arn:aws:iam::111122223333:role/writer";

    private static List<Grant> writing(String more) {
        return rights(Jobs.job("a", "s3://lake/in/", "s3://theirs/out/", more, false, Map.of()), Map.of());
    }

    private static void reachesTheirsByTheirRoleAlone(List<Grant> grants) {
        assertThat(grants.stream().filter(grant -> grant.resources().toString().contains("theirs")))
                .isEmpty();
        assertThat(grants).contains(Grant.of("TakeOn0t0", List.of("sts:AssumeRole"), List.of(WRITER)));
    }

    @Test
    void aBucketOfAnotherAccountIsReachedByItsRoleAlone() {
        reachesTheirsByTheirRoleAlone(writing(", s3: { roleArn: \"" + WRITER + "\" }"));
    }

    @Test
    void theTwinThatGrantsTheBucketToTheJobsOwnRoleTooIsCaught() {
        List<Grant> both = new ArrayList<>(writing(", s3: { roleArn: \"" + WRITER + "\" }"));
        both.addAll(writing(""));
        assertThatThrownBy(() -> reachesTheirsByTheirRoleAlone(both)).isInstanceOf(AssertionError.class);
    }

    @Test
    void aTableOfAnotherAccountIsNamedByItsCatalog() {
        List<Grant> grants = rights(
                Jobs.job(
                        "a",
                        "s3://lake/in/",
                        "s3://lake/out/",
                        ", catalog: { catalogId: \"111122223333\", database: d, table: t }",
                        false,
                        Map.of()),
                Map.of());

        assertThat(grants.stream().filter(grant -> grant.actions().contains("glue:GetTable")))
                .singleElement()
                .satisfies(grant -> {
                    assertThat(grant.sid()).isEqualTo("TablesOf111122223333");
                    assertThat(grant.resources())
                            .containsExactly(
                                    "arn:aws:glue:eu-central-1:111122223333:catalog",
                                    "arn:aws:glue:eu-central-1:111122223333:database/d",
                                    "arn:aws:glue:eu-central-1:111122223333:table/d/t");
                });
    }

    private static boolean mayWrite(List<Grant> grants, String object) {
        return may(grants, "s3:PutObject", object);
    }

    private static boolean may(List<Grant> grants, String action, String object) {
        return grants.stream()
                .filter(grant -> grant.actions().contains(action))
                .flatMap(grant -> grant.resources().stream())
                .anyMatch(resource -> ("arn:aws:s3:::" + object).matches(resource.replace("*", ".*")));
    }

    private static void writesIntoItsFolderAlone(List<Grant> grants) {
        assertThat(mayWrite(grants, "lake/out/d=1/part-0.json")).isTrue();
        assertThat(mayWrite(grants, "lake/out-old/part-0.json")).isFalse();
    }

    /// A sink is a folder.
    @Test
    void aSinkWithoutASlashIsAFolderAllTheSame() {
        writesIntoItsFolderAlone(rights(Jobs.job("a", "s3://lake/in/", "s3://lake/out", false), Map.of()));
    }

    /// It may write beside the folder.
    @Test
    void theTwinThatTakesASinksPathForTheBeginningOfANameIsCaught() {
        List<Grant> wide = rights(Jobs.job("a", "s3://lake/in/", "s3://lake/out", false), Map.of()).stream()
                .map(grant -> new Grant(
                        grant.sid(),
                        grant.actions(),
                        grant.resources().stream()
                                .map(resource -> resource.replace("/out/*", "/out*"))
                                .toList(),
                        grant.conditions()))
                .toList();
        assertThatThrownBy(() -> writesIntoItsFolderAlone(wide)).isInstanceOf(AssertionError.class);
    }

    @Test
    void onlyWhatOverwritesMayDeleteMoreThanFilesOfRuns() {
        deletesFilesOfRunsAlone(rights(
                Jobs.job("a", "s3://lake/in/", "s3://lake/out/", ", partitionKeys: [ d ]", false, Map.of()), Map.of()));
        assertThatThrownBy(() -> deletesFilesOfRunsAlone(rights(
                        Jobs.job(
                                "a",
                                "s3://lake/in/",
                                "s3://lake/out/",
                                ", partitionKeys: [ d ], mode: overwritePartitions",
                                false,
                                Map.of()),
                        Map.of())))
                .as("the twin may delete all that lies in a partition")
                .isInstanceOf(AssertionError.class);
    }

    /// What the record of a repaired commit replaces, and nothing that somebody else put there.
    private static void deletesFilesOfRunsAlone(List<Grant> grants) {
        assertThat(may(grants, "s3:DeleteObject", "lake/out/d=1/part-01KJKS4H35FHGEQVHF1P6K3ZQX-00000-1-0.json"))
                .isTrue();
        assertThat(may(grants, "s3:DeleteObject", "lake/out/part-01KJKS4H35FHGEQVHF1P6K3ZQX-00000-1-0.json"))
                .isTrue();
        assertThat(may(grants, "s3:DeleteObject", "lake/out/d=1/theirs.json")).isFalse();
        assertThat(may(grants, "s3:DeleteObject", "lake/in/part-1.json")).isFalse();
    }

    @Test
    void keysTagsAndAclsBringTheirOwn() {
        String key = "arn:aws:kms:eu-central-1:123456789012:key/1";
        assertThat(actions(", s3: { kmsKeyArn: \"" + key + "\", tags: { a: b }, acl: bucket-owner-full-control }"))
                .contains("kms:GenerateDataKey", "kms:Decrypt", "s3:PutObjectTagging", "s3:PutObjectAcl");
    }

    @Test
    void aTableThatIsOnlyLoggedIsNotChanged() {
        assertThat(actions(", catalog: { database: Lake, table: T, updateBehavior: LOG }"))
                .contains("glue:GetPartitions")
                .contains("glue:CreateTable", "glue:BatchCreatePartition")
                .doesNotContain("glue:UpdateTable", "glue:BatchUpdatePartition");
        // A plan compares sink and table also then.
        assertThat(actions(", catalog: { database: lake, table: t, enableUpdateCatalog: false }"))
                .contains("glue:GetDatabase", "glue:GetTable")
                .doesNotContain("glue:CreateTable", "glue:BatchCreatePartition", "glue:UpdateTable");
    }

    @Test
    void aPathWithoutASlashIsAFolderAndNoObject() {
        List<Grant> grants = rights(Jobs.job("a", "s3://lake/in.json", "s3://lake/out/", false), Map.of());

        assertThat(grants.get(1).resources()).containsExactly("arn:aws:s3:::lake/in.json/*");
        assertThat(grants.get(0).conditions())
                .isEqualTo(Map.of("StringLike", Map.of("s3:prefix", List.of("in.json/*"))));
    }

    @Test
    void anAccessPointIsReachedByItsOwnArn() {
        Map<String, AccessPoint> points =
                Map.of("in-1-s3alias", new AccessPoint("lake", "arn:aws:s3:eu-central-1:123456789012:accesspoint/in"));
        List<Grant> grants =
                rights(Jobs.job("a", "s3://in-1-s3alias/in/", "s3://lake/out/", "", false, points), points);

        assertThat(grants.get(0).resources()).containsExactly("arn:aws:s3:eu-central-1:123456789012:accesspoint/in");
        assertThat(grants.get(1).resources())
                .containsExactly("arn:aws:s3:eu-central-1:123456789012:accesspoint/in/object/in/*");
    }

    @Test
    void anAlarmThatCountsCommitsIsRefusedWithoutABookmark() {
        DeployedJob without = Jobs.job("a", "s3://lake/in/", "s3://lake/out/", false);
        StageSettings.JobSettings alarmed = new StageSettings.JobSettings(
                Path.of("a.yaml"), Map.of(), null, "UTC", false, List.of(), List.of(), 24);
        assertThat(without.job().bookmark()).isEqualTo(BookmarkMode.DISABLE);
        assertThatThrownBy(() -> DeployedJob.of(without.job(), alarmed, Map.of()))
                .isInstanceOf(JobNotDeployableException.class)
                .hasMessageContaining("its bookmark is not enabled")
                .hasMessageContaining("Leave out alarmAfterHours");
    }

    @Test
    void whatIsNotInS3CannotBeDeployed() {
        assertThatThrownBy(() -> Jobs.job("a", "./in/", "s3://lake/out/", false))
                .isInstanceOf(JobNotDeployableException.class)
                .hasMessageContaining("Job a cannot be deployed: its path file:///jobs/in/ is not in S3")
                .hasMessageContaining("params: { lake: s3://my-bucket/lake }");
    }
}
