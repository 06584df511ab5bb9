// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.scheduler.ask.Ask;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.scheduler.SchedulerRequestKey;
import org.apache.hadoop.yarn.util.resource.Resources;

/** The room that is kept for the members of one gang. Under the scheduler's write lock. */
final class KeptRoom {
  /** The oldest first. */
  private final Set<GangRoom> rooms = new LinkedHashSet<>();

  /** The same by request. */
  private final Map<SchedulerRequestKey, List<GangRoom>> byKey = new HashMap<>();

  /** See {@link #tasks()}. */
  private Demand tasks = Demand.NOTHING;

  /** Read without a lock. */
  private volatile Resource sum = Resources.none();

  /** Returns all, the oldest first. Not a copy. */
  Set<GangRoom> all() {
    return rooms;
  }

  /** Returns the same as tasks, in the share tree's amounts. */
  Demand tasks() {
    return tasks;
  }

  /** Returns what is kept in all partitions together; not to be changed. Any thread. */
  Resource sum() {
    return sum;
  }

  void add(GangRoom room) {
    rooms.add(room);
    byKey.computeIfAbsent(room.key(), any -> new ArrayList<>()).add(room);
    tasks = tasks.plus(room.inTree(), 1);
    sum = Resources.add(sum, room.resource());
  }

  /** Removes room that is kept. */
  void remove(GangRoom room) {
    rooms.remove(room);
    alike(room.key()).remove(room);
    tasks = tasks.minus(room.inTree());
    sum = rooms.isEmpty() ? Resources.none() : Resources.subtract(sum, room.resource());
  }

  List<GangRoom> alike(SchedulerRequestKey key) {
    return byKey.getOrDefault(key, List.of());
  }

  /** Returns the rooms that no member wants any more: the newest of those that are too many. */
  List<GangRoom> unwanted(Map<SchedulerRequestKey, Ask> members) {
    List<GangRoom> unwanted = new ArrayList<>();
    byKey.forEach(
        (key, alike) -> {
          Ask member = members.get(key);
          int wanted = 0;
          for (GangRoom room : alike) {
            boolean isWanted =
                member != null && room.ask().isLike(member) && wanted < member.containers();
            wanted += isWanted ? 1 : 0;
            if (!isWanted) {
              unwanted.add(room);
            }
          }
        });
    return unwanted;
  }
}
