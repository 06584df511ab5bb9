// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.scheduler.DividedUsers;
import io.github.yarnfair.scheduler.PreemptionMonitor;
import io.github.yarnfair.scheduler.report.QueueSnapshot;
import io.github.yarnfair.scheduler.report.UserShare;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.api.protocolrecords.NMContainerStatus;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Users divide the share of a leaf queue where its keys say something of users. The rival is the
 * same queue without these keys: its applications are its direct children, so that a user with six
 * times as many applications has six times as much, and nothing bounds what one user holds.
 */
abstract class UsersContract {
  private static final int ROUNDS = TestSize.of(120, 50);
  private static final int WARM_UP = 20;
  private static final String PREEMPTION = "yarn.resourcemanager.monitor.capacity.preemption.";
  private static final String MINIMUM = "root.a.minimum-user-limit-percent";
  private static final String ALL_MINIMUM = "minimum-user-limit-percent";
  private static final String FACTOR = "root.a.user-limit-factor";

  private SchedulerFixture cluster;

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  private SchedulerConf queues() {
    return conf().queues("root", "a,b").set("root.a.capacity", 50).set("root.b.capacity", 50);
  }

  private static Resource task() {
    return resource(1000, 1);
  }

  /** Boots with nodes of 25 vcores. */
  private void boot(SchedulerConf conf, int nodes) {
    cluster = new SchedulerFixture(conf);
    for (int i = 1; i <= nodes; i++) {
      cluster.addNode("n" + i, resource(25_000, 25));
    }
  }

  private SchedulerTestApp endless(String user, String queue) {
    SchedulerTestApp app = cluster.submitAs(user, queue);
    app.ask(task(), 10_000);
    return app;
  }

  private void refresh(SchedulerConf conf) throws Exception {
    cluster.scheduler.reinitialize(conf.build(), cluster.rm.getRMContext());
  }

  private List<UserShare> shares(String queue) {
    for (QueueSnapshot child : cluster.scheduler.readings().snapshot().children()) {
      if (child.path().equals(queue)) {
        return child.users();
      }
    }
    throw new AssertionError("no queue " + queue);
  }

  /** Returns the users among whom a queue's share is divided, null if it is not. */
  private @Nullable List<String> users(String queue) {
    return DividedUsers.of(cluster.scheduler, queue);
  }

  @AfterEach
  void verify() {
    if (cluster != null) {
      try (SchedulerFixture closing = cluster) {
        closing.drainAndVerify("root", "root.a", "root.b");
      }
    }
  }

  // ------------------------------------------------------------------------------------ shares

  @Test
  void aUserWithSixApplicationsHasWhatOneWithOneHas() {
    assertThat(shareOfOne(queues().set(MINIMUM, 50))).isCloseTo(0.5, within(0.06));
    assertThat(shareOfOne(queues().set(FACTOR, 100))).isCloseTo(0.5, within(0.06));
    assertThat(shareOfOne(queues().set(FACTOR, -1)))
        .as("without users the applications divide the queue")
        .isLessThan(0.2);
  }

  /** Each weight switches users on; of a parent it holds for all below. */
  @Test
  void usersDivideByTheirWeights() {
    SchedulerConf conf = queues().set(ALL_MINIMUM, 50).set("root.user-settings.bob.weight", 2);
    assertThat(shareOfOne(conf)).isCloseTo(2.0 / 3, within(0.06));
    conf.set("root.a.user-settings.bob.weight", 0.5);
    assertThat(shareOfOne(conf)).as("its own weight wins").isCloseTo(1.0 / 3, within(0.06));
  }

