/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.scheduler.model;

import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one attempt that may have changed since the share tree was last updated, each
 * with its reading since then, if any. Any thread.
 *
 * <p>Each change of a request in YARN's records is followed by {@link #mark}, or by {@link #read}
 * within the same hold of the attempt's lock. So the last mark or reading of a key covers its last
 * change.
 */
final class ChangedAsks {
  private static final Reading UNREAD = new Reading(false, null);

  /** Most keys of a map that is kept for reuse by the next decision. */
  private static final int MOST_KEPT = 12;

  private Map<SchedulerRequestKey, Reading> byKey = new HashMap<>();

  /** An empty map for reuse, or null. Used by the taking thread only. */
  private @Nullable Map<SchedulerRequestKey, Reading> spare = new HashMap<>();

  private boolean increases;

  /** What was pending of a request if it has been read, null if nothing was. */
  private record Reading(boolean isRead, @Nullable Ask ask) {}

  /** Takes one request that may have changed. */
  interface Taker {
    /**
     * Takes it.
     *
     * @param isRead whether it has been read since it changed
     * @param ask what was pending when it was read, null if nothing was
     */
    void take(SchedulerRequestKey key, boolean isRead, @Nullable Ask ask);
  }

  /** Marks a request as changed. */
  synchronized void mark(SchedulerRequestKey key) {
    byKey.put(key, UNREAD);
  }

  /** Marks all requests to increase containers as changed. */
  synchronized void markIncreases() {
    increases = true;
  }

  /** Records a reading of a request: the pending request, or null if there is none. */
  synchronized void read(SchedulerRequestKey key, @Nullable Ask ask) {
    byKey.put(key, new Reading(true, ask));
  }

  /** Returns whether {@link #markIncreases} was called since the last call of this method. */
  synchronized boolean takeIncreases() {
    boolean taken = increases;
    increases = false;
    return taken;
  }

  /**
   * Removes each recorded request and passes it to the taker; marks it again if the taker fails.
   */
  void takeAll(Taker taker) {
    Map<SchedulerRequestKey, Reading> taken = takeAll();
    try {
      taken.forEach((key, reading) -> taker.take(key, reading.isRead(), reading.ask()));
    } catch (RuntimeException | Error e) {
      taken.keySet().forEach(this::mark);
      throw e;
    }
    if (taken.size() <= MOST_KEPT) {
      taken.clear();
      spare = taken;
    }
  }

  private synchronized Map<SchedulerRequestKey, Reading> takeAll() {
    Map<SchedulerRequestKey, Reading> taken = byKey;
    byKey = spare == null ? new HashMap<>() : spare;
    spare = null;
    return taken;
  }
}
