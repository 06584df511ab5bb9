// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.manager;

import java.util.PriorityQueue;
import org.apache.hadoop.yarn.util.Clock;

/** A virtual clock and what is due by it: in the order of time, then in that of being told. */
final class EventLoop implements Clock {
  /** Some moment that is none of the machine's. */
  static final long START = 1_000_000_000L;

  private final PriorityQueue<Due> due = new PriorityQueue<>();
  private long now = START;
  private long told;

  private record Due(long time, long order, Runnable action) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      int byTime = Long.compare(time, other.time);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  @Override
  public long getTime() {
    return now;
  }

  /** Has an action run at a time in milliseconds, not before now. */
  void at(long time, Runnable action) {
    due.add(new Due(Math.max(time, now), told++, action));
  }

  /** Schedules an action after a delay in milliseconds. */
  void in(long millis, Runnable action) {
    at(now + millis, action);
  }

  /** Runs the next action if it is due by a time; otherwise it is that time. */
  boolean step(long until) {
    if (due.isEmpty() || due.peek().time > until) {
      now = Math.max(now, until);
      return false;
    }
    Due next = due.remove();
    now = next.time;
    next.action.run();
    return true;
  }
}
