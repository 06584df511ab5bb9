// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.service;

import io.github.yarnfair.scheduler.admission.Admission;
import io.github.yarnfair.scheduler.admission.PriorityRecord;
import io.github.yarnfair.scheduler.admission.QueueExpiry;
import io.github.yarnfair.scheduler.conf.LogText;
import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import io.github.yarnfair.scheduler.model.LeafQueue;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.thirdparty.com.google.common.util.concurrent.SettableFuture;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMAppEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptEvent;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.attempt.RMAppAttemptState;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerEventType;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainerState;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerUtils;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAttemptAddedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppAttemptRemovedSchedulerEvent;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.event.AppRemovedSchedulerEvent;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Submits, starts, moves, reprioritizes and ends applications and their attempts. Events are
 * handled under the scheduler's write lock; the calls of users take it themselves.
 */
public final class ApplicationService {
  private static final Logger LOG = LoggerFactory.getLogger(ApplicationService.class);
  private static final Priority NO_PRIORITY = Priority.newInstance(0);

  private final SharedState state;
  private final QueueService queues;
  private final ClusterCapacity cluster;
  private final ContainerService containers;
  private final StartService starts;
  private final QueueExpiry expiry;
  private final int mostFailures;

  /** Held while a priority is stored and set, so that the last one stored is the one in force. */
  private final Object priorities = new Object();

  /**
   * @param mostFailures evaluations of a constraint that may fail before its request is rejected
   */
  ApplicationService(
      SharedState state,
      QueueService queues,
      ClusterCapacity cluster,
      ContainerService containers,
      StartService starts,
      QueueExpiry expiry,
      int mostFailures) {
    this.state = state;
    this.queues = queues;
    this.cluster = cluster;
    this.containers = containers;
    this.starts = starts;
    this.expiry = expiry;
    this.mostFailures = mostFailures;
  }

  // ---------------------------------------------------------------------------------- events

  public void added(AppAddedSchedulerEvent event) {
    assert state.isLocked();
    ApplicationId id = event.getApplicationId();
    boolean recovering = event.getIsAppRecovering();
    Admission admission = queues.admission();
    LeafQueue queue;
    try {
      if (recovering) {
        queue = admission.recover(id, event.getQueue());
      } else {
        admission.checkLabel(id, event.getQueue(), masterLabel(id));
        GangMembership.check(id, state);
        queue =
            admission.admit(id, event.getQueue(), event.getUser(), state.applications().count());
      }
    } catch (YarnException e) {
      LOG.warn("{}", LogText.line(e.getMessage()));
      RMAppEventType refusal = recovering ? RMAppEventType.KILL : RMAppEventType.APP_REJECTED;
      state.send(new RMAppEvent(id, refusal, e.getMessage()));
      return;
    }
    if (event.getReservationID() != null) {
      LOG.warn("{} of {}: reservations are not supported", event.getReservationID(), id);
    }
    Priority priority = Optional.ofNullable(event.getApplicatonPriority()).orElse(NO_PRIORITY);
    Application application =
        new Application(id, queue, event.getUser(), priority, event.isUnmanagedAM());
    queue.add(application);
    state.applications().add(application);
    queue.getMetrics().submitApp(event.getUser(), event.isUnmanagedAM());
    RMApp rmApp = state.app(id);
    if (rmApp != null) {
      rmApp.setQueue(queue.getQueueName());
    }
    LOG.info("Accepted {} of {} in queue {}", id, LogText.of(event.getUser()), queue);
    if (!recovering) {
      state.send(new RMAppEvent(id, RMAppEventType.APP_ACCEPTED));
    }
  }

  /** Returns the node label that the request for an application's master names. */
  private @Nullable String masterLabel(ApplicationId id) {
    RMApp app = state.app(id);
    List<ResourceRequest> requests = app == null ? null : app.getAMResourceRequests();
    return requests == null
        ? null
        : requests.stream()
            .filter(request -> ResourceRequest.isAnyLocation(request.getResourceName()))
            .map(ResourceRequest::getNodeLabelExpression)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(null);
  }

  public void removed(AppRemovedSchedulerEvent event) {
    assert state.isLocked();
    Application application = state.applications().find(event.getApplicationID());
    if (application == null) {
      LOG.info("{} is not known; nothing to remove", event.getApplicationID());
      return;
    }
    AppAttempt attempt = application.getCurrentAppAttempt();
    if (attempt != null) {
      state.reservations().drop(attempt);
      completeAll(attempt, false);
      if (!attempt.isStopped()) {
        stop(attempt, RMAppAttemptState.KILLED);
      }
    }
    queues.parallel().ended(application.id());
    LeafQueue queue = application.queue();
    state.applications().remove(application);
    queue.remove(application);
    expiry.used(queue);
    cluster.forget(application);
    starts.forget(application.id());
    application.stop(event.getFinalState());
  }

  public void attemptAdded(AppAttemptAddedSchedulerEvent event) {
    assert state.isLocked();
    ApplicationAttemptId id = event.getApplicationAttemptId();
    Application application = state.applications().find(id.getApplicationId());
    if (application == null) {
      LOG.warn("{} belongs to no known application", id);
      return;
    }
    LeafQueue queue = application.queue();
    AppAttempt attempt =
        new AppAttempt(id, application, state.context(), mostFailures, state.clock());
    attempt.setPriority(application.getPriority());
    AppAttempt previous = application.getCurrentAppAttempt();
    if (event.getTransferStateFromPreviousAttempt() && previous != null) {
      attempt.transferStateFromPreviousAttempt(previous);
    }
    application.setCurrentAppAttempt(attempt);
    GangMembership.join(attempt, event.getIsAttemptRecovering(), state);
    Resource master = attempt.master().recovered();
    if (master == null) {
      queues.parallel().added(attempt);
    } else {
      queues.parallel().runs(attempt);
      queue.masters().activate(attempt, attempt.master().partition(), state.vectors().of(master));
    }
    state.inbox().changed(attempt);
    queue.getMetrics().submitAppAttempt(application.getUser(), application.isUnmanagedAM());
    if (!event.getIsAttemptRecovering()) {
      state.send(new RMAppAttemptEvent(id, RMAppAttemptEventType.ATTEMPT_ADDED));
    }
  }

