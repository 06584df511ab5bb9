// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it;

import static io.github.yarnfair.host.QueueShape.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.hdrf.HdrfScheduler;
import io.github.yarnfair.host.QueueShape;
import io.github.yarnfair.minicluster.ClusterBuilder;
import io.github.yarnfair.minicluster.ClusterNode;
import io.github.yarnfair.minicluster.HeterogeneousCluster;
import io.github.yarnfair.minicluster.Job;
import io.github.yarnfair.minicluster.JobSubmission;
import io.github.yarnfair.minicluster.NodeShape;
import io.github.yarnfair.minicluster.TaskDemand;
import io.github.yarnfair.scheduler.HierarchicalScheduler;
import io.github.yarnfair.scheduler.report.QueueSnapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.NodeLabel;
import org.apache.hadoop.yarn.api.records.ResourceOption;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.server.api.protocolrecords.UpdateNodeResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerNode;
import org.apache.hadoop.yarn.util.resource.Resources;

/** A cluster under one of our schedulers with a plain, a GPU and a MIC node. */
final class FairCluster implements AutoCloseable {
  static final String GPU = "yarn.io/gpu";
  static final String MIC = "mic";
  static final String CPU_QUEUE = "root.first.cpu";
  static final String GPU_QUEUE = "root.first.gpu";
  static final String BATCH_QUEUE = "root.second.batch";
  static final String MIC_QUEUE = "root.second.mic";

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  final HeterogeneousCluster yarn;
  final YarnClient client;
  private final List<ApplicationId> applications = new ArrayList<>();

  private FairCluster(HeterogeneousCluster yarn) {
    this.yarn = yarn;
    this.client = yarn.newClient();
  }

  /** The description of a cluster under HdrfScheduler, to add to before {@link #start}. */
  static ClusterBuilder describe(String name) {
    return HeterogeneousCluster.named(name)
        .scheduler(HdrfScheduler.class.getName())
        .resourceTypes(GPU, MIC)
        .node(NodeShape.of("plain", 8192, 6))
        .node(NodeShape.of("gpu", 8192, 4).with(GPU, 4))
        .node(NodeShape.of("mic", 6144, 4).with(MIC, 3))
        .queues(
            QueueShape.root(
                queue("first", 1, queue("cpu", 1), queue("gpu", 1)),
                queue("second", 1, queue("batch", 1), queue("mic", 1))));
  }

  /** Five nodes, and a resource type, fpga, of which no node has any. */
  static ClusterBuilder describeFiveNodes(String name) {
    return describe(name)
        .resourceTypes("fpga")
        .node(NodeShape.of("small-plain", 2048, 2))
        .node(NodeShape.of("small-gpu", 4096, 1).with(GPU, 2));
  }

  static FairCluster start(ClusterBuilder description) {
    return new FairCluster(description.start());
  }

  HierarchicalScheduler scheduler() {
    return (HierarchicalScheduler) yarn.scheduler();
  }

  /** Submits a job of tasks of one to two seconds. */
  ApplicationId submit(String queue, String demand, long tasks) throws Exception {
    return submit(queue, demand, tasks, Duration.ofSeconds(1), Duration.ofSeconds(2));
  }

  /** Submits a job of tasks that outlast every test. */
  ApplicationId submitLasting(String queue, String demand, long tasks) throws Exception {
    return submit(queue, demand, tasks, Duration.ofHours(1), Duration.ofHours(1));
  }

  private ApplicationId submit(
      String queue, String demand, long tasks, Duration shortest, Duration longest)
      throws Exception {
    return submit(
        new Job(queue, TaskDemand.parse(demand), shortest, longest, tasks, applications.size()));
  }

  ApplicationId submit(Job job) throws Exception {
    ApplicationId id = new JobSubmission(yarn.confDirectory(), client).submit(job, null);
    applications.add(id);
    return id;
  }

  /** Submits a job of tasks that outlast every test, with application tags. */
  ApplicationId submitTagged(String queue, String demand, long tasks, Set<String> tags)
      throws Exception {
    Duration lasting = Duration.ofHours(1);
    Job job =
        new Job(queue, TaskDemand.parse(demand), lasting, lasting, tasks, applications.size());
    ApplicationId id = new JobSubmission(yarn.confDirectory(), client).submitTagged(job, tags);
    applications.add(id);
    return id;
  }

