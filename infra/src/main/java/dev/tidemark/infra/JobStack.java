package dev.tidemark.infra;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.StackProps;
import software.amazon.awscdk.services.sns.ITopic;
import software.amazon.awscdk.services.sns.Topic;
import software.amazon.awscdk.services.ssm.StringParameter;
import software.constructs.Construct;
import software.constructs.IConstruct;

/// Up to 25 jobs: a job is up to 20 resources, and CloudFormation takes 500 a stack.
final class JobStack extends Stack {

    static final int MOST_JOBS = 25;

    JobStack(Construct scope, String id, StageSettings settings, List<DeployedJob> jobs, Path asl, StackProps props) {
        super(scope, id, props);
        if (jobs.size() > MOST_JOBS) {
            throw new IllegalArgumentException("a stack takes " + MOST_JOBS + " jobs, not " + jobs.size());
        }
        ITopic topic = Topic.fromTopicArn(this, "Failures", settings.names().topicArn());
        List<Grant> grants = new ArrayList<>();
        for (DeployedJob job : jobs) {
            grants.addAll(new EtlJob(this, settings, job, versions(settings.names(), job), asl, topic).grants());
        }
        Suppressions.addWildcards(
                this,
                "Objects below a job's own paths and in its run folders, and children of its Map, have names that are made"
                        + " at run time, and running executions go on with older versions of the functions; nothing above"
                        + " them is allowed.",
                grants);
        for (IConstruct child : getNode().getChildren()) {
            // The function that all AwsCustomResources of a stack share.
            if (child.getNode().getId().startsWith("AWS679f53fac002430cb0da5b7982bd2287")) {
                Suppressions.add(
                        child.getNode().findChild("ServiceRole"),
                        "AwsSolutions-IAM4",
                        "The CDK gives its own function for SDK calls AWSLambdaBasicExecutionRole, which only logs.");
            }
        }
    }

    /// By the names of the functions' modules: which `process` it is, the job says.
    private Map<String, String> versions(StageNames names, DeployedJob job) {
        Map<String, String> versions = new LinkedHashMap<>();
        for (String module : StageNames.FUNCTIONS) {
            String function = module.equals("process") ? StageNames.process(job.memoryMb()) : module;
            versions.put(module, StringParameter.valueForStringParameter(this, names.versionParameter(function)));
        }
        return versions;
    }
}
