// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.model;

import io.github.yarnfair.scheduler.conf.LogText;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.server.resourcemanager.RMAuditLogger;
import org.apache.hadoop.yarn.server.resourcemanager.RMAuditLogger.AuditConstants;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.NodeType;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.QueueMetrics;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplicationAttempt;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the ResourceManager reports about the containers of one attempt: its audit log, and the
 * statistics that it keeps of the attempt. A failed report is logged and has no effect on the
 * container.
 */
final class ContainerReports {
  private static final Logger LOG = LoggerFactory.getLogger(ContainerReports.class);
  private static final String COMPONENT = "SchedulerApp";

  private final SchedulerApplicationAttempt attempt;
  private final BooleanSupplier isKnown;

  /**
   * @param isKnown whether the ResourceManager knows the attempt
   */
  ContainerReports(SchedulerApplicationAttempt attempt, BooleanSupplier isKnown) {
    this.attempt = attempt;
    this.isKnown = isKnown;
  }

  /**
   * Reports that the attempt was given a container.
   *
   * @param placed how local the container is
   * @param requested the most local that the request could have been served on its node
   */
  void allocated(Container container, NodeType placed, NodeType requested) {
    guarded(() -> attempt.incNumAllocatedContainers(placed, requested));
    audit(AuditConstants.ALLOC_CONTAINER, container);
  }

  /** Reports what the attempt may still be given. */
  void headroom(Resource most) {
    if (isKnown.getAsBoolean()) {
      guarded(() -> attempt.setApplicationHeadroomForMetrics(most));
    }
  }

  /** Reports that the attempt gave a container back. */
  void released(Container container) {
    audit(AuditConstants.RELEASE_CONTAINER, container);
  }

  /** Reports that a container, which has ended, was preempted. */
  void preempted(RMContainer container, QueueMetrics metrics) {
    guarded(
        () -> {
          long millis = container.getFinishTime() - container.getCreationTime();
          long seconds = TimeUnit.MILLISECONDS.toSeconds(millis);
          Resource resource = container.getAllocatedResource();
          metrics.preemptContainer();
          metrics.updatePreemptedMemoryMBSeconds(resource.getMemorySize() * seconds);
          metrics.updatePreemptedVcoreSeconds(resource.getVirtualCores() * seconds);
          metrics.updatePreemptedResources(resource);
          metrics.updatePreemptedSecondsForCustomResources(resource, seconds);
          metrics.updatePreemptedForCustomResources(resource);
        });
  }

  private void audit(String operation, Container container) {
    guarded(
        () ->
            RMAuditLogger.logSuccess(
                LogText.of(attempt.getUser()),
                operation,
                COMPONENT,
                attempt.getApplicationId(),
                container.getId(),
                container.getResource(),
                LogText.of(attempt.getQueueName()),
                null));
  }

  private void guarded(Runnable report) {
    try {
      report.run();
    } catch (RuntimeException e) {
      LOG.warn("A report of {} was lost", attempt.getApplicationAttemptId(), e);
    }
  }
}
