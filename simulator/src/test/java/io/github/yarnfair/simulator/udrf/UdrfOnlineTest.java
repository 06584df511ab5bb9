// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.udrf;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.scenario.Seed;
import io.github.yarnfair.core.scenario.TestSize;
import io.github.yarnfair.core.scenario.TreeSpec;
import io.github.yarnfair.simulator.rule.Rule;
import io.github.yarnfair.simulator.scenario.TaskSimulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

/**
 * Where the online rule goes as tasks end and start, on random instances: to the shares of static
 * H-DRF over the pairs of machine class and resource, and not to an offline form of UDRF.
 */
class UdrfOnlineTest {
  private static final long SEED = Seed.of("UdrfOnlineTest", 31);
  private static final int INSTANCES = TestSize.of(60, 12);

  /** How close to a fluid share a job of whole tasks, each at most a hundredth of a pair, ends. */
  private static final double NEAR = 0.05;

  @Test
  void onlineRuleGoesToStaticHdrfOverThePairsAndNotToTheOfflineForms() {
    int atHdrf = 0;
    int atOffline = 0;
    for (int round = 0; round < INSTANCES; round++) {
      Instance instance = new Instance(round);
      instance.simulation.submitAll().churn(400, 4);
      IdealShare ideal = IdealShare.of(instance.simulation.named().tree());
      UdrfAllocation offline =
          UdrfAllocation.of(instance.capacity, instance.users, UdrfForm.WORK_CONSERVING);
      boolean isAtHdrf =
          instance.distance(job -> ideal.dominantShare(instance.simulation.named().node(job.name)))
              < NEAR;
      boolean isAtOffline =
          instance.distance(job -> job.part() * offline.jobs(job.user, job.number).doubleValue())
              < NEAR;
      atHdrf += isAtHdrf ? 1 : 0;
      atOffline += isAtOffline ? 1 : 0;
    }
    System.out.printf(
        "UdrfOnlineTest: of %d instances %d at static H-DRF, %d at the offline form%n",
        INSTANCES, atHdrf, atOffline);
    assertThat(atHdrf)
        .as("at static H-DRF over the pairs")
        .isGreaterThanOrEqualTo(INSTANCES * 9 / 10);
    assertThat(atOffline).as("at the work-conserving offline form").isLessThan(INSTANCES / 2);
  }

  /**
   * A job of a user.
   *
   * @param part of its dominant pair that one task holds
   */
  private record Job(int user, int number, String name, double part) {}

  private static final class Instance {
    private final long[] capacity;
    private final List<UdrfUser> users = new ArrayList<>();
    private final List<Job> jobs = new ArrayList<>();
    private final TaskSimulation simulation;

    private Instance(int round) {
      Random random = Seed.random(SEED, round);
      int classes = 2 + random.nextInt(2);
      capacity = random.longs(2L * classes, 400, 1_200).toArray();
      List<TreeSpec> queues = new ArrayList<>();
      int count = 2 + random.nextInt(3);
      for (int u = 0; u < count; u++) {
        queues.add(user(random, u, classes));
      }
      simulation = new TaskSimulation(TreeSpec.queue("root", queues), Rule.UDRF::over, capacity);
    }

    /** Each job is bound to one class; such that need room in two at once wait for it for long. */
    private TreeSpec user(Random random, int user, int classes) {
      List<TreeSpec> leaves = new ArrayList<>();
      List<long[]> vectors = new ArrayList<>();
      int count = 1 + random.nextInt(3);
      for (int j = 0; j < count; j++) {
        long[] job = new long[capacity.length];
        int machineClass = random.nextInt(classes);
        job[2 * machineClass] = 1 + random.nextInt(4);
        job[2 * machineClass + 1] = random.nextInt(5);
        vectors.add(job);
        String name = "u" + user + " job" + j;
        leaves.add(TreeSpec.leaf(name, job));
        double part = 0;
        for (int p = 0; p < job.length; p++) {
          part = Math.max(part, (double) job[p] / capacity[p]);
        }
        jobs.add(new Job(user, j, name, part));
      }
      users.add(new UdrfUser(vectors));
      return TreeSpec.queue("u" + user, leaves);
    }

    /** Returns the largest difference of a job's share from an expected one. */
    private double distance(ToDoubleFunction<Job> expected) {
      return jobs.stream()
          .mapToDouble(
              job ->
                  Math.abs(job.part() * simulation.running(job.name) - expected.applyAsDouble(job)))
          .max()
          .orElseThrow();
    }
  }
}
