// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.simulator.drfh.DrfhUser;
import java.util.Arrays;
import java.util.List;

/**
 * Whole tasks on servers that are divided into slots, the DRFH paper's rival (section VI, table
 * II). A slot is the largest server divided by a number; a server has as many as its scarcest
 * resource makes, and a task takes as many of one server as its largest need asks for. The user
 * with the fewest slots by weight is served, on the first server with room.
 */
public final class SlotFilling {
  private final List<DrfhUser> users;
  private final long[] taskSlots;
  private final long[] free;
  private final long[] tasks;

  /**
   * Divides empty servers into slots.
   *
   * @param perLargest the number of slots of a server that has the most of every resource
   */
  public SlotFilling(List<long[]> servers, List<DrfhUser> users, int perLargest) {
    this.users = List.copyOf(users);
    long[] largest = new long[servers.get(0).length];
    servers.forEach(server -> Arrays.setAll(largest, r -> Math.max(largest[r], server[r])));
    free = servers.stream().mapToLong(server -> slots(server, largest, perLargest)).toArray();
    taskSlots =
        users.stream().mapToLong(user -> needed(user.demand(), largest, perLargest)).toArray();
    tasks = new long[users.size()];
  }

  private static long slots(long[] server, long[] largest, int perLargest) {
    long slots = perLargest;
    for (int r = 0; r < server.length; r++) {
      slots = Math.min(slots, server[r] * perLargest / largest[r]);
    }
    return slots;
  }

  private static long needed(long[] task, long[] largest, int perLargest) {
    long slots = 1;
    for (int r = 0; r < task.length; r++) {
      slots = Math.max(slots, -Math.floorDiv(-task[r] * perLargest, largest[r]));
    }
    return slots;
  }

  /** Places tasks until no server has enough slots for any. */
  public SlotFilling fill() {
    for (int user = next(); user >= 0; user = next()) {
      free[firstWithRoom(user)] -= taskSlots[user];
      tasks[user]++;
    }
    return this;
  }

  private int next() {
    int next = -1;
    double fewest = Double.POSITIVE_INFINITY;
    for (int i = 0; i < tasks.length; i++) {
      double key = tasks[i] * taskSlots[i] / users.get(i).weight();
      if (key < fewest && isPending(i) && firstWithRoom(i) >= 0) {
        next = i;
        fewest = key;
      }
    }
    return next;
  }

  private boolean isPending(int user) {
    return users.get(user).tasks() == Demand.ENDLESS || tasks[user] < users.get(user).tasks();
  }

  private int firstWithRoom(int user) {
    int server = 0;
    while (server < free.length && free[server] < taskSlots[user]) {
      server++;
    }
    return server < free.length ? server : -1;
  }

  /** Returns how many tasks of a user run. */
  public long tasks(int user) {
    return tasks[user];
  }
}
