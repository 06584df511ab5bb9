// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.anywhere;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.ContainerExpiredSchedulerEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an application of many wishes is to the share tree: one leaf with classes of tasks. */
abstract class DemandContract {
  private SchedulerFixture cluster;
  private SchedulerTestNode node;

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  @BeforeEach
  void boot() {
    cluster = new SchedulerFixture(conf().queues("root", "a,b"));
    node = cluster.addNode("n1", resource(16_384, 16, 4, 0));
  }

  @AfterEach
  void verify() {
    try (SchedulerFixture closing = cluster) {
      closing.drainAndVerify("root", "root.a", "root.b");
    }
  }

  /** What the share tree knows to be pending, as the web page shows it. */
  private Resource pending() {
    return cluster.scheduler.readings().snapshot().share().pending();
  }

  private static ResourceRequest withId(Resource shape, int count, int priority, long id) {
    ResourceRequest request = anywhere(shape, count, priority);
    request.setAllocationRequestId(id);
    return request;
  }

  /** The count is that of ANY: a node and its rack are places for the same containers. */
  @Test
  void requestsAddUpOverPrioritiesAndAllocationIdsButNotOverPlaces() {
    SchedulerTestApp app = cluster.submit("root.a");
    Resource shape = resource(20_000, 1);
    cluster.addNode("n2", resource(20_000, 0));
    app.ask(
        List.of(
            withId(shape, 2, 1, 1),
            withId(shape, 3, 1, 2),
            anywhere(shape, 4, 2),
            request(shape, 5, 3, "n1", true),
            request(shape, 5, 3, "/rack1", true),
            request(shape, 5, 3, ResourceRequest.ANY, true)));
    node.heartbeat();
    assertThat(app.live()).isZero();
    assertThat(pending()).isEqualTo(resource(14 * 20_000, 14));
  }

  @Test
  void anApplicationIsBlockedOnlyIfNoneOfItsShapesFits() {
    SchedulerTestApp app = cluster.submit("root.a");
    app.ask(
        List.of(
            anywhere(resource(1024, 1, 2, 0), 5, 1),
            anywhere(resource(1024, 1), 3, 2),
            anywhere(resource(512, 0, 1, 0), 1, 3)));
    node.heartbeat();
    assertThat(app.held())
        .as("all 4 GPUs in 2 containers, and the 3 that need none; the last waits for a GPU")
        .isEqualTo(resource(5 * 1024, 5, 4, 0));
  }

  @Test
  void everyCallReplacesWhatWasPending() {
    SchedulerTestApp app = cluster.submit("root.a");
    app.ask(resource(1024, 1), 5);
    app.ask(resource(1024, 1), 2);
    node.heartbeat();
    assertThat(app.live()).isEqualTo(2);
    app.ask(resource(1024, 1), 5);
    app.ask(resource(2048, 1), 1);
    node.heartbeat();
    assertThat(app.held()).isEqualTo(resource(4 * 1024, 3));
    app.ask(resource(1024, 1), 5);
    app.ask(resource(1024, 1), 0);
    node.heartbeat();
    assertThat(app.live()).isEqualTo(3);
  }

  /** It keeps what it holds, gathers no credit, and is the poorest when it asks again. */
  @Test
  void anApplicationThatAsksForNothingForAWhileComesBackWithoutCredit() {
    SchedulerTestApp steady = cluster.submit("root.a");
    SchedulerTestApp resting = cluster.submit("root.b");
    steady.ask(resource(1024, 1), 100);
    resting.ask(resource(1024, 1), 2);
    cluster.rounds(3);
    assertThat(resting.live()).isEqualTo(2);
    assertThat(steady.live()).isEqualTo(14);
    cluster.rounds(10);
    resting.ask(resource(1024, 1), 100);
    for (int i = 0; i < 6; i++) {
      endOne(steady);
      assertThat(resting.live()).isEqualTo(3 + i);
    }
    for (int i = 0; i < 6; i++) {
      endOne(steady);
      endOne(resting);
      assertThat(resting.live()).isBetween(7, 9);
    }
  }

  @Test
  void anIncreaseThatExpiresIsPendingNoMore() {
    SchedulerTestApp app = cluster.submit("root.a");
    app.ask(resource(1024, 1), 1);
    node.heartbeat();
    app.heartbeat();
    app.increase(app.onlyContainer(), resource(20_000, 1));
    node.heartbeat();
    assertThat(app.pending()).as("more than there is room for").isEqualTo(1);
    cluster.send(new ContainerExpiredSchedulerEvent(app.onlyContainer().getId(), true));
    node.heartbeat();
    assertThat(app.pending()).isZero();
    assertThat(cluster.scheduler.readings().audit()).as("the share tree was told").isEmpty();
  }

  private void endOne(SchedulerTestApp app) {
    app.complete(app.containers().get(0));
    cluster.round();
  }
}
