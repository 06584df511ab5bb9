// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.anywhere;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What application masters ask for, and what they are given. */
abstract class AllocationContract {
  private SchedulerFixture cluster;

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  @BeforeEach
  void boot() {
    cluster = new SchedulerFixture(conf().queues("root", "a,b"));
  }

  @AfterEach
  void verify() {
    try (SchedulerFixture closing = cluster) {
      closing.drainAndVerify("root", "root.a", "root.b");
    }
  }

  @Test
  void aRequestIsServedAndGivenBack() {
    SchedulerTestNode node = cluster.addNode("n1", resource(8192, 8, 2, 0));
    SchedulerTestApp app = cluster.submit("root.a");
    app.ask(resource(1024, 1), 3);
    node.heartbeat();
    app.heartbeat();
    assertThat(app.containers()).hasSize(3);
    assertThat(node.allocated()).isEqualTo(resource(3072, 3));
    cluster.verify();
    Container first = app.containers().get(0);
    app.complete(first);
    node.heartbeat();
    assertThat(node.allocated()).isEqualTo(resource(2048, 2));
    assertThat(app.pending()).isZero();
  }

  @Test
  void aHigherPriorityIsServedFirst() {
    SchedulerTestNode node = cluster.addNode("n1", resource(4096, 4, 1, 0));
    SchedulerTestApp app = cluster.submit("root.a");
    app.ask(List.of(anywhere(resource(1024, 1), 9, 2), anywhere(resource(2048, 0, 1, 0), 1, 1)));
    node.heartbeat();
    app.heartbeat();
    assertThat(app.held()).isEqualTo(resource(4096, 2, 1, 0));
    assertThat(app.pending()).isEqualTo(7);
  }

  @Test
  void asksOfOnePriorityAreToldApartByTheirAllocationRequestId() {
    SchedulerTestNode node = cluster.addNode("n1", resource(8192, 8, 2, 0));
    SchedulerTestApp app = cluster.submit("root.a");
    app.ask(
        List.of(identified(11, resource(1024, 1), 2), identified(12, resource(512, 2, 1, 0), 1)));
    assertThat(app.pending()).isEqualTo(3);
    node.heartbeat();
    app.heartbeat();
    assertThat(app.containers())
        .extracting(Container::getAllocationRequestId, Container::getResource)
        .containsExactlyInAnyOrder(
            tuple(11L, resource(1024, 1)),
            tuple(11L, resource(1024, 1)),
            tuple(12L, resource(512, 2, 1, 0)));
    assertThat(app.pending()).isZero();
    // Withdrawing one of them leaves the other.
    app.ask(List.of(identified(11, resource(1024, 1), 1), identified(12, resource(512, 1), 1)));
    app.ask(List.of(identified(11, resource(1024, 1), 0)));
    cluster.rounds(2);
    assertThat(app.containers()).hasSize(4);
    assertThat(app.containers().get(3).getAllocationRequestId()).isEqualTo(12);
  }

  private static ResourceRequest identified(long allocationId, Resource shape, int count) {
    ResourceRequest request = anywhere(shape, count, 1);
    request.setAllocationRequestId(allocationId);
    return request;
  }
}
