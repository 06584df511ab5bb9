// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The simulator's nodes. Hosts are numeric addresses: the ResourceManager looks other names up,
 * several times for each node and container.
 */
final class NodeFile {
  static final int NODES_PER_RACK = 40;

  private static final int BYTE = 256;

  private NodeFile() {}

  /** Returns a rack with its nodes, for a writer of JSON; the file has one after the other. */
  static List<Map<String, Object>> racks(int nodes) {
    List<Map<String, Object>> racks = new ArrayList<>();
    for (int first = 0; first < nodes; first += NODES_PER_RACK) {
      List<Map<String, String>> ofRack = new ArrayList<>();
      for (int node = first; node < Math.min(nodes, first + NODES_PER_RACK); node++) {
        ofRack.add(Map.of("node", address(node)));
      }
      racks.add(Map.of("rack", "rack" + racks.size(), "nodes", ofRack));
    }
    return racks;
  }

  private static String address(int node) {
    return "10.%d.%d.%d".formatted(node / BYTE / BYTE + 1, node / BYTE % BYTE, node % BYTE);
  }
}
