// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.adapter;

import java.util.Map;

/** A node of the cluster and what it has of each resource. */
public record Node(String name, Map<String, Long> amounts) {}