  /** Alice has six applications, bob one; returns bob's average part of the cluster under churn. */
  private static double shareOfOne(SchedulerConf conf) {
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      for (int i = 0; i < 3; i++) {
        cluster.addNode("n" + i, resource(60_000, 60));
      }
      SchedulerChurn churn = new SchedulerChurn(cluster, Seed.random(Seed.of("users", 7), 0));
      for (int i = 0; i < 6; i++) {
        churn.endless("alice" + i, cluster.submitAs("alice", "root.a"), task());
      }
      churn.endless("bob", cluster.submitAs("bob", "root.a"), task());
      churn.fill();
      churn.churn(ROUNDS, WARM_UP);
      double share = churn.averageShare("bob");
      cluster.drainAndVerify("root", "root.a");
      return share;
    }
  }

  /** CapacityScheduler lets the fifth user wait at 25 % for one of the first four to end. */
  @Test
  void endedContainersGoToTheFifthUserAtAMinimumOfAQuarter() {
    boot(queues().set(MINIMUM, 25), 1);
    List<SchedulerTestApp> first = new ArrayList<>();
    for (int i = 1; i <= 4; i++) {
      first.add(endless("user" + i, "root.a"));
    }
    cluster.rounds(3);
    SchedulerTestApp fifth = endless("user5", "root.a");
    for (int i = 0; i < 20; i++) {
      SchedulerTestApp ending = first.get(i % 4);
      ending.complete(ending.containers().get(0));
      cluster.round();
    }
    assertThat(fifth.live()).isCloseTo(5, within(1));
    assertThat(first).allSatisfy(app -> assertThat(app.live()).isCloseTo(5, within(1)));
  }

  // ------------------------------------------------------------------------------------- limits

  /** A hard limit would end at 25, none at 100. */
  @Test
  void aUserHoldsTheFactorTimesTheEntitlementAndTheLastContainerPassesIt() {
    boot(queues().set(FACTOR, 0.5), 4);
    SchedulerTestApp one = endless("alice", "root.a");
    SchedulerTestApp two = endless("alice", "root.a");
    SchedulerTestApp free = cluster.submitAs("alice", "root.b");
    free.ask(task(), 70);
    cluster.rounds(5);
    assertThat(one.live() + two.live()).as("room for 30").isEqualTo(26);
    assertThat(one.live()).isCloseTo(13, within(1));
    assertThat(free.live()).as("the other queue limits no user").isEqualTo(70);
  }

  @Test
  void theLimitIsTimesTheWeightAndOfEachUser() {
    boot(
        queues()
            .set("user-limit-factor", 0.2)
            .set("root.b.user-limit-factor", -1)
            .set(MINIMUM, 40)
            .set("root.a.user-settings.alice.weight", 2.5),
        4);
    SchedulerTestApp alice = endless("alice", "root.a");
    SchedulerTestApp bob = endless("bob", "root.a");
    cluster.rounds(5);
    assertThat(alice.live()).isEqualTo(26);
    assertThat(bob.live()).isEqualTo(11);
  }

  /** Of 25 vcores the queue is entitled to a quarter of one. */
  @Test
  void aQueueEntitledToLessThanOneContainerStillRunsOne() {
    boot(queues().set("root.a.capacity", 1).set("root.b.capacity", 99).set(FACTOR, 1), 1);
    SchedulerTestApp app = endless("alice", "root.a");
    cluster.rounds(3);
    assertThat(app.live()).isEqualTo(1);
  }

  @Test
  void weightAndFactorOfZeroLeaveEachUserOneContainer() {
    boot(queues().set(FACTOR, 0).set("root.b.user-settings.bob.weight", 0), 1);
    SchedulerTestApp alice = endless("alice", "root.a");
    SchedulerTestApp bob = endless("bob", "root.b");
    SchedulerTestApp carol = endless("carol", "root.b");
    cluster.rounds(3);
    assertThat(alice.live()).isEqualTo(1);
    assertThat(bob.live()).as("what others leave").isLessThanOrEqualTo(1);
    assertThat(carol.live()).isGreaterThanOrEqualTo(23);
  }

  @Test
  void mastersAreToldWhatIsLeftOfTheUsersLimit() {
    boot(queues().set(FACTOR, 0.5), 4);
    SchedulerTestApp one = cluster.submitAs("alice", "root.a");
    SchedulerTestApp two = cluster.submitAs("alice", "root.a");
    assertThat(two.headroom(resource(25_000, 25))).isEqualTo(resource(25_000, 25));
    one.ask(task(), 5);
    cluster.rounds(2);
    assertThat(two.headroom(resource(20_000, 20))).isEqualTo(resource(20_000, 20));
    one.ask(task(), 100);
    cluster.rounds(5);
    assertThat(two.headroom(resource(0, 0))).isEqualTo(resource(0, 0));
  }

  /** Without the limit a node would be reserved for each of the three tasks. */
  @Test
  void reservationsCountAgainstTheUsersLimit() {
    SchedulerConf conf =
        queues()
            .option("node-headroom.reserved-nodes-per-application", 1)
            .option("node-headroom.reserved-nodes-per-queue", 1);
    assertThat(reservedForThreeLargeTasks(conf.copy())).isEqualTo(3);
    cluster.close();
    assertThat(reservedForThreeLargeTasks(conf.set(FACTOR, 0.3))).isEqualTo(1);
  }

  /** Four nodes full of small tasks, of which a few end on each; returns for how many it waits. */
  private int reservedForThreeLargeTasks(SchedulerConf conf) {
    boot(conf, 4);
    SchedulerTestApp small = cluster.submitAs("bob", "root.b");
    small.ask(task(), 100);
    cluster.rounds(5);
    assertThat(small.live()).isEqualTo(100);
    SchedulerTestApp large = cluster.submitAs("alice", "root.a");
    large.ask(resource(20_000, 20), 3);
    for (SchedulerTestNode node : cluster.nodes()) {
      small.containers().stream()
          .filter(container -> container.getNodeId().equals(node.id()))
          .limit(3)
          .forEach(small::complete);
      node.heartbeat();
    }
    cluster.rounds(2);
    assertThat(cluster.scheduler.readings().audit()).isEmpty();
    return large.attempt().getReservedContainers().size();
  }

  // ------------------------------------------------------------------------------------ changes

  @Test
  void aMoveTakesWhatIsHeldToTheUserInTheOtherQueue() throws Exception {
    boot(queues().set(FACTOR, 0.5), 4);
    SchedulerTestApp app = cluster.submitAs("alice", "root.b");
    app.ask(task(), 20);
    cluster.rounds(3);
    SchedulerTestApp other = cluster.submitAs("alice", "root.a");
    cluster.scheduler.moveApplication(app.id(), "root.a");
    app.setQueue("root.a");
    other.ask(task(), 100);
    cluster.rounds(3);
    assertThat(other.live()).as("20 of 25, and the last one").isEqualTo(6);
    cluster.scheduler.moveApplication(app.id(), "root.b");
    app.setQueue("root.b");
    cluster.rounds(3);
    assertThat(other.live()).isEqualTo(26);
    assertThat(users("root.a")).containsExactly("alice");
    assertThat(users("root.b")).isNull();
  }

  @Test
  void aRefreshSwitchesUsersOnAndOffAndChangesTheirLimits() throws Exception {
    SchedulerConf off = queues();
    boot(off, 4);
    SchedulerTestApp app = endless("alice", "root.a");
    cluster.rounds(2);
    assertThat(app.live()).isEqualTo(100);
    refresh(off.copy().set(FACTOR, 0.5));
    assertThat(cluster.scheduler.readings().audit()).isEmpty();
    assertThat(users("root.a")).containsExactly("alice");
    List.copyOf(app.containers()).subList(0, 80).forEach(app::complete);
    cluster.rounds(3);
    assertThat(app.live()).isEqualTo(26);
    refresh(off.copy().set(FACTOR, 1).set("root.a.user-settings.alice.weight", 0.8));
    cluster.rounds(3);
    assertThat(app.live()).isEqualTo(41);
    refresh(off);
    assertThat(users("root.a")).isNull();
    cluster.rounds(3);
    assertThat(app.live()).isEqualTo(100);
  }

  /** What the queue is entitled to grows with the cluster, and with what leaves its siblings. */
  @Test
  void limitsFollowTheClusterAndTheQueues() throws Exception {
    boot(queues().set(FACTOR, 0.4), 2);
    SchedulerTestApp app = endless("alice", "root.a");
    cluster.rounds(3);
    assertThat(app.live()).isEqualTo(11);
    cluster.addNode("n3", resource(25_000, 25));
    cluster.addNode("n4", resource(25_000, 25));
    cluster.rounds(3);
    assertThat(app.live()).isEqualTo(21);
    refresh(queues().set("root.a.capacity", 75).set("root.b.capacity", 25).set(FACTOR, 0.4));
    cluster.rounds(3);
    assertThat(app.live()).isEqualTo(31);
  }

  @Test
  void usersAreThereFromTheirFirstApplicationToTheLast() {
    boot(queues().set(MINIMUM, 50).set(FACTOR, 1), 1);
    SchedulerTestApp one = endless("alice", "root.a");
    SchedulerTestApp two = endless("alice", "root.a");
    SchedulerTestApp other = endless("bob", "root.a");
    cluster.rounds(3);
    List<UserShare> users = shares("root.a");
    assertThat(users).extracting(UserShare::name).containsExactly("alice", "bob");
    assertThat(users.get(0).share().used()).isEqualTo(resource(13_000, 13));
    assertThat(users.get(0).limit()).isEqualTo(resource(12_500, 12));
    assertThat(users.get(0).activeApplications()).isEqualTo(2);
    assertThat(users.get(1).share().ideal()).isCloseTo(0.5, within(0.03));
    one.finish();
    two.finish();
    assertThat(users("root.a")).containsExactly("bob");
    other.finish();
    assertThat(users("root.a")).isEmpty();
  }

  // --------------------------------------------------------------------------------- preemption

  @Test
  void containersEndForAnotherUserOnlyIfThatIsOnWithinQueues() {
    assertThat(preemptedFor("bob", queues().set(MINIMUM, 50), false)).isZero();
    cluster.close();
    assertThat(preemptedFor("bob", queues().set(MINIMUM, 50), true)).isEqualTo(12);
    cluster.close();
    // The same user's new application has a quarter of what both have: half of that user's half.
    assertThat(preemptedFor("alice", queues().set(MINIMUM, 50), true)).isEqualTo(12);
  }

  /** Alice's application fills the queue, then another comes: of which user a caller says. */
  private int preemptedFor(String user, SchedulerConf conf, boolean withinQueues) {
    long[] now = {1_000_000};
    conf.yarn(PREEMPTION + "max_ignored_over_capacity", 0)
        .yarn(PREEMPTION + "natural_termination_factor", 1)
        .yarn(PREEMPTION + "total_preemption_per_round", 1)
        .yarn(PREEMPTION + "intra-queue-preemption.enabled", withinQueues);
    boot(conf, 1);
    cluster.scheduler.setClock(() -> now[0]);
    PreemptionMonitor monitor = new PreemptionMonitor();
    monitor.init(conf.build(), cluster.rm.getRMContext(), cluster.scheduler);
    endless("alice", "root.a");
    cluster.rounds(3);
    SchedulerTestApp second = endless(user, "root.a");
    for (int i = 0; i < 3; i++) {
      monitor.editSchedule();
      now[0] += 15_000;
      monitor.editSchedule();
      cluster.rounds(2);
    }
    return second.live();
  }

  // --------------------------------------------------------------------------- managed masters

  /** The rival, a queue without users, gives the second application its fifth task. */
  @Test
  void aSecondResourceManagerCountsWhatEachUserHolds() throws Exception {
    SchedulerConf conf = queues().set(FACTOR, 0.25);
    try (SchedulerRm first = new SchedulerRm(conf)) {
      MockNM node = first.node("n1", resource(40_000, 40));
      RMApp app = first.submitAs("alice", "root.a");
      MockAM master = first.launch(app, node);
      var containers = first.obtain(master, node, task(), 4);
      first.verify();
      try (SchedulerRm second = new SchedulerRm(conf, first.rm.getRMStateStore())) {
        node.setResourceTrackerService(second.rm.getResourceTrackerService());
        List<NMContainerStatus> reports = new ArrayList<>();
        reports.add(report(ContainerId.newContainerId(master.getApplicationAttemptId(), 1)));
        containers.forEach(container -> reports.add(report(container.getId())));
        node.registerNode(reports, List.of(app.getApplicationId()));
        second.rm.drainEvents();
        second.verify();
        master.setAMRMProtocol(second.rm.getApplicationMasterService(), second.rm.getRMContext());
        second.rm.waitForState(app.getApplicationId(), RMAppState.ACCEPTED);
        master.registerAppAttempt(false);
        // With the master 5 vcores of a limit of 5: one container more, and then none.
        second.obtain(master, node, resource(500, 1), 1);
        second.ask(master, SchedulerTestApp.anywhere(resource(500, 1), 1, 1));
        for (int i = 0; i < 3; i++) {
          node.nodeHeartbeat(true);
          second.rm.drainEvents();
        }
        assertThat(second.ask(master)).isEmpty();
        assertThat(second.held(app.getApplicationId()).getVirtualCores()).isEqualTo(6);
        second.verify();
      }
    }
  }

  private static NMContainerStatus report(ContainerId id) {
    Resource size = id.getContainerId() == 1 ? resource(100, 1) : task();
    return NMContainerStatus.newInstance(
        id, 0, ContainerState.RUNNING, size, "", 0, Priority.newInstance(1), 0);
  }
}
