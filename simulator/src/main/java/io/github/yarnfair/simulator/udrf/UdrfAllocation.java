// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.udrf;

import io.github.yarnfair.simulator.udrf.JobFilling.Growing;
import io.github.yarnfair.udrf.DependenceClusters;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.commons.math3.fraction.BigFraction;

/**
 * The UDRF allocation: Y. Tahir, S. Yang, A. Koliousis, J. McCann, "UDRF: Multi-resource Fairness
 * for Complex Jobs with Placement Constraints", section III-A, figure 3. Amounts are by pair
 * (machine class, resource): entry machineClass · resources + resource. A user's share is the
 * largest fraction of a pair that its jobs hold together (formula 12), so what it holds of one
 * class does not count against it in another.
 *
 * <p>In each {@linkplain DependenceClusters cluster of dependent users}, in rounds:
 *
 * <ol>
 *   <li>All jobs of the active users grow, those of one user by equal numbers and shares equally,
 *       until nothing is left of some pair: at the share b (line 10).
 *   <li>Jobs that are not bounded grow on until their user's share, of this round, is b on a pair
 *       that they need, or nothing is left of one ({@link JobFilling}, the inner loop).
 *   <li>A user that needs a pair of which nothing is left ends with all its jobs (lines 25, 26).
 * </ol>
 *
 * <p>Corrections of the printed algorithm:
 *
 * <ul>
 *   <li>Line 14 sums over the jobs that are not bounded. Printed, over all jobs: it gives u1 of the
 *       paper's example 10 of job1, not 28.
 *   <li>Line 23 adds to what earlier rounds gave.
 *   <li>Line 15 respects what is left of a pair, b in line 10 likewise. Printed, users can be given
 *       more than there is.
 *   <li>Demand shares are of the original capacities in all rounds.
 * </ul>
 *
 * <p>The result is not Pareto efficient: in the paper's example half of a class is idle that u1
 * alone could use. {@link UdrfForm#WORK_CONSERVING} hands out the rest: the users with the least
 * share and a job that can grow fill their jobs, as above, up to the next larger share of such a
 * user, until no job can grow.
 *
 * <p>A job that needs a pair of which the cluster has nothing never runs and counts for nothing.
 */
public final class UdrfAllocation {
  private final BigFraction[][][] demand;

  /** By user: the jobs that can run. */
  private final List<List<Integer>> jobs = new ArrayList<>();

  private final List<List<Integer>> clusters;
  private final JobFilling filling;

  private UdrfAllocation(long[] capacity, List<UdrfUser> users) {
    demand = new BigFraction[users.size()][][];
    DependenceClusters dependence = new DependenceClusters();
    for (int u = 0; u < demand.length; u++) {
      List<long[]> ofUser = users.get(u).jobs();
      demand[u] =
          ofUser.stream().map(job -> fractions(job, capacity)).toArray(BigFraction[][]::new);
      jobs.add(
          IntStream.range(0, ofUser.size())
              .filter(j -> canRun(ofUser.get(j), capacity))
              .boxed()
              .toList());
      dependence.put(u, pairs(u, capacity.length));
    }
    clusters = dependence.clusters();
    filling = new JobFilling(demand, capacity.length);
  }

  /**
   * Computes the allocation.
   *
   * @param capacity what there is of each pair
   * @throws IllegalArgumentException if a job's vector is not of the capacity's length, or an
   *     amount of the capacity is negative
   */
  public static UdrfAllocation of(long[] capacity, List<UdrfUser> users, UdrfForm form) {
    if (Arrays.stream(capacity).anyMatch(amount -> amount < 0)) {
      throw new IllegalArgumentException(
          Arrays.toString(capacity) + ": amounts must not be negative");
    }
    for (UdrfUser user : users) {
      for (long[] job : user.jobs()) {
        if (job.length != capacity.length) {
          throw new IllegalArgumentException(
              Arrays.toString(job) + ": expected " + capacity.length + " amounts");
        }
      }
    }
    UdrfAllocation allocation = new UdrfAllocation(capacity, users);
    for (List<Integer> cluster : allocation.clusters) {
      allocation.runRounds(cluster);
      if (form == UdrfForm.WORK_CONSERVING) {
        allocation.handOutRest(cluster);
      }
    }
    return allocation;
  }