  public void attemptRemoved(AppAttemptRemovedSchedulerEvent event) {
    assert state.isLocked();
    AppAttempt attempt = state.applications().currentAttempt(event.getApplicationAttemptID());
    if (attempt == null
        || !attempt.getApplicationAttemptId().equals(event.getApplicationAttemptID())
        || attempt.isStopped()) {
      LOG.info("{} is not running; nothing to remove", event.getApplicationAttemptID());
      return;
    }
    state.reservations().drop(attempt);
    completeAll(attempt, event.getKeepContainersAcrossAppAttempts());
    if (event.getKeepContainersAcrossAppAttempts()) {
      queues.parallel().endedKeepingContainers(attempt.getApplicationId());
    } else {
      queues.parallel().ended(attempt.getApplicationId());
    }
    stop(attempt, event.getFinalAttemptState());
  }

  private void stop(AppAttempt attempt, RMAppAttemptState finalState) {
    attempt.queue().masters().remove(attempt);
    state.reservations().gangs().leave(attempt);
    state.inbox().changed(attempt);
    cluster.askThoseWaiting();
    attempt.stop(finalState);
  }

  private void completeAll(AppAttempt attempt, boolean keepRunning) {
    for (RMContainer container : attempt.getLiveContainers()) {
      if (!keepRunning || container.getState() != RMContainerState.RUNNING) {
        containers.complete(
            container, SchedulerUtils.COMPLETED_APPLICATION, RMContainerEventType.KILL);
      }
    }
    attempt.pullNewlyDecreasedContainers(); // Its master will fetch them no more.
  }

  // --------------------------------------------------------------------------- calls of users

  /**
   * Neither the look-up of the caller's groups nor the write to the state store holds the
   * scheduler's lock: a directory service or a ZooKeeper that does not answer delays other updates
   * of priorities at most.
   */
  public Priority updatePriority(
      Priority requested,
      Priority most,
      ApplicationId id,
      SettableFuture<Object> saved,
      UserGroupInformation user)
      throws YarnException {
    Application application = state.applications().find(id);
    RMApp rmApp = state.app(id);
    if (application == null || rmApp == null) {
      throw new YarnException(id + " is not running: its priority cannot be changed");
    }
    String queue = application.queue().getQueueName();
    Priority granted = queues.admission().grantPriority(id, requested, queue, user, most);
    synchronized (priorities) {
      if (granted.equals(application.getPriority())) {
        saved.set(granted);
      } else {
        PriorityRecord.save(state.context(), rmApp, granted, saved);
        setPriority(application, granted);
      }
    }
    return granted;
  }

  private void setPriority(Application application, Priority priority) {
    state.writeLock().lock();
    try {
      application.setPriority(priority);
      if (application.hasLeaf()) {
        application.queue().ledger().reweigh(application.leaf(), application.precedence());
      }
      if (application.getCurrentAppAttempt() != null) {
        queues.parallel().reordered(application.getCurrentAppAttempt());
        state.inbox().changed(application.getCurrentAppAttempt());
      }
    } finally {
      state.writeLock().unlock();
    }
  }

  public void checkMove(ApplicationId id, String queue) throws YarnException {
    state.readLock().lock();
    try {
      checkPartitions(id, moveTarget(id, queue));
    } finally {
      state.readLock().unlock();
    }
  }

  /**
   * As CapacityScheduler, also asks for the labels that the application has requested before, and
   * no more when it has been decided to move it.
   */
  private void checkPartitions(ApplicationId id, LeafQueue target) throws YarnException {
    Application application = state.applications().find(id);
    AppAttempt attempt = application == null ? null : application.getCurrentAppAttempt();
    if (attempt != null) {
      for (String label : attempt.requestedPartitions()) {
        queues.admission().checkLabel(id, target.getQueueName(), label);
      }
    }
  }

  /** Moves an application to another leaf queue and returns the full path of that. */
  public String move(ApplicationId id, String queue) throws YarnException {
    state.writeLock().lock();
    try {
      LeafQueue target = moveTarget(id, queue);
      Application application = Objects.requireNonNull(state.applications().find(id));
      if (target != application.queue()) {
        move(application, target);
      }
      return target.getQueueName();
    } finally {
      state.writeLock().unlock();
    }
  }

  private void move(Application application, LeafQueue target) {
    AppAttempt attempt = application.getCurrentAppAttempt();
    if (attempt != null) {
      state.reservations().drop(attempt);
    }
    application.queue().moveTo(target, application);
    if (attempt != null) {
      queues.parallel().moved(attempt, target);
      target.masters().takeOver(attempt, application.queue().masters());
      attempt.move(target);
      state.inbox().changed(attempt);
      cluster.askThoseWaiting();
    }
    application.setQueue(target);
  }

  private LeafQueue moveTarget(ApplicationId id, String queue) throws YarnException {
    Application application = state.applications().find(id);
    if (application == null) {
      throw new YarnException(id + " is not running: it cannot be moved");
    }
    LeafQueue target = queues.admission().leaf(id, queue);
    if (target != application.queue()) {
      queues.admission().check(id, target, application.getUser());
    }
    return target;
  }
}
