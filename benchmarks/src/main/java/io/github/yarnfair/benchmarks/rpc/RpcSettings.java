// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.benchmarks.rpc;

import io.github.yarnfair.benchmarks.rm.ClusterCell;
import io.github.yarnfair.benchmarks.rpc.load.LoadPlan;
import java.util.Map;

/**
 * The settings of all runs of a command.
 *
 * @param seed of the workload
 * @param gpus whether some applications want GPUs
 * @param taskMillis mean duration of a task
 * @param callMillis between two calls of a master
 * @param beatMillis between two heartbeats of a node
 * @param warmUpSeconds CPU time of the ResourceManager before measuring begins, at least
 * @param seconds that are measured
 * @param resizesPerSecond of nodes
 * @param heap of each process, as {@code -Xmx} takes it
 * @param logLevel of the ResourceManager
 * @param keys of {@code yarn-site.xml}
 */
record RpcSettings(
    long seed,
    boolean gpus,
    int taskMillis,
    int callMillis,
    int beatMillis,
    int warmUpSeconds,
    int seconds,
    int resizesPerSecond,
    String heap,
    String logLevel,
    Map<String, String> keys) {

  /** Returns what the process of nodes and masters is to do. */
  LoadPlan plan(ClusterCell cell, long resourceManager) {
    return new LoadPlan(
        cell.toString(),
        seed,
        gpus,
        taskMillis,
        callMillis,
        beatMillis,
        warmUpSeconds,
        seconds,
        resizesPerSecond,
        resourceManager);
  }
}
