// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.mch;

import io.github.yarnfair.core.ideal.CurrentGuarantee;
import io.github.yarnfair.core.ideal.IdealShare;
import io.github.yarnfair.core.tree.NodeVectors;
import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.core.tree.TreeListener;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * W is the ideal share. A leaf that has none (yet) starts with its hierarchical guarantee as of the
 * first decision at which it holds something, and keeps it until the ideal shares are replaced:
 * adding or removing a leaf changes no other leaf's weight. Where queues have weights by machine
 * class, it is the guarantee in the class of the leaf's dominant share.
 */
final class IdealWeighting implements Weighting, TreeListener {
  private final IdealShareSource source;
  private final CurrentGuarantee guarantee = new CurrentGuarantee();

  /** By leaf: W, 0 while it has not been asked for. */
  private final NodeVectors weight = new NodeVectors();

  private @Nullable IdealShare ideal;
  private @Nullable ShareTree attached;

  IdealWeighting(IdealShareSource source) {
    this.source = source;
  }

  @Override
  public void timeBy(UnaryOperator<BooleanSupplier> timing) {
    source.timeBy(timing);
  }

  @Override
  public void update(ShareTree tree) {
    boolean isFirst = attached == null;
    if (isFirst) {
      attached = tree;
      guarantee.attachTo(tree);
      tree.addListener(this);
    }
    IdealShare latest = source.latest(tree);
    if (isFirst || latest != ideal) {
      ideal = latest;
      takeIn(tree, latest);
    }
    weight.grow(tree);
  }

  private void takeIn(ShareTree tree, @Nullable IdealShare latest) {
    weight.reset(tree, 1);
    for (int node = 0; node < tree.handleBound(); node++) {
      if (latest != null && latest.contains(node)) {
        weight.set(node, 0, latest.dominantShare(node));
      }
      if (tree.contains(node)) {
        start(tree, node);
      }
    }
  }

  /**
   * Lets a queue that serves in order start with its guarantee if it has no ideal share. It does so
   * when it first holds something, not when it is asked: a selection asks less often than another.
   */
  private void start(ShareTree tree, int queue) {
    weight.grow(tree);
    if (tree.isInOrder(queue) && weight.get(queue, 0) == 0 && !tree.holdsNothing(queue)) {
      weight.set(queue, 0, guarantee.of(queue, dominantClass(queue)));
    }
  }

  private void startParent(int leaf) {
    if (attached != null && attached.isLeaf(leaf)) {
      start(attached, attached.parent(leaf));
    }
  }

  @Override
  public void usageChanged(int leaf) {
    startParent(leaf);
  }

  @Override
  public void added(int node) {
    startParent(node);
  }

  @Override
  public void orderChanged(int queue) {
    if (attached != null) {
      start(attached, queue);
    }
  }

  @Override
  public double orderedWeight(int queue) {
    return weight.get(queue, 0);
  }

  /**
   * A change of one leaf changes no other leaf's weight; its own is computed when it is asked for.
   */
  @Override
  public boolean isCurrent(ShareTree tree, int leaf) {
    weight.grow(tree);
    return true;
  }

  @Override
  public boolean concernsSiblings(ShareTree tree, int node) {
    return false;
  }

  @Override
  public boolean hasNews(ShareTree tree) {
    return source.latest(tree) != ideal;
  }

  @Override
  public double weight(int leaf) {
    if (weight.get(leaf, 0) == 0) {
      weight.set(leaf, 0, guarantee.of(leaf, dominantClass(leaf)));
    }
    return weight.get(leaf, 0);
  }

  private int dominantClass(int leaf) {
    ShareTree tree = Objects.requireNonNull(attached);
    int dominant = 0;
    for (int s = 1; s < tree.space().shares(); s++) {
      dominant = tree.usedFraction(leaf, s) > tree.usedFraction(leaf, dominant) ? s : dominant;
    }
    return tree.space().weightOf(dominant);
  }

  @Override
  public void forget(int node) {
    weight.forget(node);
  }

  /** Forgets the node's weight, so that the next node with this handle starts without one. */
  @Override
  public void removed(int node, int formerParent) {
    if (attached != null && !attached.contains(node)) {
      forget(node);
    }
  }
}
