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
package io.github.yarnfair.scheduler.store;

import java.util.Objects;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.security.YarnAuthorizationProvider;
import org.apache.hadoop.yarn.server.resourcemanager.RMContext;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.ConfigurationMutationACLPolicy;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.MutableConfScheduler;
import org.apache.hadoop.yarn.server.resourcemanager.scheduler.Queue;
import org.apache.hadoop.yarn.webapp.dao.QueueConfigInfo;
import org.apache.hadoop.yarn.webapp.dao.SchedConfUpdateInfo;
import org.jspecify.annotations.Nullable;

/**
 * Lets a user change the queues that they may administer, and administrators of YARN everything.
 * For a queue that is not there the nearest one above counts.
 *
 * <p>Takes the place of Hadoop's {@code QueueAdminConfigurationMutationACLPolicy}, which looks
 * queues up by the last part of their path: it asks for the rights on {@code root.b.x} when {@code
 * root.a.x} is added, and does not return for a name without a queue and without a dot.
 */
final class QueueAdministrators implements ConfigurationMutationACLPolicy {
  private final MutableConfScheduler scheduler;
  private final YarnAuthorizationProvider authorizer;

  QueueAdministrators(Configuration conf, MutableConfScheduler scheduler) {
    this.scheduler = scheduler;
    authorizer = YarnAuthorizationProvider.getInstance(conf);
  }

  /** Nothing is left to do. */
  @Override
  public void init(Configuration conf, RMContext context) {}

  @Override
  public boolean isMutationAllowed(
      UserGroupInformation user, @Nullable SchedConfUpdateInfo request) {
    if (request == null || authorizer.isAdmin(user)) {
      return true;
    }
    boolean isForAll = request.getGlobalParams() != null && !request.getGlobalParams().isEmpty();
    return !isForAll && queues(request).allMatch(path -> mayAdminister(path, user));
  }

  private static Stream<String> queues(SchedConfUpdateInfo request) {
    Stream<QueueConfigInfo> changed =
        Stream.of(request.getAddQueueInfo(), request.getUpdateQueueInfo())
            .filter(Objects::nonNull)
            .flatMap(queues -> queues.stream().filter(Objects::nonNull));
    return Stream.concat(
            changed.map(QueueConfigInfo::getQueue),
            Stream.ofNullable(request.getRemoveQueueInfo()).flatMap(queues -> queues.stream()))
        .filter(Objects::nonNull);
  }

  /** What begins with no queue is refused later, by name. */
  private boolean mayAdminister(String path, UserGroupInformation user) {
    String candidate = path;
    while (candidate.contains(".")) {
      Queue queue = scheduler.getQueue(candidate);
      if (queue != null) {
        return queue.hasAccess(QueueACL.ADMINISTER_QUEUE, user);
      }
      candidate = candidate.substring(0, candidate.lastIndexOf('.'));
    }
    return scheduler.getQueue("root").hasAccess(QueueACL.ADMINISTER_QUEUE, user);
  }
}
