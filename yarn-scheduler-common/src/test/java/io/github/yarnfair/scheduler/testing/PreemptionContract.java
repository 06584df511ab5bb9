// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.PreemptionMonitor;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.hadoop.net.NetworkTopology;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.resource.PlacementConstraints;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Tasks that never end are ended for who is entitled to their room, and nobody else's are. Without
 * preemption every test in which something moves fails: nothing would.
 */
abstract class PreemptionContract {
  private static final String KEY = "yarn.resourcemanager.monitor.capacity.preemption.";
  private static final long WAIT_MS = 15_000;

  private SchedulerFixture cluster;
  private PreemptionMonitor monitor;
  private long now = 1_000_000;

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  /** The same, by which each queue has its part of what the queue above it has. */
  abstract SchedulerConf hierarchical();

  /** Leaf queues root.a.x, root.a.y and root.b of equal weights, and no deadband. */
  private SchedulerConf queues() {
    return queues(conf());
  }

  private static SchedulerConf queues(SchedulerConf conf) {
    return conf.queues("root", "a,b")
        .queues("root.a", "x,y")
        .set("root.a.capacity", "1w")
        .set("root.b.capacity", "1w")
        .yarn(KEY + "max_ignored_over_capacity", 0)
        .yarn(KEY + "natural_termination_factor", 1)
        .yarn(KEY + "total_preemption_per_round", 1);
  }

  private static Resource task() {
    return resource(100, 1);
  }

  /** Boots with nodes of 25 vcores. */
  private void boot(SchedulerConf conf, int nodes) {
    cluster = new SchedulerFixture(conf);
    cluster.scheduler.setClock(() -> now);
    monitor = new PreemptionMonitor();
    monitor.init(conf.build(), cluster.rm.getRMContext(), cluster.scheduler);
    for (int i = 1; i <= nodes; i++) {
      cluster.addNode("n" + i, resource(10_000, 25));
    }
  }

  private SchedulerTestApp endless(String queue, Resource task) {
    SchedulerTestApp app = cluster.submit(queue);
    app.ask(task, 10_000);
    cluster.rounds(3);
    return app;
  }

  /** Lets the monitor look, with time for what it has chosen to end, and the nodes report. */
  private void looks(int count) {
    for (int i = 0; i < count; i++) {
      monitor.editSchedule();
      now += WAIT_MS;
      monitor.editSchedule();
      cluster.rounds(2);
    }
  }

  private long preempted(String queue) {
    return cluster.metrics(queue).getAggregatePreemptedContainers();
  }

  @AfterEach
  void verify() {
    if (cluster != null) {
      try (SchedulerFixture closing = cluster) {
        closing.drainAndVerify("root", "root.a", "root.b");
      }
    }
  }

  @Test
  void queueThatArrivesAtAFullClusterGetsItsHalfAndNotMore() {
    boot(queues(), 4);
    SchedulerTestApp first = endless("root.a.x", task());
    SchedulerTestApp second = endless("root.b", task());
    assertThat(first.live()).isEqualTo(100);
    assertThat(second.live()).isZero();
    looks(1);
    assertThat(second.live()).isEqualTo(50);
    assertThat(first.live()).isEqualTo(50);
    looks(5);
    assertThat(preempted("root")).as("nothing moves to and fro").isEqualTo(50);
    assertThat(preempted("root.a.x")).isEqualTo(50);
  }

  @Test
  void mastersAreWarnedAndContainersEndLater() {
    boot(queues(), 1);
    SchedulerTestApp first = endless("root.a.x", task());
    endless("root.b", task());
    monitor.editSchedule();
    assertThat(first.heartbeat().getContainerPreemptions()).hasSize(12);
    now += WAIT_MS - 1;
    monitor.editSchedule();
    assertThat(first.live()).isEqualTo(25);
    assertThat(first.heartbeat().getContainerPreemptions()).as("the same").hasSize(12);
    now++;
    monitor.editSchedule();
    assertThat(first.live()).isEqualTo(13);
    assertThat(first.heartbeat().getContainerPreemptions()).isNullOrEmpty();
  }

