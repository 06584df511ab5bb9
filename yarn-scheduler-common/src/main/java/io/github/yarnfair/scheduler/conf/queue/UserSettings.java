// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import io.github.yarnfair.scheduler.conf.capacity.QueueWeight;
import io.github.yarnfair.scheduler.conf.key.KeyType;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the queue file says of the users of a leaf queue.
 *
 * @param limitFactor {@code user-limit-factor}: how many times what the queue is entitled to one
 *     user may hold, at least 0, or {@link #NO_LIMIT}; null if it is not set
 * @param minimumPart {@code minimum-user-limit-percent} as a part of 1, at least 0; 1 unless set
 * @param weights of those users that have one of their own; the others weigh 1
 */
public record UserSettings(
    @Nullable Double limitFactor, double minimumPart, Map<String, Double> weights) {
  /** The factor that limits nothing. */
  public static final double NO_LIMIT = KeyType.NO_LIMIT;

  /** The settings of a queue whose file says nothing of users. */
  public static final UserSettings NONE = new UserSettings(null, 1, Map.of());

  /** As a queue without capacity, a user of weight 0 has what the others leave. */
  private static final double LEFTOVERS = QueueWeight.LEFTOVERS;

  public UserSettings {
    weights = Map.copyOf(weights);
  }

  /** Whether the queue's share is divided among its users first. */
  public boolean areShares() {
    return isLimited() || minimumPart < 1 || !weights.isEmpty();
  }

  /** Whether what one user may hold is limited. */
  public boolean isLimited() {
    return limitFactor != null && limitFactor != NO_LIMIT;
  }

  /** Returns a user's weight as configured, at least 0. */
  public double weight(String user) {
    return weights.getOrDefault(user, 1.0);
  }

  /** Returns a user's weight in the share tree: above 0. */
  public double shareWeight(String user) {
    return Math.max(LEFTOVERS, weight(user));
  }
}
