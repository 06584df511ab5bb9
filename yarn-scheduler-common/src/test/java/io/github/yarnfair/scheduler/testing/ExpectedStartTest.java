// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.yarnfair.scheduler.explain.answer.Explanation;
import io.github.yarnfair.scheduler.explain.answer.Figure;
import io.github.yarnfair.scheduler.explain.answer.Finding;
import io.github.yarnfair.scheduler.forecast.ExpectedStart;
import io.github.yarnfair.scheduler.forecast.ExpectedStarts;
import io.github.yarnfair.scheduler.forecast.RoomOutlook;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.junit.jupiter.api.Test;

/** Expected starts in a running scheduler: what is observed, and when nothing is known. */
class ExpectedStartTest {
  private static final long MOST_MILLIS = 30_000;

  private static SchedulerConf conf() {
    return SchedulerConf.of(NaiveScheduler.class).queues("root", "a,b");
  }

  private static ExpectedStarts starts(SchedulerFixture cluster) {
    return Objects.requireNonNull(cluster.scheduler.readings().expectedStarts());
  }

  private static void completeOne(SchedulerFixture cluster, SchedulerTestApp app) {
    Container container = app.containers().get(0);
    SchedulerTestNode node = Objects.requireNonNull(cluster.node(container.getNodeId()));
    node.launch(container);
    node.complete(container.getId());
    node.heartbeat();
  }

  /**
   * Fails if it were said of a gang, of which the share tree knows nothing, that it waits for no
   * container.
   */
  @Test
  void ofAGangItIsSaidThatItsContainersStartTogether() {
    try (SchedulerFixture cluster = new SchedulerFixture(conf())) {
      cluster.addNode("node", resource(1_000, 10));
      cluster.submit("root.a").ask(resource(100, 1), 10);
      cluster.rounds(2);
      SchedulerTestApp gang = cluster.submitTagged("root.b", "gang=8");
      gang.ask(resource(100, 1), 8);
      cluster.rounds(2);
      ExpectedStart start = starts(cluster).await(gang.id(), MOST_MILLIS);
      assertThat(start.interval()).isNull();
      assertThat(start.reason()).contains("Its first 8 containers start together");
      cluster.verify();
    }
  }

  @Test
  void nothingIsKnownUntilAContainerHasEnded() {
    try (SchedulerFixture cluster = new SchedulerFixture(conf())) {
      cluster.addNode("node", resource(1_000, 10));
      cluster.submit("root.a").ask(resource(100, 1), 10);
      cluster.rounds(2);
      SchedulerTestApp waiting = cluster.submit("root.b");
      waiting.ask(resource(100, 1), 5);
      ExpectedStart start = starts(cluster).await(waiting.id(), MOST_MILLIS);
      assertThat(start.interval()).isNull();
      assertThat(start.reason()).contains("No container has ended");
      assertThat(start.durations()).isZero();
      cluster.verify();
    }
  }

  @Test
  void waitingApplicationsHaveAnIntervalAndOthersAReason() {
    try (SchedulerFixture cluster = new SchedulerFixture(conf())) {
      cluster.addNode("node", resource(1_000, 10));
      SchedulerTestApp busy = cluster.submit("root.a");
      busy.ask(resource(100, 1), 11);
      cluster.rounds(2);
      completeOne(cluster, busy);
      cluster.rounds(2);
      SchedulerTestApp waiting = cluster.submit("root.b");
      waiting.ask(resource(100, 1), 5);
      SchedulerTestApp idle = cluster.submit("root.b");
      long before = System.currentTimeMillis();

      ExpectedStart start = starts(cluster).await(waiting.id(), MOST_MILLIS);
      assertThat(start.reason()).isNull();
      ExpectedStart.Interval interval = Objects.requireNonNull(start.interval());
      assertThat(start.durations()).isOne();
      assertThat(interval.madeAt()).isBetween(before, System.currentTimeMillis());
      assertThat(interval.p10()).isBetween(interval.madeAt(), interval.median());
      assertThat(interval.p90()).isGreaterThan(interval.median());
      assertThat(starts(cluster).recent(idle.id()).reason()).contains("waits for no container");
      assertThat(starts(cluster).recent(waiting.id())).isEqualTo(start);
      assertThat(starts(cluster).recent(ApplicationId.newInstance(9, 9)).reason())
          .contains("not known when the last forecast was made");

      completeOne(cluster, busy);
      cluster.rounds(2);
      assertThat(waiting.live()).isPositive();
      completeOne(cluster, waiting);
      ExpectedStart compared = starts(cluster).recent(waiting.id());
      assertThat(compared.outcomes()).as("compared").isOne();
      cluster.verify();
    }
  }

