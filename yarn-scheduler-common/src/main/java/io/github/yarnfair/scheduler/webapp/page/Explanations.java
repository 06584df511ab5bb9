// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.webapp.page;

import io.github.yarnfair.scheduler.HierarchicalScheduler;
import io.github.yarnfair.scheduler.explain.answer.Explanation;
import io.github.yarnfair.scheduler.explain.answer.QueueExplanation;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationAccessType;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.server.resourcemanager.ResourceManager;
import org.apache.hadoop.yarn.server.resourcemanager.rmapp.RMApp;
import org.apache.hadoop.yarn.webapp.BadRequestException;
import org.apache.hadoop.yarn.webapp.ForbiddenException;
import org.apache.hadoop.yarn.webapp.NotFoundException;
import org.jspecify.annotations.Nullable;

/**
 * Explanations for callers of pages and services, with YARN's permissions: an application is
 * explained to those that may view it, a queue to those that may submit to it or administer it.
 * Other applications are named to those that may view them.
 */
public final class Explanations {
  private final ResourceManager resourceManager;
  private final @Nullable UserGroupInformation caller;

  /**
   * @param caller null if YARN does not know, as without authentication: then nothing is refused
   */
  public Explanations(ResourceManager resourceManager, @Nullable UserGroupInformation caller) {
    this.resourceManager = resourceManager;
    this.caller = caller;
  }

  /**
   * Explains an application.
   *
   * @throws BadRequestException if the text is no application id
   * @throws NotFoundException if there is no such application, or it has ended
   * @throws ForbiddenException if the caller may not view it
   */
  public Explanation application(String text) {
    ApplicationId id = parse(text);
    RMApp app = resourceManager.getRMContext().getRMApps().get(id);
    if (app == null) {
      throw new NotFoundException("There is no application " + id);
    }
    if (!mayView(id)) {
      throw new ForbiddenException("You may not view " + id);
    }
    Explanation explanation = scheduler().readings().explainer().explain(id, this::mayView);
    if (explanation == null) {
      throw new NotFoundException(
          "%s is %s: nothing is scheduled for it".formatted(id, app.getState()));
    }
    return explanation;
  }

  /**
   * Explains a queue.
   *
   * @throws NotFoundException if there is no such queue
   * @throws ForbiddenException if the caller may neither submit to it nor administer it
   */
  public QueueExplanation queue(String name) {
    HierarchicalScheduler scheduler = scheduler();
    if (scheduler.getQueue(name) == null) {
      throw new NotFoundException("There is no queue " + name);
    }
    if (caller != null
        && !resourceManager.getApplicationACLsManager().isAdmin(caller)
        && !scheduler.checkAccess(caller, QueueACL.SUBMIT_APPLICATIONS, name)
        && !scheduler.checkAccess(caller, QueueACL.ADMINISTER_QUEUE, name)) {
      throw new ForbiddenException("You may neither submit to nor administer queue " + name);
    }
    QueueExplanation explanation =
        scheduler.readings().explainer().explainQueue(name, this::mayView);
    if (explanation == null) {
      throw new NotFoundException("There is no queue " + name);
    }
    return explanation;
  }

  private static ApplicationId parse(String text) {
    try {
      return ApplicationId.fromString(text);
    } catch (IllegalArgumentException e) {
      throw new BadRequestException(
          "%s is no application id: expected application_<timestamp>_<number>".formatted(text));
    }
  }

  private HierarchicalScheduler scheduler() {
    if (resourceManager.getResourceScheduler() instanceof HierarchicalScheduler scheduler) {
      return scheduler;
    }
    throw new NotFoundException("This ResourceManager's scheduler explains nothing");
  }

  /** As YARN's own services decide. */
  private boolean mayView(ApplicationId id) {
    RMApp app = resourceManager.getRMContext().getRMApps().get(id);
    return app != null
        && (caller == null
            || resourceManager
                .getApplicationACLsManager()
                .checkAccess(caller, ApplicationAccessType.VIEW_APP, app.getUser(), id)
            || scheduler().checkAccess(caller, QueueACL.ADMINISTER_QUEUE, app.getQueue()));
  }
}
