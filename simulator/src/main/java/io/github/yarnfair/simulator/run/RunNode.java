// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.simulator.run;

/**
 * One node of a simulated cluster.
 *
 * @param index position in {@link Workload#nodes}
 * @param name host name, or a name made from the index if the file has none
 * @param machineClass partition or other class of machines; empty if the file has none
 * @param capacity amount of each resource of {@link Workload#resources}, in that resource's unit
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RunNode(int index, String name, String machineClass, long[] capacity) {}