  @Test
  void victimIsSparedOnceTheRequestIsWithdrawn() {
    boot(queues(), 1);
    SchedulerTestApp first = endless("root.a.x", task());
    SchedulerTestApp second = endless("root.b", task());
    monitor.editSchedule();
    second.ask(task(), 0);
    now += WAIT_MS;
    monitor.editSchedule();
    assertThat(first.live()).isEqualTo(25);
    assertThat(first.heartbeat().getContainerPreemptions()).isNullOrEmpty();
    assertThat(preempted("root")).isZero();
  }

  /** Tasks with a vcore each fill all nodes; only the one with GPUs can help who wants GPUs. */
  @Test
  void onlyWhereItHelps() {
    boot(queues(), 3);
    SchedulerTestNode withGpus = cluster.addNode("gpu", resource(10_000, 25, 4, 0));
    SchedulerTestApp first = endless("root.a.x", task());
    assertThat(first.live()).isEqualTo(100);
    SchedulerTestApp second = endless("root.b", resource(100, 1, 1, 0));
    looks(3);
    // At equal shares it has 3.85 of the four GPUs, and the other 96.15 of the 100 vcores.
    assertThat(second.live()).isEqualTo(3);
    assertThat(preempted("root.a.x")).isEqualTo(3);
    assertThat(withGpus.running()).hasSize(25);
    assertThat(first.live()).isEqualTo(97);
  }

  /** A task of 40 vcores' worth needs one node's room, not a container here and one there. */
  @Test
  void roomIsMadeForWholeTasks() {
    boot(queues(), 4);
    endless("root.a.x", task());
    SchedulerTestApp second = endless("root.b", resource(100, 20));
    looks(2);
    assertThat(second.live()).isEqualTo(2);
    assertThat(preempted("root")).isEqualTo(40);
    looks(3);
    assertThat(preempted("root")).as("a third would be more than half").isEqualTo(40);
  }

  /** Fails if room were made where the constraint forbids to use it: on the node that has a z. */
  @Test
  void roomIsMadeOnNodesThatSatisfyTheConstraintOnly() {
    boot(queues(), 3);
    SchedulerTestApp tagged = cluster.submit("root.a.y");
    tagged.askConstrained(ConstrainedRequests.tagged("z", task(), 1, null));
    cluster.nodes().get(0).heartbeat();
    SchedulerTestApp first = endless("root.a.x", task());
    assertThat(first.live()).isEqualTo(74);
    SchedulerTestApp second = cluster.submit("root.b");
    second.askConstrained(
        ConstrainedRequests.tagged(
            "l",
            resource(100, 5),
            10,
            PlacementConstraints.targetNotIn(
                PlacementConstraints.NODE,
                PlacementConstraints.PlacementTargets.allocationTagWithNamespace(
                    "all", "z", "l"))));
    looks(4);
    assertThat(second.live()).as("one on each of the two nodes without z").isEqualTo(2);
    assertThat(cluster.nodes().get(0).running()).as("nothing has ended here").hasSize(25);
    // A plan that takes no notice of the first of two on a node makes room for both.
    assertThat(preempted("root")).isEqualTo(10);
  }

  @Test
  void aTaskThatNoNodeCouldBeMadeRoomForEndsNothing() {
    boot(queues().set("root.a.disable_preemption", true), 2);
    endless("root.a.x", task());
    SchedulerTestApp second = endless("root.b", task());
    looks(2);
    assertThat(second.live()).isZero();
    assertThat(preempted("root")).isZero();
  }

  /**
   * Each of three queues is entitled to a third. root.b has its own, so what root.a lacks is
   * root.c's, although one application of root.b has all of it and another nothing. A rule by
   * applications' shares, with collapsed queues, would take from it, as it is the newest.
   */
  @Test
  void noQueuePaysForWhatAnotherHasTooMuchOf() {
    boot(queues(hierarchical()).queues("root", "a,b,c").set("root.c.capacity", "1w"), 4);
    SchedulerTestApp rich = cluster.submit("root.c");
    rich.ask(task(), 67);
    cluster.rounds(3);
    SchedulerTestApp other = endless("root.b", task());
    assertThat(other.live()).isEqualTo(33);
    SchedulerTestApp poor = endless("root.b", task());
    SchedulerTestApp late = endless("root.a.x", task());
    rich.ask(task(), 10_000);
    looks(2);
    // What went to the poor one of root.b, whose turn it was as well, its rich one pays for.
    assertThat(other.live() + poor.live()).isBetween(33, 34);
    assertThat(late.live()).isBetween(32, 33);
    assertThat(rich.live()).isEqualTo(34);
    long ended = preempted("root");
    looks(6);
    assertThat(preempted("root")).as("nothing moves to and fro").isEqualTo(ended);
    assertThat(preempted("root.c")).isEqualTo(33);
    assertThat(preempted("root.b")).isLessThanOrEqualTo(17);
  }

