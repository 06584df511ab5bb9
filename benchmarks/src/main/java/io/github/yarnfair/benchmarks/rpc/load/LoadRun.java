// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc.load;

import io.github.yarnfair.benchmarks.Statistics;
import io.github.yarnfair.benchmarks.rm.ClusterCell;
import io.github.yarnfair.benchmarks.rm.ClusterWorkload;
import io.github.yarnfair.benchmarks.rm.LeafShares;
import io.github.yarnfair.benchmarks.rpc.load.LoadFigures.CallFigures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The main class of the load's process: plays the cluster, lets it warm up and fill, measures, and
 * writes the figures. The configuration on its class path names the ResourceManager.
 */
public final class LoadRun {
  private static final Logger LOG = LoggerFactory.getLogger(LoadRun.class);
  private static final long SELF = ProcessHandle.current().pid();
  private static final long LOOK_MILLIS = 500;

  /** Looks without growth after which the cluster is full. */
  private static final int FULL_LOOKS = 6;

  /** Growth below this part is none. */
  private static final double LEAST_GROWTH = 0.01;

  /** Within which all masters must have been started, and then a generation of tasks have ended. */
  private static final long PATIENCE_SECONDS = 900;

  private final LoadPlan plan;
  private final ClusterWorkload workload;
  private final Configuration conf = new YarnConfiguration();

  private LoadRun(LoadPlan plan) {
    this.plan = plan;
    workload = new ClusterWorkload(ClusterCell.parse(plan.cell()), plan.seed(), plan.gpus());
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
    // Threads of Hadoop's RPC would go on.
    Runtime.getRuntime().halt(status);
  }

  private LoadFigures run() throws Exception {
    try (PlayedCluster cluster = new PlayedCluster(plan, workload, conf)) {
      cluster.registerNodes();
      cluster.submit();
      cluster.startNodes();
      awaitMasters(cluster);
      LOG.info("All masters have registered");
      cluster.startTasks();
      cluster.startResizes();
      double cold = ProcessUse.of(plan.process()).seconds();
      awaitFull(cluster);
      awaitGeneration(cluster);
      while (ProcessUse.of(plan.process()).seconds() < cold + plan.warmUpSeconds()) {
        Thread.sleep(LOOK_MILLIS);
      }
      LOG.info("Warm and full: measuring");
      return measure(cluster);
    }
  }

  private static long millisSince(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
  }

  private void awaitMasters(PlayedCluster cluster) throws IOException, InterruptedException {
    int expected = Application.of(workload).size();
    long begin = System.nanoTime();
    while (cluster.masters() < expected) {
      if (millisSince(begin) > TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS)) {
        throw new IOException(
            "%d of %d masters after %d s".formatted(cluster.masters(), expected, PATIENCE_SECONDS));
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }

  /** A scheduler that fills nodes does other work than one that replaces containers. */
  private void awaitFull(PlayedCluster cluster) throws InterruptedException {
    double most = 0;
    for (int looks = 0; most == 0 || looks < FULL_LOOKS; looks++) {
      Thread.sleep(LOOK_MILLIS);
      double inUse = inUse(cluster.usage());
      if (inUse > most + LEAST_GROWTH) {
        most = inUse;
        looks = 0;
      }
    }
  }

  /** The first tasks start together, and end in a wave; those after them do less so. */
  private void awaitGeneration(PlayedCluster cluster) throws IOException, InterruptedException {
    long begin = System.nanoTime();
    while (cluster.ended() < cluster.given() - cluster.ended()) {
      if (millisSince(begin) > TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS)) {
        throw new IOException(
            "%d of %d tasks have ended after %d s"
                .formatted(cluster.ended(), cluster.given(), PATIENCE_SECONDS));
      }
      Thread.sleep(LOOK_MILLIS);
    }
  }

  /** Returns the largest part, of memory or vcores, that tasks hold; GPUs are not for everybody. */
  private double inUse(Map<String, long[]> usage) {
    long[] used = new long[workload.capacity().length];
    usage.values().forEach(held -> Arrays.setAll(used, j -> used[j] + held[j]));
    return Math.max(
        (double) used[0] / workload.capacity()[0], (double) used[1] / workload.capacity()[1]);
  }

  private LoadFigures measure(PlayedCluster cluster) throws IOException, InterruptedException {
    LeafShares shares = new LeafShares(workload);
    ProcessUse before = ProcessUse.of(plan.process());
    ProcessUse ownBefore = ProcessUse.of(SELF);
    long given = cluster.given();
    long resized = cluster.resized();
    cluster.heartbeats().clear();
    cluster.allocations().clear();
    Map<String, Integer> earlyFailures = cluster.failures().take();
    long begin = System.nanoTime();
    double inUse = watch(cluster, shares, begin);
    double seconds = (System.nanoTime() - begin) / 1e9;
    Map<String, Integer> failures = cluster.failures().take();
    Map<ThreadKind, Double> cpu = ProcessUse.of(plan.process()).since(before);
    double[] parts = shares.parts();
    return new LoadFigures(
        seconds,
        cluster.given() - given,
        CallFigures.of(cluster.heartbeats()),
        CallFigures.of(cluster.allocations()),
        cluster.resized() - resized,
        cpu,
        ProcessUse.of(SELF).seconds() - ownBefore.seconds(),
        ProcessUse.residentMebibytes(plan.process()),
        LiveHeap.mebibytes(plan.process(), conf.get(YarnConfiguration.RM_WEBAPP_ADDRESS)),
        inUse,
        Statistics.quantile(parts, 0),
        Statistics.median(parts),
        Statistics.quantile(parts, 1),
        failures,
        earlyFailures);
  }

  /**
   * Samples what tasks hold until the time is over; returns the mean part of the cluster in use.
   */
  private double watch(PlayedCluster cluster, LeafShares shares, long begin)
      throws InterruptedException {
    double inUse = 0;
    int looks = 0;
    do {
      Thread.sleep(LOOK_MILLIS);
      Map<String, long[]> usage = cluster.usage();
      shares.observe(usage);
      inUse += inUse(usage);
      looks++;
    } while (millisSince(begin) < TimeUnit.SECONDS.toMillis(plan.seconds()));
    return inUse / looks;
  }
}
