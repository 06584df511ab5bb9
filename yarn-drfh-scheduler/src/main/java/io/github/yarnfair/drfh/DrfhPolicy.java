/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.drfh;

import static io.github.yarnfair.core.ShareTree.NONE;

import io.github.yarnfair.core.Activity;
import io.github.yarnfair.core.LeastKeyPolicy;
import io.github.yarnfair.core.NodeVectors;
import io.github.yarnfair.core.Selection;
import io.github.yarnfair.core.ShareTree;
import io.github.yarnfair.core.Shares;
import io.github.yarnfair.core.incremental.LeastKeySelection;

/**
 * Flat DRFH: W. Wang, B. Li and B. Liang, "Dominant Resource Fairness in Cloud Computing Systems
 * with Heterogeneous Servers", INFOCOM 2014, section V: weighted DRF by global dominant shares.
 * Served is the application with the least s/W that can use the offer, whatever queues lie above
 * it. Which node its task is placed on is another question: see {@link
 * io.github.yarnfair.core.nodes.NodeScore}.
 *
 * <p>A leaf queue weighs what is configured: its part of the cluster, the product of w/Σw over the
 * siblings along its path, active or not. Its active applications divide that by their weights:
 *
 * <pre>
 *   W_application = W_queue · w / A_queue        A is the sum of w over its active applications
 * </pre>
 *
 * <p>The queues above leaf queues mean nothing else: what an idle leaf queue leaves goes to all
 * others by their W, not to its siblings first.
 *
 * <p>The paper's user has one demand. To take the whole leaf queue as the user would starve
 * applications: on ⟨100, 100⟩ with p{a⟨1,0⟩, b⟨0,1⟩} and q{c⟨1,0⟩}, b takes all of the second
 * resource, by which p has the share 1, and a gets nothing more.
 *
 * <p>The paper's shares are of the whole cluster. Where the tree's {@linkplain
 * io.github.yarnfair.core.ShareSpace shares} are of machine classes instead and queues have a
 * weight for each, W is computed for each class, and s/W is the largest of an application's entries
 * by the W of their class. With equal weights that is the rule above over more resources.
 *
 * <p>Keys are those of a {@link LeastKeyPolicy}: of an application s/w, of a leaf queue its least
 * times A/W, with W of the first class and the others by their ratio to it, of a queue of queues
 * its least. A leaf beside queues, which YARN does not have, is rated as a leaf queue.
 */
public final class DrfhPolicy extends LeastKeyPolicy {
  private static final int HAS_QUEUES = 0;

  /** Of a leaf its weight while it is active, of a leaf queue the sum of these. */
  private static final int ACTIVE_WEIGHT = 1;

  /** The first of as many columns as there are weights of a node. */
  private static final int FLAT_WEIGHT = 2;

  private final NodeVectors columns = new NodeVectors();
  private int weights = 1;

  @Override
  public String name() {
    return "drfh";
  }

  @Override
  public void prepare(ShareTree tree) {
    weights = tree.space().weights();
    columns.reset(tree, FLAT_WEIGHT + weights);
    for (int w = 0; w < weights; w++) {
      columns.set(ShareTree.ROOT, FLAT_WEIGHT + w, 1.0);
    }
    prepareBelow(tree, ShareTree.ROOT);
  }

  @Override
  public void prepareBelow(ShareTree tree, int queue) {
    double activeWeights = 0.0;
    boolean hasQueues = false;
    for (int c = tree.firstChild(queue); c != NONE; c = tree.nextSibling(c)) {
      double active = tree.isLeaf(c) && Activity.isActive(tree, c) ? tree.weight(c) : 0.0;
      columns.set(c, ACTIVE_WEIGHT, active);
      activeWeights += active;
      hasQueues |= !tree.isLeaf(c);
    }
    columns.set(queue, HAS_QUEUES, hasQueues ? 1.0 : 0.0);
    columns.set(queue, ACTIVE_WEIGHT, activeWeights);
    for (int w = 0; w < weights; w++) {
      divide(tree, queue, w, hasQueues);
    }
    for (int c = tree.firstChild(queue); c != NONE; c = tree.nextSibling(c)) {
      if (!tree.isLeaf(c)) {
        prepareBelow(tree, c);
      }
    }
  }

