/*
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.github.yarnfair.scheduler.admission;

import io.github.yarnfair.scheduler.conf.mapping.QueueMappings;
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
  private final QueueMappings mappings;

  FullQueuePath(QueueMappings mappings) {
    this.mappings = mappings;
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
    String path = mappings.pathOf(submission.getQueue());
    if (path != null) {
      submission.setQueue(path);
    }
    return null;
  }
}
