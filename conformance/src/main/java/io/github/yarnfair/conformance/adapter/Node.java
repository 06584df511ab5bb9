// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.adapter;

import java.util.Map;

/**
 * A node of the cluster.
 *
 * @param label empty: it has none
 * @param amounts what it has of each resource
 */
public record Node(String name, String label, Map<String, Long> amounts) {
  /** A node without a label. */
  public Node(String name, Map<String, Long> amounts) {
    this(name, "", amounts);
  }
}
