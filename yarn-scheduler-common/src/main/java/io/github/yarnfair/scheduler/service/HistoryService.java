// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.service;

import io.github.yarnfair.scheduler.conf.FatalErrors;
import io.github.yarnfair.scheduler.conf.HistorySettings;
import io.github.yarnfair.scheduler.history.ClusterHistory;
import io.github.yarnfair.scheduler.snapshot.ClusterReader;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.ThreadFactoryBuilder;
import org.apache.hadoop.util.Time;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Samples queues, applications and nodes at an interval, in a thread of its own, for the page's
 * plots of the last hours and for the metrics of ideal shares. Holds the scheduler's lock in short
 * slices.
 */
public final class HistoryService {
  private static final Logger LOG = LoggerFactory.getLogger(HistoryService.class);

  private final SharedState state;
  private final ClusterReader reader;
  private final Object sampling = new Object();
  private @Nullable HistorySettings configured;
  private @Nullable ScheduledExecutorService thread;
  private volatile @Nullable ClusterHistory history;

  HistoryService(SharedState state, ClusterCapacity cluster) {
    this.state = state;
    reader = cluster.newReader("history");
  }

  /**
   * Takes samples at an interval from now on, or none. The history that there is goes on.
   *
   * @param settings those in force
   */
  public synchronized void configure(HistorySettings settings) {
    if (settings.equals(configured)) {
      return;
    }
    stop();
    configured = settings;
    if (!settings.isOn()) {
      history = null;
      return;
    }
    if (history == null) {
      history = new ClusterHistory(state.vectors(), state.context().getRMApps(), Time.now());
    }
    ScheduledExecutorService sampler =
        Executors.newSingleThreadScheduledExecutor(
            new ThreadFactoryBuilder().setDaemon(true).setNameFormat("Share history").build());
    Future<?> unused =
        sampler.scheduleWithFixedDelay(
            this::trySample,
            settings.intervalMillis(),
            settings.intervalMillis(),
            TimeUnit.MILLISECONDS);
    thread = sampler;
  }

  /** Takes no more samples. Does not wait for one that is being taken. */
  public synchronized void stop() {
    configured = null;
    if (thread != null) {
      thread.shutdownNow();
      thread = null;
    }
  }

  private void trySample() {
    try {
      sample();
    } catch (RuntimeException | Error e) {
      FatalErrors.rethrow(e);
      LOG.warn("A sample for the history was lost", e);
    }
  }

  /** Takes a sample now, if there is a history. */
  void sample() {
    synchronized (sampling) {
      ClusterHistory samples = history;
      if (samples != null) {
        sample(samples);
      }
    }
  }

  private void sample(ClusterHistory samples) {
    samples.add(reader.read(), state.nodes().getAllNodes(), Time.now());
  }

  /** Returns the history; null if it is switched off. */
  @Nullable ClusterHistory history() {
    return history;
  }
}
