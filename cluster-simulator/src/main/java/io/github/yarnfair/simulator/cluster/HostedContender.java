// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.cluster;

import io.github.yarnfair.core.forecast.StartBook;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.host.SchedulerHost;
import io.github.yarnfair.simulator.engine.EventLoop;
import io.github.yarnfair.simulator.engine.ForecastingContender;
import io.github.yarnfair.simulator.engine.RunBooks;
import io.github.yarnfair.simulator.run.RunJob;
import io.github.yarnfair.simulator.run.RunNode;
import io.github.yarnfair.simulator.run.RunQueue;
import io.github.yarnfair.simulator.run.TaskGroup;
import io.github.yarnfair.simulator.run.Workload;
import java.io.IOException;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * A real scheduler in as much of a ResourceManager as it needs, on a virtual clock: each node sends
 * a heartbeat a second, in which it reports what has ended and is given whatever the scheduler
 * places. Masters hold nothing and fetch containers at once.
 */
final class HostedContender implements ForecastingContender {
  /** Relative to what a queue may have. */
  private static final String UNLIMITED_MASTERS = "1000";

  private final RealScheduler scheduler;
  private final Map<String, String> options;

  /** Null but during a run. */
  private @Nullable HostedPlacing placing;

  HostedContender(RealScheduler scheduler) {
    this(scheduler, Map.of());
  }

  /**
   * @param options of the scheduler, without its prefix
   * @throws IllegalArgumentException if there are any and the scheduler has none of this project's
   */
  HostedContender(RealScheduler scheduler, Map<String, String> options) {
    this.scheduler = scheduler;
    this.options = options;
    scheduler.checkOptions(options);
  }

  @Override
  public String name() {
    return options.isEmpty() ? scheduler.toString() : scheduler + "+balance";
  }

  @Override
  public String nodeChoice() {
    return "heartbeat";
  }

  @Override
  public long run(Workload workload, RunQueue root, RunBooks books, long seed) throws IOException {
    for (RunJob job : workload.jobs()) {
      for (TaskGroup group : job.groups()) {
        if (!group.machineClass().isEmpty()) {
          throw new IOException(
              "%s: job %s is bound to machine class \"%s\": expected --any-class, as real"
                      .formatted(name(), job.id(), group.machineClass())
                  + " schedulers are run without node labels");
        }
      }
    }
    ClusterResources resources = new ClusterResources(workload.resources());
    VirtualClock clock = new VirtualClock();
    ServedAttempts served = new ServedAttempts();
    try (SchedulerHost host =
        new SchedulerHost(
            configuration(workload, resources),
            QueueShapes.of(root, resources),
            keys(workload, root),
            clock,
            served::add)) {
      HostedPlacing reporting = new HostedPlacing(host, clock, served, workload, new Random(seed));
      placing = reporting;
      return new EventLoop(workload, books).run(reporting);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(name() + " does not start: " + e.getMessage(), e);
    } finally {
      placing = null;
    }
  }

  @Override
  public Map<Integer, StartBook.Interval> expectedStarts(long time) {
    HostedPlacing running = placing;
    if (running == null) {
      throw new IllegalStateException(name() + " does not run");
    }
    return running.expectedStarts(time);
  }

  private Map<String, String> keys(Workload workload, RunQueue root) {
    Map<String, String> keys = QueueShapes.keys(root, RunBooks.capacity(workload));
    keys.putAll(masterKeys(scheduler));
    return keys;
  }

  /**
   * Returns the keys of queues for masters that hold nothing. CapacityScheduler counts a smallest
   * allocation, at least 1 MB and 1 vcore, for each unmanaged master: a queue of 50 vcores would
   * run 50 applications at a time, however little they need. Here that limit is lifted.
   */
  static Map<String, String> masterKeys(RealScheduler scheduler) {
    return scheduler.equals(RealScheduler.CAPACITY)
        ? Map.of("yarn.scheduler.capacity.maximum-am-resource-percent", UNLIMITED_MASTERS)
        : Map.of();
  }

  /** Allocations are not rounded, and the largest node bounds them. */
  private Configuration configuration(Workload workload, ClusterResources resources) {
    Configuration conf = scheduler.configuration(options);
    resources.declare(conf);
    conf.setInt(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, 1);
    conf.setInt("yarn.resource-types.memory-mb.increment-allocation", 1);
    long[] largest = new long[workload.resources().size()];
    for (RunNode node : workload.nodes()) {
      for (int j = 0; j < largest.length; j++) {
        largest[j] = Math.max(largest[j], node.capacity()[j]);
      }
    }
    conf.setLong(YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_MB, largest[0]);
    conf.setLong(YarnConfiguration.RM_SCHEDULER_MAXIMUM_ALLOCATION_VCORES, largest[1]);
    return conf;
  }

  /** Returns whether some node is large enough for a task. */
  static boolean fitsSome(Workload workload, long[] demand) {
    return workload.nodes().stream().anyMatch(node -> Demand.fits(demand, node.capacity(), 0));
  }
}
