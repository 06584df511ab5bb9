// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.anywhere;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.testing.NaiveScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.SchedulerTestApp;
import io.github.yarnfair.scheduler.testing.SchedulerTestNode;
import java.util.List;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Requests that name places, and how long they wait for them. */
class LocalityTest {
  private SchedulerFixture cluster;
  private SchedulerTestNode wanted;
  private SchedulerTestNode sameRack;
  private SchedulerTestNode otherRack;
  private SchedulerTestApp app;

  private void boot(int nodeDelay, int rackDelay) {
    cluster =
        new SchedulerFixture(
            SchedulerConf.of(NaiveScheduler.class)
                .queues("root", "a")
                .set("node-locality-delay", nodeDelay)
                .set("rack-locality-additional-delay", rackDelay));
    wanted = add("n1", "/rack1");
    sameRack = add("n2", "/rack1");
    otherRack = add("n3", "/rack2");
    for (int i = 4; i <= 20; i++) {
      add("n" + i, "/rack2");
    }
    app = cluster.submit("root.a");
  }

  private SchedulerTestNode add(String host, String rack) {
    SchedulerTestNode node = new SchedulerTestNode(cluster, host, 1, resource(8000, 8, 1, 0));
    return cluster.addNode(node.onRack(rack));
  }

  @AfterEach
  void verify() {
    try (SchedulerFixture closing = cluster) {
      closing.drainAndVerify("root", "root.a");
    }
  }

  private void askFor(Resource shape, int count, boolean toRack, boolean toAny) {
    app.ask(
        List.of(
            request(shape, count, 1, "n1", true),
            request(shape, count, 1, "/rack1", toRack),
            request(shape, count, 1, ResourceRequest.ANY, toAny)));
  }

  @Test
  void itsOwnNodeServesAtOnce() {
    boot(3, 4);
    askFor(resource(100, 1), 2, true, true);
    otherRack.heartbeat();
    assertThat(app.live()).isZero();
    wanted.heartbeat();
    assertThat(app.live()).isEqualTo(2);
  }

  @Test
  void theRackServesAfterTheNodeDelay() {
    boot(3, 4);
    askFor(resource(100, 1), 1, true, true);
    sameRack.heartbeats(3);
    assertThat(app.live()).as("declined offers 1 to 3").isZero();
    sameRack.heartbeat();
    assertThat(app.live()).isEqualTo(1);
    assertThat(sameRack.allocated()).isEqualTo(resource(100, 1));
  }

  @Test
  void anyNodeServesAfterBothDelays() {
    boot(3, 4);
    askFor(resource(100, 1), 1, true, true);
    otherRack.heartbeats(7);
    assertThat(app.live()).as("declined offers 1 to 7").isZero();
    otherRack.heartbeat();
    assertThat(app.live()).isEqualTo(1);
  }

  @Test
  void oneHeartbeatIsOneMissedOpportunity() {
    boot(3, 4);
    app.ask(List.of(anywhere(resource(100, 0), 30, 2)));
    askFor(resource(100, 1), 1, true, true);
    otherRack.heartbeat();
    assertThat(app.live())
        .as("the request for n1 missed one offer, however much else was placed there")
        .isEqualTo(30);
  }

  @Test
  void withoutDelayEveryNodeServesAtOnce() {
    boot(-1, -1);
    askFor(resource(100, 1), 1, true, true);
    otherRack.heartbeat();
    assertThat(app.live()).isEqualTo(1);
  }

  @Test
  void strictToTheNodeNeverLeavesIt() {
    boot(2, 1);
    askFor(resource(100, 1), 2, false, false);
    sameRack.heartbeats(30);
    otherRack.heartbeats(30);
    assertThat(app.live()).isZero();
    wanted.heartbeat();
    assertThat(app.live()).isEqualTo(2);
  }

  @Test
  void strictToTheRackNeverLeavesIt() {
    boot(2, 1);
    askFor(resource(100, 1), 2, true, false);
    otherRack.heartbeats(30);
    assertThat(app.live()).isZero();
    sameRack.heartbeats(3);
    assertThat(app.live()).isEqualTo(2);
    assertThat(sameRack.allocated()).isEqualTo(resource(200, 2));
  }

  @Test
  void anApplicationThatWaitsForItsPlaceDoesNotHoldUpTheOthers() {
    boot(40, -1);
    askFor(resource(100, 1), 2, false, false);
    SchedulerTestApp other = cluster.submit("root.a");
    other.ask(resource(100, 1), 3);
    otherRack.heartbeat();
    assertThat(other.live()).isEqualTo(3);
  }

  @Test
  void devicesAreFoundOnlyWhereTheyAre() {
    boot(-1, -1);
    SchedulerTestNode mic = cluster.addNode("m1", resource(8000, 8, 0, 2));
    app.ask(List.of(anywhere(resource(10, 0, 0, 1), 5, 1)));
    SchedulerTestApp memoryOnly = cluster.submit("root.a");
    memoryOnly.ask(resource(10, 0), 4);
    cluster.rounds(2);
    assertThat(app.held()).isEqualTo(resource(20, 0, 0, 2));
    assertThat(mic.allocated().getResourceValue(SchedulerConf.MIC)).isEqualTo(2);
    assertThat(memoryOnly.held()).isEqualTo(resource(40, 0));
  }

  @Test
  void aBlacklistedRackIsAvoided() {
    boot(-1, -1);
    app.blacklist(List.of("/rack2"), List.of());
    app.ask(resource(1000, 1), 100);
    cluster.rounds(2);
    assertThat(app.live()).isEqualTo(16);
    otherRack.assertIdle();
    app.blacklist(List.of(), List.of("/rack2"));
    otherRack.heartbeat();
    assertThat(app.live()).isEqualTo(24);
  }

  /** As YARN has it where containers are kept. */
  @Test
  void theNextAttemptAvoidsWhatTheFormerDid() {
    boot(-1, -1);
    app.blacklist(List.of("/rack2"), List.of());
    app.failAttempt(true);
    app.addAttempt(true);
    app.ask(resource(1000, 1), 100);
    cluster.rounds(2);
    assertThat(app.live()).isEqualTo(16);
    otherRack.assertIdle();
  }

  @Test
  void asksAreTotalsThatCanBeRaisedLoweredAndWithdrawn() {
    boot(-1, -1);
    app.ask(resource(100, 1), 2);
    app.ask(resource(100, 1), 6);
    assertThat(app.pending()).isEqualTo(6);
    app.ask(resource(200, 1), 3);
    assertThat(app.pending()).isEqualTo(3);
    wanted.heartbeat();
    assertThat(app.held()).as("the later shape replaces the former").isEqualTo(resource(600, 3));
    app.ask(resource(200, 1), 5);
    app.ask(resource(200, 1), 0);
    assertThat(app.pending()).isZero();
    cluster.round();
    assertThat(app.live()).isEqualTo(3);
    assertThat(cluster.metrics("root.a").getPendingContainers()).isZero();
  }
}
