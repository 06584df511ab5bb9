// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.core.tree.TreeListener;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.SchedulerTestApp;
import io.github.yarnfair.scheduler.testing.SchedulerTestNode;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the share tree is told when a node joins or leaves 200 others. */
class ClusterCapacityTest {
  private static final int NODES = 200;
  private static final int APPLICATIONS = 30;

  private final SchedulerFixture fixture =
      new SchedulerFixture(
          SchedulerConf.of(NaiveScheduler.class)
              .queues("root", "half,all")
              .set("root.half.maximum-capacity", 50));
  private final Resource small = resource(1000, 10);
  private final ShareTree tree = fixture.scheduler.queues().ledger().tree();
  private final Told told = new Told();
  private SchedulerTestNode last;

  /** Counts what selections and policies listen to. */
  private static final class Told implements TreeListener {
    private int capacities;
    private int queues;
    private int demands;

    @Override
    public void capacityChanged() {
      capacities++;
    }

    @Override
    public void weightChanged(int node) {
      queues++;
    }

    @Override
    public void limitChanged(int node) {
      queues++;
    }

    @Override
    public void demandChanged(int leaf) {
      demands++;
    }
  }

  @BeforeEach
  void fillTheCluster() {
    for (int i = 1; i < NODES; i++) {
      fixture.addNode("node" + i, small);
    }
    for (int i = 0; i < APPLICATIONS; i++) {
      SchedulerTestApp app = fixture.submit("root." + (i % 2 == 0 ? "half" : "all"));
      app.ask(resource(100, 1), 1);
    }
    fixture.rounds(2);
    last = fixture.addNode("last", small);
    last.heartbeat();
    // Measures anew: what was decided until here counts no longer.
    fixture.verify();
    tree.addListener(told);
  }

  @AfterEach
  void verifyAndClose() {
    fixture.verify();
    fixture.close();
  }

  private long measuredMemory() {
    return tree.capacity(0);
  }

  @Test
  void addingANodeOfAKnownKindNotifiesNoListener() {
    SchedulerTestNode more = fixture.addNode("more", small);
    assertThat(asked()).isZero();
    more.heartbeat();
    assertThat(told.capacities + told.queues + told.demands).isZero();
    assertThat(measuredMemory()).isEqualTo(NODES * 1000);
    assertThat(fixture.scheduler.getClusterResource().getMemorySize()).isEqualTo(201_000);
  }

  @Test
  void removingANodeOfAKindThatRemainsNotifiesNoListener() {
    last.heartbeat();
    SchedulerTestNode empty = fixture.addNode("more", small);
    empty.remove();
    assertThat(asked()).isZero();
    last.heartbeat();
    assertThat(told.capacities + told.queues + told.demands).isZero();
  }

  @Test
  void oneOfANewKindAsksNoApplicationThatHasNotBeenTold() {
    SchedulerTestNode more = fixture.addNode("more", resource(1001, 10));
    assertThat(asked()).isZero();
    more.heartbeat();
    assertThat(told.demands).isZero();
  }

  /** Its request is larger than any node, though not by one resource at a time. */
  @Test
  void aNodeOfANewShapeRechecksInfeasibleApplications() {
    fixture.addNode("wide", resource(500, 11));
    fixture.submit("root.all").ask(resource(1000, 11), 1);
    measureAndForget();
    SchedulerTestNode alike = fixture.addNode("alike", small);
    assertThat(asked()).isZero();
    alike.heartbeat();
    assertThat(told.demands).isZero();
    measureAndForget();
    fixture.addNode("large", resource(1000, 11));
    assertThat(asked()).isEqualTo(1);
  }

  private void measureAndForget() {
    assertThat(fixture.scheduler.readings().audit()).isEmpty();
    last.heartbeat();
    told.demands = 0;
  }

  /** How many applications are asked, before the next decision, whether what they want can be. */
  private long asked() {
    return fixture.apps().stream().filter(this::isAsked).count();
  }

  private boolean isAsked(SchedulerTestApp app) {
    AppAttempt attempt = fixture.scheduler.getApplicationAttempt(app.attemptId());
    boolean isNew = attempt.demand().enterInbox();
    if (isNew) {
      attempt.demand().leaveInbox();
    }
    return !isNew;
  }

  @Test
  void theLargestOneToLeaveAsksAllApplications() {
    SchedulerTestNode large = fixture.addNode("large", resource(1001, 10));
    last.heartbeat();
    assertThat(asked()).isZero();
    large.remove();
    assertThat(asked()).isEqualTo(APPLICATIONS);
  }

  @Test
  void isMeasuredOnceThereHaveBeenAsManyDecisionsAsNodesOfTheTree() {
    fixture.addNode("more", small);
    assertThat(told.capacities).isZero();
    for (int i = 0; i < tree.size(); i++) {
      last.heartbeat();
    }
    assertThat(told.capacities).isEqualTo(1);
    assertThat(told.queues).as("the limit of root.half").isEqualTo(1);
    assertThat(measuredMemory()).isEqualTo(201_000);
    assertThat(tree.limit(fixture.scheduler.queues().find("half").handle(), 0)).isEqualTo(100_500);
  }

  @Test
  void manyNodesAreMeasuredAtOnce() {
    for (int i = 0; i < 3; i++) {
      fixture.addNode("more" + i, small);
    }
    assertThat(told.capacities).isEqualTo(1);
    assertThat(measuredMemory()).isEqualTo(203_000);
  }

  @Test
  void readersSeeTheCurrentCapacity() {
    fixture.addNode("more", small);
    assertThat(fixture.scheduler.readings().audit()).isEmpty();
    assertThat(measuredMemory()).isEqualTo(201_000);
    fixture.addNode("oneMore", small);
    assertThat(measuredMemory()).isEqualTo(201_000);
    assertThat(fixture.scheduler.readings().snapshot().limit().getMemorySize()).isEqualTo(202_000);
    assertThat(measuredMemory()).isEqualTo(202_000);
  }
}
