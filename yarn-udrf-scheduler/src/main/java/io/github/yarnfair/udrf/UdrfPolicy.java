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
package io.github.yarnfair.udrf;

import static io.github.yarnfair.core.ShareTree.NONE;

import io.github.yarnfair.core.FairnessPolicy;
import io.github.yarnfair.core.FlatWeights;
import io.github.yarnfair.core.Selection;
import io.github.yarnfair.core.ShareSpace;
import io.github.yarnfair.core.ShareTree;
import io.github.yarnfair.core.Shares;
import io.github.yarnfair.core.incremental.FlatHdrfSelection;

/**
 * The online rule of UDRF, flat: Y. Tahir, S. Yang, A. Koliousis, J. McCann, "UDRF: Multi-resource
 * Fairness for Complex Jobs with Placement Constraints", section III-C, figure 5. Users are the
 * leaf queues, jobs their applications, resources pairs of a machine class and a resource: the tree
 * counts shares by class. Served is the user with the least share by weight that has a job which
 * can use the offer, and of its jobs the one with the least share by weight of its own.
 *
 * <p>A user's share is not the raw maximum over pairs of what its jobs hold, but what they count
 * for by H-DRF's rule: a job with more than the least job that can use the offer counts like that
 * one.
 *
 * <pre>
 *   U_user = Σ U_job · min(1, f / κ_job)      f is the least κ of its jobs that can use the offer
 *   κ_user = max U_user / W                   over all pairs
 * </pre>
 *
 * <p>This does for the jobs of one user what the paper's inner loop does: what one job holds of a
 * class that others could not use does not count against the other jobs. By the raw maximum u1 of
 * the paper's example, which holds all of a class that it alone uses, has the share 1, and u2 takes
 * the standard class from u1's other job as tasks end.
 *
 * <p>The weight W of a leaf queue is its configured part of the cluster, the product of w/Σw over
 * the siblings along its path, active or not ({@link FlatWeights}). The queues above leaf queues
 * mean nothing else. Users that share no pair, not even through others, never compete: see {@link
 * DependenceClusters}.
 *
 * <p>A leaf beside queues, which YARN does not have, is rated as a leaf queue.
 */
public final class UdrfPolicy implements FairnessPolicy {
  private final FlatWeights weights = new FlatWeights();
  private ShareSpace space = ShareSpace.ofOneClass(1);

  @Override
  public String name() {
    return "udrf";
  }

  @Override
  public void prepare(ShareTree tree) {
    space = tree.space();
    weights.prepare(tree);
  }

  /** Returns s/w, beside queues s/W. */
  @Override
  public double leafKey(Shares shares, int leaf) {
    return weights.hasQueues(shares.parent(leaf))
        ? weights.shareByWeight(space, shares, leaf)
        : shares.shareByWeight(leaf);
  }

  /** Returns κ of a leaf queue, and of a queue of queues the least key of those below. */
  @Override
  public double queueKey(Shares shares, int queue) {
    double least = shares.leastKey(queue);
    if (weights.hasQueues(queue)) {
      shares.attributeHeld(queue);
      return least;
    }
    shares.clear(queue);
    for (int c = shares.firstChild(queue); c != NONE; c = shares.nextSibling(c)) {
      double key = shares.key(c);
      shares.attribute(queue, c, key > least ? least / key : 1.0);
    }
    return weights.shareByWeight(space, shares, queue);
  }

  @Override
  public double divisor(ShareTree tree, int queue, int share) {
    return weights.weight(queue, space.weightOf(share));
  }

  @Override
  public Selection over(ShareTree tree) {
    return new FlatHdrfSelection(tree, weights);
  }

  /** Returns the flat weight W of a leaf queue, as of the last decision. */
  double flatWeight(int queue) {
    return weights.weight(queue, 0);
  }
}
