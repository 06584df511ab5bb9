// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.rivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.scenario.TreeSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One workload under YARN's schedulers and ours, side by side. Where they agree while the cluster
 * fills, they differ once tasks end and others take their place.
 */
@Tag("experiment")
class RivalSchedulersTest {
  private static final Offset<Double> NOTHING = within(1e-9);
  private static final List<Long> SEEDS = List.of(1L, 2L, 3L);
  private static final int MANY_APPLICATIONS = 120;
  private static final List<ResourceKind> CPU_MEM_GPU =
      List.of(ResourceKind.CPU, ResourceKind.MEM, ResourceKind.GPU);

  /** H-DRF paper, figure 4: department n2 has a CPU user, n2,1, and a GPU user, n2,2. */
  @ParameterizedTest(name = "{0} application(s) a leaf queue")
  @ValueSource(ints = {1, 3})
  void departmentWithGpuUserKeepsItsCpuShareAndGpusStayBusy(int applications) throws Exception {
    TreeSpec departments =
        TreeSpec.queue(
            "root",
            TreeSpec.queue("n1", TreeSpec.leaf("n1,1", 1, 0)),
            TreeSpec.queue("n2", TreeSpec.leaf("n2,1", 1, 0), TreeSpec.leaf("n2,2", 0, 1)));
    List<long[]> nodes = new ArrayList<>(Collections.nCopies(4, new long[] {16, 0}));
    nodes.addAll(Collections.nCopies(2, new long[] {8, 4}));
    Comparison comparison =
        Comparison.run(
            "Department with a GPU user (H-DRF paper, figure 4)",
            new Workload(
                departments, List.of(ResourceKind.CPU, ResourceKind.GPU), nodes, applications),
            80,
            SEEDS,
            Rival.HDRF,
            Rival.FAIR,
            Rival.CAPACITY);

    assertThat(comparison.ideal("n2,1")).isCloseTo(40, NOTHING);
    assertEveryLeafIsServed(comparison, applications);
    assertThat(comparison.of(Rival.HDRF).idle(ResourceKind.CPU)).isCloseTo(0, NOTHING);
    assertThat(comparison.of(Rival.HDRF).idle(ResourceKind.GPU)).isCloseTo(0, NOTHING);

    assertThat(comparison.of(Rival.FAIR).most("n2,1")).isLessThan(4);
    assertThat(comparison.of(Rival.FAIR).idle(ResourceKind.GPU)).isCloseTo(0, NOTHING);

    assertThat(comparison.of(Rival.CAPACITY).least("n2,1")).isGreaterThan(36);
    assertThat(comparison.of(Rival.CAPACITY).idle(ResourceKind.GPU)).isGreaterThan(0.25);
  }

  /** H-DRF paper, section 5.2 and figure 10: only n1,2 uses GPUs, its neighbour n1,1 pays. */
  @Test
  void hierarchyOfThePapersEvaluationStarvesNoQueue() throws Exception {
    TreeSpec hierarchy =
        TreeSpec.queue(
            "root",
            TreeSpec.queue("n1", TreeSpec.leaf("n1,1", 1, 1, 0), TreeSpec.leaf("n1,2", 1, 0, 1)),
            TreeSpec.queue(
                "n2",
                TreeSpec.leaf("n2,1", 1, 1, 0),
                TreeSpec.leaf("n2,2", 1, 1, 0),
                TreeSpec.leaf("n2,3", 1, 1, 0)),
            TreeSpec.queue("n3", TreeSpec.leaf("n3,1", 1, 1, 0)));
    Comparison comparison =
        Comparison.run(
            "50 nodes of <6, 4, 1> (H-DRF paper, section 5.2)",
            new Workload(hierarchy, CPU_MEM_GPU, Collections.nCopies(50, new long[] {6, 4, 1}), 1),
            100,
            SEEDS.subList(0, 1),
            withHierarchies());

    assertEveryLeafIsServed(comparison, 2);
    assertThat(comparison.of(Rival.HDRF).idle(ResourceKind.MEM)).isCloseTo(0, NOTHING);
    assertThat(comparison.of(Rival.HDRF).idle(ResourceKind.GPU)).isCloseTo(0, NOTHING);

    assertThat(comparison.of(Rival.FAIR).most("n1,1")).isLessThan(6);

    assertThat(comparison.of(Rival.CAPACITY).least("n1,1")).isGreaterThan(54);
    assertThat(comparison.of(Rival.CAPACITY).idle(ResourceKind.GPU)).isGreaterThan(0.5);
  }

