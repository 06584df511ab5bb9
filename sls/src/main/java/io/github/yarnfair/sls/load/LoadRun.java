// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls.load;

import com.codahale.metrics.Timer;
import io.github.yarnfair.scheduler.conf.file.QueueFile;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.sls.conf.SLSConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The main class of a run's JVM: starts the simulator, lets it warm up, measures until the time is
 * over or all applications have ended, and writes the figures.
 */
public final class LoadRun {
  private static final Logger LOG = LoggerFactory.getLogger(LoadRun.class);
  private static final long LOOK_MILLIS = 1000;
  private static final double NANOS_PER_SECOND = 1e9;

  private final LoadPlan plan;
  private final Configuration conf = new YarnConfiguration();
  private final CpuClock cpu = new CpuClock();
  private final AtomicInteger failures = new AtomicInteger();

  private LoadRun(LoadPlan plan) {
    this.plan = plan;
  }

  /** What has been used until a moment. */
  private final class Reading {
    private final long nanos = System.nanoTime();
    private final long[] nodeUpdates;
    private final long[] allocations;
    private final long updates;
    private final long containers = Masters.received();
    private final long schedulerCpu = cpu.scheduler();
    private final long processCpu = cpu.process();

    private Reading(Simulator simulator) throws ReflectiveOperationException {
      Timer timer = simulator.nodeUpdates();
      nodeUpdates = CallTimes.read(timer);
      allocations = CallTimes.read(simulator.allocations());
      updates = timer.getCount();
    }
  }

  /**
   * Runs and ends the JVM.
   *
   * @param arguments the directory of the run
   */
  public static void main(String[] arguments) {
    int status = 0;
    try {
      Path directory = Path.of(arguments[0]);
      new LoadRun(LoadPlan.read(directory)).run().write(directory);
    } catch (Exception | LinkageError e) {
      LOG.error("The run has failed", e);
      status = 1;
    }
    // The simulator's threads would go on, and the ResourceManager has nothing to save.
    Runtime.getRuntime().halt(status);
  }

  private LoadFigures run() throws Exception {
    // The simulator hands exceptions to the default handler, and fails if there is none.
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, e) -> {
          failures.incrementAndGet();
          LOG.error("Exception in {}", thread.getName(), e);
        });
    Masters.readSubmissions(conf, plan.load());
    Simulator simulator = new Simulator(conf);
    simulator.start(plan);
    long begin = System.nanoTime();
    ResourceManager rm = simulator.resourceManager();
    QueueFile file = QueueFile.load(rm.getConfig(), rm.getRMContext().getConfigurationProvider());
    ShareWatch watch = new ShareWatch(rm, file.root());
    passTime(simulator, begin, plan.warmUpSeconds(), () -> {});
    if (plan.warmUpSeconds() > 0) {
      FillGauge gauge = new FillGauge(simulator.scheduler());
      while (gauge.isFilling() && simulator.remainingApplications() > 0) {
        Thread.sleep(LOOK_MILLIS);
      }
    }
    Reading before = new Reading(simulator);
    passTime(simulator, before.nanos, plan.seconds(), watch::look);
    return figures(simulator, watch, before);
  }

  /** Looks once a second until the time is over or all applications have ended. */
  private static void passTime(Simulator simulator, long begin, int seconds, Runnable look)
      throws InterruptedException {
    long end = begin + (long) (seconds * NANOS_PER_SECOND);
    while (System.nanoTime() < end && simulator.remainingApplications() > 0) {
      Thread.sleep(LOOK_MILLIS);
      look.run();
    }
  }

  private LoadFigures figures(Simulator simulator, ShareWatch watch, Reading before)
      throws ReflectiveOperationException {
    long schedulerCpu = cpu.scheduler() - before.schedulerCpu;
    long processCpu = cpu.process() - before.processCpu;
    long containers = Masters.received() - before.containers;
    long updates = simulator.nodeUpdates().getCount() - before.updates;
    double seconds = (System.nanoTime() - before.nanos) / NANOS_PER_SECOND;
    int kept =
        conf.getInt(
            SLSConfiguration.METRICS_TIMER_WINDOW_SIZE,
            SLSConfiguration.METRICS_TIMER_WINDOW_SIZE_DEFAULT);
    return new LoadFigures(
        CallTimes.since(before.nodeUpdates, simulator.nodeUpdates(), kept),
        CallTimes.since(before.allocations, simulator.allocations(), kept),
        seconds,
        containers,
        schedulerCpu / 1e3 / Math.max(1, updates),
        processCpu / 1e6 / Math.max(1, containers),
        watch.inUse(),
        watch.worstDistance(),
        watch.queues(),
        Masters.count(),
        failures.get(),
        ManagementFactory.getRuntimeMXBean().getUptime() / 1e3);
  }
}
