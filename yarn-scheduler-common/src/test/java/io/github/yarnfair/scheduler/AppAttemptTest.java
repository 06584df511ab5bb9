// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.anywhere;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.SchedulerTestApp;
import io.github.yarnfair.scheduler.testing.SchedulerTestNode;
import java.util.List;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A master that changes its mind between the scheduler's look at what it asks for and the gift. */
class AppAttemptTest {
  private final SchedulerFixture fixture =
      new SchedulerFixture(SchedulerConf.of(NaiveScheduler.class).queues("root", "a"));
  private final Resource task = resource(1024, 1);
  private SchedulerTestApp app;
  private AppAttempt attempt;
  private ClusterNode node;
  private Ask told;

  @BeforeEach
  void tellTheShareTree() {
    SchedulerTestNode small = fixture.addNode("n1", resource(512, 1));
    SchedulerTestNode large = fixture.addNode("n2", resource(8 * 1024, 8));
    app = fixture.submit("root.a");
    app.ask(List.of(anywhere(task, 2, 1)));
    small.heartbeat(); // The task does not fit there: all this does is to tell the share tree.
    attempt = fixture.scheduler.getApplicationAttempt(app.attemptId());
    node = (ClusterNode) fixture.scheduler.getSchedulerNode(large.id());
    told = attempt.application().asks().iterator().next();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  private RMContainer given() {
    return attempt.allocate(NodeType.OFF_SWITCH, node, told);
  }

  @Test
  void aRequestThatIsStillMadeIsServed() {
    assertThat(given()).isNotNull();
    assertThat(app.pending()).isEqualTo(1);
  }

  @Test
  void moreOrFewerOfTheSameAreStillServed() {
    app.ask(List.of(anywhere(task, 1, 1)));
    assertThat(given()).isNotNull();
    assertThat(app.pending()).isZero();
  }

  @Test
  void withdrawnRequestIsNotServed() {
    app.ask(List.of(anywhere(task, 0, 1)));
    assertThat(given()).isNull();
  }

  @Test
  void anotherSizeIsNotGiven() {
    app.ask(List.of(anywhere(resource(2048, 1), 2, 1)));
    assertThat(given()).isNull();
  }

  @Test
  void aPartitionThatIsAskedForByNowIsRespected() {
    ResourceRequest labelled = anywhere(task, 2, 1);
    labelled.setNodeLabelExpression("gpu");
    app.ask(List.of(labelled));
    assertThat(given()).isNull();
  }

  @Test
  void aPlaceThatIsAskedForByNowIsRespected() {
    app.ask(
        List.of(
            request(task, 2, 1, "n1", true),
            request(task, 2, 1, node.getRackName(), false),
            request(task, 2, 1, ResourceRequest.ANY, false)));
    assertThat(given()).isNull();
  }

  /** The snapshot is out of date after one container, until it is taken over again. */
  @Test
  void noMoreThanIsPendingIsGiven() {
    app.ask(List.of(anywhere(task, 1, 1)));
    assertThat(given()).isNotNull();
    assertThat(given()).isNull();
  }

  @Test
  void anAttemptThatEndedIsGivenNothing() {
    app.failAttempt(false);
    assertThat(given()).isNull();
  }
}