  @Test
  void largeTasksThatNeverFitAreNamed() {
    try (SchedulerFixture cluster = new SchedulerFixture(conf())) {
      cluster.addNode("small", resource(1_000, 10));
      cluster.addNode("large", resource(2_000, 20));
      SchedulerTestApp busy = cluster.submit("root.a");
      busy.ask(resource(100, 1), 30);
      cluster.rounds(2);
      completeOne(cluster, busy);
      SchedulerTestApp waiting = cluster.submit("root.b");
      waiting.ask(resource(2_000, 1), 1);
      cluster.rounds(1);
      cluster.nodes().get(1).remove();
      ExpectedStart start = starts(cluster).await(waiting.id(), MOST_MILLIS);
      assertThat(start.interval()).isNull();
      assertThat(start.reason()).contains("In most of the possible futures");
    }
  }

  /** A full node of ten tasks, one of which has ended; then an application that waits. */
  private static SchedulerTestApp waiting(SchedulerFixture cluster) {
    cluster.addNode("node", resource(1_000, 10));
    SchedulerTestApp busy = cluster.submit("root.a");
    busy.ask(resource(100, 1), 11);
    cluster.rounds(2);
    completeOne(cluster, busy);
    cluster.rounds(2);
    SchedulerTestApp waiting = cluster.submit("root.b");
    waiting.ask(resource(100, 1), 5);
    cluster.rounds(1);
    return waiting;
  }

  private static Explanation explain(SchedulerFixture cluster, SchedulerTestApp app) {
    return Objects.requireNonNull(
        cluster.scheduler.readings().explainer().explain(app.id(), id -> true));
  }

  @Test
  void explanationsSayWhenItStartsAndWhenANodeHasRoom() {
    try (SchedulerFixture cluster = new SchedulerFixture(conf())) {
      SchedulerTestApp waiting = waiting(cluster);
      ExpectedStart start = starts(cluster).await(waiting.id(), MOST_MILLIS);
      Explanation why = explain(cluster, waiting);
      assertThat(why.expectedStart()).isEqualTo(start);
      assertThat(why.expectation())
          .matches(
              "The start of its next container is expected (within|in \\d+ to) \\d+ \\w+;"
                  + " no forecast has been compared yet\\.");
      Finding full = why.requests().get(0).findings().get(0);
      assertThat(full.kind()).isEqualTo(Finding.Kind.NODES_FULL);
      assertThat(full.sentence())
          .matches(".* The next of them is expected to have room (within|in \\d+ to) \\d+ \\w+\\.");
      assertThat(full.figures())
          .extracting(Figure::name)
          .contains("room earliest ms", "room latest ms");
      cluster.verify();
    }
  }

  @Test
  void roomForMoreTasksComesLaterAndForTooLargeOnesNever() {
    try (SchedulerFixture cluster = new SchedulerFixture(conf())) {
      SchedulerTestApp waiting = waiting(cluster);
      starts(cluster).await(waiting.id(), MOST_MILLIS);
      ResourceVectors vectors = new ResourceVectors();
      List<ClusterNode> nodes = cluster.scheduler.getNodeTracker().getAllNodes();
      RoomOutlook outlook = Objects.requireNonNull(starts(cluster).room(vectors));
      RoomOutlook.Room one =
          Objects.requireNonNull(outlook.first(nodes, vectors.of(resource(100, 1))));
      RoomOutlook.Room five =
          Objects.requireNonNull(outlook.first(nodes, vectors.of(resource(500, 5))));
      assertThat(one.nodes()).isOne();
      assertThat(one.latest()).isGreaterThan(one.earliest()).isLessThan(five.latest());
      assertThat(five.earliest()).isGreaterThan(one.earliest());
      assertThat(outlook.first(nodes, vectors.of(resource(1_100, 1)))).isNull();
    }
  }

  @Test
  void switchedOffNothingIsObserved() {
    SchedulerConf off = conf().option("expected-start.enabled", false);
    try (SchedulerFixture cluster = new SchedulerFixture(off)) {
      assertThat(cluster.scheduler.readings().expectedStarts()).isNull();
      Explanation why = explain(cluster, waiting(cluster));
      assertThat(why.expectedStart()).isNull();
      assertThat(why.expectation()).isNull();
      assertThat(why.requests().get(0).findings().get(0).sentence()).doesNotContain("expected");
    }
  }

  @Test
  void optionsThatAreNoneAreRefusedAtTheStart() {
    for (String key :
        List.of("expected-start.enabled", "what-if.timeout-ms", "diagnostics.cpu-percent")) {
      SchedulerConf bad = conf().option(key, "maybe");
      assertThatThrownBy(() -> new SchedulerFixture(bad).close())
          .rootCause()
          .hasMessageContaining("yarn.scheduler.naive." + key + " = \"maybe\": expected");
    }
  }
}
