// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.conf.queue.UserSettings;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import java.util.Arrays;
import java.util.Objects;
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

  private final LeafQueue queue;
  private final UserSettings settings;
  private final MachineClasses classes;
  private final ShareTree tree;
  private final long[] step;

  UserLimit(LeafQueue queue) {
    this.queue = queue;
    settings = queue.spec().users();
    classes = queue.ledger().classes();
    tree = queue.ledger().tree();
    step = queue.ledger().vectors().of(ResourceUtils.getResourceTypesMinimumAllocation());
  }

  /** Sets the limit of a user's node. */
  void apply(QueueUser user) {
    if (settings.isLimited() && !isApplied(user)) {
      tree.setPassableLimit(user.node(), most(user.name()));
    }
  }

  boolean isApplied(QueueUser user) {
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
      double entitled = c == classes.guests() ? 0 : queue.entitledFractionOfCluster(c);
      if (entitled > 0) {
        double share = share(c, entitled, user);
        for (int j = 0; j < step.length; j++) {
          int pair = classes.offset(c) + j;
          most[pair] = amount(share * capacity(pair));
        }
      }
    }
    return most;
  }

  /** Returns the dominant share of a machine class that a user may hold. */
  private double share(int machineClass, double entitled, String user) {
    boolean isTiny = dominantEntitlement(machineClass, entitled) < dominantStep(machineClass);
    double factor = Objects.requireNonNull(settings.limitFactor());
    double most = 0;
    for (int j = 0; j < step.length; j++) {
      double all = capacity(classes.offset(machineClass) + j);
      long unit = Math.max(1, step[j]);
      long base = isTiny ? step[j] : amount(entitled * all);
      long forOne = ceil(amount(base * factor), unit) * unit;
      long forUser = amount(forOne * settings.weight(user)) / unit * unit;
      most = all > 0 ? Math.max(most, forUser / all) : most;
    }
    return most;
  }

  private double dominantEntitlement(int machineClass, double entitled) {
    double most = 0;
    for (int j = 0; j < step.length; j++) {
      double all = capacity(classes.offset(machineClass) + j);
      most = all > 0 ? Math.max(most, amount(entitled * all) / all) : most;
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
