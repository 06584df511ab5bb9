// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.ideal;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A queue of the fluid allocation. Since all children start empty and the least key is served, all
 * those that still grow have the same key, the queue's {@code level}.
 *
 * <p>Each queue has a clock of its own, on which its level rises at rate 1; a child queue's clock
 * runs {@link #pace} times as fast, just so that its key keeps up. Exception: if the key of a child
 * does not react to growth, because what it receives is not its dominant resource, that child stays
 * least, receives everything and the level stands still. Of several the first is served first.
 *
 * <p>Between its own events a queue grows linearly, whatever happens elsewhere. So its state is
 * that of the parent's level {@code syncedAt}, and it catches up when something happens to it: an
 * event costs the path to the root, not the tree.
 */
final class IdealShareQueue {
  /** Relative difference below which two amounts count as equal. */
  static final double TOLERANCE = 1e-10;

  private final int position;
  private int index;
  private final double weight;

  /** By entry of a share: what it counts for in the key, whose weight is {@link #weight}. */
  private final double[] scale;

  private final double[] limit;
  private final List<IdealShareQueue> queues;
  private final IdealShareFlows flows;
  private int growing;
  private final IdealShareLeaves leaves;
  private final boolean[] exhausted;
  private final double[] usage;
  private final double[] rate;
  private double level;
  private double response;
  private double untilEvent;
  private double roundedOff;
  private double syncedAt;
  private double syncedRoundedOff;

  /** Whether the queue above knows that this one does not grow any more. */
  private boolean hasEnded;

  /** Whether a resource has been exhausted since the flow was directed last. */
  private boolean isBlocked;

  /** The child that receives everything because its key does not react: one of these, or none. */
  private @Nullable IdealShareQueue unresponsive;

  private @Nullable IdealShareLeaf unresponsiveLeaf;

  /**
   * Creates an empty queue.
   *
   * @param position among its siblings
   * @param scale by entry of a share: by what it is multiplied before it is divided by the weight
   * @param limit the most it may hold of each entry as fractions of the cluster, +∞ for no limit
   */
  IdealShareQueue(
      int position,
      double weight,
      double[] scale,
      double[] limit,
      List<IdealShareQueue> queues,
      IdealShareLeaves leaves) {
    this.position = position;
    this.weight = weight;
    this.scale = scale;
    this.limit = limit;
    this.queues = List.copyOf(queues);
    growing = queues.size();
    for (int i = 0; i < queues.size(); i++) {
      queues.get(i).index = i;
    }
    flows = new IdealShareFlows(limit.length, queues.size());
    this.leaves = leaves;
    exhausted = new boolean[limit.length];
    usage = new double[limit.length];
    rate = new double[limit.length];
  }

  /** Directs the flow for the first time, here and below. */
  void start() {
    for (int i = 0; i < queues.size(); i++) {
      queues.get(i).start();
      include(i);
    }
    settle();
  }

  /** Returns whether something below can still grow. */
  boolean isGrowing() {
    return growing > 0 || !leaves.isEmpty();
  }

  /** Returns how fast the usage of a resource grows on this queue's clock. */
  double rate(int resource) {
    return rate[resource];
  }

  /** Returns the time on this queue's clock until the directions change here or below. */
  double untilEvent() {
    return untilEvent;
  }

  /** Lets the fluid flow for a time on this queue's clock, at most until the next event. */
  void advance(double time) {
    for (int j = 0; j < usage.length; j++) {
      usage[j] += rate[j] * time;
    }
    if (unresponsiveLeaf != null) {
      unresponsiveLeaf.advance(time);
    } else if (unresponsive != null) {
      unresponsive.advance(time);
    } else {
      rise(time);
    }
    untilEvent -= time;
  }

  /** Adds to the level without loss: a fast child's clock would show what is rounded off. */
  private void rise(double by) {
    double sum = level + by;
    double added = sum - level;
    roundedOff += (level - (sum - added)) + (by - added);
    level = sum;
  }

  /** Stops what is satisfied or out of a resource, and directs the flow again where it changes. */
  void settle() {
    for (int j = 0; j < limit.length; j++) {
      if (!exhausted[j] && usage[j] >= limit[j] * (1 - TOLERANCE)) {
        block(j);
      }
    }
    leaves.settle(level * (1 + TOLERANCE), exhausted);
    if (isBlocked) {
      isBlocked = false;
      for (int i = 0; i < queues.size(); i++) {
        settle(i);
      }
    } else if (unresponsive != null) {
      settle(unresponsive.index);
    }
    while (flows.nextLevel() <= level) {
      int next = flows.next();
      catchUp(queues.get(next));
      settle(next);
    }
    direct();
  }

  private void block(int resource) {
    exhausted[resource] = true;
    isBlocked = true;
    leaves.block(resource, level, exhausted);
    for (IdealShareQueue queue : queues) {
      if (!queue.hasEnded) {
        catchUp(queue);
        queue.block(resource);
      }
    }
  }

  private void settle(int child) {
    if (!queues.get(child).hasEnded) {
      queues.get(child).settle();
      include(child);
    }
  }

  private void catchUp(IdealShareQueue child) {
    double behind = (level - child.syncedAt) + (roundedOff - child.syncedRoundedOff);
    if (behind > 0) {
      child.advance(Math.min(behind * pace(child), child.untilEvent));
      child.sync(level, roundedOff);
    }
  }

  private void sync(double parentLevel, double parentRoundedOff) {
    syncedAt = parentLevel;
    syncedRoundedOff = parentRoundedOff;
  }

  /** Lets a child that has changed at this level take part in the flow as it does now. */
  private void include(int child) {
    IdealShareQueue queue = queues.get(child);
    queue.sync(level, roundedOff);
    if (!queue.isGrowing()) {
      flows.remove(child);
      queue.hasEnded = true;
      growing--;
    } else if (queue.response == 0) {
      flows.setUnresponsive(child);
    } else {
      // At least the next larger number: however small the step is, it must be one.
      double event = level + queue.untilEvent / pace(queue);
      flows.set(child, queue, pace(queue), Math.max(event, Math.nextUp(level)));
    }
  }

  /** Computes where the flow goes, how the key reacts, and until when. */
  private void direct() {
    unresponsiveLeaf = leaves.unresponsive();
    unresponsive = flows.hasUnresponsive() ? queues.get(flows.firstUnresponsive()) : null;
    if (unresponsiveLeaf != null && unresponsive != null) {
      if (unresponsive.position < unresponsiveLeaf.position()) {
        unresponsiveLeaf = null;
      } else {
        unresponsive = null;
      }
    }
    double dominant = dominantShare();
    double threshold = dominant * (1 - TOLERANCE);
    response = 0.0;
    for (int j = 0; j < rate.length; j++) {
      rate[j] = flow(j);
      if (usage[j] * scale[j] >= threshold) {
        response = Math.max(response, rate[j] * scale[j]);
      }
    }
    double time = untilChildChanges();
    for (int j = 0; j < rate.length; j++) {
      if (rate[j] > 0) {
        time = Math.min(time, (limit[j] - usage[j]) / rate[j]);
      }
      double counted = usage[j] * scale[j];
      double rising = rate[j] * scale[j];
      if (counted < threshold && rising > response * (1 + TOLERANCE)) {
        time = Math.min(time, (dominant - counted) / (rising - response));
      }
    }
    untilEvent = time;
  }

  private double flow(int resource) {
    if (unresponsiveLeaf != null) {
      return unresponsiveLeaf.growth(resource);
    }
    return unresponsive != null
        ? unresponsive.rate[resource]
        : leaves.rate(resource) + flows.rate(resource);
  }

  private double untilChildChanges() {
    if (unresponsiveLeaf != null) {
      return leaves.untilNext();
    }
    return unresponsive != null
        ? unresponsive.untilEvent
        : Math.min(leaves.nextKey(), flows.nextLevel()) - level;
  }

  /** Returns how fast a child's clock runs while the level rises at rate 1. */
  private static double pace(IdealShareQueue child) {
    return child.weight / child.response;
  }

  private double dominantShare() {
    double share = 0.0;
    for (int j = 0; j < usage.length; j++) {
      share = Math.max(share, usage[j] * scale[j]);
    }
    return share;
  }
}
