// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.audit;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.model.ShareLedger;
import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.SchedulerTestApp;
import io.github.yarnfair.scheduler.testing.SchedulerTestNode;
import java.util.List;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The audit speaks: each of the scheduler's records is falsified in turn. */
class SchedulerAuditTest {
  private Resource task;

  private SchedulerFixture cluster;
  private SchedulerTestNode node;
  private SchedulerTestApp app;
  private AppAttempt attempt;
  private LeafQueue queue;

  @BeforeEach
  void boot() {
    cluster = new SchedulerFixture(SchedulerConf.of(NaiveScheduler.class).queues("root", "a,b"));
    task = resource(1000, 1);
    node = cluster.addNode("n1", resource(8000, 8));
    app = cluster.submit("root.a");
    app.ask(task, 10);
    cluster.rounds(2);
    attempt = app.attempt();
    queue = attempt.queue();
    assertThat(attempt.getLiveContainers()).hasSize(8);
    assertThat(cluster.scheduler.readings().audit()).isEmpty();
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private void assertAuditSays(String... words) {
    List<String> violations = cluster.scheduler.readings().audit();
    assertThat(violations).anySatisfy(violation -> assertThat(violation).contains(words));
  }

  private RMContainer someContainer() {
    return attempt.getLiveContainers().iterator().next();
  }

  @Test
  void ofAContainerThatTheMetricsMiss() {
    queue.getMetrics().releaseResources("", attempt.getUser(), 1, task);
    assertAuditSays("metrics of root.a: allocated", "7 containers, actually 8");
    assertAuditSays("metrics of root: allocated", "7000 of memory-mb, actually 8000");
  }

  @Test
  void ofAContainerCountedInAnotherPartition() {
    queue.getMetrics().releaseResources("", attempt.getUser(), 1, task);
    queue.getMetrics().allocateResources("fast", attempt.getUser(), 1, task, false);
    assertAuditSays("metrics of root.a in partition 'fast': allocated", "1 containers, actually 0");
    assertAuditSays("metrics of root.a in partition '': allocated", "7 containers, actually 8");
  }

  @Test
  void ofAContainerCountedInAnotherQueue() throws Exception {
    cluster.scheduler.moveApplication(app.id(), "root.b");
    assertThat(cluster.scheduler.readings().audit()).isEmpty();
    queue.getMetrics().allocateResources("", attempt.getUser(), 1, task, false);
    attempt.queue().getMetrics().releaseResources("", attempt.getUser(), 1, task);
    assertAuditSays("metrics of root.a: allocated", "1 containers, actually 0");
    assertAuditSays("metrics of root.b: allocated", "7 containers, actually 8");
  }

  @Test
  void ofPendingRequestsThatTheMetricsMiss() {
    queue.getMetrics().decrPendingResources("", attempt.getUser(), 1, task);
    assertAuditSays("metrics of root.a: pending", "1 containers, actually 2");
  }

  /** Also while the attempt is in the inbox: nothing would read the request. */
  @Test
  void ofARequestThatWasChangedAndNotRead() {
    app.ask(task, 2); // as many as are pending
    assertThat(attempt.demand().enterInbox()).as("not there already").isFalse();
    assertThat(cluster.scheduler.readings().audit()).isEmpty();
    attempt.updateResourceRequests(
        List.of(SchedulerTestApp.anywhere(task, 5, SchedulerTestApp.ASK_PRIORITY)));
    assertAuditSays("the share tree does not know what", app.id().toString());
  }

  @Test
  void ofAReservationThatIsNone() {
    queue.getMetrics().reserveResource("", attempt.getUser(), task);
    assertAuditSays("metrics of root.a: reserved", "1000 of memory-mb");
  }

  /** Its leaf goes without what it holds being given back: the queues above go on counting that. */
  @Test
  void ofUsageThatNoApplicationHas() {
    ShareLedger ledger = queue.ledger();
    int leaf = ledger.tree().addLeaf(queue.handle(), 1.0);
    ledger.tree().charge(leaf, ledger.vectors().of(task));
    assertAuditSays("root counts 9000 of resource 0, actually 8000");
  }

  @Test
  void ofAnApplicationThatItsQueueForgot() {
    cluster.scheduler.getSchedulerApplications().remove(app.id());
    assertAuditSays("root counts 8000 of resource 0, actually 0");
  }

  @Test
  void ofAContainerThatItsAttemptLost() {
    RMContainer lost = someContainer();
    assertThat(attempt.remove(lost)).isTrue();
    assertAuditSays("root counts 8000 of resource 0, actually 7000");
    queue.ledger().release(attempt.application().leaf(), "", task);
    // Launched, it may be on the node until that reports its end; the books agree.
    assertThat(cluster.scheduler.readings().audit()).isEmpty();
  }

  @Test
  void ofAContainerThatWasNotLaunchedAndThatNoApplicationHolds() {
    SchedulerTestNode other = cluster.addNode("n2", resource(1000, 1));
    other.heartbeat();
    RMContainer placed = other.inScheduler().getCopiedListOfRunningContainers().get(0);
    assertThat(attempt.remove(placed)).isTrue();
    queue.ledger().release(attempt.application().leaf(), "", task);
    assertAuditSays(placed.getContainerId() + " is ALLOCATED on n2:1, and no application holds it");
  }

  @Test
  void ofAContainerThatItsNodeLost() {
    RMContainer lost = someContainer();
    ((ClusterNode) node.inScheduler()).releaseContainer(lost.getContainerId(), true);
    assertAuditSays(lost.getContainerId() + " is held, but on no node");
  }
}
