// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.impl.MetricsSystemImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BatchedQueueMetricsTest {
  private static final String GPU = "yarn.io/gpu";

  private Resource small;
  private Resource large;
  private BatchedQueueMetrics root;
  private BatchedQueueMetrics leaf;
  private BatchedQueueMetrics sibling;

  @BeforeEach
  void createQueues() {
    Configuration conf = new Configuration(false);
    conf.set(YarnConfiguration.RESOURCE_TYPES, GPU);
    conf.setBoolean("yarn.scheduler.capacity.user-metrics.enable", true);
    ResourceUtils.resetResourceTypes(conf);
    DefaultMetricsSystem.setMiniClusterMode(true);
    QueueMetrics.clearQueueMetrics();
    small = Resource.newInstance(1024, 1);
    large = Resource.newInstance(4096, 2);
    large.setResourceValue(GPU, 3);
    root = BatchedQueueMetrics.of("root", null, conf);
    Queue rootQueue = queue("root", root);
    leaf = BatchedQueueMetrics.of("root.leaf", rootQueue, conf);
    sibling = BatchedQueueMetrics.of("root.sibling", rootQueue, conf);
  }

  private static Queue queue(String path, QueueMetrics metrics) {
    Queue queue = mock(Queue.class);
    when(queue.getQueueName()).thenReturn(path);
    when(queue.getMetrics()).thenReturn(metrics);
    return queue;
  }

  /** As YARN does for a container that is given, and one that ends. */
  private void give(QueueMetrics queue, String user, Resource size) {
    queue.allocateResources("", user, 1, size, false);
    queue.decrPendingResources("", user, 1, size);
  }

  @Test
  void readersOfAQueueSeeWhatItsContainersHoldAndWant() {
    leaf.incrPendingResources("", "ann", 5, small);
    leaf.incrPendingResources("", "bob", 2, large);
    give(leaf, "ann", small);
    give(leaf, "ann", small);
    give(leaf, "bob", large);
    leaf.releaseResources("", "ann", 1, small);

    assertThat(leaf.getAllocatedContainers()).isEqualTo(2);
    assertThat(leaf.getAllocatedMB()).isEqualTo(1024 + 4096);
    assertThat(leaf.getAllocatedVirtualCores()).isEqualTo(3);
    assertThat(leaf.getAllocatedResources().getResourceValue(GPU)).isEqualTo(3);
    assertThat(leaf.getAggregateAllocatedContainers()).isEqualTo(3);
    assertThat(leaf.getAggegatedReleasedContainers()).isEqualTo(1);
    assertThat(leaf.getPendingContainers()).isEqualTo(4);
    assertThat(leaf.getPendingMB()).isEqualTo(3 * 1024 + 4096);
    assertThat(leaf.getPendingResources().getResourceValue(GPU)).isEqualTo(3);
  }

  /** What is handed on is then no number of containers of one size. */
  @Test
  void requestsOfTwoSizesAtOnceAreCountedRight() {
    leaf.incrPendingResources("", "ann", 2, large);
    root.flush();
    leaf.decrPendingResources("", "ann", 2, large);
    leaf.incrPendingResources("", "ann", 2, small);
    for (QueueMetrics metrics : List.of(leaf, root)) {
      assertThat(metrics.getPendingContainers()).isEqualTo(2);
      assertThat(metrics.getPendingMB()).isEqualTo(2 * 1024);
      assertThat(metrics.getPendingVirtualCores()).isEqualTo(2);
      assertThat(metrics.getPendingResources().getResourceValue(GPU)).isZero();
    }

    leaf.decrPendingResources("", "ann", 1, small);
    leaf.incrPendingResources("", "ann", 3, large);
    assertThat(leaf.getPendingContainers()).isEqualTo(4);
    assertThat(root.getPendingMB()).isEqualTo(1024 + 3 * 4096);
    assertThat(root.getUserMetrics("ann").getPendingContainers()).isEqualTo(4);
  }

  @Test
  void readersOfAQueueAboveSeeWhatIsBelow() {
    give(leaf, "ann", small);
    give(sibling, "ann", large);

    assertThat(root.getAllocatedContainers()).isEqualTo(2);
    assertThat(root.getAllocatedResources().getResourceValue(GPU)).isEqualTo(3);
  }

  /** The point of it: without batches a user's metrics, and a dozen others, change at once. */
  @Test
  void nothingIsHandedOnBeforeSomebodyReadsOrTimePasses() {
    give(leaf, "ann", small);
    root.flushOld();
    assertThat(leaf.getUserMetrics("ann").getAllocatedContainers()).isZero();
    assertThat(leaf.getPartitionQueueMetrics("").getAllocatedContainers()).isZero();

    root.flush();
    assertThat(leaf.getUserMetrics("ann").getAllocatedContainers()).isEqualTo(1);
    assertThat(root.getUserMetrics("ann").getAllocatedMB()).isEqualTo(1024);
    assertThat(leaf.getPartitionQueueMetrics("").getAllocatedContainers()).isEqualTo(1);
  }

  /** YARN's service of masters reads these three figures in each call. */
  @Test
  void whatEachMastersCallReadsIsExactWithoutAFlush() {
    root.setCapacity(Resource.newInstance(10_240, 10));
    leaf.incrPendingResources(null, "ann", 5, large);
    leaf.allocateResources("", "ann", 2, large, true);
    leaf.releaseResources("", "ann", 1, large);
    sibling.incrPendingResources("", "bob", 4, small);
    leaf.incrPendingResources("x", "ann", 7, small);
    leaf.allocateResources("x", "ann", 7, small, false);

    assertThat(root.getAllocatedVirtualCores()).isEqualTo(2);
    assertThat(root.getAvailableVirtualCores()).isEqualTo(8);
    assertThat(root.getPendingContainers()).isEqualTo(7);
    assertThat(leaf.getUserMetrics("ann").getAllocatedContainers()).isZero();

    root.flush();
    assertThat(root.getAllocatedResources().getVirtualCores()).isEqualTo(2);
    assertThat(root.getAvailableResources().getVirtualCores()).isEqualTo(8);
    assertThat(leaf.getPendingContainers() + sibling.getPendingContainers()).isEqualTo(7);
  }

  @Test
  void reservationsThatMoveComeOutAsThoseThatStand() {
    leaf.reserveResource("", "ann", small);
    leaf.reserveResource("", "ann", large);
    leaf.unreserveResource("", "ann", small);
    assertThat(leaf.getReservedContainers()).isEqualTo(1);
    assertThat(root.getReservedResources()).isEqualTo(large);

    leaf.reserveResource("", "ann", small);
    leaf.unreserveResource("", "ann", large);
    assertThat(root.getReservedContainers()).isEqualTo(1);
    assertThat(leaf.getReservedResources()).isEqualTo(small);

    leaf.unreserveResource("", "ann", small);
    assertThat(leaf.getReservedContainers()).isZero();
    assertThat(root.getReservedMB()).isZero();
  }

  @Test
  void containersAreCountedByHowLocalTheyAre() {
    leaf.incrNodeTypeAggregations("ann", NodeType.NODE_LOCAL);
    leaf.incrNodeTypeAggregations("ann", NodeType.NODE_LOCAL);
    sibling.incrNodeTypeAggregations("bob", NodeType.OFF_SWITCH);

    assertThat(leaf.getAggregateNodeLocalContainersAllocated()).isEqualTo(2);
    assertThat(leaf.getAggregateOffSwitchContainersAllocated()).isZero();
    assertThat(root.getAggregateNodeLocalContainersAllocated()).isEqualTo(2);
    assertThat(root.getAggregateOffSwitchContainersAllocated()).isEqualTo(1);
    assertThat(root.getAggregateRackLocalContainersAllocated()).isZero();
    for (QueueMetrics metrics : List.of(leaf, root)) {
      QueueMetrics ofUser = metrics.getUserMetrics("ann");
      assertThat(ofUser.getAggregateNodeLocalContainersAllocated()).isEqualTo(2);
      assertThat(ofUser.getAggregateOffSwitchContainersAllocated()).isZero();
    }
  }

  @Test
  void aLabelledPartitionIsCountedApartUpToTheRoot() {
    leaf.allocateResources("fast", "ann", 2, small, false);
    sibling.allocateResources("fast", "bob", 1, large, false);
    leaf.reserveResource("fast", "ann", large);

    assertThat(leaf.getAllocatedContainers()).isZero();
    assertThat(leaf.getPartitionQueueMetrics("fast").getAllocatedContainers()).isEqualTo(2);
    QueueMetrics above = root.getPartitionQueueMetrics("fast");
    assertThat(above.getAllocatedMB()).isEqualTo(2 * 1024 + 4096);
    assertThat(above.getReservedMB()).isEqualTo(4096);
    assertThat(above.getUserMetrics("ann").getAllocatedContainers()).isEqualTo(2);
    QueueMetrics total = QueueMetrics.getQueueMetrics().get("fast.");
    assertThat(total.getAllocatedContainers()).isEqualTo(3);
  }

  /**
   * YARN looks whether a partition has metrics and then registers them; a second thread may do so
   * in between. Here it has the time to: it comes to register as well, or has to wait.
   */
  @Test
  void twoThreadsThatNeedTheSameMetricsRegisterThemOnce() throws Exception {
    Thread second = new Thread(() -> leaf.getAllocatedMB());
    List<String> registered = Collections.synchronizedList(new ArrayList<>());
    MetricsSystem replaced =
        DefaultMetricsSystem.setInstance(
            new MetricsSystemImpl() {
              @Override
              @SuppressWarnings("UnsynchronizedOverridesSynchronized") // both threads must get here
              public <T> T register(String name, String description, T source) {
                registered.add(name);
                if (name.equals("PartitionQueueMetrics,partition=")) {
                  if (second.getState() == Thread.State.NEW) {
                    second.start();
                    awaitUntilStuckOrEnded(second);
                  }
                }
                return super.register(name, description, source);
              }
            });
    try {
      createQueues();
      give(leaf, "ann", small);
      root.setCapacity(Resource.newInstance(10_240, 10));
      second.join(10_000);
    } finally {
      DefaultMetricsSystem.setInstance(replaced);
    }
    assertThat(registered).doesNotHaveDuplicates().contains("PartitionQueueMetrics,partition=");
    assertThat(QueueMetrics.getQueueMetrics().get("default.").getAllocatedMB()).isEqualTo(1024);
  }

  private static void awaitUntilStuckOrEnded(Thread thread) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    Set<Thread.State> last =
        EnumSet.of(Thread.State.BLOCKED, Thread.State.WAITING, Thread.State.TERMINATED);
    while (!last.contains(thread.getState()) && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
  }

  /** As after a fail-over, when a reader still uses the metrics of the scheduler before. */
  @Test
  void aSourceOfTheSameNameThatIsLeftIsReplaced() {
    DefaultMetricsSystem.setMiniClusterMode(false);
    MetricsSystemImpl system = new MetricsSystemImpl();
    MetricsSystem replaced = DefaultMetricsSystem.setInstance(system);
    try {
      system.init("test");
      for (int generation = 0; generation < 2; generation++) {
        createQueues();
        DefaultMetricsSystem.setMiniClusterMode(false);
        root.setCapacity(Resource.newInstance(10_240, 10));
        give(leaf, "ann", small);
        assertThat(root.getAllocatedMB()).isEqualTo(1024);
      }
      assertThat(system.getSource("PartitionQueueMetrics,partition="))
          .isSameAs(QueueMetrics.getQueueMetrics().get("default."));
      assertThat(system.getSource("QueueMetrics,q0=root,q1=leaf,user=ann"))
          .isSameAs(leaf.getUserMetrics("ann"));
    } finally {
      system.shutdown();
      DefaultMetricsSystem.setInstance(replaced);
      DefaultMetricsSystem.setMiniClusterMode(true);
    }
  }

  /** The totals of the partition throw whatever is done to them: a mock has no counters. */
  @Test
  void metricsThatThrowCostNeitherTheCallerNorTheQueue() {
    QueueMetrics.getQueueMetrics().put("default.", mock(QueueMetrics.class));
    root.setCapacity(Resource.newInstance(10_240, 10));
    leaf.incrPendingResources("", "ann", 2, small);
    give(leaf, "ann", small);
    leaf.reserveResource("", "ann", large);
    leaf.runAppAttempt(ApplicationId.newInstance(1, 1), "ann", false);

    for (QueueMetrics metrics : List.of(leaf, root)) {
      assertThat(metrics.getAllocatedMB()).isEqualTo(1024);
      assertThat(metrics.getPendingMB()).isEqualTo(1024);
      assertThat(metrics.getReservedMB()).isEqualTo(4096);
      assertThat(metrics.getAppsRunning()).isEqualTo(1);
    }
    assertThat(root.getAvailableMB()).isEqualTo(9_216);
  }

  @Test
  void theMetricsOfAQueueThatIsRemovedGoWithWhatWaitsHandedOn() {
    give(leaf, "ann", small);
    leaf.incrPendingResources("fast", "bob", 1, large);
    leaf.end();

    assertThat(QueueMetrics.getQueueMetrics().keySet())
        .noneMatch(name -> name.endsWith("root.leaf"));
    for (String source : List.of("QueueMetrics", "PartitionQueueMetrics,partition=fast")) {
      for (String user : List.of("", ",user=ann", ",user=bob")) {
        String name = source + ",q0=root,q1=leaf" + user;
        assertThat(DefaultMetricsSystem.instance().getSource(name)).as(name).isNull();
      }
    }
    assertThat(root.getAllocatedMB()).isEqualTo(1024);
    assertThat(root.getUserMetrics("ann").getAllocatedMB()).isEqualTo(1024);
  }

  @Test
  void availableIsTheClusterCapacityMinusUsage() {
    root.setCapacity(Resource.newInstance(10_240, 10));
    give(leaf, "ann", small);
    assertThat(root.getAvailableMB()).isEqualTo(9_216);
    assertThat(root.getAvailableVirtualCores()).isEqualTo(9);

    leaf.releaseResources("", "ann", 1, small);
    assertThat(root.getAvailableMB()).isEqualTo(10_240);
  }

  @Test
  void aQueueThatComesBackGoesOnWithItsMetrics() {
    give(leaf, "ann", small);
    assertThat(BatchedQueueMetrics.of("root.leaf", null, new Configuration(false))).isSameAs(leaf);
  }

  /**
   * Two threads change a queue. Fails if the second one returns while the first has yet to let the
   * queue wait: a reader then saw what was pending before, such as 125 MB of a drained queue.
   */
  @Test
  void changeThatHasReturnedIsSeenByTheNextReader() throws Exception {
    Thread first = new Thread(() -> leaf.incrPendingResources("", "ann", 1, small));
    Thread second = new Thread(() -> leaf.incrPendingResources("", "bob", 1, small));
    synchronized (root.waiting) {
      first.start();
      awaitBlockedOrEnded(first);
      second.start();
      awaitBlockedOrEnded(second);
      assertThat(second.isAlive() || root.waiting.contains(leaf)).isTrue();
    }
    first.join();
    second.join();
    assertThat(leaf.getPendingContainers()).isEqualTo(2);
  }

  private static void awaitBlockedOrEnded(Thread thread) {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (thread.getState() != Thread.State.BLOCKED
        && thread.getState() != Thread.State.TERMINATED) {
      assertThat(System.nanoTime()).as("deadline").isLessThan(deadline);
      Thread.onSpinWait();
    }
  }
}
