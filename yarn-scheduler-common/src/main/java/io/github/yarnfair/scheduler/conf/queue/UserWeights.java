// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The weights of users, each with the key that sets it: a queue has those of the queue above unless
 * it sets its own. Immutable.
 */
final class UserWeights {
  static final UserWeights NONE = new UserWeights(Map.of());

  private final Map<String, Configured> byUser;

  /**
   * A weight.
   *
   * @param key its full key
   */
  record Configured(float weight, String key) {}

  private UserWeights(Map<String, Configured> byUser) {
    this.byUser = Map.copyOf(byUser);
  }

  /** Returns these weights, some of them replaced or added. */
  UserWeights with(Map<String, Configured> own) {
    if (own.isEmpty()) {
      return this;
    }
    Map<String, Configured> all = new HashMap<>(byUser);
    all.putAll(own);
    return new UserWeights(all);
  }

  Map<String, Configured> byUser() {
    return byUser;
  }

  Map<String, Double> values() {
    return byUser.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, user -> (double) user.getValue().weight()));
  }
}
