// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.yarn.server.resourcemanager.monitor.SchedulingMonitor;
import org.apache.hadoop.yarn.server.resourcemanager.monitor.SchedulingMonitorManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;

/** The threads in which YARN lets a preemption monitor look, at once and by the machine's clock. */
final class BackgroundLooks {
  private static final Field MONITORS =
      PrivateField.of(SchedulingMonitorManager.class, "runningSchedulingMonitors");
  private static final long PATIENCE_MILLIS = TimeUnit.SECONDS.toMillis(60);

  private BackgroundLooks() {}

  /**
   * Ends them, and waits for a look that has begun. The manager goes on to have the monitors, so
   * that a refresh starts none.
   */
  static void end(AbstractYarnScheduler<?, ?> scheduler) {
    try {
      Object running = MONITORS.get(scheduler.getSchedulingMonitorManager());
      for (Object monitor : ((Map<?, ?>) running).values()) {
        SchedulingMonitor ended = (SchedulingMonitor) monitor;
        ended.stop();
        await(ended.getName());
      }
    } catch (IllegalAccessException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void await(String thread) throws InterruptedException {
    for (Thread each : Thread.getAllStackTraces().keySet()) {
      if (each.getName().equals(thread)) {
        each.join(PATIENCE_MILLIS);
        if (each.isAlive()) {
          throw new IllegalStateException(thread + " is still running");
        }
      }
    }
  }
}
