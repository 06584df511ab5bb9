// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import io.github.yarnfair.scheduler.report.QueueSnapshot;
import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.ResourceUtilization;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRM;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmissionData;
import org.apache.hadoop.yarn.server.resourcemanager.MockRMAppSubmitter;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.ContainerPreemptEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEventType;

/**
 * A ResourceManager with its web application and two nodes, of 16 GiB and 16 vcores each, one with
 * 4 GPUs and one with 4 MICs. Queue {@code root.prod} has weight 3 and at most half of the memory,
 * {@code root.research} weight 1; below that are {@code vision} and {@code audio}, which is
 * stopped.
 */
final class WebCluster implements AutoCloseable {
  static final String GPU = "yarn.io/gpu";
  static final String MIC = "mic";

  private static final int SECONDS_TO_WAIT = 60;

  private final MockRM rm;
  private final List<MockNM> nodes;
  private final HttpClient http = HttpClient.newHttpClient();

  WebCluster(Map<String, String> settings) throws Exception {
    this(settings, 1);
  }

  /**
   * @param scale how many times larger the nodes are
   */
  WebCluster(Map<String, String> settings, int scale) throws Exception {
    Configuration conf = configuration();
    settings.forEach(conf::set);
    rm = new MockRM(conf);
    rm.start();
    nodes =
        new ArrayList<>(
            List.of(
                rm.registerNode("127.0.0.1:1", node(scale, GPU)),
                rm.registerNode("127.0.0.1:2", node(scale, MIC))));
  }

  private static Resource node(int scale, String type) {
    return Resource.newInstance(16_384 * scale, 16 * scale, Map.of(type, 4L * scale));
  }

  static Configuration configuration() {
    Configuration conf = new YarnConfiguration();
    SchedulerConf.keepNodeAttributesUnstored(conf);
    conf.setClass(YarnConfiguration.RM_SCHEDULER, NaiveScheduler.class, ResourceScheduler.class);
    conf.set(YarnConfiguration.RESOURCE_TYPES, GPU + "," + MIC);
    conf.setBoolean("mockrm.webapp.enabled", true);
    conf.set(YarnConfiguration.RM_WEBAPP_ADDRESS, "localhost:0");
    // Makes the ResourceManager put the real port into the address.
    conf.setBoolean(YarnConfiguration.IS_MINI_YARN_CLUSTER, true);
    String queues = "yarn.scheduler.capacity.root.";
    conf.set(queues + "queues", "prod,research");
    conf.set(queues + "prod.capacity", "3w");
    conf.set(queues + "prod.ordering-policy", "fifo");
    conf.set(queues + "prod.maximum-capacity", "[memory=16384,vcores=32,yarn.io/gpu=4,mic=4]");
    conf.set(queues + "research.capacity", "1w");
    conf.set(queues + "research.queues", "vision,audio");
    conf.set(queues + "research.auto-queue-creation-v2.enabled", "true");
    conf.set(queues + "research.vision.capacity", "1w");
    conf.set(queues + "research.audio.capacity", "1w");
    conf.set(queues + "research.audio.state", "STOPPED");
    return conf;
  }

  /** Puts the node with MICs into the partition of a label. */
  void label(String label) throws Exception {
    RMNodeLabelsManager labels = rm.getRMContext().getNodeLabelManager();
    labels.addToCluserNodeLabelsWithDefaultExclusivity(Set.of(label));
    labels.addLabelsToNode(Map.of(nodes.get(1).getNodeId(), Set.of(label)));
    rm.drainEvents();
  }

  /** Adds a node of 16 GiB, 16 vcores and 4 GPUs in the partition of a new label. */
  void addGpuNode(String label) throws Exception {
    RMNodeLabelsManager labels = rm.getRMContext().getNodeLabelManager();
    labels.addToCluserNodeLabelsWithDefaultExclusivity(Set.of(label));
    MockNM node = rm.registerNode("127.0.0.1:3", node(1, GPU));
    nodes.add(node);
    labels.addLabelsToNode(Map.of(node.getNodeId(), Set.of(label)));
    rm.drainEvents();
  }

  HierarchicalScheduler scheduler() {
    return (HierarchicalScheduler) rm.getResourceScheduler();
  }

  Configuration conf() {
    return rm.getConfig();
  }

  /**
   * Starts an application whose master holds 1 GiB and 1 vcore.
   *
   * @param tags of the application
   */
  MockAM start(String name, String user, String queue, String... tags) throws Exception {
    return MockRM.launchAndRegisterAM(
        MockRMAppSubmitter.submit(
            rm,
            MockRMAppSubmissionData.Builder.createWithMemory(1024, rm)
                .withAppName(name)
                .withUser(user)
                .withQueue(queue)
                .withApplicationTags(Set.of(tags))
                .build()),
        rm,
        nodes.get(0));
  }

  /** Submits an application of each user to a queue; their masters hold nothing yet. */
  void submit(String queue, List<String> users) throws Exception {
    for (String user : users) {
      MockRMAppSubmitter.submit(
          rm,
          MockRMAppSubmissionData.Builder.createWithMemory(1024, rm)
              .withAppName("waiting")
              .withUser(user)
              .withQueue(queue)
              .build());
    }
  }

  /** Submits an application, whose master starts when nodes report. */
  void submit(String queue, String user) throws Exception {
    MockRMAppSubmitter.submit(
        rm,
        MockRMAppSubmissionData.Builder.createWithMemory(1024, rm)
            .withAppName("one of many")
            .withUser(user)
            .withQueue(queue)
            .withWaitForAppAcceptedState(false)
            .build());
  }