  private static BigFraction[] fractions(long[] job, long[] capacity) {
    BigFraction[] fractions = new BigFraction[capacity.length];
    Arrays.setAll(
        fractions,
        p -> capacity[p] > 0 ? new BigFraction(job[p]).divide(capacity[p]) : BigFraction.ZERO);
    return fractions;
  }

  private static boolean canRun(long[] job, long[] capacity) {
    return IntStream.range(0, job.length).allMatch(p -> job[p] == 0 || capacity[p] > 0);
  }

  /** Returns the pairs that a user's jobs need: the paper's P_u. */
  private int[] pairs(int user, int bound) {
    return IntStream.range(0, bound)
        .filter(
            p -> jobs.get(user).stream().anyMatch(j -> JobFilling.isPositive(demand[user][j][p])))
        .toArray();
  }

  private void runRounds(List<Integer> cluster) {
    List<Integer> active = cluster.stream().filter(u -> !jobs.get(u).isEmpty()).toList();
    while (!active.isEmpty()) {
      List<Growing> growing =
          active.stream().map(u -> filling.new Growing(u, jobs.get(u), filling.zeros())).toList();
      filling.fill(growing, bound(active));
      active =
          active.stream()
              .filter(u -> jobs.get(u).stream().allMatch(j -> filling.canGrow(u, j)))
              .toList();
    }
  }

  /** Returns b of line 10: the share at which the first pair is used up, if all jobs grow. */
  private BigFraction bound(List<Integer> active) {
    BigFraction[] together = filling.zeros();
    for (int user : active) {
      BigFraction[] gross = filling.zeros();
      for (int job : jobs.get(user)) {
        Arrays.setAll(gross, p -> gross[p].add(demand[user][job][p]));
      }
      BigFraction dominant = JobFilling.largest(gross);
      Arrays.setAll(together, p -> together[p].add(gross[p].divide(dominant)));
    }
    return IntStream.range(0, together.length)
        .filter(p -> JobFilling.isPositive(together[p]))
        .mapToObj(p -> filling.left(p).divide(together[p]))
        .min(BigFraction::compareTo)
        .orElseThrow();
  }

  private void handOutRest(List<Integer> cluster) {
    while (true) {
      List<Integer> able = cluster.stream().filter(user -> !growable(user).isEmpty()).toList();
      if (able.isEmpty()) {
        return;
      }
      BigFraction least = able.stream().map(this::share).min(BigFraction::compareTo).orElseThrow();
      BigFraction next =
          able.stream()
              .map(this::share)
              .filter(share -> share.compareTo(least) > 0)
              .min(BigFraction::compareTo)
              .orElse(BigFraction.ONE);
      filling.fill(
          able.stream()
              .filter(user -> share(user).compareTo(least) == 0)
              .map(user -> filling.new Growing(user, growable(user), filling.held(user)))
              .toList(),
          next);
    }
  }

  private List<Integer> growable(int user) {
    return jobs.get(user).stream().filter(job -> filling.canGrow(user, job)).toList();
  }

  /** Returns how many of a job run, not rounded to whole ones. */
  public BigFraction jobs(int user, int job) {
    return filling.jobs(user, job);
  }

  /** Returns a user's share: the largest fraction of a pair that it holds. */
  public BigFraction share(int user) {
    return JobFilling.largest(filling.held(user));
  }

  /** Returns the fraction of a pair that no job holds; 1 if there is nothing of it. */
  public BigFraction left(int pair) {
    return filling.left(pair);
  }

  /** Returns the clusters of dependent users, each in ascending order, by their first users. */
  public List<List<Integer>> clusters() {
    return clusters;
  }
}
