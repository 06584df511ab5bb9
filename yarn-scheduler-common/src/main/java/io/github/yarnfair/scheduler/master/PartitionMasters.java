// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.master;

import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.conf.queue.UserSettings;
import io.github.yarnfair.scheduler.resource.MachineClasses;
import io.github.yarnfair.scheduler.resource.ResourceVectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.apache.hadoop.yarn.util.resource.Resources;
import org.jspecify.annotations.Nullable;

/**
 * The AM limit of one leaf queue in one partition: which masters are active there, and which wait.
 * Under the scheduler's write lock.
 */
final class PartitionMasters<A extends SchedulerApplicationAttempt> {
  private final MasterQueue queue;
  private final String partition;
  private final ResourceVectors vectors;

  /** The machine classes whose resources count. */
  private final int[] classes;

  private final Map<ApplicationAttemptId, long[]> active = new HashMap<>();

  /** Null without settings of the queue's users in the file. */
  private final @Nullable UserMasters users;

  private final WaitingMasters<A> waiting = new WaitingMasters<>();
  private final long[] used;
  private final long[] step;

  PartitionMasters(MasterQueue queue, String partition, ResourceVectors vectors) {
    this.queue = queue;
    this.partition = partition;
    this.vectors = vectors;
    MachineClasses all = queue.machineClasses();
    classes =
        all.kind() == MachineClasses.Kind.ATTRIBUTE
            ? IntStream.range(0, all.count()).toArray()
            : IntStream.of(all.number(partition)).filter(c -> c >= 0).toArray();
    users =
        queue.spec().users().areShares()
            ? new UserMasters(queue.toString(), vectors.length())
            : null;
    used = new long[vectors.length()];
    step = vectors.of(ResourceUtils.getResourceTypesMinimumAllocation());
  }

  /** Makes an attempt wait. */
  void put(A attempt, long[] master) {
    waiting.put(attempt, master);
  }

  /** Returns whether an attempt that waits is the next, and its master has room. */
  boolean mayStart(A attempt, long[] master, long now) {
    long[] limits = limits();
    return hasRoom(master, limits)
        && userHasRoom(attempt, master, limits)
        && attempt.equals(next(limits, now));
  }

  /** Counts an attempt whose master has its container or may get it. */
  void activate(ApplicationAttemptId attempt, String user, long[] master) {
    waiting.remove(attempt);
    if (active.putIfAbsent(attempt, master) == null) {
      ResourceVectors.add(master, 1, used);
      if (users != null) {
        users.add(attempt, user, master);
      }
      queue.getMetrics().capacitiesChanged();
    }
  }

  /** Removes an attempt; returns what its master takes, or null if it is not active. */
  long @Nullable [] remove(ApplicationAttemptId attempt) {
    waiting.remove(attempt);
    long[] master = active.remove(attempt);
    if (master != null) {
      ResourceVectors.add(master, -1, used);
      if (users != null) {
        users.remove(attempt, master);
      }
      queue.getMetrics().capacitiesChanged();
    }
    return master;
  }

  void takeOver(A attempt, PartitionMasters<A> before) {
    waiting.takeOver(attempt, before.waiting);
  }

  /** Returns what the master of an attempt takes, nothing unless it is active. */
  Resource used(ApplicationAttemptId attempt) {
    long[] master = active.get(attempt);
    return master == null ? Resources.none() : vectors.toResource(master);
  }

  boolean isActive(ApplicationAttemptId attempt) {
    return active.containsKey(attempt);
  }

  boolean isWaiting(ApplicationAttemptId attempt) {
    return waiting.contains(attempt);
  }

  /** Returns the attempt whose master is to be started, or null if none is. */
  @Nullable A next(long now) {
    return waiting.ids().isEmpty() ? null : next(limits(), now);
  }

  private @Nullable A next(long[] limits, long now) {
    return waiting.next(
        (attempt, master) -> userHasRoom(attempt, master, limits),
        master -> hasRoom(master, limits),
        now);
  }

  private boolean userHasRoom(A attempt, long[] master, long[] limits) {
    return users == null
        || active.isEmpty()
        || users.hasRoom(attempt.getUser(), master, userLimit(attempt.getUser(), limits));
  }

  /**
   * Returns the limit of one user's masters: max({@code minimum-user-limit-percent}, 1 / active
   * users) of the limit of all masters, times the user's weight; with a limit factor, the same part
   * of the queue's entitlement, times the factor.
   */
  private long[] userLimit(String user, long[] limits) {
    UserSettings settings = queue.spec().users();
    Double factor = settings.limitFactor();
    if (factor != null && factor == UserSettings.NO_LIMIT) {
      return limits;
    }
    int activeUsers = Math.max(1, queue.getAbstractUsersManager().getNumActiveUsers());
    double part = Math.max(settings.minimumPart(), 1.0 / activeUsers) * settings.weight(user);
    double entitled = classes.length == 0 ? 0 : queue.entitledFractionOfCluster(classes[0]);
    double share = queue.spec().in(partition).maximumMasterShare() * entitled;
    long[] most = new long[limits.length];
    for (int j = 0; j < most.length; j++) {
      double all =
          factor == null
              ? (double) limits[j]
              : factor * share * (double) sum(j, queue.shares()::capacity);
      most[j] = Math.min(limits[j], roundUp(Math.min(1, part) * all, j));
    }
    return most;
  }

