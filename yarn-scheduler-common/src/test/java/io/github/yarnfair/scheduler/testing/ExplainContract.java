// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.scheduler.explain.answer.Explanation;
import io.github.yarnfair.scheduler.explain.answer.Figure;
import io.github.yarnfair.scheduler.explain.answer.Finding;
import io.github.yarnfair.scheduler.explain.answer.Finding.Kind;
import io.github.yarnfair.scheduler.explain.answer.Level;
import java.util.Objects;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.Test;

/**
 * What is said to keep an application waiting keeps it, and what is said to let it go does: for the
 * obstacles that depend on the rule, its limits and its turns.
 */
abstract class ExplainContract {
  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  private SchedulerConf queues() {
    return conf()
        .queues("root", "a,b,c")
        .set("root.a.capacity", "1w")
        .set("root.b.capacity", "1w")
        .set("root.c.capacity", "1w");
  }

  private static Resource task() {
    return resource(100, 1);
  }

  /** Starts an application with some tasks, which then wants some more. */
  private static SchedulerTestApp app(
      SchedulerFixture cluster, String queue, int running, int pending) {
    SchedulerTestApp app = cluster.submit(queue);
    app.ask(task(), running);
    cluster.rounds(2);
    assertThat(app.live()).isEqualTo(running);
    app.ask(task(), pending);
    return app;
  }

  /** Fills ten vcores: six of queue a, three of b, and one of c that wants no more. */
  private static SchedulerTestApp aBehindB(SchedulerFixture cluster) {
    cluster.addNode("n1", resource(1000, 10));
    app(cluster, "root.c", 1, 0);
    SchedulerTestApp a = app(cluster, "root.a", 6, 0);
    app(cluster, "root.b", 3, 5);
    a.ask(task(), 5);
    cluster.rounds(1);
    return a;
  }

  @Test
  void nodesAreFullAndAnotherQueueIsNext() throws Exception {
    new Counterfactual(queues(), ExplainContract::aBehindB).expect(Kind.NODES_FULL, Kind.TURN);
  }

  @Test
  void nodesAreFullAndItIsItsTurn() throws Exception {
    new Counterfactual(
            queues(),
            cluster -> {
              cluster.addNode("n1", resource(1000, 10));
              app(cluster, "root.c", 7, 0);
              SchedulerTestApp a = app(cluster, "root.a", 3, 4);
              cluster.rounds(1);
              return a;
            })
        .expect(Kind.NODES_FULL);
  }

  @Test
  void queueHoldsItsMaximum() throws Exception {
    for (String maximum : new String[] {"40", "[memory=400,vcores=8]"}) {
      new Counterfactual(
              queues().set("root.a.maximum-capacity", maximum),
              cluster -> {
                cluster.addNode("n1", resource(1000, 10));
                SchedulerTestApp a = app(cluster, "root.a", 4, 4);
                cluster.rounds(1);
                return a;
              })
          .expect(Kind.QUEUE_LIMIT);
    }
  }

  @Test
  void userHoldsTheLimit() throws Exception {
    new Counterfactual(
            queues().set("root.a.user-limit-factor", 1),
            cluster -> {
              cluster.addNode("n1", resource(900, 9));
              SchedulerTestApp a = cluster.submitAs("alice", "root.a");
              a.ask(task(), 4);
              cluster.rounds(2);
              assertThat(a.live()).as("the last one passes the limit of three").isEqualTo(4);
              a.ask(task(), 3);
              cluster.rounds(1);
              return a;
            })
        .expect(Kind.USER_LIMIT);
  }

