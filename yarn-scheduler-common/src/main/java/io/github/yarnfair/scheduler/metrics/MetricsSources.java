// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.metrics;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.lib.MetricsAnnotations;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The names under which the metrics system knows the metrics of a queue and of the queue's users
 * and partitions.
 *
 * <p>YARN registers metrics when they first change, in the thread that changes them, and the
 * metrics system refuses a name that it knows. Therefore all registration happens under one {@link
 * #LOCK}, an old source of the same name is replaced, and what still fails is logged: metrics that
 * could not be exported go on counting.
 */
final class MetricsSources {
  /**
   * Guards the registration of all queues' metrics: the metrics system and YARN's own table of
   * metrics are static. Taken before the lock of the metrics system.
   */
  static final Object LOCK = new Object();

  private static final Logger LOG = LoggerFactory.getLogger(MetricsSources.class);

  private final MetricsSystem system;
  private final Set<String> names = new HashSet<>();

  MetricsSources(MetricsSystem system) {
    this.system = system;
  }

  /**
   * Registers a source. Under {@link #LOCK}.
   *
   * @param name the source's name
   * @param registration registers a source of that name, and no other
   * @param source returns the source that was to be registered, null if it was not created
   */
  void register(
      String name, Runnable registration, Supplier<? extends @Nullable QueueMetrics> source) {
    try {
      // No metrics in use have that name: it was left by a scheduler that has been replaced.
      system.unregisterSource(name);
      names.add(name);
      registration.run();
    } catch (RuntimeException e) {
      LOG.warn("{} is counted, but not exported: it could not be registered", name, e);
      QueueMetrics counted = source.get();
      if (counted != null) {
        MetricsAnnotations.makeSource(counted); // makes the counters that are not there yet
      }
    }
  }

  /** Unregisters one source. Under {@link #LOCK}. */
  void unregister(String name) {
    if (names.remove(name)) {
      system.unregisterSource(name);
    }
  }

  /** Unregisters all sources that were registered here. Under {@link #LOCK}. */
  void unregisterAll() {
    names.forEach(system::unregisterSource);
    names.clear();
  }
}