  private long roundUp(double amount, int type) {
    long unit = Math.max(1, step[type]);
    return (long) Math.ceil(amount / (double) unit) * unit;
  }

  /** Returns why an attempt's master is not started, in numbers; null if it does not wait. */
  @Nullable MasterWait waiting(A attempt) {
    ApplicationAttemptId id = attempt.getApplicationAttemptId();
    long[] master = waiting.master(id);
    if (master == null) {
      return null;
    }
    long[] limits = limits();
    if (users != null && !userHasRoom(attempt, master, limits)) {
      long[] ofUser = users.used(attempt.getUser());
      long[] needed = ofUser.clone();
      ResourceVectors.add(master, 1, needed);
      long[] most = userLimit(attempt.getUser(), limits);
      return new MasterWait(
          partition, true, most, ofUser.clone(), master, 0, needed, Double.POSITIVE_INFINITY);
    }
    long[] needed = used.clone();
    int before = waiting.addUpTo(id, needed);
    return new MasterWait(
        partition, false, limits, used.clone(), master, before, needed, sufficientPart(needed));
  }

  /** Returns the least part of the queue by which masters may take these amounts. */
  private double sufficientPart(long[] needed) {
    double entitled = classes.length == 0 ? 0 : queue.entitledFractionOfCluster(classes[0]);
    double part = 0;
    for (int j = 0; j < needed.length; j++) {
      if (needed[j] > 0) {
        part = Math.max(part, (double) needed[j] / most(j, entitled));
      }
    }
    return Math.ceil(part * 1000) / 1000;
  }

  /** Returns the limit and the usage of masters, for the diagnostics of a waiting attempt. */
  String describe(A attempt, long[] master) {
    String user = attempt.getUser();
    if (users != null && !userHasRoom(attempt, master, limits())) {
      return "User %s has %s for application masters in queue %s%s, of which %s are used."
          .formatted(
              user,
              vectors.toResource(userLimit(user, limits())),
              queue,
              partition.isEmpty() ? "" : " in partition " + partition,
              vectors.toResource(users.used(user)));
    }
    return "Queue %s has %s for application masters%s, of which %s are used."
        .formatted(queue, limit(), partition.isEmpty() ? "" : " in partition " + partition, used());
  }

  /** Returns one message for each violation of {@link MasterLimit#violations}. */
  List<String> violations(Set<ApplicationAttemptId> current) {
    List<String> violations = new ArrayList<>();
    Stream.concat(active.keySet().stream(), waiting.ids().stream())
        .filter(id -> !current.contains(id))
        .forEach(id -> violations.add("%s is not in %s any more".formatted(id, queue)));
    long[] sum = new long[used.length];
    active.values().forEach(master -> Arrays.setAll(sum, j -> sum[j] + master[j]));
    if (!Arrays.equals(sum, used)) {
      violations.add(
          "masters of %s in partition '%s' take %s, counted are %s"
              .formatted(queue, partition, Arrays.toString(sum), Arrays.toString(used)));
    }
    if (users != null) {
      violations.addAll(users.violations(active));
    }
    return violations;
  }

  /** Returns what the masters of a user take. */
  Resource used(String user) {
    return vectors.toResource(users == null ? new long[used.length] : users.used(user));
  }

  Resource limit() {
    return vectors.toResource(limits());
  }

  Resource used() {
    return vectors.toResource(used);
  }

  private boolean hasRoom(long[] master, long[] limits) {
    if (active.isEmpty()) {
      return true;
    }
    for (int j = 0; j < master.length; j++) {
      if (master[j] > 0 && used[j] + master[j] > limits[j]) {
        return false;
      }
    }
    return true;
  }

  /**
   * The configured part of max(entitlement, what other queues leave free), but of the queue's limit
   * at most; rounded up to a multiple of the minimum allocation. As under CapacityScheduler only
   * the entitlement counts in a partition with a label.
   */
  private long[] limits() {
    double entitled = classes.length == 0 ? 0 : queue.entitledFractionOfCluster(classes[0]);
    double part = queue.spec().in(partition).maximumMasterShare();
    long[] limits = new long[used.length];
    for (int j = 0; j < limits.length; j++) {
      limits[j] = roundUp(part * most(j, entitled), j);
    }
    return limits;
  }

  private double most(int j, double entitledFraction) {
    ShareTree tree = queue.shares();
    long capacity = sum(j, tree::capacity);
    long others =
        sum(j, pair -> tree.usage(ShareTree.ROOT, pair) - tree.usage(queue.handle(), pair));
    double entitled = entitledFraction * (double) capacity;
    double left = partition.isEmpty() ? (double) (capacity - others) : 0;
    // Not Math.max: siblings without weight are entitled to 0/0.
    double most = entitled > left ? entitled : left;
    for (int n = queue.handle(); n != ShareTree.NONE; n = tree.parent(n)) {
      int node = n;
      long limit = sum(j, pair -> Math.min(tree.limit(node, pair), tree.capacity(pair)));
      most = Math.min(most, (double) limit);
    }
    return most;
  }

  private long sum(int type, IntToLongFunction amount) {
    long sum = 0;
    for (int machineClass : classes) {
      sum += amount.applyAsLong(queue.machineClasses().offset(machineClass) + type);
    }
    return sum;
  }
}