  /**
   * Each of three queues is entitled to a third. Of its third root.c can use one task of 20 vcores,
   * so root.b keeps some more than a third; but root.a has all of its own, and what root.a.y lacks
   * is not root.b's.
   */
  @Test
  void noQueueGainsMoreThanItsShareForOneOfItsQueues() {
    boot(queues().queues("root", "a,b,c").set("root.c.capacity", "1w"), 4);
    SchedulerTestApp rich = cluster.submit("root.b");
    rich.ask(task(), 67);
    cluster.rounds(3);
    SchedulerTestApp first = endless("root.a.x", task());
    assertThat(first.live()).isEqualTo(33);
    rich.ask(task(), 10_000);
    endless("root.c", resource(100, 20));
    endless("root.a.y", task());
    looks(1);
    // Under H-DRF and MCH a turn of root.a.y, which holds nothing, takes a vcore of the room.
    assertThat(preempted("root.b")).isBetween(20L, 21L);
    // 36 by whole tasks within ideal shares, and one where parts of a task are rounded.
    assertThat(preempted("root.a.x") + preempted("root.b")).isBetween(36L, 37L);
  }

  @Test
  void withinAQueueOnlyIfThatIsSwitchedOn() {
    SchedulerConf within = queues().yarn(KEY + "intra-queue-preemption.enabled", true);
    for (SchedulerConf conf : new SchedulerConf[] {queues(), within}) {
      boot(conf, 4);
      endless("root.b", task());
      SchedulerTestApp late = endless("root.b", task());
      looks(2);
      assertThat(late.live()).isEqualTo(conf == within ? 50 : 0);
      cluster.drainAndVerify("root.b");
      cluster.close();
    }
    boot(within.set("root.b.intra-queue-preemption.disable_preemption", true), 4);
    endless("root.b", task());
    assertThat(endless("root.b", task()).live()).isZero();
    looks(2);
    assertThat(preempted("root.b")).isZero();
  }

  @Test
  void aLittleTooMuchIsIgnored() {
    boot(queues().yarn(KEY + "max_ignored_over_capacity", 0.1), 4);
    SchedulerTestApp first = cluster.submit("root.a.x");
    first.ask(task(), 54);
    cluster.rounds(3);
    SchedulerTestApp second = endless("root.b", task());
    first.ask(task(), 10_000);
    assertThat(second.live()).isEqualTo(46);
    looks(2);
    assertThat(preempted("root")).isZero();
    assertThat(second.live()).isEqualTo(46);
  }

  @Test
  void noMoreThanAPartOfTheClusterAtATime() {
    boot(queues().yarn(KEY + "total_preemption_per_round", 0.1), 4);
    endless("root.a.x", task());
    SchedulerTestApp second = endless("root.b", task());
    monitor.editSchedule();
    now += WAIT_MS;
    monitor.editSchedule();
    cluster.rounds(2);
    assertThat(second.live()).as("a tenth of 100 vcores").isEqualTo(10);
    looks(10);
    assertThat(second.live()).isEqualTo(50);
    assertThat(preempted("root")).isEqualTo(50);
  }