  /** Has a queue created by an application that is gone before it has anything. */
  void create(String queue) throws Exception {
    ApplicationId guest =
        MockRMAppSubmitter.submit(
                rm,
                MockRMAppSubmissionData.Builder.createWithMemory(1024, rm)
                    .withAppName("guest")
                    .withUser("guest")
                    .withQueue(queue)
                    .build())
            .getApplicationId();
    rm.killApp(guest);
    rm.waitForAppRemovedFromScheduler(guest);
  }

  /** Asks for containers of 1 GiB, 1 vcore and a GPU. */
  static void askForGpus(MockAM am, int containers) throws Exception {
    askForGpus(am, 1, containers, RMNodeLabelsManager.NO_LABEL);
  }

  /** Asks for containers of 1 GiB, 1 vcore and some GPUs each in a partition. */
  static void askForGpus(MockAM am, long gpus, int containers, String label) throws Exception {
    am.allocate(
        List.of(
            ResourceRequest.newBuilder()
                .priority(Priority.newInstance((int) gpus))
                .resourceName(ResourceRequest.ANY)
                .capability(Resource.newInstance(1024, 1, Map.of(GPU, gpus)))
                .numContainers(containers)
                .nodeLabelExpression(label)
                .build()),
        new ArrayList<>());
  }

  /** Lets an application take its containers, and preempts one of them that is not its master. */
  void preemptOne(MockAM am) throws Exception {
    am.allocate(new ArrayList<>(), new ArrayList<>());
    ApplicationAttemptId attempt = am.getApplicationAttemptId();
    RMContainer container =
        scheduler().getSchedulerAppInfo(attempt).getLiveContainers().stream()
            .filter(each -> !each.isAMContainer())
            .findFirst()
            .orElseThrow();
    scheduler()
        .handle(
            new ContainerPreemptEvent(
                attempt, container, SchedulerEventType.MARK_CONTAINER_FOR_KILLABLE));
    rm.drainEvents();
  }

  /** Lets each node report once. */
  void heartbeat() throws Exception {
    for (MockNM node : nodes) {
      node.nodeHeartbeat(true);
    }
    rm.drainEvents();
  }

  /** Lets the nodes report until the published snapshot is as expected. */
  QueueSnapshot await(Predicate<QueueSnapshot> expected) throws Exception {
    Instant deadline = Instant.now().plusSeconds(SECONDS_TO_WAIT);
    QueueSnapshot snapshot = scheduler().readings().snapshot();
    while (!expected.test(snapshot)) {
      if (Instant.now().isAfter(deadline)) {
        throw new AssertionError("not as expected after a minute: " + snapshot);
      }
      heartbeat();
      LockSupport.parkNanos(50_000_000);
      snapshot = scheduler().readings().snapshot();
    }
    return snapshot;
  }

  /** Reports what real NodeManagers report and simulated ones do not: YARN's nodes need it. */
  void reportUtilization() {
    ResourceUtilization idle = ResourceUtilization.newInstance(0, 0, 0f);
    for (MockNM node : nodes) {
      SchedulerNode inScheduler = scheduler().getSchedulerNode(node.getNodeId());
      inScheduler.setNodeUtilization(idle);
      inScheduler.setAggregatedContainersUtilization(idle);
    }
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return get(path, "application/json");
  }

  HttpResponse<String> get(String path, String mediaType) throws IOException, InterruptedException {
    URI address = URI.create("http://" + conf().get(YarnConfiguration.RM_WEBAPP_ADDRESS) + path);
    return http.send(
        HttpRequest.newBuilder(address).header("Accept", mediaType).build(),
        BodyHandlers.ofString());
  }

  /** Sends a request with a body, or with none if that is empty. */
  HttpResponse<String> send(String method, String path, String mediaType, String body)
      throws IOException, InterruptedException {
    return send(method, path, mediaType, body, "application/json");
  }

  /**
   * Sends a request with a body, or with none if that is empty.
   *
   * @param accepted media type of the answer
   */
  HttpResponse<String> send(
      String method, String path, String mediaType, String body, String accepted)
      throws IOException, InterruptedException {
    URI address = URI.create("http://" + conf().get(YarnConfiguration.RM_WEBAPP_ADDRESS) + path);
    return http.send(
        HttpRequest.newBuilder(address)
            .header("Content-Type", mediaType)
            .header("Accept", accepted)
            .method(method, BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  /** Returns what a service answers. */
  JsonNode json(String path) throws Exception {
    HttpResponse<String> answer = get(path);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return new ObjectMapper().readTree(answer.body());
  }

  /** Returns an amount of a resource type in what the service tells of a queue. */
  static long amount(JsonNode queue, String resource, String type) {
    for (JsonNode amount : queue.get(resource).at("/resourceInformations/resourceInformation")) {
      if (amount.get("name").asText().equals(type)) {
        return amount.get("value").asLong();
      }
    }
    throw new AssertionError(type + " is not in " + queue);
  }

  /**
   * Returns the words in each line of the table of queues, without links to explanations and waits.
   */
  static List<String> rows(String page) {
    String table = page.substring(page.indexOf("<table id=\"queues\""));
    String body = table.substring(table.indexOf("<tbody"), table.indexOf("</tbody>"));
    return Arrays.stream(body.split("<tr"))
        .skip(1)
        .map(row -> row.substring(row.indexOf('>') + 1))
        .map(row -> row.replaceAll("<td class=\"wait\">[^<]*</td>", ""))
        .map(row -> row.replaceAll("<a class=\"why\"[^>]*>\\s*why\\s*</a>", ""))
        .map(row -> row.replaceAll("<[^>]*>", " ").replaceAll("(\\s|&nbsp;)+", " ").strip())
        .toList();
  }

  @Override
  public void close() {
    rm.stop();
  }
}
