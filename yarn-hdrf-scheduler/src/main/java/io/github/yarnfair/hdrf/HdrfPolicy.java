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
package io.github.yarnfair.hdrf;

import static io.github.yarnfair.core.ShareTree.NONE;

import io.github.yarnfair.core.FairnessPolicy;
import io.github.yarnfair.core.Selection;
import io.github.yarnfair.core.ShareTree;
import io.github.yarnfair.core.Shares;
import io.github.yarnfair.core.incremental.HdrfSelection;

/**
 * Dynamic H-DRF: A. A. Bhattacharya, D. Culler, E. Friedman, A. Ghodsi, S. Shenker, I. Stoica,
 * "Hierarchical Scheduling for Diverse Datacenter Workloads", SoCC 2013, section 3.4, Algorithm 3,
 * by the corrected rule.
 *
 * <p>With the key κ = s/w of a node and f the least key among a queue's non-blocked children, every
 * child whose key exceeds f counts as if it held just what would give it the key f:
 *
 * <pre>
 *   U_n = Σ U_c · min(1, f / κ_c)   over all children, blocked or not
 *   s_n = max_j U_n,j               over all resources
 * </pre>
 *
 * <p>Corrections of the printed rule, which stays available as {@link PublishedHdrfPolicy}:
 *
 * <ol>
 *   <li>Blocked children are scaled too. Printed, they count in full, and on ⟨99, 990, 99⟩ with
 *       n1{a⟨1,1,0⟩, b⟨0,5,1⟩}, n2{c⟨1,0,0⟩}, n3{d⟨1,0,0⟩} churn drives a to nothing, where its
 *       guarantee is 33.
 *   <li>Saturated resources count at queues. Leaving them out gives 45/45/45/45 instead of
 *       30/45/45/60 on ⟨90, 90⟩ with n1{a⟨1,0⟩, b1⟨0,1⟩, b2⟨0,1⟩}, n2{c⟨1,0⟩}.
 *   <li>f is the least of s/w, not of s: unweighted, n1{a w=4, b w=1}, n2{c} fills 160/2000/40
 *       instead of 100/2000/100 on ⟨200, 2000⟩.
 * </ol>
 *
 * <p>With machine classes j is an entry of the tree's {@linkplain
 * io.github.yarnfair.core.ShareSpace shares}. Where those are of pairs of class and resource and a
 * queue has a weight for each class, the key is κ_n = max_j U_n,j / w_n,class(j), which with equal
 * weights is s/w. Nothing else in the rule depends on the weights.
 *
 * <p>How a decision is made without a pass over the whole tree: {@link HdrfSelection}, and {@code
 * docs/engine.md} on one screen.
 */
public final class HdrfPolicy implements FairnessPolicy {
  @Override
  public String name() {
    return "hdrf";
  }

  @Override
  public double queueKey(Shares shares, int queue) {
    double least = shares.leastKey(queue);
    shares.clear(queue);
    for (int c = shares.firstChild(queue); c != NONE; c = shares.nextSibling(c)) {
      double key = shares.key(c);
      shares.attribute(queue, c, key > least ? least / key : 1.0);
    }
    return shares.shareByWeight(queue);
  }

  @Override
  public Selection over(ShareTree tree) {
    return new HdrfSelection(tree);
  }
}
