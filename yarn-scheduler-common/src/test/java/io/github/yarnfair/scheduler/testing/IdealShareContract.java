// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.scheduler.report.QueueSnapshot;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.MockNM;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The ideal share that an administrator is shown, of applications with managed masters. */
abstract class IdealShareContract {
  private SchedulerRm cluster;

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  @AfterEach
  void verify() {
    if (cluster != null) {
      try (SchedulerRm closing = cluster) {
        closing.verify();
      }
    }
  }

  /** With one merged direction the vcore of its master stopped the GPU application at 0.497. */
  @Test
  void gpuApplicationWhoseMasterTookOneVcoreIsEntitledToAllGpus() throws Exception {
    cluster = new SchedulerRm(conf().queues("root", "n1,n2").queues("root.n2", "cpu,gpu"));
    MockNM node = cluster.node("node", resource(100_000, 100, 8, 0));
    var first = cluster.launch(cluster.submit("root.n1"), node);
    var cpu = cluster.launch(cluster.submit("root.n2.cpu"), node);
    var gpu = cluster.launch(cluster.submit("root.n2.gpu"), node);
    cluster.obtain(first, node, resource(100, 1), 97);
    cluster.ask(first, SchedulerTestApp.anywhere(resource(100, 1), 50, 1));
    cluster.ask(cpu, SchedulerTestApp.anywhere(resource(100, 1), 100, 1));
    cluster.ask(gpu, SchedulerTestApp.anywhere(resource(100, 0, 1, 0), 8, 1));
    node.nodeHeartbeat(true);
    cluster.rm.drainEvents();

    QueueSnapshot root = cluster.scheduler().readings().snapshot();
    assertThat(ideal(root, "n2", "gpu")).isCloseTo(1.0, within(1e-9));
    assertThat(ideal(root, "n1")).isCloseTo(0.5, within(1e-9));
    assertThat(ideal(root, "n2", "cpu")).isBetween(0.49, 0.5);
  }

  @Test
  void requestThatNoNodeCanHoldHasNoIdealShareAlsoAfterARefresh() throws Exception {
    SchedulerConf conf = conf().queues("root", "a,b");
    twoKindsOfNodesAndOneRequestThatFitsNeither(conf);
    cluster.scheduler().reinitialize(conf.build(), cluster.rm.getRMContext());

    QueueSnapshot root = cluster.scheduler().readings().snapshot();
    assertThat(ideal(root, "a")).as("its master's").isCloseTo(0.01, within(1e-9));
    assertThat(ideal(root, "b")).as("all GPUs").isCloseTo(1.0, within(1e-9));
  }

  @Test
  void requestHasAnIdealShareAsSoonAsANodeIsLargeEnough() throws Exception {
    twoKindsOfNodesAndOneRequestThatFitsNeither(conf().queues("root", "a,b"));
    cluster.node("both", resource(100_000, 100, 8, 0)).nodeHeartbeat(true);
    cluster.rm.drainEvents();

    QueueSnapshot root = cluster.scheduler().readings().snapshot();
    assertThat(ideal(root, "a")).isGreaterThan(0.4);
  }

  @Test
  void requestHasNoIdealShareAnyMoreOnceTheOnlyNodeThatCouldHoldItIsGone() throws Exception {
    SchedulerConf conf = conf().queues("root", "a,b");
    cluster = new SchedulerRm(conf);
    MockNM both = cluster.node("both", resource(100_000, 100, 8, 0));
    twoKindsOfNodesAndOneRequestThatFitsNeither(conf);
    cluster.rm.sendNodeLost(both);
    cluster.rm.drainEvents();

    QueueSnapshot root = cluster.scheduler().readings().snapshot();
    assertThat(ideal(root, "a")).isCloseTo(0.01, within(1e-9));
  }

  /** Both an increase and a decrease of one container, before and after its master knows. */
  @Test
  void resizedContainerIsOneTaskOfItsNewSize() throws Exception {
    try (SchedulerFixture fixture = new SchedulerFixture(conf().queues("root", "a"))) {
      fixture.addNode("node", resource(1_000, 10));
      SchedulerTestApp app = fixture.submit("root.a");
      app.ask(resource(100, 1), 2);
      fixture.rounds(2);
      app.increase(app.containers().get(0), resource(300, 3));
      fixture.nodes().get(0).heartbeat();
      fixture.verify();
      fixture.rounds(2);
      assertThat(app.held()).isEqualTo(resource(400, 4));
      fixture.verify();
      app.decrease(app.containers().get(0), resource(200, 1));
      fixture.verify();
      fixture.rounds(2);
      assertThat(app.held()).isEqualTo(resource(300, 2));
      fixture.drainAndVerify("root", "root.a");
    }
  }

  /** 90 vcores on one node, 8 GPUs and 10 vcores on another; a wants 20 vcores with each GPU. */
  private void twoKindsOfNodesAndOneRequestThatFitsNeither(SchedulerConf conf) throws Exception {
    cluster = cluster == null ? new SchedulerRm(conf) : cluster;
    MockNM cores = cluster.node("cores", resource(100_000, 90));
    MockNM gpus = cluster.node("gpus", resource(100_000, 10, 8, 0));
    var impossible = cluster.launch(cluster.submit("root.a"), cores);
    var possible = cluster.launch(cluster.submit("root.b"), cores);
    Resource task = resource(100, 20, 1, 0);
    cluster.ask(impossible, SchedulerTestApp.anywhere(task, 8, 1));
    cluster.ask(possible, SchedulerTestApp.anywhere(resource(100, 1, 1, 0), 8, 1));
    gpus.nodeHeartbeat(true);
    cores.nodeHeartbeat(true);
    cluster.rm.drainEvents();
  }

  private static double ideal(QueueSnapshot root, String... names) {
    QueueSnapshot queue = root;
    for (String name : names) {
      queue =
          queue.children().stream()
              .filter(child -> child.name().equals(name))
              .findFirst()
              .orElseThrow();
    }
    return queue.share().ideal();
  }
}
