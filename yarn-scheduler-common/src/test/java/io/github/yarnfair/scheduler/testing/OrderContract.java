// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.scheduler.PreemptionMonitor;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A queue of {@code ordering-policy} {@code fifo} beside fair ones: root.a and root.b. */
abstract class OrderContract {
  private static final String PREEMPTION = "yarn.resourcemanager.monitor.capacity.preemption.";

  private static final Offset<Double> NEAR = within(0.06);

  private SchedulerFixture cluster;
  private long now = 1_000_000;

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  private SchedulerConf queues(String order) {
    return conf()
        .yarn(YarnConfiguration.MAX_CLUSTER_LEVEL_APPLICATION_PRIORITY, 5)
        .queues("root", "a,b")
        .set("root.a.capacity", "50")
        .set("root.b.capacity", "50")
        .set("root.a.ordering-policy", order);
  }

  private void boot(SchedulerConf conf) {
    cluster = new SchedulerFixture(conf);
    cluster.scheduler.setClock(() -> now);
    for (int i = 0; i < 4; i++) {
      cluster.addNode("n" + i, resource(10_000, 25, 5, 0));
    }
  }

  @AfterEach
  void verify() {
    if (cluster != null) {
      try (SchedulerFixture closing = cluster) {
        closing.drainAndVerify("root", "root.a", "root.b");
      }
    }
  }

  private SchedulerTestApp asking(String queue, int priority, int vcores) {
    SchedulerTestApp app = cluster.submit(queue, priority);
    app.ask(resource(10, 1), vcores);
    return app;
  }

  private void refresh(SchedulerConf changed) throws IOException {
    cluster.scheduler.reinitialize(changed.build(), cluster.rm.getRMContext());
  }

  /** Among 100 vcores; fair, each of the three would have a third of them. */
  @Test
  void applicationsAreServedByPriorityAndThenBySubmission() {
    boot(queues("fifo"));
    SchedulerTestApp first = asking("root.a", 0, 30);
    SchedulerTestApp second = asking("root.a", 0, 50);
    SchedulerTestApp urgent = asking("root.a", 2, 60);
    cluster.rounds(2);
    assertThat(urgent.live()).isEqualTo(60);
    assertThat(first.live()).isEqualTo(30);
    assertThat(second.live()).isEqualTo(10);
  }

  /** The first one wants all GPUs of a fifth node, and there are four. */
  @Test
  void anApplicationThatCannotUseAnOfferIsPassed() {
    boot(queues("fifo-with-partitions"));
    SchedulerTestApp gpus = cluster.submit("root.a");
    gpus.ask(resource(10, 1, 5, 0), 5);
    SchedulerTestApp last = asking("root.a", 0, 200);
    cluster.rounds(2);
    assertThat(gpus.live()).as("GPUs of four nodes").isEqualTo(4);
    assertThat(last.live()).isEqualTo(96);
  }

  /** Many applications; rivals by which a has more, or less, than half fail on both sides. */
  @Test
  void departmentsShareEquallyUnderChurn() {
    boot(queues("fifo"));
    SchedulerChurn churn = new SchedulerChurn(cluster, Seed.random(Seed.of("order", 63), 0));
    for (int i = 0; i < 10; i++) {
      asking("root.a", 0, 2);
    }
    churn.endless("next", "root.a", resource(10, 1));
    for (int i = 0; i < 9; i++) {
      churn.endless("later" + i, "root.a", resource(10, 1));
    }
    churn.endless("b", "root.b", resource(10, 1));
    churn.fill();
    churn.churn(120, 60);
    assertThat(churn.averageShare("next")).as("with 20 of those before").isCloseTo(0.3, NEAR);
    assertThat(churn.averageShare("later0")).isLessThan(0.02);
    assertThat(churn.averageShare("b")).isCloseTo(0.5, NEAR);
  }

  /**
   * The first application of a holds all GPUs. Rival: by the plain sum a's share is 1, and the next
   * application receives no vcore while b wants one.
   */
  @Test
  void heldGpusDoNotKeepTheNextApplicationFromVcores() {
    boot(queues("fifo"));
    SchedulerTestApp gpus = cluster.submit("root.a");
    gpus.ask(resource(10, 1, 5, 0), 4);
    cluster.rounds(2);
    assertThat(gpus.live()).isEqualTo(4);
    SchedulerChurn churn = new SchedulerChurn(cluster, Seed.random(Seed.of("order", 63), 1));
    churn.endless("next", "root.a", resource(10, 1));
    churn.endless("b", "root.b", resource(10, 1));
    churn.fill();
    churn.churn(120, 60);
    assertThat(churn.averageShare("next")).isCloseTo(0.48, NEAR);
    assertThat(churn.averageShare("b")).isCloseTo(0.48, NEAR);
  }

  @Test
  void aRefreshChangesTheOrderLive() throws Exception {
    boot(queues("fair"));
    SchedulerTestApp first = asking("root.a", 0, 200);
    SchedulerTestApp second = asking("root.a", 0, 200);
    cluster.rounds(2);
    assertThat(second.live()).isEqualTo(50);
    refresh(queues("fifo"));
    cluster.verify();
    second.containers().forEach(second::complete);
    cluster.rounds(2);
    assertThat(first.live()).isEqualTo(100);
    refresh(queues("fair"));
    first.containers().forEach(first::complete);
    cluster.rounds(2);
    assertThat(second.live()).isBetween(50, 100);
  }

