// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.activities;

import io.github.yarnfair.scheduler.ask.AskGroups;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.ClusterNode;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.model.Reservation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.activities.ActivitiesLogger;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.activities.ActivityDiagnosticConstant;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.activities.ActivityLevel;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.activities.ActivityState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.activities.AllocationState;
import org.apache.hadoop.yarn.util.SystemClock;
import org.jspecify.annotations.Nullable;

/**
 * Records what one heartbeat led to, in YARN's format: by what has changed meanwhile, and for the
 * requests that are left by asking why, so that decisions need not report anything. Under the
 * scheduler's write lock.
 */
public final class ActivityRecorder {
  /** Applications without a container whose reasons a node's activities have. */
  private static final int MOST_APPLICATIONS = 500;

  /** Requests of one of them. */
  private static final int MOST_REQUESTS = 5;

  private static final String NONE = "";

  private final SchedulerActivities activities;
  private final Function<ApplicationId, @Nullable AppAttempt> attempts;

  /**
   * @param attempts returns the attempt that an application has now, null if none
   */
  public ActivityRecorder(
      SchedulerActivities activities, Function<ApplicationId, @Nullable AppAttempt> attempts) {
    this.activities = activities;
    this.attempts = attempts;
  }

  /** Assigns what is free on a node, and records that if somebody has asked for it. */
  public void record(ClusterNode node, FairQueue root, Runnable assign) {
    ActivitiesLogger.NODE.startNodeUpdateRecording(activities, node.getNodeID());
    boolean isNodeRecorded = activities.getOptionalDiagnosticsCollector().isPresent();
    List<AppAttempt> recorded = begin();
    try {
      Set<ContainerId> before = containers(node, recorded);
      assign.run();
      new Recording(node, isNodeRecorded, recorded, before).write(root);
    } finally {
      ActivitiesLogger.NODE.finishNodeUpdateRecording(
          activities, node.getNodeID(), node.getPartition());
    }
  }

  private List<AppAttempt> begin() {
    List<AppAttempt> recorded = new ArrayList<>();
    long now = SystemClock.getInstance().getTime();
    for (ApplicationId id : activities.applications()) {
      AppAttempt attempt = attempts.apply(id);
      if (attempt != null && !attempt.isStopped()) {
        // Without a node, which would have to be of another scheduler's class.
        ActivitiesLogger.APP.startAppAllocationRecording(activities, null, now, attempt);
        recorded.add(attempt);
      }
    }
    return recorded;
  }

  private static Set<ContainerId> containers(ClusterNode node, List<AppAttempt> recorded) {
    Set<ContainerId> ids = new HashSet<>();
    node.getCopiedListOfRunningContainers().forEach(each -> ids.add(each.getContainerId()));
    recorded.forEach(
        attempt -> attempt.getLiveContainers().forEach(each -> ids.add(each.getContainerId())));
    return ids;
  }

  /** One heartbeat. */
  private final class Recording {
    private final ClusterNode node;
    private final boolean isNodeRecorded;
    private final List<AppAttempt> recorded;
    private final Set<ContainerId> before;
    private final Set<AppAttempt> served = new HashSet<>();
    private final Set<AppAttempt> told = new HashSet<>();

    private Recording(
        ClusterNode node,
        boolean isNodeRecorded,
        List<AppAttempt> recorded,
        Set<ContainerId> before) {
      this.node = node;
      this.isNodeRecorded = isNodeRecorded;
      this.recorded = recorded;
      this.before = before;
    }

    private void write(FairQueue root) {
      for (RMContainer container : node.getCopiedListOfRunningContainers()) {
        AppAttempt attempt = attempts.apply(container.getApplicationAttemptId().getApplicationId());
        if (attempt != null && before.add(container.getContainerId())) {
          placed(attempt, container);
        }
      }
      for (AppAttempt attempt : recorded) {
        for (RMContainer container : attempt.getLiveContainers()) {
          if (before.add(container.getContainerId())) {
            placed(attempt, container); // On another node.
          }
        }
      }
      reserved();
      if (isNodeRecorded) {
        boolean isAnything = skip(root);
        queue(
            root,
            ActivityState.SKIPPED,
            isAnything
                ? ActivityDiagnosticConstant.EMPTY
                : ActivityDiagnosticConstant.QUEUE_DO_NOT_NEED_MORE_RESOURCE);
        ActivitiesLogger.NODE.finishSkippedNodeAllocation(activities, node);
      }
      recorded.stream().filter(attempt -> !served.contains(attempt)).forEach(this::skipAlone);
    }

