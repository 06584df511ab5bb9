// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording.replay;

import io.github.yarnfair.core.nodes.NodeIndex;
import io.github.yarnfair.core.tree.ShareTree;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The leaves of the share tree and the nodes of the cluster, and how messages name them. */
final class ReplayedNames {
  private final Map<Integer, String> applications = new HashMap<>();
  private final Set<Integer> nodes = new HashSet<>();

  void application(int leaf, long cluster, int id, String user, String queue) {
    applications.put(
        leaf,
        String.format(Locale.ROOT, "application_%d_%04d of %s in %s", cluster, id, user, queue));
  }

  String leaf(int leaf) {
    return leaf == ShareTree.NONE
        ? "none"
        : applications.getOrDefault(leaf, "the application of leaf " + leaf);
  }

  /** Refuses a leaf that is not in the tree. */
  static void requireLeaf(ShareTree tree, int leaf) {
    if (leaf != ShareTree.NONE && !(tree.contains(leaf) && tree.isLeaf(leaf))) {
      throw new IllegalStateException("leaf " + leaf + ", which never was");
    }
  }

  /** A node of the cluster has registered, or has changed. */
  void registered(int number) {
    nodes.add(number);
  }

  /** Refuses a node of the cluster that has not registered. */
  void requireNode(int number) {
    if (!nodes.contains(number)) {
      throw new IllegalStateException("node " + number + ", which never was");
    }
  }

  static String node(int index, int number) {
    return number == NodeIndex.NONE ? "none" : "node " + number + " of index " + index;
  }
}
