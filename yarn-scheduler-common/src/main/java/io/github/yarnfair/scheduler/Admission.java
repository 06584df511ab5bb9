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
package io.github.yarnfair.scheduler;

import io.github.yarnfair.scheduler.conf.PriorityAcl;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.api.records.QueueState;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.ipc.RPCUtil;
import org.jspecify.annotations.Nullable;

/**
 * Which applications a queue takes in, and with which priority. YARN checks none of this for a
 * scheduler that it does not know.
 */
final class Admission {
  private final QueueTree queues;
  private final QueueAccess access;

  Admission(QueueTree queues, QueueAccess access) {
    this.queues = queues;
    this.access = access;
  }

  /**
   * Returns the queue that an application is to run in.
   *
   * @param applications how many applications the scheduler has
   * @throws YarnException telling the user why the queue does not take it
   */
  LeafQueue admit(ApplicationId id, String queueName, int applications) throws YarnException {
    LeafQueue queue = leaf(id, queueName);
    if (queue.spec().state() != QueueState.RUNNING) {
      throw new YarnException(
          "%s is refused: queue %s is %s".formatted(id, queue, queue.spec().state()));
    }
    int mostOfAll = queues.file().settings().maximumApplications();
    if (applications >= mostOfAll) {
      throw new YarnException(
          "%s is refused: the cluster has %d applications already, the most that are allowed"
              .formatted(id, applications));
    }
    if (queue.applicationCount() >= queue.spec().maximumApplications()) {
      throw new YarnException(
          "%s is refused: queue %s has %d applications already, the most that are allowed"
              .formatted(id, queue, queue.applicationCount()));
    }
    return queue;
  }

  /**
   * Returns the leaf queue of a name.
   *
   * @throws YarnException telling the user what is wrong with the name
   */
  LeafQueue leaf(ApplicationId id, String queueName) throws YarnException {
    FairQueue queue = queues.find(queueName);
    if (queue instanceof LeafQueue leaf) {
      return leaf;
    }
    List<String> paths = queues.pathsOf(queueName);
    if (queue != null) {
      throw new YarnException(
          "%s is refused: queue %s has queues below it; applications run in these: %s"
              .formatted(id, queue, queue.children()));
    }
    if (paths.size() > 1) {
      throw new YarnException(
          "%s is refused: %s is the name of several queues; name one of %s"
              .formatted(id, queueName, paths));
    }
    throw new YarnException("%s is refused: there is no queue %s".formatted(id, queueName));
  }

  /**
   * Checks that a user may submit to a queue. An unknown queue passes: {@link #admit} refuses it.
   *
   * @throws YarnException wrapping an {@link AccessControlException}, as YARN's own check does
   */
  void checkSubmit(ApplicationId id, String queueName, UserGroupInformation user)
      throws YarnException {
    FairQueue queue = queues.find(queueName);
    if (queue != null
        && !queue.hasAccess(QueueACL.SUBMIT_APPLICATIONS, user)
        && !queue.hasAccess(QueueACL.ADMINISTER_QUEUE, user)) {
      throw RPCUtil.getRemoteException(
          new AccessControlException(
              "User %s does not have permission to submit %s to queue %s"
                  .formatted(user.getShortUserName(), id, queue)));
    }
  }

  /**
   * Returns the priority that an application gets: the one it asks for, else its user's or its
   * queue's default, but no more than the cluster allows.
   *
   * @throws YarnException wrapping an {@link AccessControlException} if the queue's {@code
   *     acl_application_max_priority} does not grant it
   */
  Priority grantPriority(
      ApplicationId id,
      @Nullable Priority requested,
      String queueName,
      UserGroupInformation user,
      Priority clusterMaximum)
      throws YarnException {
    FairQueue queue = queues.find(queueName);
    int wanted = requested == null ? defaultPriority(queue, user) : requested.getPriority();
    int granted = Math.min(wanted, clusterMaximum.getPriority());
    if (queue != null
        && access.isEnabled()
        && !queue.spec().priorityAcls().isEmpty()
        && matching(queue, user).filter(acl -> granted <= acl.maximum()).isEmpty()) {
      throw RPCUtil.getRemoteException(
          new AccessControlException(
              "User %s does not have permission for priority %d of %s in queue %s"
                  .formatted(user.getShortUserName(), granted, id, queue)));
    }
    return Priority.newInstance(granted);
  }

  private int defaultPriority(@Nullable FairQueue queue, UserGroupInformation user) {
    if (queue == null) {
      return 0;
    }
    int ofQueue = queue.spec().defaultApplicationPriority();
    return access.isEnabled()
        ? matching(queue, user).map(PriorityAcl::byDefault).orElse(ofQueue)
        : ofQueue;
  }

  private static Optional<PriorityAcl> matching(FairQueue queue, UserGroupInformation user) {
    return queue.spec().priorityAcls().stream()
        .filter(acl -> acl.users().isUserAllowed(user))
        .max(Comparator.comparingInt(PriorityAcl::maximum));
  }
}
