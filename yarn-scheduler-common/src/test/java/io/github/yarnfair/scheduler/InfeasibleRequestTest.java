// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.anywhere;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.ask.AskTable;
import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerRm;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerUpdateType;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.UpdateContainerRequest;
import org.apache.hadoop.yarn.server.resourcemanager.MockAM;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.junit.jupiter.api.Test;

/** What no node can ever hold is said to its application, and stands in nobody's way. */
class InfeasibleRequestTest {
  @Test
  void aRequestThatNoNodeCanHoldIsNamedUntilALargeEnoughNodeRegisters() throws Exception {
    try (SchedulerRm cluster =
        new SchedulerRm(SchedulerConf.of(NaiveScheduler.class).queues("root", "a,b"))) {
      MockNM big = cluster.node("big", resource(8192, 8));
      MockNM mics = cluster.node("mics", resource(2048, 2, 0, 4));
      RMApp hopeless = cluster.submit("a");
      MockAM hopelessMaster = cluster.launch(hopeless, big);
      RMApp other = cluster.submit("b");
      MockAM otherMaster = cluster.launch(other, big);

      // Each resource alone is on some node, so YARN lets it pass.
      cluster.ask(hopelessMaster, anywhere(resource(4096, 1, 0, 3), 2, 7));
      big.nodeHeartbeat(true);
      mics.nodeHeartbeat(true);
      cluster.rm.drainEvents();
      assertThat(hopeless.getDiagnostics().toString())
          .contains("4096")
          .contains("mic: 3")
          .containsIgnoringCase("priority 7")
          .containsIgnoringCase("no node can hold");
      assertThat(other.getDiagnostics().toString()).doesNotContainIgnoringCase("no node can hold");

      assertThat(cluster.obtain(otherMaster, big, resource(1024, 1), 3)).hasSize(3);
      // Its other requests are served too.
      assertThat(cluster.obtain(hopelessMaster, big, resource(512, 1), 2)).hasSize(2);

      MockNM both = cluster.node("both", resource(9000, 4, 0, 8));
      both.nodeHeartbeat(true);
      cluster.rm.drainEvents();
      assertThat(cluster.ask(hopelessMaster)).hasSize(2);
      both.nodeHeartbeat(true);
      cluster.rm.drainEvents();
      assertThat(hopeless.getDiagnostics().toString())
          .doesNotContainIgnoringCase("no node can hold");

      // The node goes: what it held is lost, and the same request has no home again.
      cluster.rm.sendNodeLost(both);
      cluster.ask(hopelessMaster, anywhere(resource(4096, 1, 0, 3), 1, 7));
      big.nodeHeartbeat(true);
      cluster.rm.drainEvents();
      assertThat(hopeless.getDiagnostics().toString()).containsIgnoringCase("no node can hold");
      // Withdrawn, it is no longer mentioned.
      hopelessMaster.allocate(List.of(anywhere(resource(4096, 1, 0, 3), 0, 7)), List.of());
      big.nodeHeartbeat(true);
      cluster.rm.drainEvents();
      assertThat(hopeless.getDiagnostics().toString())
          .doesNotContainIgnoringCase("no node can hold");
      cluster.verify();
    }
  }

  /** The last container may pass the limit, but that was the master already. */
  @Test
  void aUsersLimitThatTheMasterHasPassedIsNamedUntilItIsRaised() throws Exception {
    SchedulerConf conf =
        SchedulerConf.of(NaiveScheduler.class)
            .queues("root", "a")
            .set("root.a.user-limit-factor", 0.01);
    try (SchedulerRm cluster = new SchedulerRm(conf)) {
      MockNM node = cluster.node("n", resource(8192, 200));
      RMApp app = cluster.submit("a");
      MockAM master = cluster.launch(app, node);
      cluster.ask(master, anywhere(resource(10, 1), 2, 7));
      node.nodeHeartbeat(true);
      cluster.rm.drainEvents();
      assertThat(app.getDiagnostics().toString())
          .contains("Priority 7: user alice may hold <memory:81, vCores:2>")
          .contains("of queue root.a", "master holds <memory:100, vCores:1>");
      cluster
          .scheduler()
          .reinitialize(
              conf.set("root.a.user-limit-factor", 0.1).build(), cluster.rm.getRMContext());
      node.nodeHeartbeat(true);
      cluster.rm.drainEvents();
      assertThat(cluster.ask(master)).hasSize(2);
      assertThat(app.getDiagnostics().toString()).doesNotContain("may hold");
      cluster.verify();
    }
  }

