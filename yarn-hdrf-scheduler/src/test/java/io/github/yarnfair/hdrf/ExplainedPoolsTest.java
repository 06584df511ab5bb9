// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.hdrf;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.explain.DiagnosticText;
import io.github.yarnfair.scheduler.explain.answer.Explanation;
import io.github.yarnfair.scheduler.explain.answer.Finding;
import io.github.yarnfair.scheduler.explain.answer.QueueExplanation;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.SchedulerTestApp;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.yarn.api.records.Resource;
import org.junit.jupiter.api.Test;

/**
 * What is said of turns speaks of the pools that decide them: on ten vcores queue a has one
 * application with 6 tasks, and queue b six applications of one task each, of which four run.
 */
class ExplainedPoolsTest {
  private static final Resource TASK = resource(100, 1);

  private static SchedulerFixture cluster(String... more) {
    SchedulerConf conf =
        SchedulerConf.of(HdrfScheduler.class)
            .queues("root", "a,b")
            .set("root.a.capacity", "1w")
            .set("root.b.capacity", "1w");
    for (int i = 0; i < more.length; i += 2) {
      conf = conf.yarn(more[i], more[i + 1]);
    }
    SchedulerFixture cluster = new SchedulerFixture(conf);
    cluster.addNode("n1", resource(1000, 10));
    return cluster;
  }

  private static SchedulerTestApp fill(SchedulerFixture cluster) {
    SchedulerTestApp a = cluster.submit("root.a");
    a.ask(TASK, 6);
    cluster.rounds(1);
    for (int i = 0; i < 4; i++) {
      cluster.submit("root.b").ask(TASK, 1);
    }
    cluster.rounds(1);
    a.ask(TASK, 5);
    cluster.submit("root.b").ask(TASK, 1);
    cluster.submit("root.b").ask(TASK, 1);
    cluster.rounds(1);
    assertThat(a.live()).isEqualTo(6);
    return a;
  }

  private static Finding turn(List<Finding> findings) {
    return findings.stream().filter(f -> f.kind() == Finding.Kind.TURN).findFirst().orElseThrow();
  }

  private static String turnOf(SchedulerFixture cluster, SchedulerTestApp app) {
    Explanation explanation =
        cluster.scheduler.readings().newExplainer().explain(app.id(), id -> true);
    return turn(Objects.requireNonNull(explanation).requests().get(0).findings()).sentence();
  }

  /**
   * b holds 4 of 10 for six applications; its poorest one holds nothing. The turn is that after the
   * first remedy, by which a container of b ends and with it all that its application wants.
   */
  @Test
  void applicationReadsByWhichPoolsTheQueuesAreRated() {
    try (SchedulerFixture cluster = cluster()) {
      SchedulerTestApp a = fill(cluster);
      assertThat(turnOf(cluster, a))
          .contains(
              "queue root.b is ahead: it holds 40.0 % of the cluster (5 applications in 1 pool, at"
                  + " level 0.06000), queue root.a holds 60.0 % (1 application in 1 pool, at level"
                  + " 0.6000)")
          .as("figures are those of then, the queue's those of now")
          .startsWith("Once the containers that the first remedy names have ended, what becomes");
      cluster.verify();
    }
  }

  /** Owners read the action and the shares; keys are among the figures. */
  @Test
  void diagnosticsSayTheTurnInSharesAndWhatBringsItNearer() {
    try (SchedulerFixture cluster = cluster()) {
      SchedulerTestApp a = fill(cluster);
      Explanation explanation =
          cluster.scheduler.readings().newExplainer().explain(a.id(), id -> true);
      assertThat(DiagnosticText.of(Objects.requireNonNull(explanation), 0))
          .contains("It has room when containers of", "queue root.b is ahead: it holds 40.0 %")
          .contains("Set yarn.scheduler.capacity.root.a.capacity to ")
          .doesNotContain("key", "the rule counts");
      cluster.verify();
    }
  }

  @Test
  void queueReadsByWhichPoolsItAndTheOneBeforeAreRated() {
    try (SchedulerFixture cluster = cluster()) {
      fill(cluster);
      QueueExplanation explanation =
          cluster.scheduler.readings().newExplainer().explainQueue("root.a", id -> true);
      assertThat(turn(Objects.requireNonNull(explanation).findings()).sentence())
          .isEqualTo(
              "queue root.b is served before queue root.a: it holds 40.0 % of the cluster, queue"
                  + " root.a holds 60.0 %; queue root.b is rated"
                  + " by 6 applications in 1 pool, at level 0.06667; queue root.a is rated by 1"
                  + " application in 1 pool, at level 0.6000.");
      cluster.verify();
    }
  }

  /** As printed, what b's applications hold that ask for no more counts in full. */
  @Test
  void ruleWithoutPoolsNamesNone() {
    try (SchedulerFixture cluster = cluster(HdrfScheduler.RULE_KEY, "published")) {
      SchedulerTestApp a = fill(cluster);
      assertThat(turnOf(cluster, a))
          .contains(
              "queue root.b is ahead: it holds 40.0 % of the cluster, queue root.a holds 60.0 %;")
          .doesNotContain("pool");
      cluster.verify();
    }
  }
}
