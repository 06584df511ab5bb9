// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.minicluster;

import org.apache.hadoop.yarn.api.records.NodeId;

/** A NodeManager as it registered: what it offers and how the ResourceManager calls it. */
public record ClusterNode(NodeShape shape, NodeId id) {}
