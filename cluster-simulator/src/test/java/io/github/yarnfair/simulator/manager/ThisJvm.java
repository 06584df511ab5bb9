// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.manager;

import io.github.yarnfair.hdrf.HdrfScheduler;
import io.github.yarnfair.scheduler.testing.SchedulerConf;
import io.github.yarnfair.scheduler.testing.SharedJvm;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;

/** Prepares a JVM for runs. */
final class ThisJvm {
  private ThisJvm() {}

  /**
   * Sets the resource types, and lets nothing but errors be logged: hundreds of thousands of lines
   * would cost more than the runs.
   */
  static void prepare() {
    SharedJvm unused = new SharedJvm();
    ResourceUtils.resetResourceTypes(SchedulerConf.of(HdrfScheduler.class).build());
    Logger.getRootLogger().setLevel(Level.ERROR);
    Logger.getLogger("org.apache.hadoop").setLevel(Level.OFF);
    Logger.getLogger("io.github.yarnfair").setLevel(Level.ERROR);
  }
}
