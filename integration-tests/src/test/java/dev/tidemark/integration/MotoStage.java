package dev.tidemark.integration;

import dev.tidemark.testkit.MotoServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.glue.GlueClient;
import software.amazon.awssdk.services.glue.model.Partition;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Object;
import software.amazon.awssdk.services.sfn.SfnClient;

/// A stage on moto as the stacks make it, with a bucket of data: names as the command derives them from stage,
/// account (moto's own) and region. The clients are the test's; what they do, a bystander does.
public final class MotoStage implements AutoCloseable {

    private static final String OWN = "123456789012-eu-central-1";

    private final MotoServer moto;
    private final String name;
    private final String lake;
    private final S3Client s3;
    private final DynamoDbClient dynamo;
    private final GlueClient glue;
    private final SfnClient machines;

    /// @param lake name of the bucket of data
    public MotoStage(MotoServer moto, String name, String lake) {
        this.moto = moto;
        this.name = name;
        this.lake = lake;
        s3 = client("S3", S3Client.builder().forcePathStyle(true));
        dynamo = client("DYNAMODB", DynamoDbClient.builder());
        glue = client("GLUE", GlueClient.builder());
        machines = client("SFN", SfnClient.builder());
        for (String bucket : List.of(lake, bucket())) {
            s3.createBucket(request -> request.bucket(bucket)
                    .createBucketConfiguration(where -> where.locationConstraint("eu-central-1")));
        }
        dynamo.createTable(request -> request.tableName(table())
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(List.of(text("pk"), text("sk")))
                .keySchema(List.of(key("pk", KeyType.HASH), key("sk", KeyType.RANGE))));
    }

    /// One of a name that no other has: where S3 is not this moto's, buckets of earlier tests are still there.
    public static MotoStage fresh(MotoServer moto) {
        String name = "t" + UUID.randomUUID().toString().substring(0, 8);
        return new MotoStage(moto, name, "lake-" + name);
    }

    private <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> C client(String service, B builder) {
        URI endpoint = moto.endpoint(service);
        return builder.endpointOverride(endpoint)
                .region(Region.EU_CENTRAL_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("bystander", "x")))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    private static AttributeDefinition text(String name) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(ScalarAttributeType.S)
                .build();
    }

    private static KeySchemaElement key(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }

    public String name() {
        return name;
    }

    /// The bucket of data.
    public String lake() {
        return lake;
    }

    /// The bucket of the state.
    public String bucket() {
        return "tidemark-" + name + "-" + OWN;
    }

    public String table() {
        return "tidemark-" + name;
    }

    /// ARN of the jobs' state machines without the job's name.
    public String machines() {
        return "arn:aws:states:eu-central-1:123456789012:stateMachine:" + machine("");
    }

    /// Name of a job's state machine.
    public String machine(String job) {
        return "tidemark-" + name + "-" + job;
    }

    /// What the stack sets for a function, with the variables that lead to moto.
    public Map<String, String> functionVariables() {
        Map<String, String> variables = new TreeMap<>(moto.environment());
        variables.put("TIDEMARK_STAGE", name);
        variables.put("TIDEMARK_TABLE", table());
        variables.put("TIDEMARK_BUCKET", bucket());
        variables.put("TIDEMARK_STATE_MACHINES", machines());
        variables.put("TIDEMARK_JOB_ROLES", "arn:aws:iam::123456789012:role/tidemark-" + name + "-job-");
        return variables;
    }

    public S3Client s3() {
        return s3;
    }

    public DynamoDbClient dynamo() {
        return dynamo;
    }

    public GlueClient glue() {
        return glue;
    }

    public SfnClient stepFunctions() {
        return machines;
    }

    /// The file under its digest, and the item that points to it.
    public void deploy(JobAsset asset) {
        put(bucket(), asset.key(), asset.bytes());
        point(asset.job().name(), asset.key());
    }

    public void point(String job, String key) {
        putItem(job, "file", Map.of("file", AttributeValue.fromS(key)));
    }

    public void createMachine(String job, String definition) {
        machines.createStateMachine(request -> request.name(machine(job))
                .roleArn("arn:aws:iam::123456789012:role/machine")
                .definition(definition));
    }

    /// An item of a job's, without its keys.
    public void putItem(String job, String sk, Map<String, AttributeValue> attributes) {
        Map<String, AttributeValue> item = new TreeMap<>(itemKey(job, sk));
        item.putAll(attributes);
        dynamo.putItem(request -> request.tableName(table()).item(item));
    }

    public Map<String, AttributeValue> item(String job, String sk) {
        return dynamo.getItem(request -> request.tableName(table()).key(itemKey(job, sk)))
                .item();
    }

    public static Map<String, AttributeValue> itemKey(String job, String sk) {
        return Map.of("pk", AttributeValue.fromS("job#" + job), "sk", AttributeValue.fromS(sk));
    }

    public void put(String bucket, String key, byte[] bytes) {
        s3.putObject(request -> request.bucket(bucket).key(key), RequestBody.fromBytes(bytes));
    }

    /// All files below a folder, by their names in it.
    public void putAll(Path root, String below) {
        try (Stream<Path> walk = Files.walk(root.resolve(below))) {
            for (Path file : walk.filter(Files::isRegularFile).toList()) {
                put(lake, root.relativize(file).toString(), Files.readAllBytes(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public byte @Nullable [] object(String bucket, String key) {
        try {
            return s3.getObjectAsBytes(request -> request.bucket(bucket).key(key))
                    .asByteArray();
        } catch (NoSuchKeyException none) {
            return null;
        }
    }

    /// ETags of the lake's objects, by their keys in order.
    public SortedMap<String, String> etags(String prefix) {
        SortedMap<String, String> etags = new TreeMap<>();
        for (S3Object object : s3.listObjectsV2Paginator(
                        request -> request.bucket(lake).prefix(prefix))
                .contents()) {
            etags.put(object.key(), object.eTag());
        }
        return etags;
    }

    /// Copies the lake's objects below a prefix into a folder, under their keys.
    public List<String> download(String prefix, Path folder) throws IOException {
        List<String> keys = List.copyOf(etags(prefix).keySet());
        for (String key : keys) {
            Path file = folder.resolve(key);
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            Files.write(file, Objects.requireNonNull(object(lake, key)));
        }
        return keys;
    }

    /// Keys of the uploads into the lake that are neither completed nor aborted.
    public List<String> uploads() {
        return s3.listMultipartUploads(request -> request.bucket(lake)).uploads().stream()
                .map(MultipartUpload::key)
                .toList();
    }

    /// Locations of a table's partitions, as they are registered.
    public List<String> registered(String database, String table) {
        return glue
                .getPartitionsPaginator(
                        request -> request.databaseName(database).tableName(table))
                .stream()
                .flatMap(page -> page.partitions().stream())
                .map(Partition::storageDescriptor)
                .map(storage -> storage.location())
                .toList();
    }

    @Override
    public void close() {
        s3.close();
        dynamo.close();
        glue.close();
        machines.close();
    }
}
