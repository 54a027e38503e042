package dev.tidemark.infra;

import dev.tidemark.infra.StageSettings.AccessPoint;
import dev.tidemark.job.Flow;
import dev.tidemark.job.S3Access;
import dev.tidemark.job.S3Source;
import dev.tidemark.job.S3Write;
import dev.tidemark.job.Sink;
import dev.tidemark.job.SinkMode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

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
        rights.grants.addAll(TableRights.of(deployed.job(), names));
        rights.keys();
        return List.copyOf(rights.grants);
    }

    private void flow(Flow flow, String number) {
        if (flow.source() instanceof S3Source source) {
            for (int i = 0; i < source.paths().size(); i++) {
                read(place(source.paths().get(i)), source.access(), number + "s" + i);
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

    /// Whoever owns the role that is taken on says what it may do.
    private boolean takesOn(S3Access access, String id) {
        if (access.roleArn() == null) {
            return false;
        }
        grants.add(Grant.of("TakeOn" + id, List.of("sts:AssumeRole"), List.of(access.roleArn())));
        return true;
    }

    private void read(S3Place place, S3Access access, String id) {
        if (takesOn(access, id)) {
            return;
        }
        grants.add(list(place, id));
        grants.add(Grant.of("Read" + id, List.of("s3:GetObject"), List.of(below(place))));
    }

    private void write(S3Place place, S3Write settings, boolean overwrites, String id) {
        if (takesOn(settings.access(), id)) {
            return;
        }
        List<String> actions = new ArrayList<>(List.of(
                // HeadObject, after an answer about an upload that says nothing.
                "s3:GetObject", "s3:PutObject", "s3:AbortMultipartUpload", "s3:ListMultipartUploadParts"));
        if (overwrites) {
            actions.add("s3:DeleteObject");
        } else {
            // Whoever settles a repaired commit deletes what its record replaces (decision 0022): names of ours alone.
            grants.add(Grant.of(
                    "Repair" + id, List.of("s3:DeleteObject"), List.of(below(place) + StageNames.OUTPUT_NAMES)));
        }
        if (settings.acl() != null) {
            actions.add("s3:PutObjectAcl");
        }
        if (!settings.tags().isEmpty()) {
            actions.add("s3:PutObjectTagging");
        }
        // What is overwritten is listed; and a file that is not there is told from a forbidden one by its listing.
        grants.add(list(place, id));
        grants.add(Grant.of("Write" + id, actions, List.of(below(place))));
        // S3 knows no condition on the prefix of these; they answer names of uploads, never their bytes, and rules.
        grants.add(Grant.of(
                "Uploads" + id,
                List.of("s3:ListBucketMultipartUploads", "s3:GetLifecycleConfiguration"),
                List.of(bucket(place))));
    }

    private Grant list(S3Place place, String id) {
        Grant list = Grant.of("List" + id, List.of("s3:ListBucket"), List.of(bucket(place)));
        return place.folder().isEmpty() ? list : list.when("StringLike", "s3:prefix", List.of(place.folder() + "*"));
    }

    private String bucket(S3Place place) {
        return place.accessPoint().isEmpty() ? names.bucketArn(place.bucket()) : place.accessPoint();
    }

    private String below(S3Place place) {
        return objects(place) + place.folder() + "*";
    }

    private String objects(S3Place place) {
        return bucket(place) + (place.accessPoint().isEmpty() ? "/" : "/object/");
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
