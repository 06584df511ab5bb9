// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it;

import static io.github.yarnfair.minicluster.HeterogeneousCluster.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.hdrf.HdrfScheduler;
import io.github.yarnfair.minicluster.ClientHost;
import io.github.yarnfair.minicluster.ClientProcess;
import io.github.yarnfair.minicluster.Job;
import io.github.yarnfair.minicluster.JobSubmission;
import io.github.yarnfair.minicluster.NodeShape;
import io.github.yarnfair.minicluster.ProcessCluster;
import io.github.yarnfair.minicluster.TaskDemand;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.NodeState;
import org.apache.hadoop.yarn.api.records.QueueConfigurations;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.client.cli.QueueCLI;
import org.apache.hadoop.yarn.client.cli.RMAdminCLI;
import org.apache.hadoop.yarn.client.cli.SchedConfCLI;
import org.apache.hadoop.yarn.client.cli.TopCLI;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The commands {@code yarn schedulerconf}, {@code yarn queue}, {@code yarn top}, {@code mapred
 * queue} and {@code yarn rmadmin} as processes: what they print, what they change, their exit
 * status.
 */
@Timeout(180)
class ClientsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String CAPACITY = "yarn.scheduler.capacity.";

  /** Status -1 of a command, as a process has it. */
  private static final int FAILED = 255;

  private static ProcessCluster cluster;
  private static YarnClient client;
  private static ClientHost host;
  private static ApplicationId running;

  @BeforeAll
  static void startWithAnApplicationAndAPartition() throws Exception {
    Path directory = Path.of("target", "clients");
    Map<String, String> settings = settings();
    settings.put(
        YarnConfiguration.SCHEDULER_CONFIGURATION_STORE_CLASS,
        YarnConfiguration.MEMORY_CONFIGURATION_STORE);
    settings.put(YarnConfiguration.NODE_LABELS_ENABLED, "true");
    settings.put(
        YarnConfiguration.FS_NODE_LABELS_STORE_ROOT_DIR,
        directory.resolve("labels").toUri().toString());
    List<NodeShape> nodes =
        List.of(NodeShape.of("plain", 4096, 8), NodeShape.of("labelled", 2048, 4));
    cluster = ProcessCluster.start(directory, 1, settings, queues(), nodes);
    host = new ClientHost(cluster.confDirectory(), directory.resolve("commands"));
    client = cluster.newClient();
    succeeds(host.start(RMAdminCLI.class, "-addToClusterNodeLabels", "gpu(exclusive=false)"));
    String labelled =
        client.getNodeReports(NodeState.RUNNING).stream()
            .filter(node -> node.getCapability().getMemorySize() == 2048)
            .findFirst()
            .orElseThrow()
            .getNodeId()
            .toString();
    succeeds(host.start(RMAdminCLI.class, "-replaceLabelsOnNode", labelled + "=gpu"));
    Duration forLong = Duration.ofHours(1);
    running =
        new JobSubmission(cluster.confDirectory(), client)
            .submit(
                new Job(
                    "root.prod",
                    TaskDemand.parse("memory-mb=512,vcores=1"),
                    forLong,
                    forLong,
                    2,
                    1),
                null);
    await("master and tasks", PATIENCE, () -> cluster.runningContainers().size() == 3);
  }

  private static Map<String, String> settings() {
    return new HashMap<>(
        Map.of(
            "mapreduce.framework.name",
            "yarn",
            YarnConfiguration.RM_SCHEDULER,
            HdrfScheduler.class.getName(),
            YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS,
            "true",
            "yarn.resourcemanager.monitor.capacity.preemption.intra-queue-preemption.enabled",
            "true",
            YarnConfiguration.YARN_ACL_ENABLE,
            "true",
            YarnConfiguration.YARN_ADMIN_ACL,
            System.getProperty("user.name")));
  }

  private static Map<String, String> queues() {
    Map<String, String> keys = new HashMap<>();
    keys.put("maximum-am-resource-percent", "0.5");
    keys.put("root.queues", "prod,lab");
    keys.put("root.accessible-node-labels.gpu.capacity", "100");
    keys.put("root.prod.capacity", "75");
    keys.put("root.prod.maximum-capacity", "80");
    keys.put("root.prod.max-parallel-apps", "9");
    keys.put("root.prod.disable_preemption", "true");
    keys.put("root.prod.acl_submit_applications", "*");
    keys.put("root.prod.accessible-node-labels", "gpu");
    keys.put("root.prod.accessible-node-labels.gpu.capacity", "100");
    keys.put("root.prod.accessible-node-labels.gpu.maximum-capacity", "50");
    keys.put("root.lab.capacity", "25");
    keys.put("root.lab.queues", "a,idle,old");
    keys.put("root.lab.a.capacity", "3w");
    keys.put("root.lab.idle.capacity", "2w");
    keys.put("root.lab.idle.state", "STOPPED");
    keys.put("root.lab.old.capacity", "1w");
    keys.put("root.lab.old.state", "STOPPED");
    Map<String, String> file = new HashMap<>();
    keys.forEach((key, value) -> file.put(CAPACITY + key, value));
    return file;
  }

  @AfterAll
  static void stop() throws Exception {
    if (host != null) {
      host.close();
    }
    if (client != null) {
      client.close();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  /** Returns standard output. */
  private static String succeeds(ClientProcess command) throws Exception {
    int status = command.awaitExit(PATIENCE);
    assertThat(status).as("%s: %s%s", command, command.output(), command.errors()).isZero();
    return command.output();
  }

  /** Returns standard error. */
  private static String fails(ClientProcess command) throws Exception {
    int status = command.awaitExit(PATIENCE);
    assertThat(status).as("%s: %s", command, command.output()).isEqualTo(FAILED);
    return command.errors();
  }

  @Test
  void queueStatusAndListAreComplete() throws Exception {
    ClientProcess status = host.start(QueueCLI.class, "-status", "root.prod");
    ClientProcess list = host.start(QueueCLI.class, "-list", "root");
    assertThat(succeeds(status).lines().map(String::strip))
        .containsExactly(
            "Queue Information :",
            "Scheduler Name : HdrfScheduler",
            "Queue Name : prod",
            "Queue Path : root.prod",
            "State : RUNNING",
            "Capacity : 75.00%",
            "Current Capacity : 35.42%",
            "Maximum Capacity : 80.00%",
            "Weight : -1.00",
            "Maximum Parallel Apps : 9",
            "Default Node Label expression : <DEFAULT_PARTITION>",
            "Accessible Node Labels : gpu",
            "Preemption : disabled",
            "Intra-queue Preemption : enabled");
    assertThat(succeeds(list))
        .contains("2 queues were found")
        .containsPattern(
            "prod *\\| *root.prod *\\| *RUNNING *\\| *75.00% *\\| *35.42% *\\| *80.00% *\\| *-1.00")
        .containsPattern("lab *\\| *root.lab *\\| *RUNNING *\\| *25.00% *\\| *.00%");
    ClientProcess missing = host.start(QueueCLI.class, "-status", "root.none");
    fails(missing);
    assertThat(missing.output()).contains("Cannot get queue from RM by queueName = root.none");

    QueueConfigurations gpu = client.getQueueInfo("root.prod").getQueueConfigurations().get("gpu");
    assertThat(gpu.getMaxCapacity()).as("of partition gpu").isEqualTo(0.5f);
    assertThat(gpu.getEffectiveMaxCapacity().getMemorySize()).isEqualTo(1024);
  }

  @Test
  void jobClientsSeeQueuesAndRights() throws Exception {
    Class<?> jobQueues = Class.forName("org.apache.hadoop.mapred.JobQueueClient");
    ClientProcess list = host.start(jobQueues, "-list");
    ClientProcess info = host.start(jobQueues, "-info", "root.prod", "-showJobs");
    assertThat(succeeds(list))
        .contains("Queue Name : prod ", "Queue Name : lab ", "    Queue Name : a ")
        .contains("Queue State : running")
        .contains("Queue State : stopped");
    assertThat(succeeds(info))
        .contains("Queue Name : prod ")
        .contains("Capacity: 75.0, MaximumCapacity: 80.0, CurrentCapacity: 35.41")
        .contains("Total jobs:");
    ClientProcess rights = host.startAs("carol", jobQueues, "-showacls");
    ClientProcess missing = host.start(jobQueues, "-info", "root.none");
    assertThat(succeeds(rights))
        .contains("Queue acls for user :  carol")
        .containsPattern("(?m)^root\\.prod  .*SUBMIT_APPLICATIONS");
    assertThat(succeeds(missing)).contains("Queue \"root.none\" does not exist.");
  }

  @Test
  void topShowsApplicationsAndWhatQueuesHold() throws Exception {
    ClientProcess top = host.start(TopCLI.class, "-cols", "200", "-rows", "30", "-delay", "1");
    await(
        "the containers in yarn top",
        PATIENCE,
        () -> top.output().contains("Queue(s) Containers: 3 allocated, 0 pending, 0 reserved"));
    top.type("q");
    assertThat(succeeds(top))
        .contains("queue(s): root")
        .contains("NodeManager(s): 2 total, 2 active, 0 unhealthy")
        .contains("Queue(s) Applications: 1 running, 1 submitted, 0 pending")
        .containsPattern("Mem\\(GB\\): [0-9]+ available, 1 allocated, 0 pending, 0 reserved")
        .containsPattern("VCores: [0-9]+ available, 2 allocated, 0 pending, 0 reserved")
        .containsPattern(running + " .* tasks +root\\.prod .* 3 ");
  }

  @Test
  void schedulerConfigurationIsChangedAllOrNone() throws Exception {
    assertThat(
            succeeds(
                host.start(
                    SchedConfCLI.class,
                    "-add",
                    "root.lab.late:capacity=2w,maximum-capacity=60",
                    "-update",
                    "root.lab.a:capacity=6w",
                    "-remove",
                    "root.lab.old",
                    "-global",
                    CAPACITY + "maximum-applications=77")))
        .contains("Configuration changed successfully.");
    assertThat(succeeds(host.start(QueueCLI.class, "-list", "root.lab")))
        .contains("3 queues were found")
        .containsPattern("a *\\| *root.lab.a *\\| *RUNNING *\\| *.00% .* 6.00 ")
        .containsPattern("late *\\| *root.lab.late *\\| *RUNNING *\\| *.00% .* 60.00% .* 2.00 ")
        .doesNotContain("root.lab.old");
    String version = version();

    ClientProcess refused =
        host.start(
            SchedConfCLI.class,
            "-update",
            "root.prod:capacity=-5w;root.lab.a:maximum-capacity=all",
            "-global",
            CAPACITY + "maximum-applications=5");
    ClientProcess byAnother =
        host.startAs("mallory", SchedConfCLI.class, "-update", "root.lab.a:capacity=9w");
    assertThat(fails(refused))
        .contains("Configuration change unsuccessful")
        .contains(CAPACITY + "root.prod.capacity = \"-5w\": expected")
        .contains(CAPACITY + "root.lab.a.maximum-capacity = \"all\": expected");
    assertThat(fails(byAnother)).contains("mallory");
    assertThat(fails(host.start(SchedConfCLI.class, "-update", "root.lab.a:capacity")))
        .contains("Specify configuration key value as confKey=confVal.");
    assertThat(version()).isEqualTo(version);
    assertThat(succeeds(host.start(SchedConfCLI.class, "-getconf")))
        .containsPattern(property("maximum-applications", "77"))
        .containsPattern(property("root.lab.a.capacity", "6w"))
        .containsPattern(property("root.prod.capacity", "75"))
        .doesNotContain("root.lab.old");
    assertThat(client.getQueueInfo("root.lab.a").getWeight()).isEqualTo(6f);
  }

  private static String version() {
    return cluster.ask(
        "/ws/v1/cluster/scheduler-conf/version?user.name=" + System.getProperty("user.name"));
  }

  private static String property(String key, String value) {
    return "<name>" + CAPACITY + key + "</name>\\s*<value>" + value + "</value>";
  }

  @Test
  void queueFilesAreRefreshedAllOrNone() throws Exception {
    Path directory = Path.of("target", "clients-file");
    Map<String, String> queues = queues();
    try (ProcessCluster files = ProcessCluster.start(directory, 1, settings(), queues, List.of());
        ClientHost admins = new ClientHost(files.confDirectory(), directory.resolve("commands"));
        YarnClient observer = files.newClient()) {
      queues.put(CAPACITY + "root.lab.queues", "a,idle,old,late");
      queues.put(CAPACITY + "root.lab.late.capacity", "2w");
      files.writeQueues(queues);
      succeeds(admins.start(RMAdminCLI.class, "-refreshQueues"));
      assertThat(observer.getQueueInfo("root.lab.late").getWeight()).isEqualTo(2f);
      assertThat(observer.getQueueInfo("root.lab").getPreemptionDisabled()).isFalse();

      queues.put(CAPACITY + "root.lab.late.capacity", "some");
      queues.put(CAPACITY + "root.lab.a.state", "AWAKE");
      files.writeQueues(queues);
      ClientProcess refresh = admins.start(RMAdminCLI.class, "-refreshQueues");
      ClientProcess byAnother = admins.startAs("mallory", RMAdminCLI.class, "-refreshQueues");
      assertThat(fails(refresh))
          .contains("root.lab.late.capacity = \"some\": expected")
          .contains("root.lab.a.state = \"AWAKE\": expected");
      assertThat(fails(byAnother)).contains("mallory");
      assertThat(observer.getQueueInfo("root.lab.late").getWeight()).isEqualTo(2f);

      ClientProcess change = admins.start(SchedConfCLI.class, "-update", "root.lab.a:capacity=9w");
      ClientProcess state = admins.start(RMAdminCLI.class, "-getServiceState", "rm");
      assertThat(fails(change)).contains("= \"file\": expected memory, leveldb, fs or zk, so that");
      fails(state);
      assertThat(state.output())
          .contains("Cannot run -getServiceState when ResourceManager HA is not enabled");
    }
  }
}
