// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.history;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What queues held and what their ideal shares were, at the last {@link #MOST} samples. Six bytes
 * for each queue and sample, four without balances. Any thread.
 */
final class ShareHistory {
  /** Most samples: six hours at the default interval. */
  static final int MOST = 720;

  private static final double WHOLE = 10_000;

  @GuardedBy("this")
  private final Deque<Row> rows = new ArrayDeque<>();

  @GuardedBy("this")
  private List<String> paths = List.of();

  /**
   * A sample. Fractions are in hundredths of a percent.
   *
   * @param time in milliseconds since 1970
   * @param paths the queues
   * @param held by queue, the dominant share
   * @param ideal by queue, the ideal share
   * @param balance by queue, what it held more than its part in the past, by what the part comes to
   *     in the time that is remembered; null if shares had no memory
   * @param used by resource type, how much of the cluster's was held
   * @param stranded by resource type, how much was free where nothing that waited fitted
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Row(
      long time,
      List<String> paths,
      short[] held,
      short[] ideal,
      short @Nullable [] balance,
      short[] used,
      short[] stranded) {}

  synchronized void add(long time, ClusterSample sample, long[] stranded) {
    List<ClusterSample.Queue> queues = sample.queues();
    List<String> now = queues.stream().map(ClusterSample.Queue::path).toList();
    if (!now.equals(paths)) {
      paths = now; // The rows of the same queues share one list.
    }
    short[] held = new short[queues.size()];
    short[] ideal = new short[queues.size()];
    for (int i = 0; i < held.length; i++) {
      held[i] = hundredths(queues.get(i).held());
      ideal[i] = hundredths(queues.get(i).ideal());
    }
    long[] capacity = sample.capacity();
    short[] used = new short[capacity.length];
    short[] unusable = new short[capacity.length];
    for (int j = 0; j < used.length; j++) {
      used[j] = part(queues.get(0).heldAmounts()[j], capacity[j]);
      unusable[j] = part(stranded[j], capacity[j]);
    }
    if (rows.size() == MOST) {
      rows.removeFirst();
    }
    rows.addLast(new Row(time, paths, held, ideal, balance(queues), used, unusable));
  }

  private static short @Nullable [] balance(List<ClusterSample.Queue> queues) {
    short[] relatives = new short[queues.size()];
    for (int i = 0; i < relatives.length; i++) {
      ClusterSample.Balance balance = queues.get(i).balance();
      if (balance == null) {
        return null;
      }
      relatives[i] = hundredths(balance.relative());
    }
    return relatives;
  }

  private static short part(long amount, long of) {
    return of > 0 ? hundredths((double) amount / of) : 0;
  }

  private static short hundredths(double fraction) {
    return (short)
        Math.max(Short.MIN_VALUE, Math.min(Short.MAX_VALUE, Math.round(WHOLE * fraction)));
  }

  /** Returns the rows, oldest first. */
  synchronized List<Row> rows() {
    return List.copyOf(rows);
  }

  /** Returns the time of the oldest row; the given time if there is none. */
  synchronized long since(long now) {
    Row first = rows.peekFirst();
    return first == null ? now : first.time();
  }
}
