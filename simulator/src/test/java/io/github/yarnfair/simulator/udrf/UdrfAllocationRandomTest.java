// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.udrf;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.commons.math3.fraction.BigFraction;
import org.junit.jupiter.api.Test;

/** What holds of every allocation, on random instances of up to 5 users on up to 3 classes. */
class UdrfAllocationRandomTest {
  private static final long SEED = Seed.of("UdrfAllocationRandomTest", 18);
  private static final int INSTANCES = TestSize.of(5_000, 300);

  @Test
  void noPairIsExceeded() {
    int exceededAsPrinted = 0;
    for (int round = 0; round < INSTANCES; round++) {
      Instance instance = new Instance(round);
      for (UdrfForm form : UdrfForm.values()) {
        BigFraction[] left = instance.left(instance.allocation(form));
        for (BigFraction amount : left) {
          assertThat(amount).as("%s, %s", form, instance).isGreaterThanOrEqualTo(BigFraction.ZERO);
        }
      }
      exceededAsPrinted += instance.isExceededAsPrinted() ? 1 : 0;
    }
    assertThat(exceededAsPrinted).as("rival: the printed inner loop").isGreaterThan(INSTANCES / 50);
  }

  /** Pareto efficient: no job can grow while the others keep what they have. */
  @Test
  void workConservingFormLeavesNoJobThatCanGrow() {
    int wastedByPaper = 0;
    for (int round = 0; round < INSTANCES; round++) {
      Instance instance = new Instance(round);
      UdrfAllocation allocation = instance.allocation(UdrfForm.WORK_CONSERVING);
      assertThat(instance.canAnyGrow(allocation)).as("%s", instance).isFalse();
      wastedByPaper += instance.canAnyGrow(instance.allocation(UdrfForm.PAPER)) ? 1 : 0;
    }
    assertThat(wastedByPaper).as("rival: the paper's form").isGreaterThan(INSTANCES / 50);
  }

  @Test
  void workConservingFormTakesNothingFromWhatThePaperGives() {
    for (int round = 0; round < INSTANCES; round++) {
      Instance instance = new Instance(round);
      UdrfAllocation paper = instance.allocation(UdrfForm.PAPER);
      UdrfAllocation all = instance.allocation(UdrfForm.WORK_CONSERVING);
      for (int u = 0; u < instance.users.size(); u++) {
        for (int j = 0; j < instance.users.get(u).jobs().size(); j++) {
          assertThat(all.jobs(u, j)).as("%s", instance).isGreaterThanOrEqualTo(paper.jobs(u, j));
        }
      }
    }
  }

  /** Lemma 1: each user needs a pair that is used up. */
  @Test
  void eachUserHasAUsedUpPair() {
    for (int round = 0; round < INSTANCES; round++) {
      Instance instance = new Instance(round);
      UdrfAllocation paper = instance.allocation(UdrfForm.PAPER);
      for (UdrfUser user : instance.users) {
        assertThat(user.jobs()).as("%s", instance).anyMatch(job -> !instance.canGrow(job, paper));
      }
    }
  }

  @Test
  void eachClusterIsAllocatedAsIfAlone() {
    int divided = 0;
    for (int round = 0; round < INSTANCES; round++) {
      Instance instance = new Instance(round);
      for (UdrfForm form : UdrfForm.values()) {
        UdrfAllocation together = instance.allocation(form);
        divided += together.clusters().size() > 1 ? 1 : 0;
        for (List<Integer> cluster : together.clusters()) {
          List<UdrfUser> users = cluster.stream().map(instance.users::get).toList();
          UdrfAllocation alone = UdrfAllocation.of(instance.capacity, users, form);
          for (int i = 0; i < users.size(); i++) {
            for (int j = 0; j < users.get(i).jobs().size(); j++) {
              assertThat(together.jobs(cluster.get(i), j))
                  .as("%s %s", form, instance)
                  .isEqualTo(alone.jobs(i, j));
            }
          }
        }
      }
    }
    assertThat(divided).as("instances of several clusters").isPositive();
  }

  private static final class Instance {
    private final int round;
    private final long[] capacity;
    private final List<UdrfUser> users = new ArrayList<>();

    private Instance(int round) {
      this.round = round;
      Random random = Seed.random(SEED, round);
      int classes = 1 + random.nextInt(3);
      capacity = random.longs(2L * classes, 5, 41).toArray();
      int count = 1 + random.nextInt(5);
      for (int u = 0; u < count; u++) {
        List<long[]> jobs = new ArrayList<>();
        int jobCount = 1 + random.nextInt(3);
        for (int j = 0; j < jobCount; j++) {
          jobs.add(job(random, classes));
        }
        users.add(new UdrfUser(jobs));
      }
    }

    private static long[] job(Random random, int classes) {
      long[] job = new long[2 * classes];
      int tasks = 1 + random.nextInt(2);
      for (int t = 0; t < tasks; t++) {
        int machineClass = random.nextInt(classes);
        job[2 * machineClass] += 1 + random.nextInt(4);
        job[2 * machineClass + 1] += random.nextInt(5);
      }
      return job;
    }

    private UdrfAllocation allocation(UdrfForm form) {
      return UdrfAllocation.of(capacity, users, form);
    }

    private BigFraction[] left(UdrfAllocation allocation) {
      BigFraction[][] jobs = new BigFraction[users.size()][];
      for (int u = 0; u < jobs.length; u++) {
        int user = u;
        jobs[u] = new BigFraction[users.get(u).jobs().size()];
        Arrays.setAll(jobs[u], j -> allocation.jobs(user, j));
      }
      return PrintedLoop.left(capacity, users, jobs);
    }

    private boolean isExceededAsPrinted() {
      return allocation(UdrfForm.PAPER).clusters().stream()
          .map(cluster -> cluster.stream().map(users::get).toList())
          .anyMatch(
              cluster ->
                  Arrays.stream(
                          PrintedLoop.left(
                              capacity, cluster, PrintedLoop.firstRound(capacity, cluster, false)))
                      .anyMatch(amount -> amount.compareTo(BigFraction.ZERO) < 0));
    }

    private boolean canAnyGrow(UdrfAllocation allocation) {
      return users.stream()
          .flatMap(user -> user.jobs().stream())
          .anyMatch(job -> canGrow(job, allocation));
    }

    private boolean canGrow(long[] job, UdrfAllocation allocation) {
      BigFraction[] left = left(allocation);
      for (int p = 0; p < left.length; p++) {
        if (job[p] > 0 && left[p].compareTo(BigFraction.ZERO) <= 0) {
          return false;
        }
      }
      return true;
    }

    @Override
    public String toString() {
      return "round " + round + ": " + Arrays.toString(capacity) + " " + users;
    }
  }
}
