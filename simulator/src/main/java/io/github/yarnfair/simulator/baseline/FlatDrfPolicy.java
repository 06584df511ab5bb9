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
package io.github.yarnfair.simulator.baseline;

import io.github.yarnfair.core.FlatPolicy;
import io.github.yarnfair.core.NodeVectors;
import io.github.yarnfair.core.ShareTree;

/**
 * Flat DRF: each leaf by its own weight, without queues (A. Ghodsi et al., "Dominant Resource
 * Fairness: Fair Allocation of Multiple Resource Types", NSDI 2011).
 */
public final class FlatDrfPolicy extends FlatPolicy {
  private final NodeVectors weight = new NodeVectors();

  @Override
  public String name() {
    return "drf";
  }

  @Override
  public void prepare(ShareTree tree) {
    weight.reset(tree, 1);
    copyWeights(tree, ShareTree.ROOT);
  }

  @Override
  public double flatWeight(int leaf) {
    return weight.get(leaf, 0);
  }

  private void copyWeights(ShareTree tree, int node) {
    weight.set(node, 0, tree.weight(node));
    for (int c = tree.firstChild(node); c != ShareTree.NONE; c = tree.nextSibling(c)) {
      copyWeights(tree, c);
    }
  }
}