  ApplicationReport report(ApplicationId id) {
    try {
      return client.getApplicationReport(id);
    } catch (Exception e) {
      throw new AssertionError("no report of " + id, e);
    }
  }

  void awaitState(ApplicationId id, YarnApplicationState state) {
    await(id + " to be " + state, () -> report(id).getYarnApplicationState() == state);
  }

  static void await(String what, BooleanSupplier condition) {
    HeterogeneousCluster.await(what, TIMEOUT, condition);
  }

  /**
   * Changes what a node has, as {@code yarn rmadmin -updateNodeResource} does: while it runs, and
   * without ending containers for which there is no room any more.
   */
  void resize(ClusterNode node, NodeShape shape) throws Exception {
    ResourceOption total =
        ResourceOption.newInstance(
            shape.toResource(), ResourceOption.OVER_COMMIT_TIMEOUT_MILLIS_DEFAULT);
    yarn.resourceManager()
        .getRMContext()
        .getRMAdminService()
        .updateNodeResource(UpdateNodeResourceRequest.newInstance(Map.of(node.id(), total)));
  }

  /**
   * Adds a label to the cluster and gives it to nodes, as {@code yarn rmadmin} does; node labels
   * must be enabled.
   */
  void label(NodeLabel label, String... nodes) throws Exception {
    RMNodeLabelsManager labels = yarn.resourceManager().getRMContext().getNodeLabelManager();
    labels.addToCluserNodeLabels(List.of(label));
    for (String node : nodes) {
      labels.replaceLabelsOnNode(Map.of(yarn.node(node).id(), Set.of(label.getName())));
    }
  }

  /** Containers that the scheduler has on a node, none if it does not know the node. */
  List<RMContainer> containers(ClusterNode node) {
    SchedulerNode known = yarn.scheduler().getSchedulerNode(node.id());
    return known == null ? List.of() : known.getCopiedListOfRunningContainers();
  }

  /** Units of {@code resource} that containers hold, on all nodes. */
  long used(String resource) {
    return yarn.nodes().stream().mapToLong(node -> used(node, resource)).sum();
  }

  /** Units of {@code resource} that containers on a node hold. */
  long used(ClusterNode node, String resource) {
    return containers(node).stream()
        .mapToLong(container -> container.getAllocatedResource().getResourceValue(resource))
        .sum();
  }

  /** Kills what was submitted and checks that nobody holds or awaits anything any more. */
  void clear() throws Exception {
    for (ApplicationId id : applications) {
      client.killApplication(id);
    }
    applications.clear();
    await("all nodes to be empty", () -> yarn.nodes().stream().allMatch(this::isEmpty));
    await("all queues to be empty", () -> isEmpty(scheduler().readings().snapshot()));
    assertThat(scheduler().readings().audit()).isEmpty();
    assertThat(yarn.schedulerFailures()).isEmpty();
  }

  /** Checks the same of YARN's metrics, which two ResourceManagers of one JVM share. */
  void assertThatNothingIsCounted() {
    QueueMetrics metrics = scheduler().getRootQueueMetrics();
    assertThat(metrics.getPendingContainers()).isZero();
    assertThat(metrics.getAllocatedContainers()).isZero();
    assertThat(metrics.getAllocatedMB()).isZero();
    assertThat(metrics.getAllocatedVirtualCores()).isZero();
  }

  private static boolean isEmpty(QueueSnapshot queue) {
    return queue.applicationCount() == 0
        && Resources.isNone(queue.share().used())
        && Resources.isNone(queue.share().pending());
  }

  private boolean isEmpty(ClusterNode node) {
    SchedulerNode known = yarn.scheduler().getSchedulerNode(node.id());
    if (known == null) {
      return true;
    }
    return known.getCopiedListOfRunningContainers().isEmpty()
        && known.getUnallocatedResource().equals(known.getTotalResource());
  }

  @Override
  public void close() throws Exception {
    client.close();
    yarn.close();
  }
}
