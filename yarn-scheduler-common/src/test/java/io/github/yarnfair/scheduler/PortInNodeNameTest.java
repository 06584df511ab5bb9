// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.SchedulerTestApp;
import io.github.yarnfair.scheduler.testing.SchedulerTestNode;
import java.util.List;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several NodeManagers on one host that are told apart by their ports. */
class PortInNodeNameTest {
  private SchedulerFixture cluster;
  private SchedulerTestNode first;
  private SchedulerTestNode second;
  private SchedulerTestApp app;

  @BeforeEach
  void boot() {
    cluster =
        new SchedulerFixture(
            SchedulerConf.of(NaiveScheduler.class)
                .queues("root", "a")
                .set("node-locality-delay", 4)
                .yarn(YarnConfiguration.RM_SCHEDULER_INCLUDE_PORT_IN_NODE_NAME, true));
    first = cluster.addNode(new SchedulerTestNode(cluster, "n1", 1, resource(8000, 8)));
    second = cluster.addNode(new SchedulerTestNode(cluster, "n1", 2, resource(8000, 8)));
    app = cluster.submit("root.a");
  }

  @AfterEach
  void verify() {
    try (SchedulerFixture closing = cluster) {
      closing.drainAndVerify("root", "root.a");
    }
  }

  private void askFor(String name, int count) {
    app.ask(
        List.of(
            request(resource(1000, 1), count, 1, name, true),
            request(resource(1000, 1), count, 1, "/rack1", false),
            request(resource(1000, 1), count, 1, ResourceRequest.ANY, false)));
  }

  @Test
  void aRequestForOneOfThemIsServedThere() {
    askFor("n1:2", 2);
    first.heartbeats(9);
    first.assertIdle();
    second.heartbeat();
    assertThat(app.live()).isEqualTo(2);
    assertThat(second.allocated()).isEqualTo(resource(2000, 2));
  }

  @Test
  void aRequestForTheOtherIsServedThere() {
    askFor("n1:1", 1);
    second.heartbeats(9);
    second.assertIdle();
    first.heartbeat();
    assertThat(app.live()).isEqualTo(1);
  }

  @Test
  void aContainerGrowsOnItsOwnNode() {
    askFor("n1:2", 1);
    second.heartbeat();
    app.heartbeat();
    Container container = app.onlyContainer();
    app.increase(container, resource(3000, 2));
    first.heartbeats(9);
    first.assertIdle();
    assertThat(app.held()).isEqualTo(resource(1000, 1));
    second.heartbeat();
    assertThat(app.heartbeat().getIncreasedContainers()).hasSize(1);
    assertThat(second.allocated()).isEqualTo(resource(3000, 2));
  }

  @Test
  void oneOfThemIsBlacklistedByItsPort() {
    app.blacklist(List.of("n1:2"), List.of());
    app.ask(resource(1000, 1), 9);
    cluster.rounds(2);
    second.assertIdle();
    assertThat(first.allocated()).isEqualTo(resource(8000, 8));
  }
}
