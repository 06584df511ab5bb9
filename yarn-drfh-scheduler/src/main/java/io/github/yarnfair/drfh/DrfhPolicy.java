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
import io.github.yarnfair.core.FlatWeights;
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
 * siblings along its path, active or not ({@link FlatWeights}). Its active applications divide that
 * by their weights:
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
  private final FlatWeights weights = new FlatWeights();

  /** By node, in one column, of a leaf its weight while it is active, of a queue their sum. */
  private final NodeVectors activeWeights = new NodeVectors();

  @Override
  public String name() {
    return "drfh";
  }

  @Override
  public void prepare(ShareTree tree) {
    weights.prepare(tree);
    activeWeights.reset(tree, 1);
    sumActiveBelow(tree, ShareTree.ROOT);
  }

  @Override
  public void prepareBelow(ShareTree tree, int queue) {
    grow(tree);
    weights.prepareBelow(tree, queue);
    sumActiveBelow(tree, queue);
  }

  private void sumActiveBelow(ShareTree tree, int queue) {
    double sum = 0.0;
    for (int c = tree.firstChild(queue); c != NONE; c = tree.nextSibling(c)) {
      double active = activeWeight(tree, c);
      activeWeights.set(c, 0, active);
      sum += active;
      if (!tree.isLeaf(c)) {
        sumActiveBelow(tree, c);
      }
    }
    activeWeights.set(queue, 0, sum);
  }

  private static double activeWeight(ShareTree tree, int node) {
    return tree.isLeaf(node) && Activity.isActive(tree, node) ? tree.weight(node) : 0.0;
  }

  /** A leaf that becomes active or inactive changes the key of its queue and no other. */
  @Override
  public int follow(ShareTree tree, int leaf) {
    grow(tree);
    double active = activeWeight(tree, leaf);
    activeWeights.add(tree.parent(leaf), 0, active - activeWeights.get(leaf, 0));
    activeWeights.set(leaf, 0, active);
    return NONE;
  }

  @Override
  public boolean concernsSiblings(ShareTree tree, int node) {
    grow(tree);
    int parent = tree.parent(node);
    return !tree.isLeaf(node)
        || activeWeights.get(node, 0) > 0
        || (parent != NONE && weights.hasQueues(parent));
  }

  @Override
  public int followChildren(ShareTree tree, int queue) {
    grow(tree);
    return queue;
  }

  private void grow(ShareTree tree) {
    weights.grow(tree);
    activeWeights.grow(tree);
  }

  @Override
  public void forget(int node) {
    weights.forget(node);
    activeWeights.forget(node);
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
            weights.hasQueues(queue)
                ? weights.weight(leaf, weightIndex)
                : shares.weight(leaf) * ratio(queue, weightIndex);
        key = Math.max(key, used / weight);
      }
    }
    return key;
  }

  /** Returns what a leaf queue weighs in a class, its weight in the first class being 1. */
  private double ratio(int queue, int weightIndex) {
    double first = flatWeight(queue);
    return weightIndex > 0 && first > 0 ? weights.weight(queue, weightIndex) / first : 1.0;
  }

  /** Returns A/W of a leaf queue, 1 of a queue of queues: the factor of its least key. */
  @Override
  public double ownKey(Shares shares, int queue) {
    return weights.hasQueues(queue) ? 1.0 : activeWeights.get(queue, 0) / flatWeight(queue);
  }

  /** Returns the least key times the factor; a queue that nothing can be served in keeps +∞. */
  @Override
  public double queueKey(double factor, double leastKey) {
    return leastKey > 0 && leastKey < Double.POSITIVE_INFINITY ? leastKey * factor : leastKey;
  }

  /** Returns W: a leaf queue that serves in order is one user, however many are active in it. */
  @Override
  public double divisor(ShareTree tree, int queue, int share) {
    return weights.weight(queue, tree.space().weightOf(share));
  }

  @Override
  public Selection over(ShareTree tree) {
    return new LeastKeySelection(tree, this);
  }

  /** Returns the flat weight W of a leaf queue, in the first class, as of the last decision. */
  double flatWeight(int queue) {
    return weights.weight(queue, 0);
  }
}
