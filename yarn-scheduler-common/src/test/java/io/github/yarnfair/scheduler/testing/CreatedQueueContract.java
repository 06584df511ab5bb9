// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.scenario.Seed;
import org.junit.jupiter.api.Test;

/** Queues that no list names share like any other. */
abstract class CreatedQueueContract {
  static final String V2 = "root.users.auto-queue-creation-v2.";

  long now = 1_000_000;

  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  /** Leaf queue root.a, and root.users below which queues are created. */
  SchedulerConf queues() {
    return conf()
        .queues("root", "a,users")
        .set("root.a.capacity", "1w")
        .set("root.users.capacity", "1w")
        .set(V2 + "enabled", true);
  }

  SchedulerFixture start(SchedulerConf conf) {
    SchedulerFixture cluster = new SchedulerFixture(conf);
    cluster.scheduler.setClock(() -> now);
    for (int i = 0; i < 4; i++) {
      cluster.addNode("n" + i, resource(10_000, 25));
    }
    return cluster;
  }

  /**
   * By collapsed hierarchies, or if all of users' applications shared one queue, alice would have a
   * tenth of the cluster and bob four tenths.
   */
  @Test
  void usersShareHoweverManyApplicationsEachHas() {
    try (SchedulerFixture cluster = start(queues())) {
      SchedulerChurn churn = new SchedulerChurn(cluster, Seed.random(Seed.of("created", 7), 0));
      churn.endless("department", "root.a", resource(1, 1));
      churn.endless("alice", "root.users.alice", resource(1, 1));
      for (int i = 0; i < 4; i++) {
        churn.endless("bob" + i, "root.users.bob", resource(1, 1));
      }
      churn.fill();
      churn.churn(80, 40);
      assertThat(churn.averageShare("department")).isCloseTo(0.5, within(0.03));
      assertThat(churn.averageShare("alice")).isCloseTo(0.25, within(0.03));
      double bobs = 0;
      for (int i = 0; i < 4; i++) {
        bobs += churn.averageShare("bob" + i);
      }
      assertThat(bobs).isCloseTo(0.25, within(0.03));
      cluster.drainAndVerify("root", "root.users", "root.users.alice", "root.users.bob");
    }
  }

  /** Who comes while others hold all there is takes a share of it by the template's weight. */
  @Test
  void aQueueThatIsCreatedLaterTakesItsShareOfAFullCluster() {
    SchedulerConf conf =
        queues().set(V2 + "template.capacity", "1w").set("root.users.carol.capacity", "3w");
    try (SchedulerFixture cluster = start(conf)) {
      SchedulerChurn churn = new SchedulerChurn(cluster, Seed.random(Seed.of("created", 8), 0));
      churn.endless("alice", "root.users.alice", resource(1, 1));
      churn.fill();
      assertThat(churn.shareNow("alice")).isCloseTo(1, within(0.01));
      churn.endless("carol", "root.users.carol", resource(1, 1));
      churn.churn(80, 40);
      assertThat(churn.averageShare("alice")).isCloseTo(0.25, within(0.03));
      assertThat(churn.averageShare("carol")).isCloseTo(0.75, within(0.03));
      cluster.drainAndVerify("root.users.alice", "root.users.carol");
    }
  }
}