  @Test
  void anUnknownOrderIsRefusedAndTheOldOneStays() throws Exception {
    boot(queues("fifo"));
    assertThatThrownBy(() -> refresh(queues("random")))
        .hasMessageContaining("root.a.ordering-policy")
        .hasMessageContaining("random")
        .hasMessageContaining("one of fair, fifo, fifo-with-partitions, fifo-for-pending-apps");
    SchedulerTestApp first = asking("root.a", 0, 100);
    asking("root.a", 0, 100);
    cluster.rounds(2);
    assertThat(first.live()).isEqualTo(100);
  }

  /** In a queue created by a template, too. */
  @Test
  void aMovedApplicationKeepsItsPlaceBySubmission() throws Exception {
    boot(
        conf()
            .queues("root", "a,b,c")
            .set("root.a.capacity", "1w")
            .set("root.b.capacity", "1w")
            .set("root.c.capacity", "1w")
            .set("root.c.auto-queue-creation-v2.enabled", true)
            .set("root.c.auto-queue-creation-v2.leaf-template.ordering-policy", "fifo"));
    SchedulerTestApp first = cluster.submit("root.b");
    SchedulerTestApp second = cluster.submit("root.c.u");
    cluster.scheduler.moveApplication(first.id(), "root.c.u");
    first.setQueue("root.c.u");
    first.ask(resource(10, 1), 100);
    second.ask(resource(10, 1), 100);
    cluster.rounds(2);
    assertThat(first.live()).isEqualTo(100);
  }

  /** Only where applications of one queue may take from each other. */
  @Test
  void preemptionWithinTheQueueFollowsTheOrder() {
    for (boolean isEnabled : List.of(false, true)) {
      SchedulerConf conf =
          queues("fifo")
              .yarn(PREEMPTION + "intra-queue-preemption.enabled", isEnabled)
              .yarn(PREEMPTION + "max_wait_before_kill", 0)
              .yarn(PREEMPTION + "total_preemption_per_round", 1)
              .yarn(PREEMPTION + "natural_termination_factor", 1);
      boot(conf);
      PreemptionMonitor monitor = new PreemptionMonitor();
      monitor.init(conf.build(), cluster.rm.getRMContext(), cluster.scheduler);
      SchedulerTestApp early = asking("root.a", 0, 100);
      SchedulerTestApp other = asking("root.a", 0, 100);
      cluster.rounds(2);
      SchedulerTestApp urgent = asking("root.a", 3, 40);
      for (int i = 0; i < 20; i++) {
        now += 3000;
        monitor.editSchedule();
        cluster.rounds(2);
      }
      assertThat(urgent.live()).isEqualTo(isEnabled ? 40 : 0);
      assertThat(early.live()).isEqualTo(isEnabled ? 60 : 100);
      assertThat(other.live()).as("comes after the early one").isZero();
      if (!isEnabled) {
        verify();
      }
    }
  }

  /** Recovered nodes report the later application first; a changed priority is kept as well. */
  @Test
  void aRestartKeepsTheOrder() throws Exception {
    SchedulerConf conf = queues("fifo");
    try (SchedulerRm before = new SchedulerRm(conf)) {
      MockNM node = before.node("n1", resource(8000, 3));
      RMApp[] apps = new RMApp[3];
      MockAM[] masters = new MockAM[3];
      for (int i = 0; i < 3; i++) {
        apps[i] = before.submit("root.a");
        masters[i] = before.launch(apps[i], node);
      }
      UserGroupInformation user = UserGroupInformation.getCurrentUser();
      before.updatePriority(apps[2].getApplicationId(), 3, user);
      try (SchedulerRm after = new SchedulerRm(conf, before.rm.getRMStateStore())) {
        for (int i = 2; i >= 0; i--) {
          ApplicationId id = apps[i].getApplicationId();
          masters[i].setAMRMProtocol(
              after.rm.getApplicationMasterService(), after.rm.getRMContext());
          after.rm.waitForState(id, RMAppState.ACCEPTED);
          masters[i].registerAppAttempt(false);
        }
        for (int i = 2; i >= 0; i--) {
          after.ask(masters[i], SchedulerTestApp.anywhere(resource(10, 1), 4, 1));
        }
        MockNM fresh = after.node("n2", resource(8000, 6));
        fresh.nodeHeartbeat(true);
        after.rm.drainEvents();
        assertThat(after.held(apps[2].getApplicationId()).getVirtualCores()).isEqualTo(4);
        assertThat(after.held(apps[0].getApplicationId()).getVirtualCores()).isEqualTo(2);
        after.updatePriority(apps[1].getApplicationId(), 5, user);
        after.node("n3", resource(8000, 4)).nodeHeartbeat(true);
        after.rm.drainEvents();
        assertThat(after.held(apps[1].getApplicationId()).getVirtualCores()).isEqualTo(4);
        after.verify();
      }
    }
  }
}
