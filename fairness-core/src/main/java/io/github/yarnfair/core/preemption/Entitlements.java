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
package io.github.yarnfair.core.preemption;

import io.github.yarnfair.core.Demand;
import io.github.yarnfair.core.HierarchicalGuarantee;
import io.github.yarnfair.core.IdealShare;
import io.github.yarnfair.core.ShareSpace;
import io.github.yarnfair.core.ShareTree;

/**
 * What each node of a share tree is entitled to, by entry of a share, called resource here: its
 * ideal usage I. A node lacks resource j while its usage u_j plus a task's amount stays within I_j,
 * and may lose a task while u_j minus the task's amount stays at or above I_j.
 *
 * <p>Dominant shares would not do. A queue with all GPUs and all CPUs, entitled to all GPUs and
 * half of the CPUs, is at its ideal dominant share of 1, and still holds CPUs of others.
 */
final class Entitlements {
  /** Rounding of the fluid allocation, as part of the cluster. */
  private static final double TOLERANCE = 1e-9;

  private final ShareTree tree;
  private final ShareSpace space;
  private final int resources;
  private final double[] ideal;
  private final double[] firstExcess;
  private final boolean[] exceeds;
  private final int[] exceedingChildren;

  /**
   * @param tree the tree as it is; later changes count for everything but which nodes exceed
   * @param ignoredExcess see {@link PreemptionRules}
   */
  Entitlements(ShareTree tree, double ignoredExcess) {
    this.tree = tree;
    space = tree.space();
    resources = space.shares();
    int bound = tree.handleBound();
    ideal = new double[bound * resources];
    firstExcess = new double[bound * resources];
    exceeds = new boolean[bound * resources];
    exceedingChildren = new int[bound * resources];
    HierarchicalGuarantee guarantee = new HierarchicalGuarantee();
    guarantee.follow(tree);
    read(IdealShare.of(tree), guarantee, ignoredExcess);
  }

  private void read(IdealShare shares, HierarchicalGuarantee guarantee, double ignoredExcess) {
    for (int n = 0; n < tree.handleBound(); n++) {
      if (!tree.contains(n)) {
        continue;
      }
      double[] usage = shares.usage(n);
      for (int j = 0; j < resources; j++) {
        ideal[n * resources + j] = usage[j];
        firstExcess[n * resources + j] = excess(n, j);
        double guaranteed = guarantee.of(n, space.weightOf(j)) * tree.shareCapacity(j);
        double ignored = Math.min(usage[j], guaranteed) * (1 + ignoredExcess);
        exceeds[n * resources + j] =
            excess(n, j) > tolerance(j) && tree.shareUsage(n, j) > ignored + tolerance(j);
        if (exceeds[n * resources + j] && n != ShareTree.ROOT) {
          exceedingChildren[tree.parent(n) * resources + j]++;
        }
      }
    }
  }

  /** Returns by how much a node's usage exceeds its ideal usage, negative if it is below. */
  double excess(int node, int resource) {
    return tree.shareUsage(node, resource) - ideal(node, resource);
  }

  /** Returns by how much a node's usage exceeded its ideal usage at the beginning. */
  double firstExcess(int node, int resource) {
    return firstExcess[node * resources + resource];
  }

  double ideal(int node, int resource) {
    return ideal[node * resources + resource];
  }

  /** Returns whether a node exceeded its ideal usage by more than is ignored, at the beginning. */
  boolean exceeds(int node, int resource) {
    return exceeds[node * resources + resource];
  }

  /** Returns whether a node with one more task stays within its ideal usage of these resources. */
  boolean mayGain(int node, long[] task, boolean[] lacking) {
    for (int j = 0; j < resources; j++) {
      long amount = space.shareAmount(task, j);
      if (lacking[j] && amount > 0 && excess(node, j) + amount > tolerance(j)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether a node is within its ideal usage of each resource that a task holds.
   *
   * @param further amounts that the node holds and that do not count
   */
  boolean isWithinIdeal(int node, long[] task, long[] further) {
    for (int j = 0; j < resources; j++) {
      boolean holds = space.shareAmount(task, j) > 0;
      if (holds && excess(node, j) - space.shareAmount(further, j) > tolerance(j)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether a node without a task keeps its ideal usage of these resources. */
  boolean keepsIdeal(int node, long[] task, boolean[] concerned) {
    for (int j = 0; j < resources; j++) {
      long amount = space.shareAmount(task, j);
      if (concerned[j] && amount > 0 && excess(node, j) - amount < -tolerance(j)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether a node has more than its ideal usage of each resource that a task would free.
   */
  boolean hasExcess(int node, long[] task, boolean[] lacking) {
    for (int j = 0; j < resources; j++) {
      boolean frees = lacking[j] && space.shareAmount(task, j) > 0;
      if (frees && excess(node, j) <= tolerance(j)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether a node has less than half of its ideal usage of each resource it lacks. */
  boolean isFarBelow(int node, long[] task, boolean[] lacking) {
    for (int j = 0; j < resources; j++) {
      boolean lacks = lacking[j] && space.shareAmount(task, j) > 0;
      if (lacks && 2.0 * tree.shareUsage(node, j) >= ideal(node, j)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether some pending task of a leaf, confined to its machine class, could be served by
   * preemption: at some level, the node on the leaf's path lacks a resource of the task of which a
   * sibling holds too much.
   *
   * @param withinQueue whether the leaf's siblings may lose tasks to it
   */
  boolean mayBeServed(int leaf, boolean withinQueue) {
    Demand demand = tree.fixedDemand(leaf);
    for (int g = withinQueue ? leaf : tree.parent(leaf); g != ShareTree.ROOT; g = tree.parent(g)) {
      int common = tree.parent(g);
      for (int j = 0; j < resources; j++) {
        if (exceedingChildren[common * resources + j] > 0 && lacks(g, j, demand)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean lacks(int node, int resource, Demand demand) {
    for (int i = 0; i < demand.size(); i++) {
      long amount = space.shareAmount(demand, i, resource);
      if (amount > 0 && excess(node, resource) + amount <= tolerance(resource)) {
        return true;
      }
    }
    return false;
  }

  private double tolerance(int resource) {
    return TOLERANCE * tree.shareCapacity(resource);
  }
}
