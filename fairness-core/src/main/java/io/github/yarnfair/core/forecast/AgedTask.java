// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.core.forecast;

/**
 * A running task.
 *
 * @param leaf the leaf of the share tree that holds it
 * @param amounts what it is charged, as the share tree has amounts
 * @param freed what is free on its node once it ends; other amounts than charged only if it is
 *     charged in another machine class than its node's
 * @param node index of its node
 * @param ageMillis how long it has run
 * @param life how long such tasks last
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record AgedTask(
    int leaf, long[] amounts, long[] freed, int node, long ageMillis, LifeTable life) {}
