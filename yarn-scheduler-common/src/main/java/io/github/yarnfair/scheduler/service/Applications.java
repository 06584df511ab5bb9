// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.service;

import io.github.yarnfair.scheduler.model.AppAttempt;
import io.github.yarnfair.scheduler.model.Application;
import java.util.List;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.server.resourcemanager.rmcontainer.RMContainer;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.SchedulerApplication;
import org.jspecify.annotations.Nullable;

/**
 * The applications that the scheduler has, in the table that YARN reads. Any thread reads; the
 * table changes under the scheduler's write lock.
 */
public final class Applications {
  private final ConcurrentMap<ApplicationId, SchedulerApplication<AppAttempt>> byId;

  public Applications(ConcurrentMap<ApplicationId, SchedulerApplication<AppAttempt>> byId) {
    this.byId = byId;
  }

  /** Returns the application of an id, or null if the scheduler has none. */
  public @Nullable Application find(ApplicationId id) {
    return (Application) byId.get(id);
  }

  /** Returns the attempt that an application has now, or null if it has none. */
  @Nullable AppAttempt currentAttempt(ApplicationId id) {
    Application application = find(id);
    return application == null ? null : application.getCurrentAppAttempt();
  }

  /** Returns the attempt that an attempt's application has now, or null if it has none. */
  @Nullable AppAttempt currentAttempt(ApplicationAttemptId id) {
    return currentAttempt(id.getApplicationId());
  }

  /** Returns the attempt that a container's application has now, or null if it has none. */
  @Nullable AppAttempt currentAttempt(ContainerId container) {
    return currentAttempt(container.getApplicationAttemptId());
  }

  /** Returns a container that some application has, or null. */
  @Nullable RMContainer container(ContainerId id) {
    AppAttempt attempt = currentAttempt(id);
    return attempt == null ? null : attempt.getRMContainer(id);
  }

  /** Returns whether a container is held by its application, as that very object. */
  boolean isHeld(RMContainer container) {
    AppAttempt attempt = currentAttempt(container.getContainerId());
    return attempt != null && attempt.holds(container);
  }

  int count() {
    return byId.size();
  }

  /** Returns the applications one by one, as the table is when each is reached. */
  Iterable<Application> each() {
    return () -> byId.values().stream().map(Application.class::cast).iterator();
  }

  List<Application> all() {
    return byId.values().stream().map(Application.class::cast).toList();
  }

  void add(Application application) {
    byId.put(application.id(), application);
  }

  void remove(Application application) {
    byId.remove(application.id());
  }
}
