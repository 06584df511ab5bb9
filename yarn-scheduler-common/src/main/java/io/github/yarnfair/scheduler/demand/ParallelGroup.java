// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.demand;

import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.LeafQueue;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.jspecify.annotations.Nullable;

/**
 * The waiting applications of one user in one leaf queue. The same limits apply to all of them, so
 * only the first has to be considered: by priority, then in the order of submission.
 */
final class ParallelGroup {
  /** Neither group may be empty, or change while it is in an ordered set. */
  static final Comparator<ParallelGroup> BY_FIRST =
      Comparator.comparing(group -> group.waiting.firstKey());

  /** Of those that are started before one. */
  private static final int MOST_COUNTED = 500;

  private final Key key;
  private final List<ParallelLimit> limits;
  private final TreeMap<Turn, AppAttempt> waiting = new TreeMap<>();
  private @Nullable ParallelLimit blocker;

  /** Which applications are in one group. */
  record Key(LeafQueue queue, String user) {}

  /** Which of two applications is first: the order must not change while it is in the map. */
  record Turn(int priority, ApplicationId id) implements Comparable<Turn> {
    private static final Comparator<Turn> ORDER =
        Comparator.comparingInt(Turn::priority).reversed().thenComparing(Turn::id);

    static Turn of(Application application) {
      return new Turn(application.getPriority().getPriority(), application.id());
    }

    @Override
    public int compareTo(Turn other) {
      return ORDER.compare(this, other);
    }
  }

  /**
   * @param limits the user's first, then those of the queues from the leaf up; not empty
   */
  ParallelGroup(Key key, List<ParallelLimit> limits) {
    this.key = key;
    this.limits = List.copyOf(limits);
  }

  Key key() {
    return key;
  }

  List<ParallelLimit> limits() {
    return limits;
  }

  /** Returns the limit where the group is parked, or null if it is to be considered. */
  @Nullable ParallelLimit blocker() {
    return blocker;
  }

  void setBlocker(@Nullable ParallelLimit limit) {
    blocker = limit;
  }

  /** Returns the first limit that is reached, or null if the first application may start. */
  @Nullable ParallelLimit firstFull() {
    for (ParallelLimit limit : limits) {
      if (limit.isFull()) {
        return limit;
      }
    }
    return null;
  }

  void add(Turn turn, AppAttempt attempt) {
    waiting.put(turn, attempt);
  }

  void remove(Turn turn) {
    waiting.remove(turn);
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Returns how many are started before one, at most a few hundred. */
  int countBefore(Turn turn) {
    int before = 0;
    for (Turn each : waiting.keySet()) {
      if (before == MOST_COUNTED || each.compareTo(turn) >= 0) {
        break;
      }
      before++;
    }
    return before;
  }

  Map.Entry<Turn, AppAttempt> first() {
    return waiting.firstEntry();
  }

  Collection<AppAttempt> attempts() {
    return waiting.values();
  }
}