    private void placed(AppAttempt attempt, RMContainer container) {
      ActivitiesLogger.APP.recordAppActivityWithAllocation(
          activities, node, attempt, container, ActivityState.ALLOCATED);
      finish(attempt, container, ActivityState.ALLOCATED, AllocationState.ALLOCATED);
    }

    private void reserved() {
      Reservation reservation = node.reservation();
      RMContainer container = node.getReservedContainer();
      if (reservation == null || container == null) {
        return;
      }
      AppAttempt attempt = AppAttempt.of(reservation);
      if (isNodeRecorded || recorded.contains(attempt)) {
        ActivitiesLogger.APP.recordAppActivityWithAllocation(
            activities, node, attempt, container, ActivityState.RESERVED);
        finish(attempt, container, ActivityState.RESERVED, AllocationState.RESERVED);
      }
    }

    private void finish(
        AppAttempt attempt, RMContainer container, ActivityState state, AllocationState end) {
      if (isNodeRecorded) {
        for (FairQueue queue = attempt.queue(); queue != null; queue = queue.parent()) {
          queue(queue, ActivityState.ACCEPTED, ActivityDiagnosticConstant.EMPTY);
        }
        ActivitiesLogger.NODE.finishAllocatedNodeAllocation(
            activities, node, container.getContainerId(), end);
      }
      if (served.add(attempt)) {
        ActivitiesLogger.APP.finishAllocatedAppAllocationRecording(
            activities,
            attempt.getApplicationId(),
            container.getContainerId(),
            state,
            ActivityDiagnosticConstant.EMPTY);
      }
    }

    private void queue(FairQueue queue, ActivityState state, @Nullable String diagnostic) {
      FairQueue parent = queue.parent();
      ActivitiesLogger.QUEUE.recordQueueActivity(
          activities,
          node,
          parent == null ? NONE : parent.getQueueName(),
          queue.getQueueName(),
          state,
          diagnostic);
    }

    /** Records why the rest got nothing, the applications below a queue before the queue. */
    private boolean skip(FairQueue queue) {
      boolean isAnything = false;
      if (queue instanceof LeafQueue leaf) {
        for (Application application : leaf.applications()) {
          AppAttempt attempt = application.getCurrentAppAttempt();
          if (attempt != null && !attempt.isStopped() && told.size() < MOST_APPLICATIONS) {
            isAnything |= skip(attempt);
          }
        }
        return isAnything;
      }
      for (FairQueue child : queue.children()) {
        if (skip(child)) {
          isAnything = true;
          queue(child, ActivityState.SKIPPED, ActivityDiagnosticConstant.EMPTY);
        }
      }
      return isAnything;
    }

    private boolean skip(AppAttempt attempt) {
      if (!attempt.waitsToRun()
          && !attempt.queue().masters().isWaiting(attempt)
          && attempt.asks().isEmpty()) {
        return false;
      }
      reasons(attempt);
      return true;
    }

    /** Records each reason, and returns the last. */
    private Reason reasons(AppAttempt attempt) {
      told.add(attempt);
      Reason last =
          Reason.ofApplication(ActivityDiagnosticConstant.APPLICATION_DO_NOT_NEED_RESOURCE);
      if (attempt.waitsToRun() || attempt.queue().masters().isWaiting(attempt)) {
        last =
            Reason.ofApplication(
                attempt.waitsToRun()
                    ? "Limit of running applications is reached"
                    : "Queue or user has no more room for application masters");
        write(attempt, null, last);
        return last;
      }
      int count = 0;
      for (AskGroups.Group alike : attempt.asks().alike()) {
        if (count++ == MOST_REQUESTS) {
          break;
        }
        last = Reason.of(attempt, alike.first(), node);
        write(attempt, alike, last);
      }
      if (count == 0) {
        write(attempt, null, last);
      }
      return last;
    }

    private void write(AppAttempt attempt, AskGroups.@Nullable Group alike, Reason reason) {
      ActivitiesLogger.APP.recordAppActivityWithoutAllocation(
          activities,
          node,
          attempt,
          alike == null ? null : alike.first().key(),
          reason.diagnostic(),
          reason.state(),
          alike == null ? ActivityLevel.APP : reason.level());
    }

    /** Ends the recording of an application that got nothing. */
    private void skipAlone(AppAttempt attempt) {
      String diagnostic =
          told.contains(attempt)
              ? ActivityDiagnosticConstant.APPLICATION_COULD_NOT_GET_CONTAINER
              : isNodeRecorded
                  ? ActivityDiagnosticConstant.APPLICATION_DO_NOT_NEED_RESOURCE
                  : reasons(attempt).diagnostic();
      ActivitiesLogger.APP.finishSkippedAppAllocationRecording(
          activities, attempt.getApplicationId(), ActivityState.SKIPPED, diagnostic);
    }
  }
}
