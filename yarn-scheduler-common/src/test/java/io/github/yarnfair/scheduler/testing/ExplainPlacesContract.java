// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.ConstrainedRequests.tagged;
import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static io.github.yarnfair.scheduler.testing.SchedulerTestApp.request;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.NODE;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.PlacementTargets.allocationTag;
import static org.apache.hadoop.yarn.api.resource.PlacementConstraints.targetIn;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.explain.DiagnosticText;
import io.github.yarnfair.scheduler.explain.answer.Explanation;
import io.github.yarnfair.scheduler.explain.answer.Finding;
import io.github.yarnfair.scheduler.explain.answer.Finding.Kind;
import io.github.yarnfair.scheduler.explain.answer.Level;
import io.github.yarnfair.scheduler.explain.answer.QueueExplanation;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.junit.jupiter.api.Test;

/** The obstacles that no rule can change: nodes, places, partitions, admission. */
abstract class ExplainPlacesContract {
  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  private SchedulerConf queues() {
    return conf().queues("root", "a,b").set("root.a.capacity", "1w").set("root.b.capacity", "1w");
  }

  private static Resource task() {
    return resource(100, 1);
  }

  private static SchedulerTestApp submit(SchedulerFixture cluster) {
    cluster.addNode("n1", resource(1000, 10));
    return cluster.submit("root.a");
  }

  @Test
  void noNodeIsLargeEnough() throws Exception {
    new Counterfactual(
            queues(),
            cluster -> {
              SchedulerTestApp app = submit(cluster);
              cluster.addNode("n2", resource(500, 2, 2, 0));
              app.ask(resource(100, 4, 1, 0), 1);
              cluster.rounds(1);
              return app;
            })
        .expect(Kind.NO_NODE_LARGE_ENOUGH);
  }

  @Test
  void oneContainerIsLargerThanTheQueuesMaximum() throws Exception {
    new Counterfactual(
            queues().set("root.a.maximum-capacity", 20),
            cluster -> {
              SchedulerTestApp app = submit(cluster);
              app.ask(resource(100, 3), 1);
              cluster.rounds(1);
              return app;
            })
        .expect(Kind.LARGER_THAN_LIMIT);
  }

  @Test
  void allNodesAreOnTheBlacklist() throws Exception {
    new Counterfactual(
            queues(),
            cluster -> {
              SchedulerTestApp app = submit(cluster);
              app.blacklist(List.of("n1"), List.of());
              app.ask(task(), 1);
              cluster.rounds(1);
              return app;
            })
        .expect(Kind.BLACKLIST);
  }

  @Test
  void noNodeSatisfiesTheConstraint() throws Exception {
    new Counterfactual(
            queues(),
            cluster -> {
              SchedulerTestApp app = submit(cluster);
              app.askConstrained(tagged("y", task(), 1, targetIn(NODE, allocationTag("z"))));
              cluster.rounds(1);
              return app;
            })
        .relaxing(app -> app.askConstrained(tagged("x", task(), 1, null)))
        .expect(Kind.PLACEMENT);
  }

  @Test
  void theConstraintThatKeepsARequestIsNamed() {
    try (SchedulerFixture cluster = new SchedulerFixture(queues())) {
      SchedulerTestApp app = submit(cluster);
      app.askConstrained(tagged("y", task(), 1, targetIn(NODE, allocationTag("z"))));
      cluster.rounds(1);
      Explanation explanation = explain(cluster, app);
      assertThat(explanation.requests().get(0).findings().get(0).sentence())
          .contains("satisfies the placement constraint and(in,node,z) now");
      assertThat(DiagnosticText.of(explanation, 0))
          .contains("satisfies the placement constraint and(in,node,z) now");
    }
  }

  private static List<ResourceRequest> only(String host, boolean relaxed) {
    return List.of(
        request(task(), 1, 1, host, true),
        request(task(), 1, 1, "/rack1", relaxed),
        request(task(), 1, 1, ResourceRequest.ANY, relaxed));
  }

  @Test
  void theOnlyPlaceThatIsAcceptedIsNotThere() throws Exception {
    new Counterfactual(
            queues(),
            cluster -> {
              SchedulerTestApp app = submit(cluster);
              app.ask(only("n9", false));
              cluster.rounds(1);
              return app;
            })
        .relaxing(app -> app.ask(only("n9", true)))
        .expect(Kind.PLACEMENT);
  }

