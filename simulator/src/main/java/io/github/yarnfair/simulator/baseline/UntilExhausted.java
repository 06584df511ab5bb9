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

import io.github.yarnfair.core.NaivePolicy;
import io.github.yarnfair.core.Offer;
import io.github.yarnfair.core.Selection;
import io.github.yarnfair.core.ShareTree;

/**
 * C.S-Current, CapacityScheduler as the H-DRF paper found it (section 5.2 of the paper cited by
 * {@link NaivePolicy}): serves like another selection until any resource of the cluster is
 * exhausted, and after that no leaf, even if one could use what is left.
 */
public final class UntilExhausted implements Selection {
  private final ShareTree tree;
  private final Selection serving;

  /** Creates the selection over the tree that another one serves. */
  public UntilExhausted(ShareTree tree, Selection serving) {
    this.tree = tree;
    this.serving = serving;
  }

  @Override
  public int next(Offer offer) {
    int leaf = serving.next(offer);
    return isExhausted() ? ShareTree.NONE : leaf;
  }

  private boolean isExhausted() {
    for (int j = 0; j < tree.space().pairs(); j++) {
      if (tree.capacity(j) > 0 && tree.usage(ShareTree.ROOT, j) >= tree.capacity(j)) {
        return true;
      }
    }
    return false;
  }
}
