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

/** A leaf of the fluid allocation: grows along one direction until it is satisfied or blocked. */
final class IdealShareLeaf {
  private final int node;
  private final double weight;
  private final double[] direction;
  private final double finalKey;
  private double share;

  private IdealShareLeaf(int node, double weight, double[] direction, double finalShare) {
    this.node = node;
    this.weight = weight;
    this.direction = direction;
    finalKey = finalShare / weight;
  }

  /**
   * Reads a leaf's demand and own limit.
   *
   * @param ceiling per resource, the most that the cluster and the limits from the root down to the
   *     leaf could ever allow it
   */
  static IdealShareLeaf of(ShareTree tree, int node, long[] ceiling) {
    double[] direction = totalDemand(tree, node, ceiling);
    double demanded = 0.0;
    for (int j = 0; j < direction.length; j++) {
      direction[j] = direction[j] > 0 ? direction[j] / tree.capacity(j) : 0.0;
      demanded = Math.max(demanded, direction[j]);
    }
    boolean endless = demanded > 0 && isEndless(tree.demand(node), ceiling);
    double finalShare = endless ? Double.POSITIVE_INFINITY : demanded;
    for (int j = 0; j < direction.length; j++) {
      if (direction[j] > 0) {
        direction[j] /= demanded;
        double limit = (double) tree.limit(node, j) / tree.capacity(j);
        finalShare = Math.min(finalShare, limit / direction[j]);
      }
    }
    return new IdealShareLeaf(node, tree.weight(node), direction, finalShare);
  }

  int node() {
    return node;
  }

  double weight() {
    return weight;
  }

  /** Returns the usage of a resource at share 1; the largest over the resources is 1. */
  double direction(int resource) {
    return direction[resource];
  }

  /** Returns the key at which the leaf has all that it demands or may have, +∞ if never. */
  double finalKey() {
    return finalKey;
  }

  /** Fixes the leaf's share for good. */
  void stop(double key) {
    share = Math.min(key, finalKey) * weight;
  }

  /** Returns the dominant share at which the leaf was stopped. */
  double share() {
    return share;
  }

  /** Returns what is held plus what is pending, or of endless demand its vectors' sum alone. */
  private static double[] totalDemand(ShareTree tree, int node, long[] ceiling) {
    Demand demand = tree.demand(node);
    boolean endless = isEndless(demand, ceiling);
    double[] total = new double[ceiling.length];
    for (int j = 0; j < total.length; j++) {
      total[j] = endless || ceiling[j] == 0 ? 0.0 : tree.usage(node, j);
    }
    for (int i = 0; i < demand.size(); i++) {
      if (endless ? isEndless(demand, i, ceiling) : fits(demand, i, ceiling)) {
        double tasks = endless ? 1.0 : demand.tasks(i);
        for (int j = 0; j < total.length; j++) {
          total[j] += tasks * demand.amount(i, j);
        }
      }
    }
    return total;
  }

  private static boolean isEndless(Demand demand, long[] ceiling) {
    for (int i = 0; i < demand.size(); i++) {
      if (isEndless(demand, i, ceiling)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isEndless(Demand demand, int index, long[] ceiling) {
    return demand.tasks(index) == Demand.ENDLESS && fits(demand, index, ceiling);
  }

  private static boolean fits(Demand demand, int index, long[] ceiling) {
    for (int j = 0; j < ceiling.length; j++) {
      if (demand.amount(index, j) > ceiling[j]) {
        return false;
      }
    }
    return true;
  }
}
