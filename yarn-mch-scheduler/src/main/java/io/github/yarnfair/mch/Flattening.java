// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.mch;

import static io.github.yarnfair.core.tree.ShareTree.NONE;

import io.github.yarnfair.core.tree.Activity;
import io.github.yarnfair.core.tree.NodeVectors;
import io.github.yarnfair.core.tree.ShareTree;

/**
 * The flattening step of MCH, section III.A: normalised demands from the leaves up, weights from
 * the root down.
 *
 * <pre>
 *   û_leaf = demand / its dominant share
 *   v_n = Σ w_c · û_c over the active children;  μ_n = max_j v_n,j;  û_n = v_n / μ_n
 *   k*  = arg max_j v_root,j, the resource that is exhausted first
 *   P_i = Π w_a / Π μ_a over the nodes a from the root (left out) to leaf i, which has no μ
 * </pre>
 *
 * <p>With machine classes j is an entry of the tree's {@linkplain
 * io.github.yarnfair.core.tree.ShareSpace shares}. Where queues have a weight for each class,
 * siblings are at the same point when max_j U_j / {@linkplain ShareTree#weight(int, int) e_j} is
 * the same. So μ is the largest v_j · w / e_j, and û of a leaf is scaled likewise, w being the
 * weight in the first class; then the above holds as it stands, P is multiplied by the leaf's
 * largest û_j, and one flat weight for each leaf is enough. With equal weights w / e_j is 1 and
 * this is the paper's. The plain product of weights, of which the paper says no more, is that in
 * the class of the leaf's dominant entry.
 *
 * <p>Siblings' weights are normalised to mean 1 among the active ones. A leaf's demand is the mean
 * of its pending tasks (of those of which {@linkplain LeafDirection endless} many are pending, if
 * any), or what it holds if none is.
 */
public final class Flattening {
  /** Relative difference below which two resources count as exhausted together. */
  private static final double TIE = 1e-9;

  /** Bound of the relative rounding error that the number of tasks causes in equal proportions. */
  private static final double ROUNDING = 1e-14;

  private static final int MU = 0;
  private static final int WEIGHT_PRODUCT = 1;
  private static final int PRODUCT_WEIGHT = 2;

  /** The first of as many columns as there are weights of a node. */
  private static final int SIBLING_FACTOR = 3;

  private final NodeVectors direction = new NodeVectors();
  private final NodeVectors current = new NodeVectors();
  private final NodeVectors columns = new NodeVectors();
  private int resources;
  private int weights;

  /** Flattens a tree as it stands; allocates nothing once the tree has stopped growing. */
  public void flatten(ShareTree tree) {
    resources = tree.space().shares();
    weights = tree.space().weights();
    direction.reset(tree, resources);
    current.reset(tree, resources);
    columns.reset(tree, SIBLING_FACTOR + weights);
    if (normalise(tree, ShareTree.ROOT)) {
      spread(tree, ShareTree.ROOT, 1.0, 1.0);
    }
  }

  /** Returns whether a node had an active leaf below (or at) it at the last {@link #flatten}. */
  boolean isCounted(ShareTree tree, int node) {
    columns.grow(tree);
    return columns.get(node, WEIGHT_PRODUCT) > 0;
  }

  /** Forgets a node that is no longer in the tree; its handle may be given out again. */
  void forget(int node) {
    columns.forget(node);
    direction.forget(node);
  }

  /** Returns whether a leaf is active, and wants what it does, as at the last {@link #flatten}. */
  boolean isCurrent(ShareTree tree, int leaf) {
    columns.grow(tree);
    direction.grow(tree);
    current.grow(tree);
    if (Activity.isActive(tree, leaf) != weightProduct(leaf) > 0) {
      return false;
    }
    LeafDirection.of(tree, leaf, current);
    double largest = largestByWeight(tree, leaf, current);
    double scale = largest > 0 ? 1.0 / largest : 1.0;
    for (int j = 0; j < resources; j++) {
      if (Math.abs(current.get(leaf, j) * scale - direction.get(leaf, j)) > ROUNDING) {
        return false;
      }
    }
    return true;
  }

  /** Returns μ of a queue with active leaves, 0 of any other. */
  public double mu(int queue) {
    return columns.get(queue, MU);
  }

  /** Returns the product weight P of an active leaf, 0 of any other. */
  public double productWeight(int leaf) {
    return columns.get(leaf, PRODUCT_WEIGHT);
  }

