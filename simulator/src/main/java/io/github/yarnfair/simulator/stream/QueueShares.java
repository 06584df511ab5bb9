// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.stream;

import io.github.yarnfair.simulator.run.QueueSample;
import io.github.yarnfair.simulator.run.RunObserver;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What some queues hold, and how far that is from their ideal shares: means over all looks, as
 * {@code simulator run} computes them for all leaf queues.
 */
public final class QueueShares implements RunObserver {
  private final Map<String, MeanShare> queues = new LinkedHashMap<>();

  /** One queue; shares are dominant shares of the cluster, 0 to 1. */
  public static final class MeanShare {
    private double held;
    private double ideal;
    private double distance;
    private long looks;

    /** Returns the mean share that it held. */
    public double held() {
      return held / Math.max(1, looks);
    }

    /** Returns the mean of its ideal share, which follows from the tasks that it has. */
    public double ideal() {
      return ideal / Math.max(1, looks);
    }

    /** Returns the mean distance of its share from its ideal share. */
    public double distance() {
      return distance / Math.max(1, looks);
    }

    private void look(QueueSample sample) {
      held += sample.held();
      ideal += sample.ideal();
      distance += Math.abs(sample.held() - sample.ideal());
      looks++;
    }
  }

  /** Creates the shares of a run in which nothing has happened. */
  public QueueShares(List<String> paths) {
    paths.forEach(path -> queues.put(path, new MeanShare()));
  }

  @Override
  public void sample(long time, List<QueueSample> samples, long[] used) {
    for (QueueSample sample : samples) {
      MeanShare queue = queues.get(sample.queue());
      if (queue != null) {
        queue.look(sample);
      }
    }
  }

  /** Returns the queues by path. */
  public Map<String, MeanShare> queues() {
    return queues;
  }

  /** Returns the mean distance of a queue's share from its ideal share. */
  public double distance() {
    return queues.values().stream().mapToDouble(MeanShare::distance).average().orElse(0);
  }
}
