// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.conformance.adapter;

/** One task of an application starts on a node. */
public record Placement(String application, String node) {}
