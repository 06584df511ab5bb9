// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.recording.replay;

import io.github.yarnfair.core.nodes.NodeChoice;
import io.github.yarnfair.core.nodes.NodeIndex;
import io.github.yarnfair.core.nodes.NodesOfClass;
import io.github.yarnfair.core.tree.Demand;
import io.github.yarnfair.core.tree.IntList;
import io.github.yarnfair.core.tree.OfferedNodes;
import io.github.yarnfair.core.tree.ShareSpace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The indexes of nodes of a recording. */
final class ReplayedNodes {
  private final ShareSpace space;
  private final NodeChoice choice;
  private final List<NodeIndex> indexes = new ArrayList<>();
  private final List<NodesOfClass> offered = new ArrayList<>();

  /** By number of a node: the last search in which it refused. */
  private long[] refusedIn = new long[64];

  private long searches;

  ReplayedNodes(ShareSpace space, NodeChoice choice) {
    this.space = space;
    this.choice = choice;
  }

  void add(int index, int machineClass, int resources) {
    if (index != indexes.size()) {
      throw new IllegalStateException("index " + index + " after " + indexes.size() + " others");
    }
    NodeIndex made = new NodeIndex(resources, choice.newScore(resources));
    indexes.add(made);
    offered.add(new NodesOfClass(space, machineClass, made));
  }

  private NodeIndex index(int index) {
    if (index >= indexes.size()) {
      throw new IllegalStateException("index " + index + " of " + indexes.size());
    }
    return indexes.get(index);
  }

  /** Refuses a recorded choice of a node that is not there. */
  void requireNode(int index, int node) {
    if (node != NodeIndex.NONE && !index(index).contains(node)) {
      throw new IllegalStateException("node " + node + " of index " + index + ", which never was");
    }
  }

  /** Returns the nodes of an index as they are offered in a machine class. */
  OfferedNodes offered(int index, int machineClass) {
    NodeIndex nodes = index(index);
    nodes.beginPass();
    if (space.classes() == 1) {
      return nodes;
    }
    if (machineClass >= space.classes()) {
      throw new IllegalStateException("class " + machineClass + " of " + space.classes());
    }
    offered.get(index).setMachineClass(machineClass);
    return offered.get(index);
  }

  void put(int index, int node, long[] total, long[] free) {
    index(index).put(node, total, free);
  }

  void takeOut(int index, int node) {
    index(index).remove(node);
  }

  void update(int index, long[] clusterTotal, Demand pending) {
    index(index).update(clusterTotal, pending);
  }

  int choose(int index, long[] task, int[] refused) {
    if (refused.length == 0) {
      return index(index).choose(task);
    }
    searches++;
    for (int node : refused) {
      requireNode(index, node);
      if (node >= refusedIn.length) {
        refusedIn = Arrays.copyOf(refusedIn, 2 * node);
      }
      refusedIn[node] = searches;
    }
    return index(index)
        .choose(task, node -> node >= refusedIn.length || refusedIn[node] != searches);
  }

  int chooseAmong(int index, long[] task, int[] candidates) {
    IntList some = new IntList(candidates.length);
    for (int node : candidates) {
      requireNode(index, node);
      some.add(node);
    }
    return index(index).chooseAmong(some, task);
  }
}
