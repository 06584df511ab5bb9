// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.adapter;

/** One task of an application starts on a node, or ends there if it is preempted. */
public record Placement(String application, String node) {}
