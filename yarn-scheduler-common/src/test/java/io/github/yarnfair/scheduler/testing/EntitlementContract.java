// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.PreemptionMonitor;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What a queue is entitled to, preemption gives it, with the defaults of all of preemption's keys
 * unless a test sets one, and with tasks that never end.
 */
abstract class EntitlementContract {
  private static final String KEY = "yarn.resourcemanager.monitor.capacity.preemption.";
  private static final long INTERVAL_MS = 3000;

  private SchedulerFixture cluster;
  private PreemptionMonitor monitor;
  private long now = 1_000_000;

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  /** The same, by which each queue has its part of what the queue above it has. */
  abstract SchedulerConf hierarchical();

  private SchedulerConf departments() {
    return conf()
        .queues("root", "d1,d2")
        .set("root.d1.capacity", "50")
        .set("root.d2.capacity", "50");
  }

  /** Queues root.n1, root.n2.cpu and root.n2.gpu of equal weights among siblings. */
  private SchedulerConf nested() {
    return hierarchical()
        .queues("root", "n1,n2")
        .queues("root.n2", "cpu,gpu")
        .set("root.n1.capacity", "50")
        .set("root.n2.capacity", "50")
        .set("root.n2.cpu.capacity", "50")
        .set("root.n2.gpu.capacity", "50");
  }

  private void boot(SchedulerConf conf) {
    cluster = new SchedulerFixture(conf);
    cluster.scheduler.setClock(() -> now);
    monitor = new PreemptionMonitor();
    monitor.init(conf.build(), cluster.rm.getRMContext(), cluster.scheduler);
  }

  private SchedulerTestApp running(String queue, Resource task, int tasks) {
    SchedulerTestApp app = cluster.submit(queue);
    app.ask(task, tasks);
    cluster.rounds(3);
    return app;
  }

