package dev.tidemark.integration;

import dev.tidemark.job.Job;
import dev.tidemark.json.FormatCatalogue;
import dev.tidemark.json.JobFile;
import dev.tidemark.json.JobJson;
import dev.tidemark.spi.Formats;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;

/// A job file as the deployment puts it into a stage's bucket: canonical, under its digest.
///
/// @param job   what it says
/// @param key   below the bucket
/// @param bytes its canonical JSON
public record JobAsset(Job job, String key, byte[] bytes) {

    /// @param params as the stage sets them
    public static JobAsset of(String yaml, Map<String, String> params) {
        Formats formats = Formats.load();
        Job job = JobFile.read(
                        yaml.getBytes(StandardCharsets.UTF_8),
                        "job.yaml",
                        params,
                        Map.of(),
                        "s3://nowhere/",
                        FormatCatalogue.of(
                                formats.readers().values(), formats.writers().values()))
                .job();
        byte[] bytes = JobJson.write(job);
        return new JobAsset(job, "jobs/" + job.name() + "/" + sha256(bytes) + ".json", bytes);
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
