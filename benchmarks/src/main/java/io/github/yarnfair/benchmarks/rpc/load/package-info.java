/**
 * The nodes and application masters of a cluster, played in one process that speaks to a real
 * ResourceManager over RPC.
 */
@NullMarked
package io.github.yarnfair.benchmarks.rpc.load;

import org.jspecify.annotations.NullMarked;
