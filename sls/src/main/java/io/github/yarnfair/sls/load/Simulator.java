// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls.load;

import com.codahale.metrics.Timer;
import java.lang.reflect.AccessibleObject;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AbstractYarnScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.SchedulerEventType;
import org.apache.hadoop.yarn.sls.RMRunner;
import org.apache.hadoop.yarn.sls.SLSRunner;
import org.apache.hadoop.yarn.sls.scheduler.SchedulerMetrics;
import org.apache.hadoop.yarn.sls.scheduler.SchedulerWrapper;

/**
 * Hadoop's load simulator, and the parts of it that it keeps to itself: its ResourceManager, and
 * the timers of calls. Its files have only means of the last calls once a second, of which
 * percentiles say little.
 */
final class Simulator {
  private final SLSRunner runner;

  Simulator(Configuration conf) throws ReflectiveOperationException {
    try {
      runner = new SLSRunner(conf);
    } catch (YarnException e) {
      throw new ReflectiveOperationException(e);
    }
  }

  /** Boots a ResourceManager, registers the nodes and lets the load begin. */
  void start(LoadPlan plan) throws Exception {
    runner.setSimulationParams(
        SLSRunner.TraceType.SYNTH,
        new String[] {plan.load()},
        plan.nodes(),
        plan.output(),
        Set.of(),
        false);
    runner.start();
  }

  /** Returns how many applications have not ended, those that are not submitted among them. */
  int remainingApplications() {
    return runner.getRemainingApps();
  }

  ResourceManager resourceManager() throws ReflectiveOperationException {
    var field = SLSRunner.class.getDeclaredField("rmRunner");
    return ((RMRunner) opened(field).get(runner)).getRm();
  }

  AbstractYarnScheduler<?, ?> scheduler() throws ReflectiveOperationException {
    return (AbstractYarnScheduler<?, ?>) resourceManager().getResourceScheduler();
  }

  /** Returns the timer of heartbeats of nodes, as the scheduler handles them. */
  Timer nodeUpdates() throws ReflectiveOperationException {
    var method =
        SchedulerMetrics.class.getDeclaredMethod(
            "getSchedulerHandleTimer", SchedulerEventType.class);
    return (Timer) opened(method).invoke(metrics(), SchedulerEventType.NODE_UPDATE);
  }

  /** Returns the timer of calls of application masters. */
  Timer allocations() throws ReflectiveOperationException {
    var method = SchedulerMetrics.class.getDeclaredMethod("getSchedulerAllocateTimer");
    return (Timer) opened(method).invoke(metrics());
  }

  private SchedulerMetrics metrics() throws ReflectiveOperationException {
    SchedulerMetrics metrics = ((SchedulerWrapper) scheduler()).getSchedulerMetrics();
    if (metrics == null) {
      throw new IllegalStateException("the simulator's metrics have not started, see the log");
    }
    return metrics;
  }

  private static <T extends AccessibleObject> T opened(T member) {
    member.setAccessible(true);
    return member;
  }
}