  /** Divides the flat weight of a queue of queues by one of its children's weights. */
  private void divide(ShareTree tree, int queue, int weightIndex, boolean hasQueues) {
    double sum = 0.0;
    for (int c = tree.firstChild(queue); c != NONE; c = tree.nextSibling(c)) {
      sum += tree.weightAt(c, weightIndex);
    }
    double perWeight = columns.get(queue, FLAT_WEIGHT + weightIndex) / sum;
    for (int c = tree.firstChild(queue); c != NONE; c = tree.nextSibling(c)) {
      double weight = hasQueues ? perWeight * tree.weightAt(c, weightIndex) : 0.0;
      columns.set(c, FLAT_WEIGHT + weightIndex, weight);
    }
  }

  /** A leaf that becomes active or inactive changes the key of its queue and no other. */
  @Override
  public int follow(ShareTree tree, int leaf) {
    columns.grow(tree);
    double active = Activity.isActive(tree, leaf) ? tree.weight(leaf) : 0.0;
    columns.add(tree.parent(leaf), ACTIVE_WEIGHT, active - columns.get(leaf, ACTIVE_WEIGHT));
    columns.set(leaf, ACTIVE_WEIGHT, active);
    return NONE;
  }

  @Override
  public boolean concernsSiblings(ShareTree tree, int node) {
    columns.grow(tree);
    int parent = tree.parent(node);
    return !tree.isLeaf(node)
        || columns.get(node, ACTIVE_WEIGHT) > 0
        || columns.get(node, FLAT_WEIGHT) > 0
        || (parent != NONE && hasQueues(parent));
  }

  @Override
  public int followChildren(ShareTree tree, int queue) {
    columns.grow(tree);
    return queue;
  }

  @Override
  public void forget(int node) {
    columns.forget(node);
  }

  /** Returns s/w, beside queues s/W. */
  @Override
  public double leafKey(Shares shares, int leaf) {
    int queue = shares.parent(leaf);
    double key = 0.0;
    for (int s = 0; s < shares.length(); s++) {
      double used = shares.attributed(leaf, s);
      if (used > 0) {
        int weightIndex = shares.weightIndex(s);
        double weight =
            hasQueues(queue)
                ? columns.get(leaf, FLAT_WEIGHT + weightIndex)
                : shares.weight(leaf) * ratio(queue, weightIndex);
        key = Math.max(key, used / weight);
      }
    }
    return key;
  }

  /** Returns what a leaf queue weighs in a class, its weight in the first class being 1. */
  private double ratio(int queue, int weightIndex) {
    double first = flatWeight(queue);
    return weightIndex > 0 && first > 0
        ? columns.get(queue, FLAT_WEIGHT + weightIndex) / first
        : 1.0;
  }

  /** Returns A/W of a leaf queue, 1 of a queue of queues: the factor of its least key. */
  @Override
  public double ownKey(Shares shares, int queue) {
    return hasQueues(queue) ? 1.0 : columns.get(queue, ACTIVE_WEIGHT) / flatWeight(queue);
  }

  /** Returns the least key times the factor; a queue that nothing can be served in keeps +∞. */
  @Override
  public double queueKey(double factor, double leastKey) {
    return leastKey > 0 && leastKey < Double.POSITIVE_INFINITY ? leastKey * factor : leastKey;
  }

  /** Returns W: a leaf queue that serves in order is one user, however many are active in it. */
  @Override
  public double divisor(ShareTree tree, int queue, int share) {
    return columns.get(queue, FLAT_WEIGHT + tree.space().weightOf(share));
  }

  @Override
  public Selection over(ShareTree tree) {
    return new LeastKeySelection(tree, this);
  }

  /** Returns the flat weight W of a leaf queue, in the first class, as of the last decision. */
  double flatWeight(int queue) {
    return columns.get(queue, FLAT_WEIGHT);
  }

  private boolean hasQueues(int queue) {
    return columns.get(queue, HAS_QUEUES) > 0;
  }
}
