package dev.tidemark.infra;

import dev.tidemark.infra.StageSettings.AccessPoint;
import dev.tidemark.job.CatalogTarget;
import dev.tidemark.job.Flow;
import dev.tidemark.job.S3Source;
import dev.tidemark.job.S3Write;
import dev.tidemark.job.Sink;
import dev.tidemark.job.SinkMode;
import dev.tidemark.job.UpdateBehavior;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// What a job's role may do: what its job file needs, and nothing else.
final class JobRights {

    private final DeployedJob deployed;
    private final StageNames names;
    private final Map<String, AccessPoint> accessPoints;
    private final List<Grant> grants = new ArrayList<>();

    private JobRights(DeployedJob deployed, StageNames names, Map<String, AccessPoint> accessPoints) {
        this.deployed = deployed;
        this.names = names;
        this.accessPoints = accessPoints;
    }

    static List<Grant> of(DeployedJob deployed, StageNames names, Map<String, AccessPoint> accessPoints) {
        JobRights rights = new JobRights(deployed, names, accessPoints);
        int flow = 0;
        for (Flow one : deployed.job().flows()) {
            rights.flow(one, Integer.toString(flow++));
        }
        rights.tables();
        rights.keys();
        return List.copyOf(rights.grants);
    }

    private void flow(Flow flow, String number) {
        if (flow.source() instanceof S3Source source) {
            for (int i = 0; i < source.paths().size(); i++) {
                read(place(source.paths().get(i)), number + "s" + i);
            }
        }
        for (int i = 0; i < flow.sinks().size(); i++) {
            Sink sink = flow.sinks().get(i);
            if (sink.path() != null) {
                write(place(sink.path()), sink.s3(), sink.mode() == SinkMode.OVERWRITE_PARTITIONS, number + "t" + i);
            }
        }
        if (flow.quarantinePath() != null) {
            write(place(flow.quarantinePath()), S3Write.PLAIN, false, number + "q");
        }
    }

    private S3Place place(String path) {
        return S3Place.of(deployed.name(), path, accessPoints);
    }

    private void read(S3Place place, String id) {
        grants.add(list(place, id));
        grants.add(Grant.of("Read" + id, List.of("s3:GetObject"), objects(place)));
    }

    private void write(S3Place place, S3Write settings, boolean overwrites, String id) {
        List<String> actions = new ArrayList<>(List.of(
                // HeadObject, after an answer about an upload that says nothing.
                "s3:GetObject", "s3:PutObject", "s3:AbortMultipartUpload", "s3:ListMultipartUploadParts"));
        if (overwrites) {
            actions.add("s3:DeleteObject");
        }
        if (settings.acl() != null) {
            actions.add("s3:PutObjectAcl");
        }
        if (!settings.tags().isEmpty()) {
            actions.add("s3:PutObjectTagging");
        }
        // What is overwritten is listed; and a file that is not there is told from a forbidden one by its listing.
        grants.add(list(place, id));
        grants.add(Grant.of("Write" + id, actions, objects(place)));
        // S3 knows no condition on the prefix of this call; it answers names of uploads, never their bytes.
        grants.add(Grant.of("Uploads" + id, List.of("s3:ListBucketMultipartUploads"), List.of(bucket(place))));
    }

    private Grant list(S3Place place, String id) {
        Grant list = Grant.of("List" + id, List.of("s3:ListBucket"), List.of(bucket(place)));
        return place.folder().isEmpty() ? list : list.when("StringLike", "s3:prefix", List.of(place.folder() + "*"));
    }

    private String bucket(S3Place place) {
        return place.accessPoint().isEmpty() ? names.bucketArn(place.bucket()) : place.accessPoint();
    }

    /// A path without a slash at its end may be one object.
    private List<String> objects(S3Place place) {
        String root = bucket(place) + (place.accessPoint().isEmpty() ? "/" : "/object/");
        return place.folder().equals(place.key())
                ? List.of(root + place.key() + "*")
                : List.of(root + place.key(), root + place.folder() + "*");
    }

    private void tables() {
        Set<String> read = new TreeSet<>();
        Set<String> registered = new TreeSet<>();
        Set<String> changed = new TreeSet<>();
        Set<String> databases = new LinkedHashSet<>();
        for (Flow flow : deployed.job().flows()) {
            for (Sink sink : flow.sinks()) {
                CatalogTarget table = sink.catalog();
                if (table != null) {
                    String database = table.database().toLowerCase(Locale.ROOT);
                    String arn = names.arn(
                            "glue", "table/" + database + "/" + table.table().toLowerCase(Locale.ROOT));
                    databases.add(database);
                    // A plan compares sink and table also where nothing of the table is changed.
                    read.add(arn);
                    if (table.enableUpdateCatalog()) {
                        registered.add(arn);
                    }
                    if (table.enableUpdateCatalog() && table.updateBehavior() == UpdateBehavior.UPDATE_IN_DATABASE) {
                        changed.add(arn);
                    }
                }
            }
        }
        if (read.isEmpty()) {
            return;
        }
        grants.add(Grant.of("Tables", List.of("glue:GetDatabase", "glue:GetTable"), glue(databases, read)));
        if (!registered.isEmpty()) {
            grants.add(Grant.of(
                    "Partitions",
                    List.of(
                            "glue:CreateDatabase",
                            "glue:CreateTable",
                            "glue:GetPartitions",
                            "glue:BatchCreatePartition",
                            "glue:BatchGetPartition"),
                    glue(databases, registered)));
        }
        if (!changed.isEmpty()) {
            grants.add(Grant.of(
                    "ChangedTables",
                    List.of("glue:UpdateTable", "glue:BatchUpdatePartition"),
                    glue(databases, changed)));
        }
    }

    /// Glue asks for the right on a table, on its database and on the catalog.
    private List<String> glue(Set<String> databases, Set<String> tables) {
        List<String> resources = new ArrayList<>();
        resources.add(names.arn("glue", "catalog"));
        databases.forEach(database -> resources.add(names.arn("glue", "database/" + database)));
        resources.addAll(tables);
        return resources;
    }

    private void keys() {
        Set<String> written = new LinkedHashSet<>();
        for (Flow flow : deployed.job().flows()) {
            for (Sink sink : flow.sinks()) {
                if (sink.s3().kmsKeyArn() != null) {
                    written.add(sink.s3().kmsKeyArn());
                }
            }
        }
        if (!written.isEmpty()) {
            // Decrypt: S3 reads the parts again when it completes an upload.
            grants.add(Grant.of("WriteKeys", List.of("kms:GenerateDataKey", "kms:Decrypt"), List.copyOf(written)));
        }
        List<String> readKeys = deployed.settings().readKeys();
        if (!readKeys.isEmpty()) {
            grants.add(Grant.of("ReadKeys", List.of("kms:Decrypt"), readKeys));
        }
    }
}
