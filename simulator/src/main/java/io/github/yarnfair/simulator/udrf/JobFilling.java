// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.udrf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.math3.fraction.BigFraction;
import org.jspecify.annotations.Nullable;

/**
 * How many of each job run, and what that leaves of each pair: the inner loop of the paper's figure
 * 3, lines 11 to 22. Open jobs of a user grow by equal numbers until one of them is bounded, then
 * the others go on. All users grow at once, each by 1/r_u, where r_u is the largest demand share of
 * its open jobs together (line 14).
 *
 * <p>Amounts are fractions of the original capacities.
 */
final class JobFilling {
  /** By user, job and pair: the demand share d. */
  private final BigFraction[][][] demand;

  /** By user and job: how many run. */
  private final BigFraction[][] jobs;

  /** By pair: the fraction of it that is left. */
  private final BigFraction[] left;

  /**
   * Creates the state in which nothing runs.
   *
   * @param demand by user, job and pair the demand share
   */
  JobFilling(BigFraction[][][] demand, int pairs) {
    this.demand = demand;
    left = new BigFraction[pairs];
    Arrays.fill(left, BigFraction.ONE);
    jobs = new BigFraction[demand.length][];
    for (int u = 0; u < demand.length; u++) {
      jobs[u] = new BigFraction[demand[u].length];
      Arrays.fill(jobs[u], BigFraction.ZERO);
    }
  }

  BigFraction jobs(int user, int job) {
    return jobs[user][job];
  }

  BigFraction left(int pair) {
    return left[pair];
  }

  /** Returns whether a job needs nothing of a pair of which nothing is left. */
  boolean canGrow(int user, int job) {
    for (int p = 0; p < left.length; p++) {
      if (isPositive(demand[user][job][p]) && !isPositive(left[p])) {
        return false;
      }
    }
    return true;
  }

  /** Returns by pair the fraction that a user's jobs hold together. */
  BigFraction[] held(int user) {
    BigFraction[] held = zeros();
    for (int j = 0; j < jobs[user].length; j++) {
      for (int p = 0; p < held.length; p++) {
        held[p] = held[p].add(demand[user][j][p].multiply(jobs[user][j]));
      }
    }
    return held;
  }

  BigFraction[] zeros() {
    BigFraction[] zeros = new BigFraction[left.length];
    Arrays.fill(zeros, BigFraction.ZERO);
    return zeros;
  }

  /**
   * Lets jobs grow until each is bounded: nothing is left of a pair that it needs, or its user's
   * counted fraction of such a pair is at the bound.
   *
   * @param growing the users, each with its jobs that grow and what is counted of it
   * @param bound of each user's counted fraction of each pair
   */
  void fill(List<Growing> growing, BigFraction bound) {
    while (true) {
      growing.forEach(user -> user.close(bound));
      List<Growing> open = growing.stream().filter(user -> !user.open.isEmpty()).toList();
      if (open.isEmpty()) {
        return;
      }
      open.forEach(Growing::computeSpeed);
      BigFraction step = step(open, bound);
      for (Growing user : open) {
        user.grow(step);
      }
    }
  }

  /** Returns how long all can grow until the first pair is used up or the first user bounded. */
  private BigFraction step(List<Growing> open, BigFraction bound) {
    BigFraction step = null;
    for (int p = 0; p < left.length; p++) {
      BigFraction together = BigFraction.ZERO;
      for (Growing user : open) {
        together = together.add(user.speed[p]);
        step = least(step, bound.subtract(user.counted[p]), user.speed[p]);
      }
      step = least(step, left[p], together);
    }
    if (step == null) {
      throw new IllegalStateException("jobs that need nothing");
    }
    return step;
  }

  private static @Nullable BigFraction least(
      @Nullable BigFraction former, BigFraction distance, BigFraction speed) {
    if (!isPositive(speed)) {
      return former;
    }
    BigFraction time = distance.divide(speed);
    return former == null || time.compareTo(former) < 0 ? time : former;
  }

  static boolean isPositive(BigFraction number) {
    return number.compareTo(BigFraction.ZERO) > 0;
  }

  static BigFraction largest(BigFraction[] numbers) {
    return Arrays.stream(numbers).max(BigFraction::compareTo).orElse(BigFraction.ZERO);
  }

  /** A user while its jobs grow. */
  final class Growing {
    private final int user;

    /** Its jobs that grow on. */
    private final List<Integer> open;

    /** By pair, the fraction that its bound is about. */
    private final BigFraction[] counted;

    /** By pair, how fast that grows. */
    private BigFraction[] speed = {};

    private BigFraction jobSpeed = BigFraction.ZERO;

    /**
     * Creates the user with the jobs that are to grow.
     *
     * @param counted by pair; changed as they grow
     */
    Growing(int user, List<Integer> jobs, BigFraction[] counted) {
      this.user = user;
      this.counted = counted;
      open = new ArrayList<>(jobs);
    }

    private void close(BigFraction bound) {
      open.removeIf(job -> !canGrow(user, job) || isBounded(job, bound));
    }

    private boolean isBounded(int job, BigFraction bound) {
      for (int p = 0; p < counted.length; p++) {
        if (isPositive(demand[user][job][p]) && counted[p].compareTo(bound) >= 0) {
          return true;
        }
      }
      return false;
    }

    private void computeSpeed() {
      BigFraction[] together = zeros();
      for (int job : open) {
        for (int p = 0; p < together.length; p++) {
          together[p] = together[p].add(demand[user][job][p]);
        }
      }
      jobSpeed = largest(together).reciprocal();
      speed = together;
      for (int p = 0; p < speed.length; p++) {
        speed[p] = speed[p].multiply(jobSpeed);
      }
    }

    private void grow(BigFraction step) {
      for (int job : open) {
        jobs[user][job] = jobs[user][job].add(jobSpeed.multiply(step));
      }
      for (int p = 0; p < speed.length; p++) {
        BigFraction more = speed[p].multiply(step);
        counted[p] = counted[p].add(more);
        left[p] = left[p].subtract(more);
      }
    }
  }
}
