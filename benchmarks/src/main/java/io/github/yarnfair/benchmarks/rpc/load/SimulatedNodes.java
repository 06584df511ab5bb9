// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc.load;

import io.github.yarnfair.benchmarks.rm.ClusterWorkload;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.NodeId;

/**
 * All nodes. Each has an address of its own on this machine, 127.1.0.1 and on, and one port, at
 * which one server listens for all of them: nothing has to be looked up.
 */
final class SimulatedNodes {
  private static final int HOSTS_OF_A_NET = 250;

  private final List<SimulatedNode> nodes = new ArrayList<>();
  private final Map<NodeId, SimulatedNode> byId = new HashMap<>();

  SimulatedNodes(ClusterWorkload workload, int port) {
    for (long[] total : workload.nodes()) {
      NodeId id = NodeId.newInstance(host(nodes.size()), port);
      SimulatedNode node = new SimulatedNode(id, ClusterWorkload.resource(total));
      nodes.add(node);
      byId.put(id, node);
    }
  }

  /** Returns the address of a node, for up to 63,750 nodes. */
  static String host(int number) {
    return "127.1.%d.%d".formatted(number / HOSTS_OF_A_NET, number % HOSTS_OF_A_NET + 1);
  }

  List<SimulatedNode> all() {
    return nodes;
  }

  /**
   * @throws IllegalArgumentException if there is none of that name
   */
  SimulatedNode node(NodeId id) {
    SimulatedNode node = byId.get(id);
    if (node == null) {
      throw new IllegalArgumentException("no node " + id);
    }
    return node;
  }
}
