// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain;

import io.github.yarnfair.core.tree.ShareTree;
import io.github.yarnfair.scheduler.model.QueueTree;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.yarn.api.records.ApplicationId;

/**
 * A copy of the share tree that was made in slices of the lock: each node is as it was at some
 * moment meanwhile.
 *
 * @param queues of which it is a copy
 * @param tree the copy
 * @param leaves of the applications, in the copy
 * @param heldBack applications that a limit of masters or of running applications keeps waiting
 */
public record CopiedShares(
    QueueTree queues,
    ShareTree tree,
    Map<ApplicationId, Integer> leaves,
    Set<ApplicationId> heldBack) {}
