/** The command that runs a real ResourceManager under load over RPC, by scheduler. */
@NullMarked
package io.github.yarnfair.benchmarks.rpc;

import org.jspecify.annotations.NullMarked;
