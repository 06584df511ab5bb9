// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.service;

import io.github.yarnfair.core.policy.FairnessPolicy;
import io.github.yarnfair.scheduler.conf.HeadroomSettings;
import io.github.yarnfair.scheduler.demand.ParallelApplications;
import io.github.yarnfair.scheduler.explain.ExplainedCluster;
import io.github.yarnfair.scheduler.explain.Explainer;
import io.github.yarnfair.scheduler.forecast.ExpectedStarts;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.snapshot.ClusterReader;
import java.util.List;
import java.util.function.IntSupplier;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.jspecify.annotations.Nullable;

/** What an {@link Explainer} reads of this scheduler. */
public final class ExplainService implements ExplainedCluster {
  private final SharedState state;
  private final QueueService queues;
  private final ClusterCapacity cluster;
  private final @Nullable StartService starts;
  private final IntSupplier highestPriority;
  private final Explainer explainer;

  /**
   * @param starts null: no starts are expected
   * @param highestPriority returns the highest priority that an application may have
   */
  ExplainService(
      SharedState state,
      QueueService queues,
      ClusterCapacity cluster,
      @Nullable StartService starts,
      IntSupplier highestPriority) {
    this.state = state;
    this.queues = queues;
    this.cluster = cluster;
    this.starts = starts;
    this.highestPriority = highestPriority;
    explainer = new Explainer(this);
  }

  Explainer explainer() {
    return explainer;
  }

  @Override
  public ClusterReader newReader() {
    return cluster.newReader("explanation");
  }

  @Override
  public QueueTree queues() {
    return queues.tree();
  }

  @Override
  public ParallelApplications parallel() {
    return queues.parallel();
  }

  @Override
  public HeadroomSettings headroom() {
    return queues.sources().headroom();
  }

  @Override
  public @Nullable Application find(ApplicationId id) {
    return state.applications().find(id);
  }

  @Override
  public List<ClusterNode> nodes() {
    return state.nodes().getAllNodes();
  }

  @Override
  public FairnessPolicy policy() {
    return queues.policyForPlans();
  }

  @Override
  public int highestPriority() {
    return highestPriority.getAsInt();
  }

  @Override
  public @Nullable ExpectedStarts starts() {
    return starts == null ? null : starts.starts();
  }
}
