// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.it.rivals;

/**
 * Equal jobs of one queue: one that ends is followed by another.
 *
 * @param queue the queue's name
 * @param jobs how many are there at any time, those that wait for their master included
 * @param tasks how many tasks each has; {@link io.github.yarnfair.core.tree.Demand#ENDLESS}: it
 *     never ends
 * @param vcores what a task needs, beside 1 GB
 */
record JobStream(String queue, int jobs, long tasks, int vcores) {}