  @Test
  void aMasterThatNoNodeCanHoldIsNamedToo() throws Exception {
    try (SchedulerRm cluster =
        new SchedulerRm(SchedulerConf.of(NaiveScheduler.class).queues("root", "a"))) {
      MockNM small = cluster.node("small", resource(64, 4));
      cluster.node("slow", resource(4096, 0));
      RMApp app = cluster.submit("a");
      small.nodeHeartbeat(true);
      cluster.rm.drainEvents();
      assertThat(app.getDiagnostics().toString())
          .containsIgnoringCase("no node can hold")
          .contains("memory:100");
      MockNM large = cluster.node("large", resource(4096, 4));
      cluster.launch(app, large);
      assertThat(app.getDiagnostics().toString()).doesNotContainIgnoringCase("no node can hold");
      cluster.verify();
    }
  }

  @Test
  void sizesThatWaitForTheirTurnsAreMentionedUntilAllTakePart() throws Exception {
    try (SchedulerRm cluster =
        new SchedulerRm(SchedulerConf.of(NaiveScheduler.class).queues("root", "a"))) {
      MockNM node = cluster.node("n", resource(8192, 34));
      RMApp app = cluster.submit("a");
      MockAM master = cluster.launch(app, node);
      List<ResourceRequest> sizes = new ArrayList<>();
      for (int i = 1; i <= AskTable.MOST_CLASSES; i++) {
        sizes.add(anywhere(resource(10 + i, 34), 1, i));
      }
      master.allocate(sizes, List.of());
      node.nodeHeartbeat(true);
      cluster.rm.drainEvents();
      assertThat(app.getDiagnostics().toString()).doesNotContain("turns");
      master.allocate(List.of(anywhere(resource(9, 34), 1, 90)), List.of());
      node.nodeHeartbeat(true);
      cluster.rm.drainEvents();
      assertThat(app.getDiagnostics().toString())
          .contains("sizes", "32 of an application and 64 of a user in a queue", "take turns");
      master.allocate(List.of(anywhere(resource(9, 34), 0, 90)), List.of());
      node.nodeHeartbeat(true);
      cluster.rm.drainEvents();
      assertThat(app.getDiagnostics().toString()).doesNotContain("turns");
      cluster.verify();
    }
  }

  /** YARN may handle a registration after the first requests of the master, and clears then. */
  @Test
  void diagnosticsThatYarnClearsAreToldAgain() throws Exception {
    try (SchedulerRm cluster =
        new SchedulerRm(SchedulerConf.of(NaiveScheduler.class).queues("root", "a"))) {
      AtomicLong now = new AtomicLong(1_000_000);
      cluster.scheduler().setClock(now::get);
      MockNM node = cluster.node("n1", resource(8192, 8));
      cluster.node("n2", resource(2048, 2, 0, 4));
      RMApp app = cluster.submit("a");
      MockAM master = cluster.launch(app, node);
      cluster.ask(master, anywhere(resource(4096, 1, 0, 3), 2, 7));
      node.nodeHeartbeat(true);
      cluster.rm.drainEvents();
      assertThat(app.getDiagnostics().toString()).contains("no node can hold");
      app.getCurrentAppAttempt().updateAMLaunchDiagnostics(null);
      now.addAndGet(1000);
      node.nodeHeartbeat(true);
      cluster.rm.drainEvents();
      assertThat(app.getDiagnostics().toString()).contains("no node can hold");
      cluster.verify();
    }
  }