  /** Returns all but those that know leaf queues alone. */
  private static Rival[] withHierarchies() {
    return EnumSet.complementOf(EnumSet.of(Rival.DRFH, Rival.UDRF)).toArray(Rival[]::new);
  }

  /** The counter-example that the documentation of our policy gives. */
  @Test
  void printedRuleStarvesALeafWhichTheCorrectedOneServes() throws Exception {
    TreeSpec counterExample =
        TreeSpec.queue(
            "root",
            TreeSpec.queue("n1", TreeSpec.leaf("a", 1, 1, 0), TreeSpec.leaf("b", 0, 5, 1)),
            TreeSpec.queue("n2", TreeSpec.leaf("c", 1, 0, 0)),
            TreeSpec.queue("n3", TreeSpec.leaf("d", 1, 0, 0)));
    Comparison comparison =
        Comparison.run(
            "Counter-example to the H-DRF paper's algorithm 3",
            new Workload(counterExample, CPU_MEM_GPU, List.of(new long[] {99, 990, 99}), 1),
            100,
            SEEDS,
            withHierarchies());

    assertEveryLeafIsServed(comparison, 1);
    assertThat(comparison.of(Rival.PUBLISHED).most("a")).isLessThan(4);
  }

  /**
   * More applications in B than the cluster has rooms, each of one task and with a master. All keys
   * have their defaults but those that {@code QueueFiles} names.
   */
  @ParameterizedTest(name = "weights {0} and 1")
  @ValueSource(ints = {1, 9})
  void queueOfManyApplicationsTakesNothingFromAQueueOfOne(int weight) throws Exception {
    TreeSpec queues =
        TreeSpec.queue(
            "root",
            TreeSpec.leaf("A", 1).weighing(weight),
            TreeSpec.leaf("B", 1).tasks(MANY_APPLICATIONS));
    Comparison comparison =
        Comparison.run(
            "One endless application beside many of one task",
            new Workload(
                queues,
                List.of(ResourceKind.CPU),
                Collections.nCopies(10, new long[] {10}),
                Map.of("A", 1, "B", MANY_APPLICATIONS),
                true),
            40,
            SEEDS.subList(0, 1),
            Rival.HDRF,
            Rival.POOREST,
            Rival.FAIR,
            Rival.CAPACITY);

    double ideal = 100.0 * weight / (weight + 1);
    assertThat(comparison.ideal("A")).isCloseTo(ideal, NOTHING);
    assertEveryLeafIsServed(comparison, 2);
    assertThat(comparison.of(Rival.POOREST).most("A")).isLessThanOrEqualTo(10);
    for (Rival rival : List.of(Rival.FAIR, Rival.CAPACITY)) {
      assertThat(comparison.of(rival).tasks("A")).as("%s", rival).isCloseTo(ideal, within(2.0));
    }
  }

  /** Under ours, at every moment of churn and up to so many whole tasks. */
  private static void assertEveryLeafIsServed(Comparison comparison, int tolerance) {
    for (String leaf : comparison.leaves()) {
      double ideal = comparison.ideal(leaf);
      Outcome ours = comparison.of(Rival.HDRF);
      assertThat((double) ours.least(leaf)).as(leaf).isGreaterThanOrEqualTo(ideal - tolerance);
      assertThat((double) ours.most(leaf)).as(leaf).isLessThanOrEqualTo(ideal + tolerance);
    }
  }
}
