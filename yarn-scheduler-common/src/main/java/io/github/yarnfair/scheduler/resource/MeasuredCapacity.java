// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.resource;

import java.util.Arrays;

/**
 * The amount of each resource type that shares, weights and limits are measured against. A change
 * rates the whole share tree again, so it does not follow every node: it follows the registered
 * nodes at once if their sum differs by more than a hundredth, and otherwise after as many
 * decisions as the tree has nodes. Each decision so pays for O(1) of the rating.
 */
public final class MeasuredCapacity {
  private static final long PARTS = 100;

  private final long[] measured;
  private final long[] registered;
  private long decisions;

  public MeasuredCapacity(int types) {
    measured = new long[types];
    registered = new long[types];
  }

  /** Returns the measured capacity; not a copy. */
  public long[] measured() {
    return measured;
  }

  /** Returns the registered nodes' total of a resource type. */
  public long registered(int type) {
    return registered[type];
  }

  /** Sets the registered nodes' total. */
  public void register(long[] cluster) {
    System.arraycopy(cluster, 0, registered, 0, registered.length);
  }

  /** Counts a decision. */
  public void decided() {
    decisions++;
  }

  /** Returns whether the measured capacity equals the registered nodes' total. */
  public boolean isExact() {
    return Arrays.equals(measured, registered);
  }

  /**
   * Returns whether {@link #measure} is due.
   *
   * @param nodes how many nodes the share tree has
   */
  public boolean isDue(int nodes) {
    return !isExact() && (decisions >= nodes || isFarOff());
  }

  /** Sets the measured capacity to the registered nodes' total and returns it; not a copy. */
  public long[] measure() {
    decisions = 0;
    System.arraycopy(registered, 0, measured, 0, measured.length);
    return measured;
  }

  private boolean isFarOff() {
    for (int j = 0; j < measured.length; j++) {
      if (Math.abs(registered[j] - measured[j]) > measured[j] / PARTS) {
        return true;
      }
    }
    return false;
  }
}
