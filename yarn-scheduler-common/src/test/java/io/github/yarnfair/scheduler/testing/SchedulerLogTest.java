// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.log4j.Logger;
import org.junit.jupiter.api.Test;

class SchedulerLogTest {
  /** A log that log4j finalizes while another is open would end the other's messages of INFO. */
  @Test
  void aClosedLogThatIsFinalizedLeavesTheNextOneItsLevel() {
    SchedulerLog first = new SchedulerLog();
    first.close();
    try (SchedulerLog second = new SchedulerLog()) {
      first.finalize();
      Logger.getLogger("io.github.yarnfair.any").debug("kept");
      assertThat(second.lines()).contains("kept");
    }
  }
}
