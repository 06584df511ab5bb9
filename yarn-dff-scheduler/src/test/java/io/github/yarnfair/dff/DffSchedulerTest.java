// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.dff;

import static io.github.yarnfair.scheduler.testing.SchedulerConf.resource;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SchedulerFixture;
import io.github.yarnfair.scheduler.testing.SchedulerTestApp;
import org.junit.jupiter.api.Test;

class DffSchedulerTest {
  /**
   * All four MICs are fair for the only application that demands them, and 5 of 20 CPUs are less
   * than its third. By dominant share (H-DRF) two MICs would weigh as much as the others' 9 CPUs
   * and the other two stay idle.
   */
  @Test
  void micsAreFairlySharedAmongTheApplicationsThatDemandMics() {
    SchedulerConf conf = SchedulerConf.of(DffScheduler.class).queues("root", "cpu,mic");
    try (SchedulerFixture cluster = new SchedulerFixture(conf)) {
      cluster.addNode("n1", resource(1_000_000, 20, 0, 4));
      SchedulerTestApp first = cluster.submit("root.cpu");
      SchedulerTestApp second = cluster.submit("root.cpu");
      SchedulerTestApp mic = cluster.submit("root.mic");
      first.ask(resource(1, 1), 100);
      second.ask(resource(1, 1), 100);
      mic.ask(resource(1, 1, 0, 1), 100);
      cluster.round();
      assertThat(mic.held()).isEqualTo(resource(4, 4, 0, 4));
      assertThat(first.held()).isEqualTo(resource(8, 8));
      assertThat(second.held()).isEqualTo(resource(8, 8));
      cluster.drainAndVerify("root", "root.cpu", "root.mic");
    }
  }
}