  /** The large request of queue b has the node reserved, beside which queue a may use nothing. */
  @Test
  void nodeIsReservedForAnother() throws Exception {
    new Counterfactual(
            queues(),
            cluster -> {
              cluster.addNode("n1", resource(1000, 10));
              SchedulerTestApp c = app(cluster, "root.c", 6, 0);
              SchedulerTestApp a = app(cluster, "root.a", 4, 0);
              cluster.submit("root.b").ask(resource(500, 5), 1);
              c.containers().stream().limit(2).forEach(c::complete);
              cluster.rounds(1);
              a.ask(task(), 1);
              cluster.rounds(1);
              return a;
            })
        .entangled()
        .expect(Kind.RESERVED);
  }

  /** What is said depends on how many are before it, and not on how fast the machine is. */
  @Test
  void applicationsBeforeAreCountedWhateverTheTimeThatTakes() {
    try (SchedulerFixture cluster = new SchedulerFixture(queues())) {
      cluster.addNode("n1", resource(1000, 10));
      SchedulerTestApp a = app(cluster, "root.a", 10, 0);
      for (int i = 0; i < 600; i++) {
        cluster.submit("root.b").ask(task(), 1);
      }
      a.ask(task(), 5);
      cluster.rounds(1);
      Explanation explanation =
          Objects.requireNonNull(
              cluster.scheduler.readings().newExplainer().explain(a.id(), id -> true));
      assertThat(explanation.requests().get(0).findings())
          .filteredOn(finding -> finding.kind() == Kind.TURN)
          .flatExtracting(Finding::figures)
          .contains(new Figure("applications ahead", null, 5));
      cluster.verify();
    }
  }

  /** The turn is that of the queue once its limit is raised: it says so. */
  @Test
  void turnBehindALimitIsThatAfterTheFirstRemedy() {
    try (SchedulerFixture cluster =
        new SchedulerFixture(queues().set("root.a.maximum-capacity", "60"))) {
      SchedulerTestApp a = aBehindB(cluster);
      Explanation explanation =
          Objects.requireNonNull(
              cluster.scheduler.readings().newExplainer().explain(a.id(), id -> true));
      assertThat(explanation.requests().get(0).findings())
          .extracting(Finding::kind)
          .containsExactly(Kind.QUEUE_LIMIT, Kind.NODES_FULL, Kind.TURN);
      assertThat(explanation.requests().get(0).findings().get(2).sentence())
          .startsWith("After the first remedies of the other obstacles, what becomes free for a");
      cluster.verify();
    }
  }

  @Test
  void levelsHaveWhatIsHeldWhatIsIdealAndWhoIsAhead() {
    try (SchedulerFixture cluster = new SchedulerFixture(queues())) {
      SchedulerTestApp a = aBehindB(cluster);
      Explanation explanation =
          Objects.requireNonNull(
              cluster.scheduler.readings().newExplainer().explain(a.id(), id -> true));
      assertThat(explanation.levels())
          .extracting(Level::name)
          .containsExactly("root", "root.a", a.id().toString());
      Level queue = explanation.levels().get(1);
      assertThat(queue.held()).isEqualTo(0.6);
      assertThat(queue.ideal()).isCloseTo(0.5, within(0.06));
      Level.Ahead ahead = Objects.requireNonNull(queue.ahead());
      assertThat(ahead.name()).isEqualTo("queue root.b");
      assertThat(ahead.key()).isLessThan(Objects.requireNonNull(queue.key()));
      assertThat(explanation.sentence()).contains("1 of 1 node").contains("n1:1, lacks");
      cluster.verify();
    }
  }

  /** A caller that may not see an application gets its queue's name instead. */
  @Test
  void otherApplicationsAreNamedOnlyToThoseThatMaySeeThem() {
    try (SchedulerFixture cluster = new SchedulerFixture(queues())) {
      SchedulerTestApp a = aBehindB(cluster);
      Explanation explanation =
          Objects.requireNonNull(
              cluster.scheduler.readings().newExplainer().explain(a.id(), a.id()::equals));
      assertThat(explanation.toString())
          .contains("an application of queue root.b")
          .doesNotContain(cluster.apps().get(2).id().toString());
      cluster.verify();
    }
  }
}
