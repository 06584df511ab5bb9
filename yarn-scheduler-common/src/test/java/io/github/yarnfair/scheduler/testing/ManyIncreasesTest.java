// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.ask.AskGroups;
import io.github.yarnfair.scheduler.model.DemandWork;
import java.util.List;
import org.apache.hadoop.thirdparty.com.google.common.collect.Iterables;
import org.apache.hadoop.yarn.api.records.Container;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Increases of all containers of an application, for which no node has room. */
class ManyIncreasesTest {
  private static final int ON_A_NODE = 10;
  private static final int NODES = 5;

  private SchedulerFixture cluster;
  private SchedulerTestApp app;

  @BeforeEach
  void boot() {
    cluster = new SchedulerFixture(SchedulerConf.of(NaiveScheduler.class).queues("root", "a,b"));
    for (int i = 0; i < NODES; i++) {
      cluster.addNode("n" + i, resource(1000 * ON_A_NODE, ON_A_NODE));
    }
    app = cluster.submit("root.a");
    app.ask(resource(900, 1), NODES * ON_A_NODE);
    cluster.rounds(2);
    app.heartbeat();
    for (Container container : List.copyOf(app.containers())) {
      app.increase(container, resource(5000, 1));
    }
    cluster.rounds(1);
  }

  @AfterEach
  void verify() {
    try (SchedulerFixture closing = cluster) {
      closing.drainAndVerify("root", "root.a", "root.b");
    }
  }

  @Test
  void endOfAContainerReadsItsOwnIncreaseAlone() {
    assertThat(Iterables.size(app.attempt().asks().increases())).isEqualTo(NODES * ON_A_NODE);
    long before = DemandWork.asksRead(app.attempt());
    app.complete(app.containers().get(0));
    cluster.rounds(1);
    assertThat(DemandWork.asksRead(app.attempt()) - before).as("requests read").isEqualTo(1);
    assertThat(Iterables.size(app.attempt().asks().increases())).isEqualTo(NODES * ON_A_NODE - 1);
    cluster.verify();
  }

  @Test
  void resizeReadsItsOwnIncreaseAlone() {
    long before = DemandWork.asksRead(app.attempt());
    app.increase(app.containers().get(0), resource(6000, 1));
    assertThat(DemandWork.asksRead(app.attempt()) - before).as("requests read").isEqualTo(1);
    cluster.verify();
  }

  @Test
  void nodeLooksAtIncreasesOfItsOwnContainersAlone() {
    cluster
        .nodes()
        .forEach(
            node ->
                assertThat(app.attempt().asks().alike(node.id()))
                    .extracting(AskGroups.Group::first)
                    .hasSize(ON_A_NODE)
                    .allMatch(
                        ask ->
                            node.id()
                                .equals(
                                    app.attempt()
                                        .getRMContainer(ask.key().getContainerToUpdate())
                                        .getAllocatedNode())));
  }

  @Test
  void increaseIsServedOnceItsNodeHasRoom() {
    Container grown = app.containers().get(0);
    List.copyOf(app.containers()).stream()
        .filter(other -> other.getNodeId().equals(grown.getNodeId()) && !other.equals(grown))
        .forEach(app::complete);
    cluster.rounds(2);
    app.heartbeat();
    assertThat(cluster.scheduler.getRMContainer(grown.getId()).getContainer().getResource())
        .isEqualTo(resource(5000, 1));
    cluster.verify();
  }
}
