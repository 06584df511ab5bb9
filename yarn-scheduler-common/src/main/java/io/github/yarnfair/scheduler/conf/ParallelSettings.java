// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf;

import java.util.HashMap;
import java.util.Map;

/**
 * How many applications may run at a time: the limits of users, and whether there is any limit.
 * Those of queues are the queues' own.
 *
 * @param areLimited whether the file limits any queue or user
 * @param ofEachUser most running applications of a user who has no limit of their own
 * @param ofUsers the same of single users, by name
 */
public record ParallelSettings(boolean areLimited, int ofEachUser, Map<String, Integer> ofUsers) {
  /** The last part of all these keys. */
  public static final String PROPERTY = "max-parallel-apps";

  /** What applies where nothing is configured. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  private static final String USER = KeyReader.PREFIX + "user.";

  public ParallelSettings {
    ofUsers = Map.copyOf(ofUsers);
  }

  static ParallelSettings read(KeyReader keys, Findings findings) {
    Map<String, Integer> ofUsers = new HashMap<>();
    for (String key : keys.startingWith(USER)) {
      int end = key.length() - PROPERTY.length() - 1;
      if (key.endsWith("." + PROPERTY) && end > USER.length()) {
        ofUsers.put(key.substring(USER.length(), end), most(keys, key, UNLIMITED, findings));
      }
    }
    boolean areLimited =
        keys.startingWith(KeyReader.PREFIX).stream()
            .filter(key -> key.endsWith(PROPERTY))
            .anyMatch(key -> !String.valueOf(UNLIMITED).equals(keys.trimmed(key)));
    return new ParallelSettings(
        areLimited, most(keys, USER + PROPERTY, UNLIMITED, findings), ofUsers);
  }

  /**
   * Reads a limit. A negative one is 0, as under CapacityScheduler, where -1 lets nothing start.
   *
   * @return most running applications, at least 0
   */
  public static int most(KeyReader keys, String key, int byDefault, Findings findings) {
    int most = keys.integer(key, byDefault, Integer.MIN_VALUE, findings);
    if (most < 0) {
      findings.replace(key, "a whole number from 0 up", "0 applies: no application starts");
    }
    return Math.max(0, most);
  }

  /** Returns the most running applications of a user. */
  public int of(String user) {
    return ofUsers.getOrDefault(user, ofEachUser);
  }
}
