// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.store;

import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import java.util.List;
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
 * <p>What takes from a queue's siblings, such as its capacity, and that there is the queue at all,
 * are its parent's: that queue is to be administered. An exemption from preemption and a larger
 * part of the cluster's applications take from all, and need the rights on root.
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
    return !isForAll && administered(request).allMatch(path -> mayAdminister(path, user));
  }

  /** Returns the paths of the queues that a user must administer for all parts of a request. */
  private static Stream<String> administered(SchedConfUpdateInfo request) {
    Stream<String> added = each(request.getAddQueueInfo()).map(q -> parent(q.getQueue()));
    Stream<String> removed = each(request.getRemoveQueueInfo()).map(QueueAdministrators::parent);
    Stream<String> updated =
        each(request.getUpdateQueueInfo())
            .map(q -> isOfQueueAlone(q) ? String.valueOf(q.getQueue()) : parent(q.getQueue()));
    Stream<String> ofCluster =
        Stream.concat(each(request.getAddQueueInfo()), each(request.getUpdateQueueInfo()))
            .filter(q -> keys(q).anyMatch(KeyRights::takesFromAll))
            .map(q -> QueueSpec.ROOT);
    return Stream.of(added, removed, updated, ofCluster).flatMap(paths -> paths);
  }

  private static <T> Stream<T> each(@Nullable List<T> elements) {
    return elements == null ? Stream.of() : elements.stream().filter(Objects::nonNull);
  }

  private static String parent(@Nullable String path) {
    return path == null || !path.contains(".")
        ? QueueSpec.ROOT
        : path.substring(0, path.lastIndexOf('.'));
  }

  private static Stream<String> keys(QueueConfigInfo queue) {
    return queue.getParams() == null
        ? Stream.of()
        : queue.getParams().keySet().stream().map(String::valueOf);
  }

  private static boolean isOfQueueAlone(QueueConfigInfo queue) {
    return keys(queue).allMatch(KeyRights::isOfQueueAlone);
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
