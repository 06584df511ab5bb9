// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.admission;

import io.github.yarnfair.scheduler.conf.mapping.MappingTargets;
import io.github.yarnfair.scheduler.conf.queue.QueueNames;
import java.util.function.Supplier;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.server.resourcemanager.placement.ApplicationPlacementContext;
import org.apache.hadoop.yarn.server.resourcemanager.placement.PlacementRule;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ResourceScheduler;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the short name of a queue in a submission by its full path, and places nothing. YARN
 * stores the submission, and what a short name means may have changed by the time of a restart: the
 * queue may not have been created again yet, or another user may have one of that name. Any thread.
 */
final class FullQueuePath extends PlacementRule {
  private final Supplier<QueueNames> names;

  FullQueuePath(Supplier<QueueNames> names) {
    this.names = names;
  }

  @Override
  public boolean initialize(ResourceScheduler scheduler) {
    return true;
  }

  @Override
  public @Nullable ApplicationPlacementContext getPlacementForApp(
      ApplicationSubmissionContext submission, String user, boolean recovery) {
    return recovery ? null : getPlacementForApp(submission, user);
  }

  @Override
  public @Nullable ApplicationPlacementContext getPlacementForApp(
      ApplicationSubmissionContext submission, String user) {
    String path = new MappingTargets(names.get()).pathOf(submission.getQueue());
    if (path != null) {
      submission.setQueue(path);
    }
    return null;
  }
}
