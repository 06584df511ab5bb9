// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.metrics;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.AppSchedulingInfo;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * YARN's metrics of a queue; no change of them throws, because YARN's code changes them within the
 * scheduler's accounting.
 */
abstract class GuardedQueueMetrics extends RegisteredQueueMetrics {
  private static final Logger LOG = LoggerFactory.getLogger(GuardedQueueMetrics.class);

  private volatile boolean hasFailed;

  GuardedQueueMetrics(
      MetricsSystem system, String path, @Nullable Queue parent, Configuration conf) {
    super(system, path, parent, conf);
  }

  /** Runs a change of metrics; a failure loses that change, and is logged once per queue. */
  final void guarded(Runnable change) {
    try {
      change.run();
    } catch (RuntimeException e) {
      if (!hasFailed) {
        hasFailed = true;
        LOG.warn("Metrics of queue {} are wrong from now on", queueName, e);
      }
    }
  }

  @Override
  public void submitApp(String user, boolean unmanagedAM) {
    guarded(() -> super.submitApp(user, unmanagedAM));
  }

  @Override
  public void submitAppAttempt(String user, boolean unmanagedAM) {
    guarded(() -> super.submitAppAttempt(user, unmanagedAM));
  }

  @Override
  public void runAppAttempt(ApplicationId app, String user, boolean unmanagedAM) {
    guarded(() -> super.runAppAttempt(app, user, unmanagedAM));
  }

  @Override
  public void finishAppAttempt(
      ApplicationId app, boolean isPending, String user, boolean unmanagedAM) {
    guarded(() -> super.finishAppAttempt(app, isPending, user, unmanagedAM));
  }

  @Override
  public void finishApp(String user, RMAppState state, boolean unmanagedAM) {
    guarded(() -> super.finishApp(user, state, unmanagedAM));
  }

  @Override
  public void moveAppFrom(AppSchedulingInfo app, boolean unmanagedAM) {
    guarded(() -> super.moveAppFrom(app, unmanagedAM));
  }

  @Override
  public void moveAppTo(AppSchedulingInfo app, boolean unmanagedAM) {
    guarded(() -> super.moveAppTo(app, unmanagedAM));
  }

  @Override
  public void activateApp(String user) {
    guarded(() -> super.activateApp(user));
  }

  @Override
  public void deactivateApp(String user) {
    guarded(() -> super.deactivateApp(user));
  }

  @Override
  public void incrActiveUsers() {
    guarded(() -> super.incrActiveUsers());
  }

  @Override
  public void decrActiveUsers() {
    guarded(() -> super.decrActiveUsers());
  }

  @Override
  public void addAppAttemptFirstContainerAllocationDelay(long millis) {
    guarded(() -> super.addAppAttemptFirstContainerAllocationDelay(millis));
  }
}
