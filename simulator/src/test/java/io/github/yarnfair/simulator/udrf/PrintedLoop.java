// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.udrf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.commons.math3.fraction.BigFraction;

/**
 * Figure 3 of the paper without some of the corrections, for one cluster of dependent users: the
 * inner loop of the first round takes no notice of what is left of a pair, and line 14 sums over
 * all jobs of a user or over those that are not saturated. By user and job, how many run.
 */
final class PrintedLoop {
  private final long[] capacity;
  private final List<UdrfUser> users;
  private final boolean sumsAllJobs;
  private final BigFraction[][] jobs;
  private final Set<List<Integer>> unsaturated = new HashSet<>();

  private PrintedLoop(long[] capacity, List<UdrfUser> users, boolean sumsAllJobs) {
    this.capacity = capacity;
    this.users = users;
    this.sumsAllJobs = sumsAllJobs;
    jobs = new BigFraction[users.size()][];
    for (int u = 0; u < jobs.length; u++) {
      jobs[u] = new BigFraction[users.get(u).jobs().size()];
      Arrays.fill(jobs[u], BigFraction.ZERO);
      for (int j = 0; j < jobs[u].length; j++) {
        unsaturated.add(List.of(u, j));
      }
    }
  }

  /** Returns what the first round of the outer loop gives: lines 7 to 23. */
  static BigFraction[][] firstRound(long[] capacity, List<UdrfUser> users, boolean sumsAllJobs) {
    PrintedLoop loop = new PrintedLoop(capacity, users, sumsAllJobs);
    BigFraction bound = loop.bound();
    while (!loop.unsaturated.isEmpty()) {
      loop.step(bound);
    }
    return loop.jobs;
  }

  /** Returns what allocated jobs leave of each pair; less than 0 if there is not enough. */
  static BigFraction[] left(long[] capacity, List<UdrfUser> users, BigFraction[][] jobs) {
    BigFraction[] left = new BigFraction[capacity.length];
    for (int p = 0; p < left.length; p++) {
      left[p] = new BigFraction(capacity[p]);
      for (int u = 0; u < jobs.length; u++) {
        for (int j = 0; j < jobs[u].length; j++) {
          left[p] = left[p].subtract(jobs[u][j].multiply(users.get(u).jobs().get(j)[p]));
        }
      }
    }
    return left;
  }

  private BigFraction bound() {
    BigFraction most = BigFraction.ZERO;
    for (int p = 0; p < capacity.length; p++) {
      BigFraction together = BigFraction.ZERO;
      for (int u = 0; u < jobs.length; u++) {
        together = together.add(sum(u, p, allJobs(u)).divide(dominant(u)));
      }
      most = together.compareTo(most) > 0 ? together : most;
    }
    return most.reciprocal();
  }

  private void step(BigFraction bound) {
    BigFraction[] left = left(capacity, users, jobs);
    List<List<Integer>> before = new ArrayList<>(unsaturated);
    Set<Integer> unchanged = new HashSet<>();
    for (int u = 0; u < jobs.length; u++) {
      List<Integer> open = allJobs(u).stream().filter(ofUser(u)).toList();
      BigFraction largest = largest(u, left, sumsAllJobs ? allJobs(u) : open);
      BigFraction[] former = jobs[u].clone();
      for (int job : open) {
        if (largest.compareTo(BigFraction.ZERO) > 0) {
          jobs[u][job] = bound.divide(largest);
        }
      }
      if (Arrays.equals(former, jobs[u])) {
        unchanged.add(u);
      }
    }
    BigFraction[] now = left(capacity, users, jobs);
    before.stream()
        .filter(entry -> unchanged.contains(entry.get(0)) || isSaturated(entry, now))
        .forEach(unsaturated::remove);
  }

  private Predicate<Integer> ofUser(int user) {
    return job -> unsaturated.contains(List.of(user, job));
  }

  private boolean isSaturated(List<Integer> entry, BigFraction[] left) {
    long[] job = users.get(entry.get(0)).jobs().get(entry.get(1));
    for (int p = 0; p < left.length; p++) {
      if (job[p] > 0 && left[p].equals(BigFraction.ZERO)) {
        return true;
      }
    }
    return false;
  }

  private BigFraction largest(int user, BigFraction[] left, List<Integer> summed) {
    BigFraction most = BigFraction.ZERO;
    for (int p = 0; p < left.length; p++) {
      BigFraction sum = sum(user, p, summed);
      if (!left[p].equals(BigFraction.ZERO) && sum.compareTo(most) > 0) {
        most = sum;
      }
    }
    return most;
  }

  private BigFraction dominant(int user) {
    BigFraction most = BigFraction.ZERO;
    for (int p = 0; p < capacity.length; p++) {
      BigFraction sum = sum(user, p, allJobs(user));
      most = sum.compareTo(most) > 0 ? sum : most;
    }
    return most;
  }

  private BigFraction sum(int user, int pair, List<Integer> summed) {
    BigFraction sum = BigFraction.ZERO;
    for (int job : summed) {
      sum = sum.add(new BigFraction(users.get(user).jobs().get(job)[pair]).divide(capacity[pair]));
    }
    return sum;
  }

  private List<Integer> allJobs(int user) {
    List<Integer> all = new ArrayList<>();
    for (int j = 0; j < jobs[user].length; j++) {
      all.add(j);
    }
    return all;
  }
}
