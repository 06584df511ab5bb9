// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.mch;

import static io.github.yarnfair.core.scenario.TreeSpec.leaf;
import static io.github.yarnfair.core.scenario.TreeSpec.queue;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.scenario.NamedTree;
import io.github.yarnfair.core.scenario.TreeSpec;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class MchPolicyTest {
  private static final TreeSpec FIGURE_4 =
      queue(
          "root",
          queue("n1", leaf("n1,1", 1, 0), leaf("n1,2", 0, 1)),
          queue("n2", leaf("n2,1", 1, 0), leaf("n2,2", 1, 0), leaf("n2,3", 0, 1)),
          queue("n3", leaf("n3,1", 1, 0)));

  /** The first resource is exhausted though a, c and d do not need it together. */
  private static final TreeSpec COUNTER_EXAMPLE =
      queue("root", queue("q", leaf("a", 0, 1), leaf("b", 1, 1), leaf("c", 0, 1)), leaf("d", 1, 0));

  @Test
  void publishedWeightsOfFigure4() {
    NamedTree named = NamedTree.of(FIGURE_4, 200, 200).submitAll();
    expect(MchPolicy.published(), named, 1, 1, 0.5, 0.5, 1, 1);
    expect(MchPolicy.uniform(), named, 1, 1, 0.5, 0.5, 0.5, 1);
    expect(MchPolicy.exact(), named, 1 / 3.0, 0.5, 1 / 6.0, 1 / 6.0, 0.5, 1 / 3.0);
  }

  @Test
  void flatteningOfFigure4() {
    Flattening flattening = new Flattening();
    NamedTree named = NamedTree.of(FIGURE_4, 200, 200).submitAll();
    flattening.flatten(named.tree());
    assertThat(flattening.mu(named.node("n1"))).isEqualTo(1);
    assertThat(flattening.mu(named.node("n2"))).isEqualTo(2);
    assertThat(flattening.isFirstSaturated(0)).isTrue();
    assertThat(flattening.isFirstSaturated(1)).isFalse();
    assertThat(flattening.needsFirstSaturated(named.node("n2,3"))).isFalse();
  }

  @Test
  void inactiveLeafTakesNoPart() {
    NamedTree named = NamedTree.of(FIGURE_4, 200, 200).submitAll();
    named.tree().setDemand(named.node("n2,2"), Demand.NOTHING);
    MchPolicy policy = MchPolicy.published();
    policy.prepare(named.tree());
    assertThat(policy.flatWeight(named.node("n2,1"))).isEqualTo(1);
    named.tree().charge(named.node("n2,2"), new long[] {5, 0});
    policy.prepare(named.tree());
    assertThat(policy.flatWeight(named.node("n2,1"))).as("it still runs").isEqualTo(0.5);
  }

  @Test
  void weightsOfSiblingsAreNormalisedToMeanOne() {
    TreeSpec root =
        queue("root", leaf("a", 1).weighing(6), queue("q", leaf("b", 1).weighing(9)).weighing(2));
    NamedTree named = NamedTree.of(root, 100).submitAll();
    expect(MchPolicy.uniform(), named, 1.5, 0.5);
  }

  @Test
  void publishedWeightsMisjudgeWhichResourceIsExhaustedFirst() {
    NamedTree named = NamedTree.of(COUNTER_EXAMPLE, 600, 600).submitAll();
    expect(MchPolicy.published(), named, 1, 1 / 3.0, 1, 1);
    expect(MchPolicy.uniform(), named, 1 / 3.0, 1 / 3.0, 1 / 3.0, 1);
  }

  /** Where no ideal share is known (yet), the hierarchical guarantee stands in. */
  @Test
  void aLeafWithoutIdealShareGoesByItsGuarantee() {
    NamedTree named = NamedTree.of(FIGURE_4, 200, 200).submitAll();
    AtomicReference<IdealShare> latest = new AtomicReference<>();
    MchPolicy policy = MchPolicy.exact(tree -> latest.get());
    expect(policy, named, 1 / 6.0, 1 / 6.0, 1 / 9.0, 1 / 9.0, 1 / 9.0, 1 / 3.0);
    latest.set(IdealShare.of(named.tree()));
    expect(policy, named, 1 / 3.0, 0.5, 1 / 6.0, 1 / 6.0, 0.5, 1 / 3.0);
    int late = named.tree().addLeaf(named.node("n3"), 1);
    named.tree().setDemand(late, Demand.of(new long[] {0, 1}, 5));
    policy.prepare(named.tree());
    assertThat(policy.flatWeight(late)).isCloseTo(1 / 6.0, within(1e-12));
  }

  @Test
  void reusedHandleDoesNotInheritTheIdealShare() {
    NamedTree named = NamedTree.of(FIGURE_4, 200, 200).submitAll();
    ShareTree tree = named.tree();
    IdealShare ideal = IdealShare.of(tree);
    MchPolicy policy = MchPolicy.exact(any -> ideal);
    policy.prepare(tree);
    int former = named.node("n2,3");
    tree.remove(former);
    int late = tree.addLeaf(named.node("n2"), 1);
    assertThat(late).isEqualTo(former);
    tree.setDemand(late, Demand.of(new long[] {0, 1}, 5));
    policy.prepare(tree);
    assertThat(policy.flatWeight(late)).isCloseTo(1 / 9.0, within(1e-12));
  }

  @Test
  void initialGuaranteeIsKeptUntilIdealSharesAreRecomputed() {
    NamedTree named = NamedTree.of(FIGURE_4, 200, 200).submitAll();
    ShareTree tree = named.tree();
    AtomicReference<IdealShare> latest = new AtomicReference<>(IdealShare.of(tree));
    MchPolicy policy = MchPolicy.exact(any -> latest.get());
    policy.prepare(tree);
    int first = late(tree, named.node("n3"));
    policy.prepare(tree);
    assertThat(policy.flatWeight(first)).isCloseTo(1 / 6.0, within(1e-12));
    int second = late(tree, named.node("n3"));
    policy.prepare(tree);
    assertThat(policy.flatWeight(first)).isCloseTo(1 / 6.0, within(1e-12));
    assertThat(policy.flatWeight(second)).isCloseTo(1 / 9.0, within(1e-12));
    latest.set(IdealShare.of(tree));
    policy.prepare(tree);
    assertThat(policy.flatWeight(first)).isEqualTo(policy.flatWeight(second));
  }

  private static int late(ShareTree tree, int queue) {
    int leaf = tree.addLeaf(queue, 1);
    tree.setDemand(leaf, Demand.of(new long[] {0, 1}, 5));
    return leaf;
  }

  private static void expect(MchPolicy policy, NamedTree named, double... weights) {
    policy.prepare(named.tree());
    for (int i = 0; i < weights.length; i++) {
      TreeSpec leaf = named.leaves().get(i);
      assertThat(policy.flatWeight(named.node(leaf.name())))
          .as("%s, %s", policy.name(), leaf)
          .isCloseTo(weights[i], within(1e-12));
    }
  }
}
