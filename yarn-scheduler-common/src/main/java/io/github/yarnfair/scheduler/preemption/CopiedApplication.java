// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.preemption;

import io.github.yarnfair.scheduler.ask.Ask;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.LeafQueue;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.jspecify.annotations.Nullable;

/** An application and what it was asking for. */
record CopiedApplication(
    ApplicationId id,
    int leaf,
    int priority,
    LeafQueue queue,
    @Nullable AppAttempt attempt,
    List<Ask> asks,
    boolean hasConstrained) {}
