// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.anywhere;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.model.DemandWork;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A master that makes 10,000 requests makes nothing dearer that is about one of them. */
abstract class ManyRequestsContract {
  private static final int KEYS = 10_000;

  private SchedulerFixture cluster;
  private SchedulerTestApp app;

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  private void boot(String headroom) {
    cluster = new SchedulerFixture(conf().queues("root", "a,b").option("node-headroom", headroom));
    for (int i = 0; i < 2; i++) {
      cluster.addNode("n" + i, resource(10_000, 50));
    }
    app = cluster.submit("root.a");
    List<ResourceRequest> asks = new ArrayList<>();
    for (int key = 1; key <= KEYS; key++) {
      asks.add(anywhere(task(), 1 + key % 2, key));
    }
    app.ask(asks);
  }

  @AfterEach
  void verify() {
    try (SchedulerFixture closing = cluster) {
      closing.drainAndVerify("root", "root.a");
    }
  }

  private static Resource task() {
    return resource(10, 1);
  }

  private long read() {
    return DemandWork.asksRead(app.attempt());
  }

  @ParameterizedTest
  @ValueSource(strings = {"reservation", "largest-task", "none"})
  void eachPlacementReadsTheOneRequestThatItServes(String headroom) {
    boot(headroom);
    assertThat(read()).as("once each, in the master's call").isEqualTo(KEYS);
    cluster.nodes().forEach(SchedulerTestNode::heartbeat);
    assertThat(app.live()).isEqualTo(100);
    cluster.scheduler.readings().snapshot(); // All that was placed is taken in.
    cluster.nodes().forEach(SchedulerTestNode::heartbeat);
    assertThat(read() - KEYS).as("for 100 containers").isLessThanOrEqualTo(100);
    long before = read();
    app.heartbeat();
    cluster.nodes().forEach(SchedulerTestNode::heartbeat);
    assertThat(read()).as("a call that asks for nothing else").isEqualTo(before);
    app.ask(List.of(anywhere(task(), 7, 5000)));
    cluster.nodes().forEach(SchedulerTestNode::heartbeat);
    assertThat(read() - before).as("a call about one request").isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"reservation", "largest-task", "none"})
  void containersThatEndOrGrowReadNoOtherRequest(String headroom) {
    boot(headroom);
    cluster.rounds(2);
    app.increase(app.containers().get(0), resource(20, 1));
    cluster.rounds(2);
    long before = read();
    for (int i = 1; i <= 20; i++) {
      app.complete(app.containers().get(0));
      cluster.round();
    }
    assertThat(app.live()).isEqualTo(100);
    assertThat(read() - before).as("20 ended, 20 were placed").isLessThanOrEqualTo(100);
  }
}
