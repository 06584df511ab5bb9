// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.run;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a leaf queue says of its users.
 *
 * @param areShares whether the queue's share is divided among its users first
 * @param limitFactor how many times what the queue is entitled to one user of weight 1 may hold;
 *     null: no limit
 * @param weights of those users that have one of their own; the others weigh 1
 */
public record RunUsers(
    boolean areShares, @Nullable Double limitFactor, Map<String, Double> weights) {
  /** Users make no difference. */
  public static final RunUsers NONE = new RunUsers(false, null, Map.of());

  public RunUsers {
    weights = Map.copyOf(weights);
  }

  /** Returns a user's weight. */
  public double weight(String user) {
    return weights.getOrDefault(user, 1.0);
  }
}
