// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.user;

import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.conf.queue.UserSettings;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.IntToDoubleFunction;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;

/**
 * The most that one user may hold of a leaf queue: {@code user-limit-factor} times what the queue
 * is entitled to, times the user's weight, in each machine class. As under CapacityScheduler that
 * is a dominant share, of amounts that are rounded to multiples of the minimum allocation, and the
 * last container may pass it. Nothing is limited where the queue is entitled to nothing, or what a
 * queue holds as a guest of partitions.
 */
public final class UserLimit {
  /** Amounts are products of fractions: 0.29 of 100 is 29. */
  private static final double ROUNDING = 1e-6;

  private final IntToDoubleFunction entitled;
  private final UserSettings settings;
  private final MachineClasses classes;
  private final ShareTree tree;
  private final long[] step;

  /**
   * @param entitled returns the part of a machine class that the queue is entitled to: 0 to 1
   */
  public UserLimit(
      UserSettings settings,
      MachineClasses classes,
      ShareTree tree,
      ResourceVectors vectors,
      IntToDoubleFunction entitled) {
    this.settings = settings;
    this.classes = classes;
    this.tree = tree;
    this.entitled = entitled;
    step = vectors.of(ResourceUtils.getResourceTypesMinimumAllocation());
  }

  /** Sets the limit of a user's node. */
  public void apply(QueueUser user) {
    if (settings.isLimited() && !isApplied(user)) {
      tree.setPassableLimit(user.node(), most(user.name()));
    }
  }

  /** Returns whether a user's node has its limit. */
  public boolean isApplied(QueueUser user) {
    long[] most = most(user.name());
    for (int pair = 0; pair < tree.space().pairs(); pair++) {
      if (tree.limit(user.node(), pair) != most[pair]) {
        return false;
      }
    }
    return true;
  }

  /** Returns the most that a user may hold, as the share tree has amounts. */
  public long[] most(String user) {
    long[] most = new long[tree.space().length()];
    Arrays.fill(most, ShareTree.UNLIMITED);
    for (int c = 0; settings.isLimited() && c < classes.count(); c++) {
      double part = c == classes.guests() ? 0 : entitled.applyAsDouble(c);
      if (part > 0) {
        double share = share(c, part, user);
        for (int j = 0; j < step.length; j++) {
          int pair = classes.offset(c) + j;
          most[pair] = amount(share * capacity(pair));
        }
      }
    }
    return most;
  }

  /** Returns the dominant share of a machine class that a user may hold. */
  private double share(int machineClass, double part, String user) {
    boolean isTiny = dominantEntitlement(machineClass, part) < dominantStep(machineClass);
    double factor = Objects.requireNonNull(settings.limitFactor());
    double most = 0;
    for (int j = 0; j < step.length; j++) {
      double all = capacity(classes.offset(machineClass) + j);
      long unit = Math.max(1, step[j]);
      long base = isTiny ? step[j] : amount(part * all);
      long forOne = ceil(amount(base * factor), unit) * unit;
      long forUser = amount(forOne * settings.weight(user)) / unit * unit;
      most = all > 0 ? Math.max(most, forUser / all) : most;
    }
    return most;
  }

  private double dominantEntitlement(int machineClass, double part) {
    double most = 0;
    for (int j = 0; j < step.length; j++) {
      double all = capacity(classes.offset(machineClass) + j);
      most = all > 0 ? Math.max(most, amount(part * all) / all) : most;
    }
    return most;
  }

  /** As under CapacityScheduler a queue is entitled to one minimum allocation at least. */
  private double dominantStep(int machineClass) {
    double most = 0;
    for (int j = 0; j < step.length; j++) {
      double all = capacity(classes.offset(machineClass) + j);
      most = all > 0 ? Math.max(most, step[j] / all) : most;
    }
    return most;
  }

  private double capacity(int pair) {
    return (double) tree.capacity(pair);
  }

  private static long amount(double value) {
    return (long) Math.floor(value + ROUNDING);
  }

  private static long ceil(long amount, long unit) {
    return amount / unit + (amount % unit == 0 ? 0 : 1);
  }
}
