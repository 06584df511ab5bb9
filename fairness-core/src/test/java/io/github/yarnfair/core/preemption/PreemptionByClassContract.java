// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.preemption;

import static io.github.yarnfair.core.tree.ShareTree.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareSpace;
import io.github.yarnfair.core.tree.ShareSpace.Kind;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Preemption on a cluster of two standard machines and one GPU machine, of ten cores each. One
 * department has filled it with jobs of both classes, when another one comes that may use the GPU
 * machine alone. Each policy's module runs it.
 */
public abstract class PreemptionByClassContract {
  private static final int GPU = 1;
  private static final long[] STANDARD_CORE = {1, 0, 0};
  private static final long[] GPU_CORE = {0, 1, 0};

  /** Returns a new policy. */
  protected abstract FairnessPolicy policy();

  /** The cluster, and the leaves of both departments. */
  private final class Departments {
    private final ShareTree tree;
    private final ClosedCluster cluster;
    private final int standardJob;
    private final int gpuJob;
    private final int confined;

    private Departments(Kind kind) {
      tree = new ShareTree(new ShareSpace(kind, 2, 1));
      int first = tree.addQueue(ROOT, 1);
      standardJob = tree.addLeaf(first, 1);
      gpuJob = tree.addLeaf(first, 1);
      confined = tree.addLeaf(tree.addQueue(ROOT, 1), 1);
      List<long[]> nodes = List.of(node(0), node(0), node(GPU));
      cluster = new ClosedCluster(tree, PreemptionByClassContract.this::policy, nodes);
      cluster.submit(standardJob, STANDARD_CORE, 30);
      cluster.submit(gpuJob, GPU_CORE, 30);
      cluster.fill();
    }

    private long[] node(int machineClass) {
      return tree.space().amounts(machineClass, new long[] {10}, ShareSpace.ANY_CLASS);
    }

    private void look() {
      PreemptionRules rules =
          new PreemptionRules(
              0.0,
              0.1,
              0.2,
              (losing, gaining) -> tree.parent(losing) != tree.parent(gaining),
              (leaf, task, node) -> task[GPU + 1] == ShareSpace.FIXED);
      List<PlannedPreemption> plan = cluster.plan(rules);
      for (int looks = 0; !plan.isEmpty(); looks++) {
        assertThat(looks).as("looks").isLessThan(100);
        cluster.end(plan);
        cluster.fill();
        plan = cluster.plan(rules);
      }
    }
  }

  /** Both classes counted together it would be 3, see below. */
  @Test
  void byClassTheConfinedDepartmentGetsHalfOfItsClass() {
    Departments departments = new Departments(Kind.CLASS);
    departments.cluster.submit(departments.confined, GPU_CORE, 30);
    departments.look();
    assertThat(departments.tree.usage(departments.confined, GPU)).isEqualTo(5);
    assertThat(departments.tree.usage(departments.gpuJob, GPU)).isEqualTo(5);
    assertThat(departments.tree.usage(departments.standardJob, 0)).isEqualTo(20);
  }

  /**
   * All classes being one pool, each job of the first department is entitled to a quarter of it,
   * 7.5 cores, and the GPU job has no more than that to lose.
   */
  @Test
  void overTheClusterTheConfinedDepartmentGetsWhatTheJobInItsClassHasBeyondItsPooledShare() {
    Departments departments = new Departments(Kind.CLUSTER);
    departments.cluster.submit(departments.confined, GPU_CORE, 30);
    departments.look();
    assertThat(departments.tree.usage(departments.confined, GPU)).isEqualTo(3);
    assertThat(departments.tree.usage(departments.standardJob, 0)).isEqualTo(20);
  }

  /** A rival that counts a floating task in a class, or in each, ends five tasks or more. */
  @Test
  void nothingEndsForTasksThatFloatAmongTheClasses() {
    Departments departments = new Departments(Kind.CLASS);
    ShareSpace space = departments.tree.space();
    long[] one = {1};
    departments.tree.setDemand(
        departments.confined,
        new Demand.Builder()
            .add(space.amounts(0, one, ShareSpace.ANY_CLASS), 30)
            .add(space.amounts(GPU, one, ShareSpace.ANY_CLASS), 30)
            .build());
    departments.look();
    assertThat(departments.tree.holdsNothing(departments.confined)).isTrue();
  }

  /**
   * Room that is made for one of its tasks goes to the one that floats, if that one comes first.
   */
  @Test
  void floatingTaskOfTheGainingLeafMayTakeTheRoom() {
    Departments departments = new Departments(Kind.CLASS);
    ShareSpace space = departments.tree.space();
    long[] one = {1};
    departments.tree.setDemand(
        departments.confined,
        new Demand.Builder()
            .add(space.amounts(GPU, one, ShareSpace.ANY_CLASS), 2)
            .add(space.amounts(0, one, ShareSpace.ANY_CLASS), 2)
            .add(GPU_CORE, 30)
            .build());
    departments.look();
    assertThat(departments.tree.usage(departments.confined, GPU)).isEqualTo(5);
    Demand left = departments.tree.demand(departments.confined);
    assertThat(left.size()).isEqualTo(1);
    assertThat(left.tasks(0)).isEqualTo(27);
  }
}
