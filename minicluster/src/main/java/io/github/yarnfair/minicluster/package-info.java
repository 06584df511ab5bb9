// SPDX-License-Identifier: Apache-2.0
/**
 * A small harness over MiniYARNCluster: one ResourceManager and NodeManagers of different shapes in
 * this JVM, and applications that run on them.
 */
@NullMarked
package io.github.yarnfair.minicluster;

import org.jspecify.annotations.NullMarked;
