// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.explain;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.scheduler.conf.HeadroomSettings;
import io.github.yarnfair.scheduler.demand.ParallelApplications;
import io.github.yarnfair.scheduler.forecast.ExpectedStarts;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.snapshot.ClusterReader;
import java.util.List;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.jspecify.annotations.Nullable;

/** What an {@link Explainer} reads of a scheduler. */
public interface ExplainedCluster {
  /** Returns a reader that has read nothing yet. */
  ClusterReader newReader();

  /** Returns the queues in force. Under the lock. */
  QueueTree queues();

  /** Returns which applications wait for others to end. Under the lock. */
  ParallelApplications parallel();

  /** Returns the options of node headroom in force. Any thread. */
  HeadroomSettings headroom();

  /** Returns an application, null if the scheduler has none of this id. Any thread. */
  @Nullable Application find(ApplicationId id);

  /** Returns the registered nodes. Any thread. */
  List<ClusterNode> nodes();

  /** Returns a policy like the one in force, to be used on a copy of the share tree. */
  FairnessPolicy policy();

  /** Returns the highest priority that an application may have. */
  int highestPriority();

  /** Returns the forecasts of starts, null if they are switched off. Any thread. */
  @Nullable ExpectedStarts starts();
}