  @Test
  void requestWaitsForThePlacesThatItNames() {
    SchedulerConf conf = queues().set("node-locality-delay", 40);
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      SchedulerTestApp app = submit(cluster);
      for (int i = 2; i <= 8; i++) {
        cluster.addNode("n" + i, resource(1000, 10));
      }
      app.ask(only("n9", true));
      cluster.nodes().get(0).heartbeat();
      assertThat(kinds(cluster, app)).containsExactly(Kind.LOCALITY_DELAY);
      assertThat(app.live()).isZero();
      cluster.rounds(4);
      assertThat(app.live()).isEqualTo(1);
      cluster.verify();
    }
  }

  /**
   * The share tree knows no request of a gang for which there is no room below the maximum. A rival
   * that looks for others who wait in the share tree alone promises the room to the application.
   */
  @Test
  void whatAHigherMaximumAllowsMayGoToAGangThatIsHeldBack() {
    SchedulerConf conf = queues().set("root.a.maximum-capacity", 50);
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      SchedulerTestApp app = submit(cluster);
      app.ask(resource(100, 4), 2);
      cluster.rounds(1);
      SchedulerTestApp gang = cluster.submitTagged("root.a", "gang=2");
      gang.ask(resource(100, 3), 2);
      cluster.rounds(2);
      Finding limit = explain(cluster, app).requests().get(0).findings().get(0);
      assertThat(limit.kind()).isEqualTo(Kind.QUEUE_LIMIT);
      assertThat(limit.remedies())
          .isNotEmpty()
          .allSatisfy(
              remedy ->
                  assertThat(remedy.sentence())
                      .contains("not enough by itself")
                      .contains(gang.id() + ", held back as a whole now"));
    }
  }

  @Test
  void nodeIsKeptForALargerTask() throws Exception {
    new Counterfactual(
            queues().option("node-headroom", "largest-task"),
            cluster -> {
              SchedulerTestApp small = submit(cluster);
              small.ask(task(), 10);
              cluster.rounds(2);
              cluster.submit("root.b").ask(resource(500, 5), 1);
              small.containers().stream().limit(2).forEach(small::complete);
              small.ask(task(), 3);
              cluster.rounds(1);
              assertThat(small.live()).isEqualTo(8);
              return small;
            })
        .expect(Kind.HELD_BACK);
  }

  @Test
  void queueAndUserRunAsManyApplicationsAsTheyMay() throws Exception {
    for (String key : List.of("root.a.max-parallel-apps", "user.alice.max-parallel-apps")) {
      new Counterfactual(
              queues().set(key, 1),
              cluster -> {
                cluster.addNode("n1", resource(1000, 10));
                cluster.submitAs("alice", "root.a").ask(task(), 1);
                cluster.rounds(2);
                cluster.submitAs("alice", "root.a").ask(task(), 1);
                SchedulerTestApp third = cluster.submitAs("alice", "root.a");
                third.ask(task(), 1);
                cluster.rounds(2);
                return third;
              })
          .expect(Kind.PARALLEL_LIMIT);
    }
  }

  /** A gang of more than the queue may have would go on to wait once it may run. */
  @Test
  void limitOfApplicationsIsNotAllThatAGangWaitsFor() throws Exception {
    SchedulerConf conf = queues().set("root.a.max-parallel-apps", 1);
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      cluster.addNode("n1", resource(1000, 10));
      cluster.submit("root.a").ask(task(), 1);
      cluster.rounds(2);
      SchedulerTestApp gang = cluster.submitTagged("root.a", "gang=4");
      gang.ask(task(), 4);
      cluster.rounds(2);
      List<Finding> findings = explain(cluster, gang).findings();
      assertThat(findings).extracting(Finding::kind).contains(Kind.PARALLEL_LIMIT);
      assertThat(findings.get(0).remedies())
          .isNotEmpty()
          .allSatisfy(
              remedy ->
                  assertThat(remedy.sentence())
                      .endsWith(
                          "; not enough by itself: the containers of the gang start together, each"
                              + " of them needs room."));
      cluster.drainAndVerify("root", "root.a");
    }
  }

  @Test
  void requestNamesAPartitionWithoutNodes() throws Exception {
    SchedulerConf conf = LabelledCluster.withParts(conf(), "root", "a,b");
    try (LabelledCluster cluster = new LabelledCluster(conf)) {
      SchedulerTestNode node = cluster.node("n1", "", resource(1000, 10));
      SchedulerTestApp app = cluster.fixture.submit("root.a");
      LabelledCluster.ask(app, LabelledCluster.OWN, task(), 1);
      cluster.fixture.rounds(2);
      assertThat(kinds(cluster.fixture, app)).containsExactly(Kind.PARTITION);
      assertThat(app.live()).isZero();
      cluster.label(node, LabelledCluster.OWN);
      cluster.fixture.rounds(2);
      assertThat(app.live()).isEqualTo(1);
    }
  }

  /** A part of nothing is nothing: each queue on the way from root needs one. */
  @Test
  void queueHasNoPartOfThePartition() throws Exception {
    SchedulerConf conf =
        conf()
            .queues("root", "p,q")
            .queues("root.p", "a")
            .set("root.q.accessible-node-labels.own.capacity", "100")
            .set("root.p.a.accessible-node-labels", LabelledCluster.OWN);
    try (LabelledCluster cluster = new LabelledCluster(conf)) {
      cluster.node("n1", LabelledCluster.OWN, resource(1000, 10));
      SchedulerTestApp app = cluster.fixture.submit("root.p.a");
      LabelledCluster.ask(app, LabelledCluster.OWN, task(), 1);
      cluster.fixture.rounds(2);
      Finding finding = explain(cluster.fixture, app).requests().get(0).findings().get(0);
      assertThat(finding.kind()).isEqualTo(Kind.PARTITION);
      assertThat(app.live()).isZero();
      String prefix = "yarn.scheduler.capacity.root.";
      assertThat(finding.remedies().get(0).sentence())
          .isEqualTo(
              ("Give the queues on the way a part of partition own: set"
                      + " %1$sq.accessible-node-labels.own.capacity to 50 and"
                      + " %1$sp.accessible-node-labels.own.capacity to 50 and"
                      + " %1$sp.a.accessible-node-labels.own.capacity to 100.")
                  .formatted(prefix));
      cluster.fixture.scheduler.reinitialize(
          RemedyTrial.set(conf.copy(), finding.remedies().get(0)).build(),
          cluster.fixture.rm.getRMContext());
      cluster.fixture.rounds(2);
      assertThat(app.live()).isEqualTo(1);
    }
  }

  /**
   * The nearest node is one of a partition that others may use, where the queue has no maximum; one
   * without a label would be no remedy by itself, as the queue may hold half of it only.
   */
  @Test
  void aNodeIsNotEnoughWhereTheQueueMayNotFillIt() throws Exception {
    SchedulerConf conf =
        LabelledCluster.withParts(conf(), "root", "a,b").set("root.a.maximum-capacity", 50);
    try (LabelledCluster cluster = new LabelledCluster(conf)) {
      cluster.node("n0", LabelledCluster.OWN, resource(1000, 10));
      cluster.node("n1", LabelledCluster.OPEN, resource(1000, 4));
      SchedulerTestApp app = cluster.fixture.submit("root.a");
      app.ask(resource(1000, 9), 1);
      cluster.fixture.rounds(2);
      Finding finding = explain(cluster.fixture, app).requests().get(0).findings().get(0);
      assertThat(finding.kind()).isEqualTo(Kind.NO_NODE_LARGE_ENOUGH);
      cluster.node("n2", "", resource(1000, 9));
      cluster.fixture.rounds(8);
      assertThat(app.live()).as("served by the first remedy").isZero();
      assertThat(finding.remedies().get(0).sentence())
          .contains(
              "Register a node", "not enough by itself: the maximum-capacity of queue root.a");
    }
  }

  /** With labels on all nodes none would hold anything otherwise. */
  @Test
  void levelsHaveWhatIsHeldInAllPartitions() throws Exception {
    SchedulerConf conf = LabelledCluster.withParts(conf(), "root", "a,b");
    try (LabelledCluster cluster = new LabelledCluster(conf)) {
      cluster.node("n1", LabelledCluster.OWN, resource(1000, 10));
      cluster.node("n2", "", resource(1000, 10));
      SchedulerTestApp app = cluster.fixture.submit("root.a");
      app.ask(
          List.of(
              LabelledCluster.request("", task(), 2),
              LabelledCluster.request(LabelledCluster.OWN, task(), 3)));
      cluster.fixture.rounds(3);
      assertThat(explain(cluster.fixture, app).levels())
          .extracting(Level::used)
          .containsOnly(resource(500, 5));
      assertThat(cluster.fixture.scheduler.readings().snapshot().share().usedInAll())
          .isEqualTo(resource(500, 5));
      assertThat(cluster.fixture.scheduler.readings().snapshot().limitInAll())
          .isEqualTo(resource(2000, 20));
    }
  }

  /** Each partition has a maximum of its own. */
  @Test
  void queueHoldsItsMaximumInThePartition() throws Exception {
    SchedulerConf conf =
        LabelledCluster.withParts(conf(), "root", "a,b")
            .set(LabelledCluster.part("root.a", LabelledCluster.OWN, "maximum-capacity"), 50);
    try (LabelledCluster cluster = new LabelledCluster(conf)) {
      cluster.node("n1", LabelledCluster.OWN, resource(1000, 10));
      SchedulerTestApp app = cluster.fixture.submit("root.a");
      LabelledCluster.ask(app, LabelledCluster.OWN, task(), 9);
      cluster.fixture.rounds(2);
      assertThat(app.live()).isEqualTo(5);
      Finding finding = explain(cluster.fixture, app).requests().get(0).findings().get(0);
      assertThat(finding.kind()).isEqualTo(Kind.QUEUE_LIMIT);
      cluster.fixture.scheduler.reinitialize(
          conf.copy()
              .yarn(
                  finding.remedies().get(0).subject(),
                  Objects.requireNonNull(finding.remedies().get(0).value()))
              .build(),
          cluster.fixture.rm.getRMContext());
      cluster.fixture.rounds(2);
      assertThat(app.live()).isEqualTo(6);
    }
  }

  @Test
  void explanationNamesAnApplicationWithoutRequestsAndAnEndedOne() {
    try (SchedulerFixture cluster = new SchedulerFixture(queues())) {
      SchedulerTestApp app = submit(cluster);
      assertThat(kinds(cluster, app)).containsExactly(Kind.NOTHING_ASKED);
      app.ask(task(), 2);
      cluster.rounds(1);
      assertThat(app.live()).isEqualTo(2);
      app.failAttempt(false);
      assertThat(kinds(cluster, app)).containsExactly(Kind.NOT_RUNNING);
      assertThat(cluster.scheduler.readings().newExplainer().explainQueue("root.x", id -> true))
          .isNull();
      cluster.verify();
    }
  }

  @Test
  void applicationServedNextHasNoObstacle() {
    try (SchedulerFixture cluster = new SchedulerFixture(queues())) {
      SchedulerTestApp app = submit(cluster);
      app.ask(task(), 1);
      cluster.scheduler.readings().audit(); // Has nothing taken in.
      app.ask(task(), 20);
      cluster.rounds(2);
      assertThat(app.live()).isEqualTo(10);
      cluster.addNode("n2", resource(1000, 10));
      Explanation explanation = explain(cluster, app);
      assertThat(explanation.requests().get(0).findings()).isEmpty();
      assertThat(explanation.sentence()).contains("next heartbeats");
      cluster.rounds(2);
      assertThat(app.live()).isEqualTo(20);
      cluster.verify();
    }
  }

  @Test
  void queueSaysThatItIsStoppedAndWhoIsAhead() {
    SchedulerConf conf = queues();
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      SchedulerTestApp a = submit(cluster);
      a.ask(task(), 7);
      cluster.rounds(2);
      SchedulerTestApp b = cluster.submit("root.b");
      b.ask(task(), 9);
      cluster.rounds(2);
      a.ask(task(), 4);
      cluster.rounds(1);
      QueueExplanation queue = explain(cluster, "root.a");
      assertThat(queue.findings()).extracting(Finding::kind).containsExactly(Kind.TURN);
      assertThat(queue.findings().get(0).sentence()).startsWith("queue root.b is served before");
      assertThat(queue.waiting()).containsExactly(a.id());
      reload(cluster, conf.copy().set("root.a.state", "STOPPED"));
      assertThat(explain(cluster, "root.a").findings())
          .extracting(Finding::kind)
          .containsExactly(Kind.QUEUE_STOPPED, Kind.TURN);
      cluster.verify();
    }
  }

  private static void reload(SchedulerFixture cluster, SchedulerConf conf) {
    try {
      cluster.scheduler.reinitialize(conf.build(), cluster.rm.getRMContext());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static QueueExplanation explain(SchedulerFixture cluster, String queue) {
    return Objects.requireNonNull(
        cluster.scheduler.readings().newExplainer().explainQueue(queue, id -> true));
  }

  private static Explanation explain(SchedulerFixture cluster, SchedulerTestApp app) {
    return Objects.requireNonNull(
        cluster.scheduler.readings().newExplainer().explain(app.id(), id -> true));
  }

  private static List<Kind> kinds(SchedulerFixture cluster, SchedulerTestApp app) {
    Explanation explanation = explain(cluster, app);
    return Stream.concat(
            explanation.findings().stream(),
            explanation.requests().stream().flatMap(request -> request.findings().stream()))
        .map(Finding::kind)
        .toList();
  }
}