  private void looks(int count) {
    for (int i = 0; i < count; i++) {
      now += INTERVAL_MS;
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
        closing.drainAndVerify("root");
      }
    }
  }

  // --------------------------------------------------------------------------- small demands

  /**
   * A tenth of the ideal share of what is held and pending, .99, is ignored by a rival that does
   * not know the guarantee: it never lets go of the one vcore.
   */
  @Test
  void masterOfANewDepartmentStarts() throws Exception {
    SchedulerConf conf = departments();
    conf.unset("maximum-am-resource-percent");
    try (SchedulerRm rm = new SchedulerRm(conf)) {
      rm.scheduler().setClock(() -> now);
      PreemptionMonitor looking = new PreemptionMonitor();
      looking.init(conf.build(), rm.rm.getRMContext(), rm.scheduler());
      List<MockNM> nodes = new ArrayList<>();
      for (int i = 1; i <= 4; i++) {
        nodes.add(rm.node("n" + i, resource(10_000, 25)));
      }
      MockAM first = rm.launch(rm.submit("root.d1"), nodes.get(0));
      first.allocate(List.of(SchedulerTestApp.anywhere(resource(100, 1), 10_000, 1)), List.of());
      heartbeats(rm, nodes, first);
      assertThat(rm.held(first.getApplicationAttemptId().getApplicationId()).getVirtualCores())
          .isEqualTo(100);
      RMApp second = rm.submit("root.d2");
      for (int i = 0; i < 10 && isScheduled(second); i++) {
        now += INTERVAL_MS;
        looking.editSchedule();
        heartbeats(rm, nodes, first);
      }
      assertThat(isScheduled(second)).as("its master still waits").isFalse();
      rm.verify();
    }
  }

  private static boolean isScheduled(RMApp app) {
    return app.getCurrentAppAttempt().getAppAttemptState() == RMAppAttemptState.SCHEDULED;
  }

  private static void heartbeats(SchedulerRm rm, List<MockNM> nodes, MockAM master)
      throws Exception {
    for (int i = 0; i < 2; i++) {
      for (MockNM node : nodes) {
        node.nodeHeartbeat(true);
        rm.rm.drainEvents();
      }
      master.schedule();
    }
  }

  @Test
  void smallDemandIsServedInFull() {
    boot(departments());
    cluster.addNode("n1", resource(100_000, 100));
    SchedulerTestApp first = running("root.d1", resource(100, 1), 10_000);
    SchedulerTestApp second = running("root.d2", resource(100, 1), 8);
    assertThat(second.live()).isZero();
    looks(60);
    assertThat(second.live()).isEqualTo(8);
    assertThat(first.live()).isEqualTo(92);
    assertThat(preempted("root")).isEqualTo(8);
  }

  @Test
  void fewGpusAreServedInFull() {
    boot(departments());
    for (int i = 1; i <= 4; i++) {
      cluster.addNode("n" + i, resource(100_000, 100, 8, 0));
    }
    SchedulerTestApp first = running("root.d1", resource(100, 1, 1, 0), 10_000);
    assertThat(first.live()).isEqualTo(32);
    SchedulerTestApp second = running("root.d2", resource(100, 1, 1, 0), 2);
    looks(20);
    assertThat(second.live()).isEqualTo(2);
    assertThat(preempted("root")).isEqualTo(2);
  }

  // ------------------------------------------------------------------------- by each resource

  /**
   * One department holds all vcores and all GPUs. It is entitled to all GPUs, so that its dominant
   * share is what it is entitled to: a rival that compares dominant shares lets the other starve.
   */
  @Test
  void departmentWithAllGpusGivesVcores() {
    boot(
        conf()
            .queues("root", "d1,d2")
            .queues("root.d1", "cpu,gpu")
            .set("root.d1.capacity", "1w")
            .set("root.d2.capacity", "1w")
            .set("root.d1.cpu.capacity", "1w")
            .set("root.d1.gpu.capacity", "1w")
            .yarn(KEY + "max_wait_before_kill", 0));
    cluster.addNode("n1", resource(100_000, 80, 8, 0));
    running("root.d1.gpu", resource(100, 0, 1, 0), 100);
    SchedulerTestApp cpu = running("root.d1.cpu", resource(100, 1), 10_000);
    assertThat(cpu.live()).isEqualTo(80);
    SchedulerTestApp other = running("root.d2", resource(100, 1), 10_000);
    looks(30);
    assertThat(other.live()).isBetween(36, 40);
    assertThat(preempted("root.d1.gpu")).isZero();
  }

  /**
   * The master of the GPU application takes one of 83 vcores. A rival that merges what is held and
   * what is asked for into one direction stops the application where the vcores end.
   */
  @Test
  void masterWithAVcoreDoesNotBindItsGpuTasks() {
    boot(
        nested()
            .yarn(KEY + "max_wait_before_kill", 0)
            .yarn(KEY + "max_ignored_over_capacity", 0)
            .yarn(KEY + "natural_termination_factor", 1));
    cluster.addNode("n1", resource(100_000, 83, 8, 0));
    SchedulerTestApp first = running("root.n1", resource(100, 1), 81);
    SchedulerTestApp gpu = running("root.n2.gpu", resource(100, 1), 1);
    SchedulerTestApp cpu = running("root.n2.cpu", resource(100, 1), 1);
    gpu.ask(List.of(SchedulerTestApp.anywhere(resource(100, 0, 1, 0), 1000, 2)));
    cpu.ask(resource(100, 1), 10_000);
    first.ask(resource(100, 1), 10_000);
    looks(25);
    assertThat(gpu.live()).as("its master and all GPUs").isEqualTo(9);
    assertThat(cpu.live()).isBetween(40, 41);
    assertThat(first.live()).isBetween(41, 42);
  }

  // ------------------------------------------------------------------------------ whole tasks

  /**
   * root.d2 is entitled to 16 of 32 GPUs, each of its four applications to 4. A rival that lets no
   * application exceed its own ideal share preempts nothing for ever.
   */
  @Test
  void queueIsEntitledToWholeTasksOfItsApplications() {
    boot(departments());
    for (int i = 1; i <= 4; i++) {
      cluster.addNode("n" + i, resource(100_000, 100, 8, 0));
    }
    running("root.d1", resource(100, 1, 1, 0), 10_000);
    List<SchedulerTestApp> late = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      late.add(running("root.d2", resource(100, 1, 8, 0), 1));
    }
    looks(40);
    assertThat(late.stream().filter(app -> app.live() == 1)).hasSize(2);
    assertThat(preempted("root.d1")).isEqualTo(16);
    looks(20);
    assertThat(preempted("root")).isEqualTo(16);
  }

  /** A queue loses whole tasks of its applications, each of which is entitled to half a task. */
  @Test
  void queueLosesWholeTasksOfItsApplications() {
    boot(departments());
    for (int i = 1; i <= 4; i++) {
      cluster.addNode("n" + i, resource(100_000, 100, 8, 0));
      running("root.d1", resource(100, 1, 8, 0), 1);
    }
    SchedulerTestApp late = running("root.d2", resource(100, 1, 1, 0), 16);
    looks(40);
    assertThat(late.live()).isEqualTo(16);
    assertThat(preempted("root.d1")).isEqualTo(2);
  }

  /**
   * root.d2 is entitled to 80 of 160 vcores, its applications to 6 each. Eleven of them ask for a
   * task of 90, which only n1 could hold; the twelfth has its four small tasks. A rival that tries
   * the ten poorest applications alone serves none of them.
   */
  @Test
  void largeTasksDoNotBlockSmallOnes() {
    boot(departments().option("node-headroom", "none"));
    cluster.addNode("n1", resource(100_000, 100));
    for (int i = 2; i <= 4; i++) {
      cluster.addNode("n" + i, resource(100_000, 20));
    }
    SchedulerTestApp first = running("root.d1", resource(100, 1), 10_000);
    for (int i = 0; i < 11; i++) {
      cluster.submit("root.d2").ask(resource(100, 90), 1);
    }
    SchedulerTestApp small = running("root.d2", resource(100, 1), 4);
    looks(40);
    assertThat(small.live()).isEqualTo(4);
    assertThat(first.live()).isEqualTo(156);
  }

  /** A queue at its maximum capacity shares it among its own. */
  @Test
  void queueAtItsMaximumIsSharedWithinIt() {
    boot(
        conf()
            .queues("root", "d1,d2")
            .queues("root.d1", "x,y")
            .set("root.d1.capacity", "50")
            .set("root.d2.capacity", "50")
            .set("root.d1.x.capacity", "50")
            .set("root.d1.y.capacity", "50")
            .set("root.d1.maximum-capacity", "40")
            .yarn(KEY + "max_wait_before_kill", 0));
    cluster.addNode("n1", resource(100_000, 100));
    SchedulerTestApp x = running("root.d1.x", resource(100, 1), 10_000);
    assertThat(x.live()).isEqualTo(40);
    SchedulerTestApp y = running("root.d1.y", resource(100, 1), 10_000);
    looks(30);
    assertThat(y.live()).isBetween(18, 20);
    assertThat(x.live() + y.live()).isEqualTo(40);
  }

  private static SchedulerConf equal(SchedulerConf conf, int count) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add("d" + i);
      conf.set("root.d" + i + ".capacity", "1w");
    }
    return conf.queues("root", String.join(",", names));
  }

  /** Each donor is above its ideal share by half a task: a rival that keeps that does nothing. */
  @Test
  void departmentsInBalanceServeOneThatComes() {
    boot(equal(conf(), 3));
    for (int i = 1; i <= 12; i++) {
      cluster.addNode("n" + i, resource(10_000, 5));
    }
    SchedulerTestApp first = cluster.submit("root.d0");
    SchedulerTestApp second = cluster.submit("root.d1");
    first.ask(resource(100, 1), 30);
    second.ask(resource(100, 1), 30);
    cluster.rounds(3);
    first.ask(resource(100, 1), 10_000);
    second.ask(resource(100, 1), 10_000);
    SchedulerTestApp late = running("root.d2", resource(100, 1), 1);
    looks(10);
    assertThat(late.live()).isEqualTo(1);
    late.ask(resource(100, 1), 10_000);
    looks(100);
    assertThat(late.live()).isBetween(19, 21);
    assertThat(preempted("root")).isLessThanOrEqualTo(21);
    long ended = preempted("root");
    looks(5);
    assertThat(preempted("root")).isEqualTo(ended);
  }

  /** 40 of 100 vcores are left by a queue that keeps its own, of which each other is due half. */
  @Test
  void usageOfAProtectedQueueIsNotDivided() {
    boot(
        equal(conf(), 3)
            .set("root.d0.disable_preemption", true)
            .yarn(KEY + "max_ignored_over_capacity", 0));
    cluster.addNode("n1", resource(100_000, 100));
    running("root.d0", resource(100, 1), 60);
    SchedulerTestApp other = running("root.d1", resource(100, 1), 10_000);
    assertThat(other.live()).isEqualTo(40);
    SchedulerTestApp late = running("root.d2", resource(100, 1), 10_000);
    looks(100);
    assertThat(late.live()).isEqualTo(20);
    assertThat(preempted("root.d0")).isZero();
    assertThat(preempted("root")).isEqualTo(20);
  }

  /** 5.3 of 64 GPUs are a whole task of 8 for a department that holds none. */
  @Test
  void sevenOfElevenWholeTasksRunBesideOneThatHeldAll() {
    boot(equal(conf(), 12));
    for (int i = 1; i <= 8; i++) {
      cluster.addNode("n" + i, resource(100_000, 100, 8, 0));
    }
    SchedulerTestApp first = running("root.d0", resource(100, 1, 1, 0), 10_000);
    List<SchedulerTestApp> late = new ArrayList<>();
    for (int i = 1; i < 12; i++) {
      late.add(running("root.d" + i, resource(100, 1, 8, 0), 1));
    }
    looks(100);
    assertThat(late.stream().filter(app -> app.live() == 1)).hasSize(7);
    assertThat(first.live()).isEqualTo(8);
    assertThat(preempted("root")).isEqualTo(56);
  }

  /** Without one of its two tasks the first has less than half, and the second lacked more. */
  @Test
  void queueFallsBelowItsGuaranteeWhereTheOtherLacksMore() {
    boot(departments());
    cluster.addNode("n1", resource(100_000, 50));
    cluster.addNode("n2", resource(100_000, 50));
    SchedulerTestApp large = running("root.d1", resource(100, 45), 10);
    SchedulerTestApp small = running("root.d2", resource(100, 1), 50);
    assertThat(small.live()).isEqualTo(10);
    looks(100);
    assertThat(large.live()).isEqualTo(1);
    // At 45 each it is the turn of the first, for whose next task the node is reserved.
    assertThat(small.live()).isBetween(45, 50);
    assertThat(preempted("root")).isEqualTo(1);
  }

  // ------------------------------------------------------------------------------------ waste

  /**
   * root.n2.gpu holds all GPUs with a vcore each, and nothing else asks for GPUs. root.n2.cpu is
   * served by the vcores of root.n1; a rival that takes the first task of excess leaves GPUs idle.
   */
  @Test
  void noGpuIsLeftIdleForAVcore() {
    boot(nested().yarn(KEY + "max_wait_before_kill", 0).yarn(KEY + "max_ignored_over_capacity", 0));
    cluster.addNode("n1", resource(100_000, 80, 8, 0));
    SchedulerTestApp gpu = running("root.n2.gpu", resource(100, 1, 1, 0), 8);
    SchedulerTestApp first = running("root.n1", resource(100, 1), 10_000);
    assertThat(first.live()).isEqualTo(72);
    SchedulerTestApp cpu = running("root.n2.cpu", resource(100, 1), 10_000);
    looks(60);
    assertThat(gpu.live()).isEqualTo(8);
    assertThat(cpu.live()).isBetween(31, 33);
    assertThat(preempted("root.n2.gpu")).isZero();
  }

  /** Where only tasks with GPUs hold vcores, a queue is served until it has half of its own. */
  @Test
  void aStarvingQueueIsServedThoughGpusIdle() {
    boot(nested().yarn(KEY + "max_wait_before_kill", 0));
    cluster.addNode("n1", resource(100_000, 8, 16, 0));
    SchedulerTestApp gpu = running("root.n2.gpu", resource(100, 1, 2, 0), 8);
    assertThat(gpu.live()).isEqualTo(8);
    SchedulerTestApp cpu = running("root.n2.cpu", resource(100, 1), 10_000);
    looks(30);
    assertThat(cpu.live()).isBetween(2, 4);
    assertThat(gpu.live() + cpu.live()).isEqualTo(8);
  }

  // ------------------------------------------------------------------------------------- rate

  /** A part of the excess at a time, what is warned included: 20 % of 50, then of 40. */
  @Test
  void naturalTerminationBoundsWhatIsChosen() {
    boot(
        departments()
            .yarn(KEY + "total_preemption_per_round", 1)
            .yarn(KEY + "max_ignored_over_capacity", 0));
    cluster.addNode("n1", resource(100_000, 100));
    SchedulerTestApp first = running("root.d1", resource(100, 1), 10_000);
    running("root.d2", resource(100, 1), 10_000);
    for (int i = 0; i < 5; i++) {
      monitor.editSchedule();
      assertThat(first.heartbeat().getContainerPreemptions()).hasSize(10);
      now += INTERVAL_MS;
    }
    monitor.editSchedule();
    cluster.rounds(2);
    assertThat(first.live()).isEqualTo(90);
    monitor.editSchedule();
    assertThat(first.heartbeat().getContainerPreemptions()).hasSize(8);
  }

  /** What was warned before and has not ended counts against the part of the cluster. */
  @Test
  void warnedContainersCountAgainstTheRound() {
    boot(departments().yarn(KEY + "natural_termination_factor", 1));
    cluster.addNode("n1", resource(100_000, 100));
    SchedulerTestApp first = running("root.d1", resource(100, 1), 10_000);
    running("root.d2", resource(100, 1), 10_000);
    for (int i = 0; i < 5; i++) {
      monitor.editSchedule();
      assertThat(first.heartbeat().getContainerPreemptions()).hasSize(10);
      now += INTERVAL_MS;
    }
    assertThat(first.live()).isEqualTo(100);
  }

  /** Switched off, the monitor takes its warnings back; switched on again, it warns again. */
  @Test
  void switchedOffAndOnTheMonitorWarnsAgain() throws Exception {
    SchedulerConf conf = departments();
    boot(conf);
    cluster.addNode("n1", resource(100_000, 100));
    SchedulerTestApp first = running("root.d1", resource(100, 1), 10_000);
    running("root.d2", resource(100, 1), 10_000);
    monitor.editSchedule();
    assertThat(first.heartbeat().getContainerPreemptions()).hasSize(10);
    cluster.scheduler.reinitialize(conf.build(), cluster.rm.getRMContext());
    assertThat(first.heartbeat().getContainerPreemptions()).isNullOrEmpty();
    now += 60_000;
    monitor.editSchedule();
    cluster.rounds(2);
    assertThat(first.live()).as("warned only now").isEqualTo(100);
    assertThat(first.heartbeat().getContainerPreemptions()).hasSize(10);
  }
}
