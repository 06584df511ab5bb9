// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.scenario.NamedTree;
import io.github.yarnfair.core.scenario.TreeSpec;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.Offer;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.simulator.rule.Rule;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The example of the UDRF paper (figures 1 to 4) with whole jobs that end and others that start,
 * and what is wrong with the rules that it is compared with. Amounts are in halves of a CPU and of
 * a GB; the classes are hadoop, standard, public IP and high memory.
 */
class UdrfPaperTest {
  private static final long[] PAPER = {112, 128, 32, 80, 24, 48, 50, 64};
  private static final String U1_HADOOP = "u1 job1";
  private static final String U1_STANDARD = "u1 job2";
  private static final TreeSpec USERS =
      TreeSpec.queue(
          "root",
          TreeSpec.queue(
              "u1",
              TreeSpec.leaf(U1_HADOOP, 2, 2, 0, 0, 0, 0, 0, 0),
              TreeSpec.leaf(U1_STANDARD, 0, 0, 2, 4, 0, 0, 0, 0)),
          TreeSpec.queue("u2", TreeSpec.leaf("u2 job", 0, 0, 2, 2, 1, 1, 0, 0)),
          TreeSpec.queue("u3", TreeSpec.leaf("u3 job", 0, 0, 0, 0, 2, 8, 0, 0)),
          TreeSpec.queue("u4", TreeSpec.leaf("u4 job", 0, 0, 0, 0, 0, 0, 2, 2)));

  private static final Map<String, Long> FAIR =
      Map.of(U1_HADOOP, 56L, U1_STANDARD, 8L, "u2 job", 8L, "u3 job", 5L, "u4 job", 25L);

  /** Whichever user finds the cluster empty, and however many of each job end at a time. */
  @ParameterizedTest
  @CsvSource({"u1, 2", "u1, 4", "u2, 2", "u2, 4", "u3, 2", "u3, 4"})
  void onlineRuleEndsWithTheWorkConservingAllocation(String first, int batch) {
    assertThat(online(Rule.UDRF, first, batch)).isEqualTo(FAIR);
  }

  @ParameterizedTest
  @CsvSource({"u1, 2", "u1, 4", "u2, 2", "u2, 4", "u3, 2", "u3, 4"})
  void rivalRawSharesStarveTheOtherJobOfAUserThatHoldsAWholeClass(String first, int batch) {
    assertThat(online(Rule.NAIVE, first, batch))
        .containsEntry(U1_HADOOP, 56L)
        .hasEntrySatisfying(U1_STANDARD, jobs -> assertThat(jobs).isLessThanOrEqualTo(1));
  }

  private static Map<String, Long> online(Rule rule, String first, int batch) {
    TaskSimulation simulation = new TaskSimulation(USERS, rule::over, PAPER);
    for (TreeSpec job : simulation.named().leaves()) {
      if (job.name().startsWith(first)) {
        simulation.submit(job.name(), job.tasks());
      }
    }
    simulation.schedule();
    return simulation.submitAll().churn(200, batch).running();
  }

  /**
   * u1 has a job on each of two classes, u2 one on the second: it is to be divided equally. Over
   * the cluster, what u1 holds of the first class counts against it on the second.
   */
  @Test
  void rivalHdrfOverTheClusterTiesTheJobsOfAUserOnTwoClasses() {
    assertThat(secondClass(ShareSpace.Kind.CLASS)).isCloseTo(60, within(1L));
    assertThat(secondClass(ShareSpace.Kind.CLUSTER)).isCloseTo(40, within(1L));
  }

  /** Returns what u1's job holds of the second class, which has 120 CPUs; the first has 1,000. */
  private static long secondClass(ShareSpace.Kind kind) {
    ShareSpace space = new ShareSpace(kind, 2, 1);
    TreeSpec users =
        TreeSpec.queue(
            "root",
            TreeSpec.queue("u1", TreeSpec.leaf("a", 1, 0, 0), TreeSpec.leaf("b", 0, 1, 0)),
            TreeSpec.queue("u2", TreeSpec.leaf("c", 0, 1, 0)));
    long[] capacity = {1_000, 120, 0};
    return new TaskSimulation(
            NamedTree.of(space, users, capacity), Rule.H_DRF::over, List.of(capacity))
        .submitAll()
        .churn(100, 5)
        .running("b");
  }

  /**
   * Why PS-DSF is not made hierarchical. Two classes of 120 CPUs; of two departments of equal
   * weight one has a job on each class, the other a job that may run on both. By H-DRF with shares
   * of pairs each has half of each class. A department's virtual share on a class, as the sum over
   * the jobs that could run there, gives the second only a third: less than half of each class, and
   * less than if it said that it has a job on each.
   */
  @Test
  void rivalHierarchicalPsDsfDoesNotKeepTheSharingIncentive() {
    assertThat(VirtualShares.fill(120)).containsExactly(80, 80, 80);
    assertThat(VirtualShares.fillConfined(120)).containsExactly(60, 60, 120);
    long[] byPairs = byPairs(120);
    assertThat(byPairs[0] + byPairs[1]).isCloseTo(120, within(1L));
    assertThat(byPairs[2]).isCloseTo(120, within(1L));
  }

  /** The same departments by H-DRF with shares of pairs. */
  private static long[] byPairs(int cpus) {
    ShareSpace space = new ShareSpace(ShareSpace.Kind.CLASS, 2, 1);
    ShareTree tree = new ShareTree(space);
    tree.setCapacity(new long[] {cpus, cpus, 0});
    int first = tree.addQueue(ShareTree.ROOT, 1);
    int second = tree.addQueue(ShareTree.ROOT, 1);
    int[] jobs = {tree.addLeaf(first, 1), tree.addLeaf(first, 1), tree.addLeaf(second, 1)};
    long[] one = {1};
    Demand.Builder both = new Demand.Builder();
    for (int c = 0; c < 2; c++) {
      tree.setDemand(jobs[c], Demand.of(space.amounts(c, one), Demand.ENDLESS));
      both.add(space.amounts(c, one, ShareSpace.ANY_CLASS), Demand.ENDLESS);
    }
    tree.setDemand(jobs[2], both.build());
    Selection selection = Rule.H_DRF.over(tree);
    Offer offer = new Offer(space);
    for (int i = 0; i < 2 * cpus; i++) {
      offer.open(space.amounts(i % 2, one, ShareSpace.ANY_CLASS));
      tree.charge(selection.next(offer), space.amounts(i % 2, one));
    }
    return Arrays.stream(jobs).mapToLong(job -> tree.usage(job, 0) + tree.usage(job, 1)).toArray();
  }

  /** Two departments on two classes by virtual shares of jobs with one CPU each. */
  private static final class VirtualShares {
    private VirtualShares() {}

    /** Returns a on class 0, b on class 1, and c on both, after both classes were filled. */
    private static int[] fill(int cpus) {
      int[] held = new int[3];
      for (int i = 0; i < 2 * cpus; i++) {
        int bound = i % 2;
        held[held[bound] <= held[2] ? bound : 2]++;
      }
      return held;
    }

    /** The same if c were two jobs, each of which may run on one class; both of them last. */
    private static int[] fillConfined(int cpus) {
      int[] held = new int[2];
      int[] rival = new int[2];
      for (int i = 0; i < 2 * cpus; i++) {
        int at = i % 2;
        if (held[at] <= rival[at]) {
          held[at]++;
        } else {
          rival[at]++;
        }
      }
      return new int[] {held[0], held[1], rival[0] + rival[1]};
    }
  }
}
