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

import java.util.Arrays;

/**
 * Every node's standing for one offer: the usage U attributed to it as fractions of the cluster,
 * its key κ, and whether it is blocked. Filled bottom-up by a {@link Selection}, read and written
 * by the {@link FairnessPolicy} while it rates, readable afterwards.
 */
public final class Shares {
  private final ShareTree tree;
  private final int resources;
  private double[] attributed = new double[0];
  private double[] key = new double[0];
  private boolean[] blocked = new boolean[0];
  private final boolean[] saturated;

  /** Creates what will hold every node's standing in a tree. */
  public Shares(ShareTree tree) {
    this.tree = tree;
    resources = tree.resourceCount();
    saturated = new boolean[resources];
  }

  /** Returns m, the number of resources. */
  public int resourceCount() {
    return resources;
  }

  /** Returns a node's parent, {@link ShareTree#NONE} for the root. */
  public int parent(int node) {
    return tree.parent(node);
  }

  /** Returns a node's first child or {@link ShareTree#NONE}. */
  public int firstChild(int queue) {
    return tree.firstChild(queue);
  }

  /** Returns the sibling after a node or {@link ShareTree#NONE}. */
  public int nextSibling(int node) {
    return tree.nextSibling(node);
  }

  /** Returns a node's weight w. */
  public double weight(int node) {
    return tree.weight(node);
  }

  /** Returns a rated node's key κ: lower is served first. */
  public double key(int node) {
    return key[node];
  }

  /** Returns whether nothing below (or at) a rated node can use the offer. */
  public boolean isBlocked(int node) {
    return blocked[node];
  }

  /** Returns whether the offer has nothing of a resource (it is not in the papers' set Y). */
  public boolean isSaturated(int resource) {
    return saturated[resource];
  }

  /** Returns the usage attributed to a node, as a fraction of the cluster. */
  public double attributed(int node, int resource) {
    return attributed[node * resources + resource];
  }

  /** Attributes to a queue the sum of its children's usage. */
  public void attributeSum(int queue) {
    clear(queue);
    for (int c = firstChild(queue); c != ShareTree.NONE; c = nextSibling(c)) {
      attribute(queue, c, 1.0);
    }
  }

  /** Sets the usage attributed to a queue to zero. */
  public void clear(int queue) {
    Arrays.fill(attributed, queue * resources, (queue + 1) * resources, 0.0);
  }

  /** Adds to the usage attributed to a queue a child's, multiplied by a factor. */
  public void attribute(int queue, int child, double factor) {
    for (int j = 0; j < resources; j++) {
      attributed[queue * resources + j] += attributed[child * resources + j] * factor;
    }
  }

  /** Returns the largest component of the usage attributed to a node. */
  public double dominantShare(int node) {
    double share = 0.0;
    for (int j = 0; j < resources; j++) {
      share = Math.max(share, attributed[node * resources + j]);
    }
    return share;
  }

  /** Returns the least key among the children that are not blocked, +∞ if all are. */
  public double leastKey(int queue) {
    double least = Double.POSITIVE_INFINITY;
    for (int c = firstChild(queue); c != ShareTree.NONE; c = nextSibling(c)) {
      if (!blocked[c] && key[c] < least) {
        least = key[c];
      }
    }
    return least;
  }

  /** Returns the first child that is not blocked and has the least key, or NONE if all are. */
  int next(int queue) {
    int best = ShareTree.NONE;
    for (int c = firstChild(queue); c != ShareTree.NONE; c = nextSibling(c)) {
      if (!blocked[c] && (best == ShareTree.NONE || key[c] < key[best])) {
        best = c;
      }
    }
    return best;
  }

  void begin(Offer offer) {
    grow();
    for (int j = 0; j < resources; j++) {
      saturated[j] = offer.isExhausted(j);
    }
  }

  /** Makes room for all nodes of the tree; may clear all values. */
  public void grow() {
    int bound = tree.handleBound();
    if (key.length < bound) {
      int length = Math.max(bound, key.length * 2);
      key = new double[length];
      blocked = new boolean[length];
      attributed = new double[length * resources];
    }
  }

  /** Attributes to a node its own usage. */
  public void attributeHeld(int node) {
    for (int j = 0; j < resources; j++) {
      attributed[node * resources + j] = tree.usedFraction(node, j);
    }
  }

  void rate(int node, double nodeKey, boolean nodeBlocked) {
    key[node] = nodeKey;
    blocked[node] = nodeBlocked;
  }
}
