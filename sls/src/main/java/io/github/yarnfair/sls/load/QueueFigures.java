// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.sls.load;

/**
 * Mean shares of a leaf queue.
 *
 * @param queue full path
 * @param ideal dominant share that it is due for what its applications hold and ask for
 * @param held dominant share that it holds
 * @param distance mean of how far one is from the other
 */
public record QueueFigures(String queue, double ideal, double held, double distance) {}
