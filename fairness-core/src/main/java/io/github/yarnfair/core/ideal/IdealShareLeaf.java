// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.ideal;

import java.util.Arrays;

/**
 * A leaf of the fluid allocation. Its demand classes grow together, in proportion to how many tasks
 * of each there are in all, until all tasks are met or a resource is exhausted. Then the classes
 * that need the resource stop, and the others go on from where they are.
 *
 * <p>What the leaf will do until a resource is exhausted is known beforehand, a {@linkplain #plan
 * plan}: the fraction of the classes' tasks that are met, their {@code progress}, rises linearly
 * with the leaf's key, and slower from each key on at which another resource becomes the dominant
 * one. If after a block none of the classes that go on needs the dominant resource, the key does
 * not react at first: the leaf first receives what it can without.
 */
final class IdealShareLeaf {
  private static final double TOLERANCE = IdealShareQueue.TOLERANCE;

  private final int node;
  private final int position;
  private final double weight;

  /** By entry of a share: what it counts for in the key, whose weight is {@link #weight}. */
  private final double[] scale;

  private final double[] limit;

  /** Of each class that is possible, endless ones first, what all its tasks take; m each. */
  private final double[] demand;

  /** Of endless classes, demand is what one task takes, and progress the number of tasks. */
  private final int endless;

  private boolean servesEndless;
  private final double[] usage;
  private final double[] growth;
  private double progress;
  private double reacting;
  private double end;
  private double startKey;
  private final double[] keys;
  private final double[] speeds;
  private int phases;

  /**
   * Creates a leaf that has nothing yet.
   *
   * @param position among its siblings
   * @param scale by entry of a share: by what it is multiplied before it is divided by the weight
   * @param limit the most it may hold of each resource as fractions of the cluster, +∞ for no limit
   * @param demand of each class and resource as fractions of the cluster, m for each class
   * @param endless how many of the classes, the first ones, never run out
   */
  IdealShareLeaf(
      int node,
      int position,
      double weight,
      double[] scale,
      double[] limit,
      double[] demand,
      int endless) {
    this.node = node;
    this.position = position;
    this.weight = weight;
    this.scale = scale;
    this.limit = limit;
    this.demand = demand;
    this.endless = endless;
    servesEndless = endless > 0;
    usage = new double[limit.length];
    growth = new double[limit.length];
    keys = new double[limit.length];
    speeds = new double[limit.length];
  }

  int node() {
    return node;
  }

  /** Returns the place among its siblings, from 0. */
  int position() {
    return position;
  }

  /** Returns what the leaf held when it was planned or advanced last, a fraction of the cluster. */
  double usage(int resource) {
    return usage[resource];
  }

  /** Returns how much of a resource the classes that grow take while progress rises by 1. */
  double growth(int resource) {
    return growth[resource];
  }

  /**
   * Plans how the leaf grows from here on.
   *
   * @param key the leaf's key
   * @param exhausted by resource, whether none is left for the leaf
   * @return false if it does not grow any more
   */
  boolean plan(double key, boolean[] exhausted) {
    startKey = key;
    phases = 0;
    if (!direct(exhausted) || (!servesEndless && progress >= 1)) {
      return false;
    }
    end = servesEndless ? Double.POSITIVE_INFINITY : 1.0;
    double share = 0.0;
    for (int j = 0; j < usage.length; j++) {
      if (growth[j] > 0) {
        end = Math.min(end, progress + (limit[j] - usage[j]) / growth[j]);
      }
      share = Math.max(share, usage[j] * scale[j]);
    }
    reacting = progress;
    for (double at = progress; at < end; ) {
      double slope = slope(share, at);
      double next = phases < keys.length - 1 ? nextDominant(share, at, slope) : end;
      if (slope == 0) {
        reacting = next;
      } else {
        keys[phases] = key += slope * (next - at) / weight;
        speeds[phases++] = weight / slope;
      }
      share += slope * (next - at);
      at = next;
    }
    return true;
  }

