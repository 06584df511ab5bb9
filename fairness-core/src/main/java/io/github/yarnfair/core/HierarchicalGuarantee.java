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

import static io.github.yarnfair.core.ShareTree.NONE;

/**
 * The share of the cluster that the hierarchy promises each node: the product, over the path from
 * the root, of the weight by the sum of the active siblings' weights (A. A. Bhattacharya et al.,
 * "Hierarchical Scheduling for Diverse Datacenter Workloads", SoCC 2013, section 2.1).
 */
public final class HierarchicalGuarantee {
  private final NodeVectors share = new NodeVectors();

  /** Computes the guarantee of every node of a tree as it stands; allocates nothing in the end. */
  public void follow(ShareTree tree) {
    share.reset(tree, 1);
    if (markActive(tree, ShareTree.ROOT)) {
      divide(tree, ShareTree.ROOT);
    }
  }

  /** Returns a node's guaranteed share of the cluster, 0 if nothing below (or at) it is active. */
  public double of(int node) {
    return share.get(node, 0);
  }

  private boolean markActive(ShareTree tree, int node) {
    boolean active = tree.isLeaf(node) && Activity.isActive(tree, node);
    for (int c = tree.firstChild(node); c != NONE; c = tree.nextSibling(c)) {
      active |= markActive(tree, c);
    }
    share.set(node, 0, active ? 1.0 : 0.0);
    return active;
  }

  private void divide(ShareTree tree, int queue) {
    double weights = 0.0;
    for (int c = tree.firstChild(queue); c != NONE; c = tree.nextSibling(c)) {
      weights += of(c) * tree.weight(c);
    }
    for (int c = tree.firstChild(queue); c != NONE; c = tree.nextSibling(c)) {
      if (of(c) > 0) {
        share.set(c, 0, of(queue) * tree.weight(c) / weights);
        divide(tree, c);
      }
    }
  }
}
