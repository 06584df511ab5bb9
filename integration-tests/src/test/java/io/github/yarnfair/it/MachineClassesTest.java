// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it;

import static io.github.yarnfair.host.QueueShape.queue;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.hdrf.HdrfScheduler;
import io.github.yarnfair.host.QueueShape;
import io.github.yarnfair.minicluster.ClusterBuilder;
import io.github.yarnfair.minicluster.ClusterException;
import io.github.yarnfair.minicluster.ClusterNode;
import io.github.yarnfair.minicluster.HeterogeneousCluster;
import io.github.yarnfair.minicluster.Job;
import io.github.yarnfair.minicluster.JobPart;
import io.github.yarnfair.minicluster.NodeShape;
import io.github.yarnfair.udrf.UdrfScheduler;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.NodeLabel;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The example of the UDRF paper, figure 1, as real applications on partitions: machines for Hadoop,
 * standard ones, those with a public address, which others may use while they are idle, and those
 * without a label. A CPU of the paper is two vcores, a GB is 256 MB.
 *
 * <p>By shares of the whole cluster the first user, which alone uses the Hadoop machines, has so
 * much that it gets no standard machine beside the second.
 *
 * <p>In each build {@code LabelContract} has partitions under each scheduler, and the plain
 * recursion's choices by class are compared with the engine's; here hundreds of containers start.
 */
@Tag("experiment")
@Timeout(300)
class MachineClassesTest {
  private static final Duration CONVERGED = Duration.ofSeconds(150);
  private static final Duration SHORTEST = Duration.ofSeconds(10);
  private static final Duration LONGEST = Duration.ofSeconds(20);

  /** For tasks on machines that no other user may use: when they end changes nothing. */
  private static final Duration LASTING = Duration.ofHours(1);

  private static final String LABELS = "yarn.scheduler.capacity.root.%s.accessible-node-labels";
  private static final String HADOOP = "hadoop";
  private static final String STANDARD = "standard";
  private static final String PUBLIC = "public";

  private final Map<ApplicationId, Integer> parts = new LinkedHashMap<>();

  @Test
  void thePapersExampleEndsAsItSays() throws Exception {
    assertPapersExample(UdrfScheduler.class);
  }

  @Test
  void thePapersExampleEndsAsItSaysUnderHdrf() throws Exception {
    assertPapersExample(HdrfScheduler.class);
  }

  private void assertPapersExample(Class<? extends ResourceScheduler> scheduler) throws Exception {
    try (FairCluster cluster = FairCluster.start(describe(scheduler.getName()))) {
      cluster.label(NodeLabel.newInstance(HADOOP, true), "for-hadoop");
      cluster.label(NodeLabel.newInstance(STANDARD, true), "standard");
      cluster.label(NodeLabel.newInstance(PUBLIC, false), "public");
      submit(cluster, "u1", LASTING, LASTING, part(2, 256, HADOOP));
      submit(cluster, "u1", part(2, 512, STANDARD));
      awaitTasks(cluster, List.of(56L, 16L));

      submit(cluster, "u2", part(2, 256, STANDARD), part(1, 128, PUBLIC));
      submit(cluster, "u3", part(2, 1024, PUBLIC));
      submit(cluster, "u4", part(2, 256, ""));

      awaitTasks(cluster, List.of(56L, 8L, 8L, 5L, 25L));
      assertThat(cluster.scheduler().readings().audit()).isEmpty();
      assertThat(cluster.yarn.schedulerFailures()).isEmpty();
    }
  }

  private void awaitTasks(FairCluster cluster, List<Long> expected) {
    try {
      HeterogeneousCluster.await(
          expected + " jobs", CONVERGED, () -> tasks(cluster).equals(expected));
    } catch (ClusterException e) {
      throw new AssertionError("expected " + expected + ", but was " + tasks(cluster), e);
    }
  }

  private static ClusterBuilder describe(String scheduler) {
    return HeterogeneousCluster.named("machine-classes")
        .scheduler(scheduler)
        .set(YarnConfiguration.NODE_LABELS_ENABLED, true)
        .node(NodeShape.of("for-hadoop", 64 * 256, 112))
        .node(NodeShape.of("standard", 40 * 256, 32))
        .node(NodeShape.of("public", 24 * 256, 24))
        // The masters, of 64 MB and no vcore each, run here too.
        .node(NodeShape.of("plain", 34 * 256, 50))
        .queues(QueueShape.root(queue("u1", 1), queue("u2", 1), queue("u3", 1), queue("u4", 1)))
        .queueKey("yarn.scheduler.capacity.maximum-am-resource-percent", "1.0")
        .queueKey(LABELS.formatted("u1"), HADOOP + "," + STANDARD)
        .queueKey(LABELS.formatted("u1") + "." + HADOOP + ".capacity", "1w")
        .queueKey(LABELS.formatted("u1") + "." + STANDARD + ".capacity", "1w")
        .queueKey(LABELS.formatted("u2"), STANDARD + "," + PUBLIC)
        .queueKey(LABELS.formatted("u2") + "." + STANDARD + ".capacity", "1w")
        .queueKey(LABELS.formatted("u2") + "." + PUBLIC + ".capacity", "1w")
        .queueKey(LABELS.formatted("u3"), PUBLIC)
        .queueKey(LABELS.formatted("u3") + "." + PUBLIC + ".capacity", "1w");
  }

  private static JobPart part(int vcores, int megabytes, String label) {
    return JobPart.parse(
        "memory-mb=%d,vcores=%d".formatted(megabytes, vcores)
            + (label.isEmpty() ? "" : "@" + label));
  }

  private void submit(FairCluster cluster, String user, JobPart... of) throws Exception {
    submit(cluster, user, SHORTEST, LONGEST, of);
  }

  private void submit(
      FairCluster cluster, String user, Duration shortest, Duration longest, JobPart... of)
      throws Exception {
    Job job = new Job("root." + user, List.of(of), shortest, longest, Job.ENDLESS, parts.size());
    parts.put(cluster.submit(job), of.length);
  }

  /** Returns how many jobs of each application run: tasks by its number of parts. */
  private List<Long> tasks(FairCluster cluster) {
    return parts.entrySet().stream()
        .map(entry -> tasks(cluster, entry.getKey()) / entry.getValue())
        .toList();
  }

  private static long tasks(FairCluster cluster, ApplicationId id) {
    Stream<ClusterNode> nodes = cluster.yarn.nodes().stream();
    return nodes
        .flatMap(node -> cluster.containers(node).stream())
        .filter(container -> application(container).equals(id) && !container.isAMContainer())
        .count();
  }

  private static ApplicationId application(RMContainer container) {
    return container.getApplicationAttemptId().getApplicationId();
  }
}
