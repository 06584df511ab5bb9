// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.assign;

import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.LeafQueue;

/**
 * A container that is to end for a gang.
 *
 * @param chargedClass the number of the machine class in which it is charged
 * @param amounts what it holds, by resource type
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record EndingContainer(
    ClusterNode node, LeafQueue queue, String user, int chargedClass, long[] amounts) {}
