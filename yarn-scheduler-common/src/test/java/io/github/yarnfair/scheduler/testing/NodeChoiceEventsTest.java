// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import java.util.List;
import org.junit.jupiter.api.Nested;

/** Random events with the audit, with each way to choose nodes from a score. */
class NodeChoiceEventsTest {
  private static SchedulerConf choosing(String choice) {
    return SchedulerConf.of(NaiveScheduler.class)
        .option("node-choice", choice)
        .option("node-choice.maximum-containers-per-pass", 5);
  }

  @Nested
  class OfFirstFit extends OnLabelledNodes {
    @Override
    SchedulerConf conf() {
      return choosing("first-fit");
    }
  }

  @Nested
  class OfBestFit extends OnLabelledNodes {
    @Override
    SchedulerConf conf() {
      return choosing("best-fit");
    }
  }

  @Nested
  class OfDotProduct extends OnLabelledNodes {
    @Override
    SchedulerConf conf() {
      return choosing("dot-product");
    }
  }

  @Nested
  class OfFragmentation extends OnLabelledNodes {
    @Override
    SchedulerConf conf() {
      return choosing("fragmentation");
    }
  }

  @Nested
  class OfSpread extends OnLabelledNodes {
    @Override
    SchedulerConf conf() {
      return choosing("spread");
    }
  }

  /** A node is chosen within a partition, wherever the queues are kept. */
  abstract static class OnLabelledNodes extends RandomEventsContract {
    @Override
    List<Clusters> clusters() {
      return List.of(Clusters.LABELLED);
    }
  }
}
