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

import io.github.yarnfair.core.scenario.TreeSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Static H-DRF just as Algorithm 1 of the paper has it: sliver by sliver. The reference for {@link
 * IdealShare}, with which it shares nothing.
 */
final class ProgressiveFilling {
  private final long[] capacity;
  private final double sliver;
  private final Node root;

  private ProgressiveFilling(TreeSpec spec, long[] capacity, double sliver) {
    this.capacity = capacity;
    this.sliver = sliver;
    root = new Node(spec, null);
  }

  /**
   * Fills the cluster.
   *
   * @param sliver the dominant share that a leaf receives at a time
   * @return by name, the dominant share of every node
   */
  static Map<String, Double> dominantShares(TreeSpec spec, long[] capacity, double sliver) {
    ProgressiveFilling filling = new ProgressiveFilling(spec, capacity, sliver);
    while (filling.root.canGrow()) {
      filling.root.leastLeaf().grow();
    }
    Map<String, Double> shares = new LinkedHashMap<>();
    filling.root.collect(shares);
    return shares;
  }

  private final class Node {
    private final TreeSpec spec;
    private final @Nullable Node parent;
    private final List<Node> children = new ArrayList<>();
    private final double[] used = new double[capacity.length];
    private boolean full;

    private Node(TreeSpec spec, @Nullable Node parent) {
      this.spec = spec;
      this.parent = parent;
      spec.children().forEach(child -> children.add(new Node(child, this)));
    }

    private double share() {
      double share = 0;
      for (int j = 0; j < used.length; j++) {
        share = Math.max(share, used[j] / capacity[j]);
      }
      return share;
    }

    /** What has been full once stays so: nothing is ever given back. */
    private boolean canGrow() {
      if (!full) {
        full = spec.isLeaf() ? !sliverFits() : children.stream().noneMatch(Node::canGrow);
      }
      return !full;
    }

    private boolean sliverFits() {
      if (share() + sliver > (double) spec.tasks() * dominantDemand()) {
        return false;
      }
      for (int j = 0; j < used.length; j++) {
        for (Node n = this; n != null; n = n.parent) {
          long most = Math.min(capacity[j], n.spec.limit(j));
          if (amount(j) > 0 && n.used[j] + amount(j) > most) {
            return false;
          }
        }
      }
      return true;
    }

    private Node leastLeaf() {
      Node node = this;
      while (!node.spec.isLeaf()) {
        node =
            node.children.stream()
                .filter(Node::canGrow)
                .min(Comparator.comparingDouble(Node::key))
                .orElseThrow();
      }
      return node;
    }

    private double key() {
      return share() / spec.weight();
    }

    private void grow() {
      for (int j = 0; j < used.length; j++) {
        for (Node n = this; n != null; n = n.parent) {
          n.used[j] += amount(j);
        }
      }
    }

    private double amount(int resource) {
      return sliver / dominantDemand() * spec.demand(resource);
    }

    private double dominantDemand() {
      double share = 0;
      for (int j = 0; j < used.length; j++) {
        share = Math.max(share, (double) spec.demand(j) / capacity[j]);
      }
      return share;
    }

    private void collect(Map<String, Double> shares) {
      shares.put(spec.name(), share());
      children.forEach(child -> child.collect(shares));
    }
  }
}
