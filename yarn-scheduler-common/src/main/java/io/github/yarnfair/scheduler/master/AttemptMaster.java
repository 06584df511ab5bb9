// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.master;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.nodelabels.RMNodeLabelsManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt.AMState;
import org.jspecify.annotations.Nullable;

/**
 * What the ResourceManager knows of an attempt's master: its container, and the diagnostics, which
 * tell why it or the attempt's tasks wait.
 */
public final class AttemptMaster {
  private final SchedulerApplicationAttempt attempt;
  private final BooleanSupplier isUnmanaged;
  private final RMContext context;

  /** Once the master has its container, there is no need to ask again. */
  private volatile boolean hasContainer;

  private volatile boolean hasEnded;

  /**
   * @param isUnmanaged returns whether the master runs outside of the cluster
   */
  public AttemptMaster(
      SchedulerApplicationAttempt attempt, BooleanSupplier isUnmanaged, RMContext context) {
    this.attempt = attempt;
    this.isUnmanaged = isUnmanaged;
    this.context = context;
  }

  /** Returns whether the pending request is for the master's container. */
  public boolean isAwaited() {
    if (!hasContainer) {
      hasContainer = !attempt.isWaitingForAMContainer();
    }
    return !hasContainer;
  }

  /**
   * Returns the size of the master's container if it was placed before the ResourceManager's
   * restart, else null.
   */
  public @Nullable Resource recovered() {
    RMAppAttempt known = known();
    Container master = known == null ? null : known.getMasterContainer();
    return master == null || isUnmanaged.getAsBoolean() ? null : master.getResource();
  }

  /** Returns the partition that the request for the master names. */
  public String partition() {
    RMApp app = context.getRMApps().get(attempt.getApplicationId());
    List<ResourceRequest> asks = app == null ? null : app.getAMResourceRequests();
    String label = asks == null || asks.isEmpty() ? null : asks.get(0).getNodeLabelExpression();
    return label == null ? RMNodeLabelsManager.NO_LABEL : label;
  }

  // -------------------------------------------------------------------------------- diagnostics

  /** Sets the reason in the diagnostics why the application does not run yet; null: it does. */
  public void setWaitReason(@Nullable String reason) {
    if (reason != null && isAwaited()) {
      attempt.updateAMContainerDiagnostics(AMState.INACTIVATED, reason);
    } else {
      setDiagnostics(reason);
    }
  }

  /** Sets the diagnostics of a master that may be placed and waits. */
  public void setPlacingDiagnostics(String sentence) {
    attempt.updateAMContainerDiagnostics(AMState.ACTIVATED, sentence);
  }

  /** Sets the diagnostics to the reason why requests wait; null: none do. */
  public void setDiagnostics(@Nullable String sentence) {
    RMAppAttempt known = known();
    if (known != null && !hasEnded) {
      known.updateAMLaunchDiagnostics(sentence);
    }
  }

  /** Removes the diagnostics before the end: YARN would take them for the reason of the end. */
  public void end() {
    setDiagnostics(null);
    hasEnded = true;
  }

  private @Nullable RMAppAttempt known() {
    RMApp app = context.getRMApps().get(attempt.getApplicationId());
    return app == null ? null : app.getRMAppAttempt(attempt.getApplicationAttemptId());
  }
}
