// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.testing;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.metrics2.MetricsException;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.impl.MetricsSystemImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * A metrics system, in the place of Hadoop's, that tells what is registered and refuses the metrics
 * of queues on demand.
 */
public final class RefusingMetricsSystem extends MetricsSystemImpl implements AutoCloseable {
  /** How metrics of queues, users and partitions are refused. */
  public enum Refusal {
    NONE,

    /** As if another thread had just registered the same name. */
    NAME_EXISTS,

    /** Before the metrics get their counters: each later change of them fails as well. */
    BROKEN
  }

  private final MetricsSystem replaced = DefaultMetricsSystem.setInstance(this);
  private final List<String> refused = Collections.synchronizedList(new ArrayList<>());
  private final Set<String> names = ConcurrentHashMap.newKeySet();
  private volatile Refusal refusal = Refusal.NONE;

  public void refuse(Refusal from) {
    refusal = from;
  }

  /** Returns the names that were refused. */
  public List<String> refused() {
    return List.copyOf(refused);
  }

  /** Returns the names of the metrics of queues, users and partitions that are registered. */
  public Set<String> names() {
    return Set.copyOf(names);
  }

  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // adds no state that needs it
  public void unregisterSource(String name) {
    names.remove(name);
    super.unregisterSource(name);
  }

  @Override
  @SuppressWarnings("UnsynchronizedOverridesSynchronized") // adds no state that needs it
  public <T> T register(String name, String description, T source) {
    boolean ofQueues = name != null && name.contains("QueueMetrics");
    boolean refuses = ofQueues && refusal != Refusal.NONE;
    if (!refuses || refusal == Refusal.NAME_EXISTS) {
      super.register(name, description, source);
    }
    if (refuses) {
      refused.add(name);
      throw new MetricsException("Metrics source " + name + " already exists!");
    }
    if (ofQueues) {
      names.add(name);
    }
    return source;
  }

  @Override
  public void close() {
    DefaultMetricsSystem.setInstance(replaced);
  }
}
