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