  @Test
  void anIncreaseIsMeasuredTogetherWithItsContainer() throws Exception {
    try (SchedulerRm cluster =
        new SchedulerRm(SchedulerConf.of(NaiveScheduler.class).queues("root", "a"))) {
      MockNM big = cluster.node("big", resource(8192, 8));
      cluster.node("mics", resource(4096, 8, 0, 4));
      RMApp app = cluster.submit("a");
      MockAM master = cluster.launch(app, big);
      Container container = cluster.obtain(master, big, resource(2048, 1), 1).get(0);
      // The difference, 3072 MB and 3 MICs, would fit on a node.
      increase(master, container, resource(5120, 1, 0, 3));
      big.nodeHeartbeat(true);
      cluster.rm.drainEvents();
      assertThat(app.getDiagnostics().toString())
          .contains("no node can hold")
          .contains("5120")
          .contains("mic: 3");
      // It withdraws by asking for less, which is served.
      increase(master, container, resource(3072, 1));
      big.nodeHeartbeat(true);
      cluster.rm.drainEvents();
      assertThat(app.getDiagnostics().toString()).doesNotContainIgnoringCase("no node can hold");
      cluster.verify();
    }
  }

  @Test
  void anIncreaseThatOnlyAnotherNodeCouldHoldIsNamedToo() throws Exception {
    try (SchedulerRm cluster =
        new SchedulerRm(SchedulerConf.of(NaiveScheduler.class).queues("root", "a"))) {
      MockNM small = cluster.node("small", resource(2048, 8));
      RMApp app = cluster.submit("a");
      MockAM master = cluster.launch(app, small);
      Container container = cluster.obtain(master, small, resource(1024, 1), 1).get(0);
      cluster.node("big", resource(8192, 8));
      increase(master, container, resource(4096, 1));
      small.nodeHeartbeat(true);
      cluster.rm.drainEvents();
      assertThat(app.getDiagnostics().toString())
          .contains(container.getId() + " cannot grow to")
          .contains("4096")
          .contains("its node has")
          .contains("2048");
      cluster.verify();
    }
  }

  private static void increase(MockAM master, Container container, Resource to) throws Exception {
    master.sendContainerUpdateRequest(
        List.of(
            UpdateContainerRequest.newInstance(
                container.getVersion(),
                container.getId(),
                ContainerUpdateType.INCREASE_RESOURCE,
                to,
                null)));
  }

  @Test
  void aRequestAboveItsQueuesMaximumIsNamedUntilTheMaximumIsRaised() throws Exception {
    SchedulerConf conf =
        SchedulerConf.of(NaiveScheduler.class)
            .queues("root", "a,b")
            .set("root.a.maximum-capacity", 25);
    try (SchedulerRm cluster = new SchedulerRm(conf)) {
      MockNM node = cluster.node("n1", resource(8192, 8));
      RMApp app = cluster.submit("a");
      MockAM master = cluster.launch(app, node);
      cluster.ask(master, anywhere(resource(4096, 1), 1, 7));
      node.nodeHeartbeat(true);
      cluster.rm.drainEvents();
      assertThat(app.getDiagnostics().toString())
          .contains("Priority 7: queue root.a may never hold a container of")
          .contains("4096")
          .contains("2048");
      cluster
          .scheduler()
          .reinitialize(
              conf.copy().set("root.a.maximum-capacity", 75).build(), cluster.rm.getRMContext());
      node.nodeHeartbeat(true);
      cluster.rm.drainEvents();
      assertThat(app.getDiagnostics().toString()).doesNotContain("may never hold");
      assertThat(cluster.ask(master)).hasSize(1);
      cluster.verify();
    }
  }
}