  @Test
  void theLeastImportantEndFirstAndOfThoseTheNewest() {
    boot(queues().yarn("yarn.cluster.max-application-priority", 9), 2);
    SchedulerTestApp important = cluster.submit("root.a.x", 1);
    important.ask(task(), 10);
    cluster.rounds(3);
    SchedulerTestApp other = cluster.submit("root.a.x");
    other.ask(task(), 40);
    cluster.rounds(3);
    Map<NodeId, List<ContainerId>> before = byNode(other);
    endless("root.b", task());
    looks(1);
    assertThat(important.live()).isEqualTo(10);
    assertThat(other.live()).isEqualTo(15);
    byNode(other)
        .forEach(
            (node, left) -> assertThat(left).isEqualTo(before.get(node).subList(0, left.size())));
  }

  /** What an application has on each node, oldest first. */
  private static Map<NodeId, List<ContainerId>> byNode(SchedulerTestApp app) {
    return app.attempt().getLiveContainers().stream()
        .sorted(Comparator.comparing(RMContainer::getContainerId))
        .collect(
            Collectors.groupingBy(
                RMContainer::getAllocatedNode,
                Collectors.mapping(RMContainer::getContainerId, Collectors.toList())));
  }

  @Test
  void observeOnlyModeEndsNoContainer() throws Exception {
    boot(queues().yarn(KEY + "observe_only", true), 4);
    SchedulerTestApp first = endless("root.a.x", task());
    endless("root.b", task());
    looks(2);
    assertThat(first.heartbeat().getContainerPreemptions()).isNullOrEmpty();
    assertThat(preempted("root")).isZero();
    assertThat(first.live()).isEqualTo(100);
    cluster.scheduler.reinitialize(queues().build(), cluster.rm.getRMContext());
    monitor.editSchedule();
    assertThat(first.heartbeat().getContainerPreemptions()).hasSize(50);
    assertThat(first.live()).as("its master has only just been warned").isEqualTo(100);
  }

  /** As an administrator has it from CapacityScheduler: one key, and YARN's own thread. */
  @Test
  void theStockMonitorIsReplaced() throws Exception {
    SchedulerConf conf =
        queues()
            .yarn(YarnConfiguration.RM_SCHEDULER_ENABLE_MONITORS, true)
            .yarn(KEY + "monitoring_interval", 20)
            .yarn(KEY + "max_wait_before_kill", 0);
    boot(conf, 4);
    endless("root.a.x", task());
    SchedulerTestApp second = endless("root.b", task());
    Instant deadline = Instant.now().plusSeconds(60);
    while (second.live() < 50 && Instant.now().isBefore(deadline)) {
      LockSupport.parkNanos(10_000_000);
      cluster.round();
    }
    assertThat(second.live()).isEqualTo(50);
    cluster.scheduler.reinitialize(queues().build(), cluster.rm.getRMContext());
    assertThat(cluster.scheduler.getSchedulingMonitorManager().isRSMEmpty()).isTrue();
  }

  /** Of what is too much all but a master is where who lacks it does not want to be. */
  @Test
  void noMasterEnds() throws Exception {
    SchedulerConf conf = queues().yarn(KEY + "max_wait_before_kill", 0);
    try (SchedulerRm rm = new SchedulerRm(conf)) {
      PreemptionMonitor looking = new PreemptionMonitor();
      looking.init(conf.build(), rm.rm.getRMContext(), rm.scheduler());
      MockNM forOne = rm.node("n1", resource(100, 1));
      RMApp first = rm.submit("root.a.x");
      MockAM master = rm.launch(first, forOne);
      MockNM forMany = rm.node("n2", resource(900, 9));
      rm.obtain(master, forMany, task(), 9);
      MockNM free = rm.node("n3", resource(100, 1));
      RMApp second = rm.submit("root.b");
      MockAM late = rm.launch(second, free);
      rm.ask(
          late,
          SchedulerTestApp.request(task(), 1, 1, "n1", true),
          SchedulerTestApp.request(task(), 1, 1, NetworkTopology.DEFAULT_RACK, false),
          SchedulerTestApp.request(task(), 1, 1, ResourceRequest.ANY, false));
      for (int i = 0; i < 3; i++) {
        looking.editSchedule();
        forOne.nodeHeartbeat(true);
        rm.rm.drainEvents();
      }
      assertThat(rm.held(first.getApplicationId())).isEqualTo(resource(1000, 10));
      assertThat(rm.held(second.getApplicationId())).isEqualTo(task());
      rm.verify();
    }
  }
}
