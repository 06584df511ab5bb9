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
package io.github.yarnfair.core;

/**
 * A policy without rescaling: below a queue, its key depends only on the queue's own usage and on
 * the least key among its children that can use the offer.
 *
 * <p>If {@link #queueKey(double, double)} never falls as the least key rises, such a key is the
 * minimum of the keys for each single demand class that fits the offer. Incremental selections rely
 * on this.
 */
public abstract class LeastKeyPolicy implements FairnessPolicy {
  /** Rates a queue by its own usage, which is {@linkplain Shares#attributed attributed} already. */
  public abstract double ownKey(Shares shares, int queue);

  /**
   * Returns a queue's key.
   *
   * @param ownKey its {@link #ownKey}
   * @param leastKey the least key among its children that can use the offer, +∞ if none can
   */
  public abstract double queueKey(double ownKey, double leastKey);

  /**
   * Updates the policy after a change of a leaf's usage or demand.
   *
   * @return the queue {@linkplain #prepareBelow below which} any key may have changed, {@link
   *     ShareTree#NONE} if only those on the leaf's path may have; {@link ShareTree#ROOT} is always
   *     correct
   */
  public int follow(ShareTree tree, int leaf) {
    return ShareTree.ROOT;
  }

  /**
   * Returns whether adding, removing or reweighting a node can change the keys of its siblings or
   * of nodes below these. The answer is for the node's state at the last {@link #follow}; a node
   * that holds nothing and has no pending task may affect no other key.
   */
  public boolean concernsSiblings(ShareTree tree, int node) {
    return true;
  }

  /**
   * Updates the policy after children of a queue that {@linkplain #concernsSiblings concern their
   * siblings} were added, removed or reweighted.
   *
   * @return as {@link #follow}
   */
  public int followChildren(ShareTree tree, int queue) {
    return ShareTree.ROOT;
  }

  /** Forgets a node that is no longer in the tree; its handle may be given out again. */
  public void forget(int node) {}

  /**
   * Recomputes what the keys below a queue depend on, as {@link #prepare} does for the whole tree.
   * Call after {@link #follow} has been called for every change.
   */
  public void prepareBelow(ShareTree tree, int queue) {
    prepare(tree);
  }

  /** Returns whether any key may have changed although the tree has not. */
  public boolean hasNews(ShareTree tree) {
    return false;
  }

  @Override
  public final double queueKey(Shares shares, int queue) {
    shares.attributeHeld(queue);
    return queueKey(ownKey(shares, queue), shares.leastKey(queue));
  }
}
