// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.ask;

import io.github.yarnfair.core.tree.Amounts;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;

/**
 * The distinct shapes of all pending tasks, by partition, and how many attempts want each: the
 * largest is found at the cost of the shapes, not of the applications.
 */
public final class PendingTasks {
  private final Map<ApplicationAttemptId, List<Shape>> told = new HashMap<>();
  private final Map<String, Map<LongBuffer, Integer>> requests = new HashMap<>();

  /**
   * One container's worth of a request.
   *
   * @param amounts a buffer, because it compares by content
   */
  record Shape(String partition, LongBuffer amounts) {
    static Shape of(String partition, long[] amounts) {
      return new Shape(partition, LongBuffer.wrap(amounts));
    }
  }

  /** Replaces the shapes of an attempt; an empty list removes it. */
  public void replace(ApplicationAttemptId attempt, List<Shape> shapes) {
    List<Shape> before = shapes.isEmpty() ? told.remove(attempt) : told.put(attempt, shapes);
    if (before == shapes) {
      return; // as mostly, when only the number of containers has changed
    }
    shapes.forEach(shape -> count(shape, 1));
    if (before != null) {
      before.forEach(shape -> count(shape, -1));
    }
  }

  private void count(Shape shape, int change) {
    requests
        .computeIfAbsent(shape.partition(), partition -> new HashMap<>())
        .merge(shape.amounts(), change, (count, by) -> count + by == 0 ? null : count + by);
  }

  /**
   * Returns the component-wise largest of the tasks of a partition that a node could ever hold and
   * that need nothing which is exhausted on it; zeros if there is none.
   */
  public void largest(String partition, long[] total, long[] free, long[] into) {
    Arrays.fill(into, 0);
    for (LongBuffer shape : requests.getOrDefault(partition, Map.of()).keySet()) {
      long[] amounts = shape.array();
      if (Amounts.fits(amounts, total) && !needsExhausted(amounts, free)) {
        for (int j = 0; j < into.length; j++) {
          into[j] = Math.max(into[j], amounts[j]);
        }
      }
    }
  }

  private static boolean needsExhausted(long[] amounts, long[] free) {
    for (int j = 0; j < amounts.length; j++) {
      if (amounts[j] > 0 && free[j] <= 0) {
        return true;
      }
    }
    return false;
  }
}
