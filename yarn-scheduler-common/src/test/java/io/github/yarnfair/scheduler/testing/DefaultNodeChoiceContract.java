// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import org.junit.jupiter.api.Test;

/** The node that a scheduler chooses unless configured otherwise. */
abstract class DefaultNodeChoiceContract {
  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  /** All that strand GPUs fail it: heartbeat, best-fit, dot-product and spread. */
  @Test
  void freeGpusAreOnOneNode() {
    SchedulerConf conf = conf().queues("root", "a,b").withDefaultNodeChoice();
    try (SchedulerFixture cluster =
        new SchedulerFixture(NodeChoiceContract.oneContainerANode(conf))) {
      cluster.scheduler.setClock(() -> 1_000_000);
      NodeChoiceContract.freeGpus(cluster, 1);
      cluster.drainAndVerify("root", "root.a", "root.b");
    }
  }
}
