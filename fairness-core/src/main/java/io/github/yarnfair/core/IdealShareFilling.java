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

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Fills the cluster by static H-DRF, from event to event: between two of them all usage grows
 * linearly. Computes one {@link IdealShare}.
 */
final class IdealShareFilling {
  private final ShareTree tree;
  private final int resources;
  private final List<IdealShareLeaf> leaves = new ArrayList<>();
  private final IdealShareDemand demand;
  private final boolean[] known;
  private final double[] unlimited;
  private long events;

  IdealShareFilling(ShareTree tree) {
    this.tree = tree;
    resources = tree.resourceCount();
    unlimited = new double[resources];
    Arrays.fill(unlimited, Double.POSITIVE_INFINITY);
    demand = new IdealShareDemand(tree);
    known = new boolean[tree.handleBound()];
  }

  IdealShare fill() {
    long[] capacity = new long[resources];
    for (int j = 0; j < resources; j++) {
      capacity[j] = tree.capacity(j);
    }
    IdealShareQueue root = queue(ShareTree.ROOT, 0, capacity);
    root.start();
    while (root.isGrowing()) {
      if (events++ == eventBound()) {
        throw new IllegalStateException(
            "static H-DRF did not end in %d events on %d nodes".formatted(events, tree.size()));
      }
      root.advance(root.untilEvent());
      root.settle();
    }
    return new IdealShare(capacity, known, fractions());
  }

  /** Returns the number of events of the filling. */
  long events() {
    return events;
  }

  /**
   * Returns a number of events that no filling comes near: each node runs out of each resource once
   * at most, a leaf plans its growth that often, a plan has a phase for each resource, and after
   * each of these the dominant resource of a queue can change. It turns a numerical fault into an
   * error instead of an endless loop.
   */
  long eventBound() {
    return 16L * (resources + 1) * (resources + 1) * tree.size();
  }

  private IdealShareQueue queue(int node, int position, long[] ceilingAbove) {
    known[node] = true;
    long[] ceiling = ceiling(node, ceilingAbove);
    List<IdealShareQueue> queues = new ArrayList<>();
    List<IdealShareLeaf> ownLeaves = new ArrayList<>();
    int next = 0;
    for (int c = tree.firstChild(node); c != ShareTree.NONE; c = tree.nextSibling(c)) {
      if (tree.isLeaf(c)) {
        known[c] = true;
        ownLeaves.add(demand.leaf(c, next++, limit(c), ceiling(c, ceiling)));
      } else {
        queues.add(queue(c, next++, ceiling));
      }
    }
    leaves.addAll(ownLeaves);
    return new IdealShareQueue(position, tree.weight(node), limit(node), queues, ownLeaves);
  }

  private long[] ceiling(int node, long[] above) {
    if (!tree.isLimited(node)) {
      return above;
    }
    long[] ceiling = new long[resources];
    for (int j = 0; j < resources; j++) {
      ceiling[j] = Math.min(above[j], tree.limit(node, j));
    }
    return ceiling;
  }

  /** Returns a node's limit as fractions; the root's is at most the cluster. */
  private double[] limit(int node) {
    if (!tree.isLimited(node) && node != ShareTree.ROOT) {
      return unlimited;
    }
    double[] limit = new double[resources];
    for (int j = 0; j < resources; j++) {
      boolean limited = tree.limit(node, j) != ShareTree.UNLIMITED && tree.capacity(j) > 0;
      limit[j] =
          limited ? (double) tree.limit(node, j) / tree.capacity(j) : Double.POSITIVE_INFINITY;
      if (node == ShareTree.ROOT) {
        limit[j] = Math.min(limit[j], 1.0);
      }
    }
    return limit;
  }

  private double[] fractions() {
    double[] fractions = new double[known.length * resources];
    for (IdealShareLeaf leaf : leaves) {
      for (int j = 0; j < resources; j++) {
        double held = leaf.usage(j);
        for (int n = leaf.node(); n != ShareTree.NONE; n = tree.parent(n)) {
          fractions[n * resources + j] += held;
        }
      }
    }
    return fractions;
  }
}
