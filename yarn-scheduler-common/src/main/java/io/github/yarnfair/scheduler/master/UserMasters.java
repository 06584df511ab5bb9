// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.master;

import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;

/**
 * What the masters of each user take of one leaf queue in one partition. Under the scheduler's
 * write lock.
 */
final class UserMasters {
  private final String queue;
  private final Map<ApplicationAttemptId, String> users = new HashMap<>();
  private final Map<String, long[]> byUser = new HashMap<>();
  private final long[] nothing;

  /**
   * @param queue its name, for messages
   * @param types number of resource types
   */
  UserMasters(String queue, int types) {
    this.queue = queue;
    nothing = new long[types];
  }

  void add(ApplicationAttemptId attempt, String user, long[] master) {
    users.put(attempt, user);
    ResourceVectors.add(master, 1, byUser.computeIfAbsent(user, name -> nothing.clone()));
  }

  void remove(ApplicationAttemptId attempt, long[] master) {
    String user = users.remove(attempt);
    long[] used = user == null ? null : byUser.get(user);
    if (used != null) {
      ResourceVectors.add(master, -1, used);
      if (Arrays.equals(used, nothing)) {
        byUser.remove(user);
      }
    }
  }

  /** Returns whether a user's masters and one more are within a limit. */
  boolean hasRoom(String user, long[] master, long[] limit) {
    long[] used = used(user);
    for (int j = 0; j < master.length; j++) {
      if (master[j] > 0 && used[j] + master[j] > limit[j]) {
        return false;
      }
    }
    return true;
  }

  /** Returns what the masters of a user take. Not a copy. */
  long[] used(String user) {
    return byUser.getOrDefault(user, nothing);
  }

  /** Returns one message for each user whose masters take something else than is counted. */
  List<String> violations(Map<ApplicationAttemptId, long[]> active) {
    Map<String, long[]> sums = new HashMap<>();
    active.forEach(
        (attempt, master) ->
            ResourceVectors.add(
                master,
                1,
                sums.computeIfAbsent(users.getOrDefault(attempt, ""), name -> nothing.clone())));
    List<String> violations = new ArrayList<>();
    if (!users.keySet().equals(active.keySet())) {
      violations.add(
          "%s counts masters of %s, active are %s".formatted(queue, users, active.keySet()));
    }
    sums.forEach(
        (user, sum) -> {
          if (!Arrays.equals(sum, used(user))) {
            violations.add(
                "masters of %s in %s take %s, counted are %s"
                    .formatted(user, queue, Arrays.toString(sum), Arrays.toString(used(user))));
          }
        });
    return violations;
  }
}
