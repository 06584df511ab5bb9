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
package io.github.yarnfair.mch;

import io.github.yarnfair.core.Demand;
import io.github.yarnfair.core.NodeVectors;
import io.github.yarnfair.core.ShareTree;

/**
 * The proportion in which a leaf uses the cluster's resources: that of the sum of its pending
 * tasks, only of the {@linkplain Demand#ENDLESS endless} classes if there are any, as these
 * outweigh all others; that of its usage if nothing is pending.
 */
final class LeafDirection {
  private LeafDirection() {}

  /** Sets a leaf's vector to fractions of the cluster; their sum means nothing, only ratios do. */
  static void of(ShareTree tree, int leaf, NodeVectors into) {
    Demand pending = tree.demand(leaf);
    boolean endless = hasEndless(pending);
    for (int j = 0; j < tree.resourceCount(); j++) {
      double total = pending.isEmpty() ? tree.usage(leaf, j) : 0.0;
      for (int i = 0; i < pending.size(); i++) {
        if (!endless || pending.tasks(i) == Demand.ENDLESS) {
          total += (endless ? 1.0 : pending.tasks(i)) * pending.amount(i, j);
        }
      }
      into.set(leaf, j, tree.capacity(j) > 0 ? total / tree.capacity(j) : 0.0);
    }
  }

  private static boolean hasEndless(Demand pending) {
    for (int i = 0; i < pending.size(); i++) {
      if (pending.tasks(i) == Demand.ENDLESS) {
        return true;
      }
    }
    return false;
  }
}