  /** Returns whether the leaf can receive something before its key reacts. */
  boolean isUnresponsive() {
    return progress < reacting * (1 - TOLERANCE);
  }

  /** Returns whether the plan is carried out. */
  boolean isAtEnd() {
    return progress >= end;
  }

  /** Returns the progress that is left before the key reacts. */
  double untilItReacts() {
    return reacting - progress;
  }

  /** Returns the progress that is left to the end of the plan, 0 if that is rounding alone. */
  double untilEnd() {
    return progress < end * (1 - TOLERANCE) ? end - progress : 0.0;
  }

  /** Returns the number of phases of the plan; each is slower than the one before. */
  int phases() {
    return phases;
  }

  /** Returns the key at which a phase ends, +∞ if never. */
  double endKey(int phase) {
    return keys[phase];
  }

  /** Returns by how much progress per key falls when a phase ends. */
  double slowdown(int phase) {
    return speeds[phase] - (phase + 1 < phases ? speeds[phase + 1] : 0.0);
  }

  /** Lets all classes that grow proceed while the key does not react. */
  void advance(double by) {
    proceedTo(progress + by);
  }

  /** Lets all classes that grow proceed until the leaf has a key. */
  void proceedToKey(double key) {
    double to = isUnresponsive() ? progress : reacting;
    double from = startKey;
    for (int i = 0; i < phases && from < key; i++) {
      to += (Math.min(key, keys[i]) - from) * speeds[i];
      from = keys[i];
    }
    proceedTo(Math.min(to, end));
  }

  /** Lets all classes that grow proceed to the end of the plan. */
  void proceedToEnd() {
    proceedTo(end);
  }

  private void proceedTo(double to) {
    for (int j = 0; j < usage.length; j++) {
      usage[j] += (to - progress) * growth[j];
    }
    progress = to;
  }

  /** Sums the classes that can grow; finite ones only if no endless one can any more. */
  private boolean direct(boolean[] exhausted) {
    boolean grows = servesEndless && sum(0, endless, exhausted);
    if (!grows && servesEndless) {
      servesEndless = false;
      progress = 0.0;
    }
    return grows || sum(endless, demand.length / usage.length, exhausted);
  }

  private boolean sum(int from, int to, boolean[] exhausted) {
    Arrays.fill(growth, 0.0);
    boolean grows = false;
    for (int k = from; k < to; k++) {
      if (isBlocked(k, exhausted)) {
        continue;
      }
      for (int j = 0; j < growth.length; j++) {
        growth[j] += demand[k * growth.length + j];
        grows |= growth[j] > 0;
      }
    }
    return grows;
  }

  private boolean isBlocked(int k, boolean[] exhausted) {
    for (int j = 0; j < growth.length; j++) {
      boolean isUsedUp = exhausted[j] || usage[j] >= limit[j] * (1 - TOLERANCE);
      if (isUsedUp && demand[k * growth.length + j] > 0) {
        return true;
      }
    }
    return false;
  }

  /** Returns how fast the dominant share rises with progress. */
  private double slope(double share, double at) {
    double slope = 0.0;
    for (int j = 0; j < usage.length; j++) {
      if ((usage[j] + (at - progress) * growth[j]) * scale[j] >= share * (1 - TOLERANCE)) {
        slope = Math.max(slope, growth[j] * scale[j]);
      }
    }
    return slope;
  }

  /** Returns the progress at which another resource becomes the dominant one, or the end. */
  private double nextDominant(double share, double at, double slope) {
    double next = end;
    for (int j = 0; j < usage.length; j++) {
      double used = (usage[j] + (at - progress) * growth[j]) * scale[j];
      double rising = growth[j] * scale[j];
      if (rising > slope * (1 + TOLERANCE) && used < share * (1 - TOLERANCE)) {
        next = Math.min(next, at + (share - used) / (rising - slope));
      }
    }
    return next;
  }
}
