// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What all runs of a command have in common.
 *
 * @param warmUpSeconds from the first submission until measuring may begin
 * @param seconds how long is measured
 * @param heartbeatMillis between two heartbeats of a node, and two calls of a master
 * @param rate containers that end in a second once the cluster is full, in synthetic load
 * @param seed of synthetic load
 * @param load a file of format SYNTH; null: synthetic load of our own
 * @param queues a capacity-scheduler.xml; null: the queues of that load
 * @param fairQueues an allocation file of FairScheduler; null: the same queues
 * @param memory of a node, in MB
 * @param vcores of a node
 * @param heap of each JVM, as -Xmx says it
 * @param keys of the ResourceManager's and the simulator's configuration
 */
record LoadSettings(
    int warmUpSeconds,
    int seconds,
    int heartbeatMillis,
    int rate,
    long seed,
    @Nullable Path load,
    @Nullable Path queues,
    @Nullable Path fairQueues,
    int memory,
    int vcores,
    String heap,
    Map<String, String> keys) {}
