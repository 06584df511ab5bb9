// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.ask;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one attempt that were read since its snapshot was last brought up to date, by
 * key. Any thread; readings of one attempt are published in the order in which they are made, since
 * each is made and published in one hold of the attempt's lock.
 */
public final class AskReadings {
  /** Most readings of a map that is kept for reuse. */
  private static final int MOST_KEPT = 12;

  /** What is pending of a request, null if nothing is. */
  @GuardedBy("this")
  private Map<SchedulerRequestKey, @Nullable Ask> published = new HashMap<>();

  /** An empty map for reuse, or null. Used by the taking thread only. */
  private @Nullable Map<SchedulerRequestKey, @Nullable Ask> spare = new HashMap<>();

  /** Takes one reading. */
  public interface Taker {
    /**
     * Takes it.
     *
     * @param ask what is pending, null if nothing is
     */
    void take(SchedulerRequestKey key, @Nullable Ask ask);
  }

  /**
   * Publishes a reading; it replaces an earlier one of the same key.
   *
   * @param ask what is pending, null if nothing is
   */
  public synchronized void publish(SchedulerRequestKey key, @Nullable Ask ask) {
    published.put(key, ask);
  }

  /** Returns whether every reading has been taken. */
  public synchronized boolean isEmpty() {
    return published.isEmpty();
  }

  /** Passes each reading to the taker; keeps them all. */
  public synchronized void forEach(Taker taker) {
    published.forEach(taker::take);
  }

  /** Passes each reading to the taker and removes it; keeps them all if the taker fails. */
  public void takeAll(Taker taker) {
    Map<SchedulerRequestKey, @Nullable Ask> taken = takeAll();
    try {
      taken.forEach(taker::take);
    } catch (RuntimeException | Error e) {
      keep(taken);
      throw e;
    }
    if (taken.size() <= MOST_KEPT) {
      taken.clear();
      spare = taken;
    }
  }

  private synchronized Map<SchedulerRequestKey, @Nullable Ask> takeAll() {
    Map<SchedulerRequestKey, @Nullable Ask> taken = published;
    published = spare == null ? new HashMap<>() : spare;
    spare = null;
    return taken;
  }

  private synchronized void keep(Map<SchedulerRequestKey, @Nullable Ask> taken) {
    taken.putAll(published); // which are newer
    published = taken;
  }
}
