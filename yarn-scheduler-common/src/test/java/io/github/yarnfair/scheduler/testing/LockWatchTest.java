// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.model.Application;
import org.junit.jupiter.api.Test;

/** Each test on a fixture fails where the share tree changes without the scheduler's write lock. */
class LockWatchTest {
  @Test
  void aChangeWithoutTheLockIsAnError() {
    SchedulerConf conf = SchedulerConf.of(NaiveScheduler.class).queues("root", "a");
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      cluster.addNode("n1", SchedulerConf.resource(1000, 10));
      SchedulerTestApp app = cluster.submit("root.a");
      app.ask(SchedulerConf.resource(100, 1), 3);
      cluster.rounds(2);
      cluster.verify();

      Application application = app.attempt().application();
      app.attempt().queue().ledger().reweigh(application.leaf(), application.precedence());

      assertThat(cluster.errors.take())
          .anySatisfy(
              error ->
                  assertThat(error)
                      .startsWith("weight of node")
                      .contains("without the scheduler's write lock", "ShareLedger.reweigh"));
    }
  }
}
