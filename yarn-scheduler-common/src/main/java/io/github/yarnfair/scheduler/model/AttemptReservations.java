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

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/** The reservations of one attempt, by request: what it has asked for waits on so many nodes. */
public final class AttemptReservations {
  private final Set<Reservation> all = new LinkedHashSet<>();
  private final Map<SchedulerRequestKey, Set<Reservation>> byKey = new HashMap<>();

  void add(Reservation made) {
    all.add(made);
    byKey.computeIfAbsent(made.key(), any -> new LinkedHashSet<>()).add(made);
  }

  /**
   * Forgets a reservation.
   *
   * @throws IllegalStateException if it is not known
   */
  void remove(Reservation dropped) {
    Set<Reservation> alike = byKey.get(dropped.key());
    if (alike == null || !alike.remove(dropped)) {
      throw new IllegalStateException("Unknown: " + dropped);
    }
    if (alike.isEmpty()) {
      byKey.remove(dropped.key());
    }
    all.remove(dropped);
  }

  public int count() {
    return all.size();
  }

  /** Returns how many there are for a request. */
  public int count(SchedulerRequestKey key) {
    if (all.isEmpty()) {
      return 0; // as mostly, and without a look at the key
    }
    Set<Reservation> alike = byKey.get(key);
    return alike == null ? 0 : alike.size();
  }

  /** Returns one of those for a request, which are alike, or null if there is none. */
  @Nullable Reservation any(SchedulerRequestKey key) {
    Set<Reservation> alike = all.isEmpty() ? null : byKey.get(key);
    return alike == null ? null : alike.iterator().next();
  }

  /** Returns them, oldest first. Not a copy. */
  Set<Reservation> all() {
    return Collections.unmodifiableSet(all);
  }

  /** Returns what they are for, together. */
  Resource total() {
    Resource total = Resources.createResource(0, 0);
    all.forEach(reservation -> Resources.addTo(total, reservation.resource()));
    return total;
  }
}
