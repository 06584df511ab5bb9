// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What the container of an ApplicationMaster is to the share tree. */
abstract class MasterContainerContract {
  /** The scheduler under test, without queues. */
  abstract SchedulerConf conf();

  /** The first container of an application is its master's, and counts like any other. */
  @Test
  void theMastersContainerIsATaskOfItsApplication() throws Exception {
    try (SchedulerRm rm = new SchedulerRm(conf().queues("root", "a,b"))) {
      var manager = rm.node("m1", resource(150, 4));
      var served = rm.submit("root.a");
      var waiting = rm.submit("root.b");
      manager.nodeHeartbeat(true);
      rm.rm.drainEvents();
      assertThat(rm.held(served.getApplicationId())).isEqualTo(resource(100, 1));
      assertThat(rm.held(waiting.getApplicationId())).isEqualTo(resource(0, 0));
      var all = rm.scheduler().readings().snapshot();
      assertThat(all.share().used()).isEqualTo(resource(100, 1));
      assertThat(all.share().pending()).isEqualTo(resource(100, 1));
      assertThat(all.children().get(0).share().dominant()).isEqualTo(100.0 / 150);
      assertThat(all.children().get(1).share().pending()).isEqualTo(resource(100, 1));
      rm.verify();
    }
  }
}
