// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.mch;

import static io.github.yarnfair.core.tree.ShareTree.NONE;

import io.github.yarnfair.core.incremental.KindSelection;
import io.github.yarnfair.core.policy.KindPolicy;
import io.github.yarnfair.core.policy.Selection;
import io.github.yarnfair.core.policy.Shares;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * MCH, Multi-resource Collapsed Hierarchies, by the letter that introduced it under this name: the
 * hierarchy becomes one flat weight W for each leaf (section III.A, {@link Flattening}), by which
 * weighted DRF then serves.
 *
 * <p>The letter compares leaves one by one, the least s/W first. A queue with more applications
 * than its share has tasks always has one that holds nothing, and would always be first: with 100
 * cores and A{a: endless}, B{b1..b300: one task each} a keeps 1 of 50. Here applications of a queue
 * with tasks of one {@linkplain io.github.yarnfair.core.tree.TaskKinds kind} are a pool, which
 * counts by its level L, Σ min(T_a, W_a·L) = S, and so are sibling queues, on every level of the
 * tree ({@link io.github.yarnfair.core.policy.KindShares}). The walk goes down by the kind through
 * which a queue was rated. A pool has no floor of one task: against the small weight of one of many
 * applications one task is a high level, and would starve the pool.
 *
 * <p>Which weights:
 *
 * <ul>
 *   <li>{@link #exact()}, the default: the leaf's ideal share, static H-DRF. With these a flat
 *       weighted DRF reaches every ideal share at the same moment, so that it <em>is</em> the
 *       static allocation.
 *   <li>{@link #uniform()}: the paper's weight for full-type jobs, given to every leaf.
 *   <li>{@link #published()}: the paper's. A job that does not need k*, the resource that is
 *       exhausted first, keeps its own weights' product (cases 1 and 2 of section III.A.3).
 * </ul>
 *
 * <p>Corrections of the published rule:
 *
 * <ol>
 *   <li>The published weights change which resource is exhausted first, and then their own case
 *       distinction is wrong. On ⟨600, 600⟩ with q{a⟨0,1⟩, b⟨1,1⟩, c⟨0,1⟩}, d⟨1,0⟩, k* is the first
 *       resource, a and c weigh 1 and b 1/3; now the second is exhausted first and b is left with
 *       1/7 of the cluster, where its guarantee is 1/6. Uniform and exact weights give it 1/4.
 *   <li>Weights of queues, on which the derivation is silent: siblings' are normalised to mean 1
 *       among the active ones, so that v_n stays comparable between queues.
 *   <li>Jobs that need several but not all resources, likewise: by whether they need k*.
 *   <li>"Active" is pending or running: by what is pending alone, the weights would jump whenever a
 *       last task starts.
 * </ol>
 *
 * <p>With machine classes, and weights of queues for each, a leaf still has one flat weight: it has
 * one proportion in which it uses all pairs of class and resource, and W is how much of its
 * dominant one it has when all are served fairly. Ideal shares know the weights by class; {@link
 * Flattening} says how the products do.
 */
public final class MchPolicy extends KindPolicy {
  private final String name;
  private final Weighting weighting;

  private MchPolicy(String name, Weighting weighting) {
    this.name = name;
    this.weighting = weighting;
  }

  /** Returns MCH by the paper's weights. */
  public static MchPolicy published() {
    return new MchPolicy("mch-published", new ProductWeighting(true));
  }

  /** Returns MCH by the paper's weight for full-type jobs for all. */
  public static MchPolicy uniform() {
    return new MchPolicy("mch-uniform", new ProductWeighting(false));
  }

  /**
   * Returns MCH by ideal shares. A pass recomputes them if something that they depend on has
   * changed since the last one.
   */
  public static MchPolicy exact() {
    return exact(new RecentIdealShare(0, () -> 0));
  }

  /**
   * Returns MCH by ideal shares that the caller computes, for instance once a second from a
   * snapshot, outside the decision. A leaf without an ideal share is weighted by its hierarchical
   * guarantee, as of the time when the leaf first holds something, until it has one.
   */
  public static MchPolicy exact(IdealShareSource source) {
    return new MchPolicy("mch-exact", new IdealWeighting(source));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int revision() {
    return weighting instanceof IdealWeighting ? OTHER_ROUNDING : super.revision();
  }

  @Override
  public void timeBy(UnaryOperator<BooleanSupplier> timing) {
    weighting.timeBy(timing);
  }

  @Override
  public void prepare(ShareTree tree) {
    weighting.update(tree);
  }

  @Override
  public int updateLeaf(ShareTree tree, int leaf) {
    return weighting.isCurrent(tree, leaf) ? ShareTree.NONE : ShareTree.ROOT;
  }

  @Override
  public boolean concernsSiblings(ShareTree tree, int node) {
    return weighting.concernsSiblings(tree, node);
  }

  @Override
  public void forget(int node) {
    weighting.forget(node);
  }

  @Override
  public boolean hasNews(ShareTree tree) {
    return weighting.hasNews(tree);
  }

  @Override
  public Selection over(ShareTree tree) {
    return new KindSelection(tree, this);
  }

  /** Returns W of a queue that serves in order: it is one leaf, with the ideal share of all. */
  @Override
  public double divisor(ShareTree tree, int queue, int share) {
    return weighting.orderedWeight(queue);
  }

  /** Returns the flat weight W of an active leaf, as of the last {@link #prepare}; positive. */
  public double flatWeight(int leaf) {
    return weighting.weight(leaf);
  }

  @Override
  public Form form() {
    return Form.POOLED;
  }

  /** Returns W. */
  @Override
  public double leafWeight(ShareTree tree, int leaf, int share) {
    return flatWeight(leaf);
  }

  /** Returns s/W. */
  @Override
  public double leafKey(Shares shares, int leaf) {
    double share = shares.dominantShare(leaf);
    return share > 0 ? share / flatWeight(leaf) : 0.0;
  }

  /** A member of a pool weighs W, as on every level above it. */
  @Override
  public void rateKinds(Shares shares, int queue) {
    for (int c = shares.firstChild(queue); c != NONE; c = shares.nextSibling(c)) {
      if (shares.isLeaf(c) && shares.kinds().containsAny(c)) {
        shares.kinds().setWeight(c, flatWeight(c));
      }
    }
    shares.kinds().pool(queue);
  }
}