  /** Returns the product of the normalised weights down to an active leaf, 0 of any other. */
  public double weightProduct(int leaf) {
    return columns.get(leaf, WEIGHT_PRODUCT);
  }

  /** Returns whether a resource is k*; several tie if they are exhausted together. */
  public boolean isFirstSaturated(int resource) {
    return direction.get(ShareTree.ROOT, resource) >= 1.0 - TIE;
  }

  /** Returns whether a leaf needs k*, or one of them in a tie. */
  public boolean needsFirstSaturated(int leaf) {
    for (int j = 0; j < resources; j++) {
      if (isFirstSaturated(j) && direction.get(leaf, j) > 0) {
        return true;
      }
    }
    return false;
  }

  /** Computes û, and μ of queues, from the leaves up; returns whether the node is active. */
  private boolean normalise(ShareTree tree, int node) {
    if (tree.isLeaf(node)) {
      LeafDirection.of(tree, node, direction);
      scaleToOne(tree, node);
      return Activity.isActive(tree, node);
    }
    int active = 0;
    for (int c = tree.firstChild(node); c != NONE; c = tree.nextSibling(c)) {
      if (normalise(tree, c)) {
        active++;
        for (int w = 0; w < weights; w++) {
          columns.add(node, SIBLING_FACTOR + w, tree.weightAt(c, w));
        }
        columns.set(c, WEIGHT_PRODUCT, tree.weight(c));
        for (int j = 0; j < resources; j++) {
          direction.add(node, j, tree.weight(c) * direction.get(c, j));
        }
      }
    }
    if (active > 0) {
      for (int w = 0; w < weights; w++) {
        columns.set(node, SIBLING_FACTOR + w, active / columns.get(node, SIBLING_FACTOR + w));
      }
      direction.scale(node, columns.get(node, SIBLING_FACTOR));
      columns.set(node, MU, scaleToOne(tree, node));
    }
    return active > 0;
  }

  /** Divides a direction by its largest component and returns that, 1 if all are 0. */
  private double scaleToOne(ShareTree tree, int node) {
    double largest =
        node == ShareTree.ROOT ? direction.max(node) : largestByWeight(tree, node, direction);
    if (largest == 0) {
      return 1.0;
    }
    direction.scale(node, 1.0 / largest);
    return largest;
  }

  private double largestByWeight(ShareTree tree, int node, NodeVectors of) {
    double largest = 0.0;
    for (int s = 0; s < resources; s++) {
      double ratio = tree.weight(node) / tree.weight(node, s);
      largest = Math.max(largest, of.get(node, s) * ratio);
    }
    return largest;
  }

  /** Hands the products of weights and of μ down to the active leaves. */
  private void spread(ShareTree tree, int queue, double products, double mus) {
    for (int c = tree.firstChild(queue); c != NONE; c = tree.nextSibling(c)) {
      double own = columns.get(c, WEIGHT_PRODUCT) * columns.get(queue, SIBLING_FACTOR);
      if (own > 0) {
        columns.set(c, WEIGHT_PRODUCT, products * own);
        columns.set(c, PRODUCT_WEIGHT, products * own / mus);
        spread(tree, c, products * own, mus * mu(c));
        if (!tree.hasOneWeight(c) && tree.isLeaf(c)) {
          findWeights(tree, c);
        }
      }
    }
  }

  /** Finds the weights of a leaf below queues that weigh differently in the classes. */
  private void findWeights(ShareTree tree, int leaf) {
    int weightIndex = tree.space().weightOf(dominant(leaf));
    columns.set(leaf, WEIGHT_PRODUCT, weightProduct(tree, leaf, weightIndex));
    if (direction.max(leaf) > 0) {
      columns.set(leaf, PRODUCT_WEIGHT, productWeight(leaf) * direction.max(leaf));
    }
  }

  /** Returns the first largest component of a leaf's direction. */
  private int dominant(int leaf) {
    int dominant = 0;
    for (int s = 1; s < resources; s++) {
      dominant = direction.get(leaf, s) > direction.get(leaf, dominant) ? s : dominant;
    }
    return dominant;
  }

  /** Returns the product of the normalised weights of one class down to a leaf. */
  private double weightProduct(ShareTree tree, int leaf, int weightIndex) {
    double product = 1.0;
    for (int n = leaf; n != ShareTree.ROOT; n = tree.parent(n)) {
      double factor = columns.get(tree.parent(n), SIBLING_FACTOR + weightIndex);
      product *= tree.weightAt(n, weightIndex) * factor;
    }
    return product;
  }
}
