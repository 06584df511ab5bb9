// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.admission;

import io.github.yarnfair.scheduler.conf.LogText;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import io.github.yarnfair.scheduler.conf.queue.ApplicationLifetime;
import io.github.yarnfair.scheduler.conf.queue.PriorityAcl;
import io.github.yarnfair.scheduler.conf.queue.QueueCreation;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import io.github.yarnfair.scheduler.model.FairQueue;
import io.github.yarnfair.scheduler.model.LeafQueue;
import io.github.yarnfair.scheduler.model.QueueTree;
import io.github.yarnfair.scheduler.user.QueueAccess;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.QueueACL;
import org.apache.hadoop.yarn.api.records.QueueState;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.ipc.RPCUtil;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks which applications a queue accepts, and with which priority. YARN checks none of this for
 * a scheduler that it does not know.
 */
public final class Admission {
  private static final Logger LOG = LoggerFactory.getLogger(Admission.class);

  private final QueueTree queues;
  private final QueueAccess access;

  public Admission(QueueTree queues, QueueAccess access) {
    this.queues = queues;
    this.access = access;
  }

  /**
   * Returns the queue that an application is to run in; creates it if need be.
   *
   * @param user the application's
   * @param applications number of applications that the scheduler has
   * @throws YarnException telling the user why the queue does not take it
   */
  public LeafQueue admit(ApplicationId id, String queueName, String user, int applications)
      throws YarnException {
    List<QueueSpec> missing = missing(id, queueName);
    LeafQueue queue = missing.isEmpty() ? leaf(id, queueName) : null;
    QueueSpec spec = queue == null ? missing.get(missing.size() - 1) : queue.spec();
    checkRuns(id, spec);
    int mostOfAll = queues.file().settings().maximumApplications();
    if (applications >= mostOfAll) {
      throw new YarnException(
          "%s is refused: the cluster has %d applications already, the most that are allowed"
              .formatted(id, applications));
    }
    if (queue == null) {
      checkMaximumApplications(id, user, spec, spec.limits().applications().most(1), 0, 0);
    } else {
      checkMaximumApplications(id, user, queue);
    }
    if (queue == null) {
      checkMaximumQueues(id, queues.above(missing.get(0)));
    }
    return queue == null ? create(id, missing) : queue;
  }

  /**
   * Checks that a queue takes an application that the scheduler has already.
   *
   * @param user the application's
   * @throws YarnException telling the user why the queue does not take it
   */
  public void check(ApplicationId id, LeafQueue queue, String user) throws YarnException {
    checkRuns(id, queue.spec());
    checkMaximumApplications(id, user, queue);
  }

  private static void checkRuns(ApplicationId id, QueueSpec queue) throws YarnException {
    if (queue.state() != QueueState.RUNNING) {
      throw new YarnException(
          "%s is refused: queue %s is %s".formatted(id, queue.path(), queue.state()));
    }
  }

  /**
   * Checks that a queue may use a partition. For a queue that exists YARN has checked a submission
   * before; for one that is to be created, or was refreshed since, it has not.
   *
   * @param label the partition's node label; null or blank: that of the nodes without a label
   * @throws YarnException telling the user which labels the queue may use
   */
  public void checkLabel(ApplicationId id, String queueName, @Nullable String label)
      throws YarnException {
    QueueSpec queue = spec(queueName);
    if (queue != null && label != null && !queue.labels().mayUse(label.trim())) {
      throw new YarnException(
          "%s is refused: queue %s may not use node label %s, its accessible-node-labels are %s"
              .formatted(
                  id,
                  queue.path(),
                  LogText.of(label.trim()),
                  new TreeSet<>(queue.labels().accessible())));
    }
  }

  private static void checkMaximumApplications(ApplicationId id, String user, LeafQueue queue)
      throws YarnException {
    QueueSpec spec = queue.spec();
    int most = queue.maximumApplications();
    // A user's applications are counted only if a limit needs the number.
    int ofUser =
        spec.limits().applications().mostOfUser(most) < most ? queue.applicationCount(user) : 0;
    checkMaximumApplications(id, user, spec, most, queue.applicationCount(), ofUser);
  }

  private static void checkMaximumApplications(
      ApplicationId id, String user, QueueSpec queue, int most, int ofQueue, int ofUser)
      throws YarnException {
    if (ofQueue >= most) {
      throw new YarnException(
          "%s is refused: queue %s has %d applications already, the most that are allowed"
              .formatted(id, queue.path(), ofQueue));
    }
    if (ofUser >= queue.limits().applications().mostOfUser(most)) {
      throw new YarnException(
          "%s is refused: %s has %d applications in queue %s already, the most that one user may"
                  .formatted(id, LogText.of(user), ofUser, queue.path())
              + " have there");
    }
  }

  /**
   * Returns the queue that an application was in before a restart; creates it if need be.
   *
   * @throws YarnException telling the user what is wrong with the name
   */
  public LeafQueue recover(ApplicationId id, String queueName) throws YarnException {
    List<QueueSpec> missing = missing(id, queueName);
    return missing.isEmpty() ? leaf(id, queueName) : create(id, missing);
  }

  /** Returns the queues to create so that the queue exists: none if it does. */
  private List<QueueSpec> missing(ApplicationId id, String queueName) throws YarnException {
    if (queues.pathsOf(queueName).size() > 1) {
      return List.of();
    }
    try {
      return queues.names().missing(queueName);
    } catch (YarnException e) {
      throw new YarnException("%s is refused: %s".formatted(id, e.getMessage()));
    }
  }

  private static void checkMaximumQueues(ApplicationId id, FairQueue above) throws YarnException {
    QueueCreation creation = above.spec().creation();
    if (creation != null && above.children().size() >= creation.maximumQueues()) {
      throw new YarnException(
          "%s is refused: queue %s has %d queues below it already, the most that are allowed"
              .formatted(id, above, above.children().size()));
    }
  }

  private LeafQueue create(ApplicationId id, List<QueueSpec> missing) {
    LeafQueue queue = queues.create(missing);
    LOG.info("Created queue {} for {}", queue, id);
    return queue;
  }

  /**
   * Returns the leaf queue of a name; creates none.
   *
   * @throws YarnException telling the user what is wrong with the name
   */
  public LeafQueue leaf(ApplicationId id, String queueName) throws YarnException {
    FairQueue queue = queues.find(queueName);
    if (queue instanceof LeafQueue leaf) {
      return leaf;
    }
    List<String> paths = queues.pathsOf(queueName);
    if (queue != null) {
      throw new YarnException(
          "%s is refused: queue %s has queues below it; applications run in these: %s"
              .formatted(id, queue, LogText.of(queue.children())));
    }
    if (paths.size() > 1) {
      throw new YarnException(
          "%s is refused: %s is the name of several queues; name one of %s"
              .formatted(id, LogText.of(queueName), LogText.of(paths)));
    }
    throw new YarnException(
        "%s is refused: there is no queue %s".formatted(id, LogText.of(queueName)));
  }

  /**
   * Checks that a user may submit to a queue, or to one that would be created. An unknown queue
   * passes: {@link #admit} refuses it. Any thread.
   *
   * @throws YarnException wrapping an {@link AccessControlException}, as YARN's own check does
   */
  public void checkSubmit(ApplicationId id, String queueName, UserGroupInformation user)
      throws YarnException {
    List<QueueSpec> missing = missingIfAny(queueName);
    FairQueue there = missing.isEmpty() ? queues.find(queueName) : queues.above(missing.get(0));
    if (there != null
        && !there.hasAccess(QueueACL.SUBMIT_APPLICATIONS, user)
        && !there.hasAccess(QueueACL.ADMINISTER_QUEUE, user)
        && missing.stream().noneMatch(spec -> isAllowed(spec, user))) {
      throw RPCUtil.getRemoteException(
          new AccessControlException(
              "User %s does not have permission to submit %s to queue %s"
                  .formatted(
                      LogText.of(user.getShortUserName()),
                      id,
                      LogText.of(missing.isEmpty() ? there : queueName))));
    }
  }

  private static boolean isAllowed(QueueSpec queue, UserGroupInformation user) {
    return queue.access().submit().isUserAllowed(user)
        || queue.access().administer().isUserAllowed(user);
  }

  private List<QueueSpec> missingIfAny(String queueName) {
    try {
      return queues.names().missing(queueName);
    } catch (YarnException e) {
      return List.of();
    }
  }

  /**
   * Returns the priority that an application gets: the one it asks for, else its user's or its
   * queue's default, but no more than the cluster allows.
   *
   * @throws YarnException wrapping an {@link AccessControlException} if the queue's {@code
   *     acl_application_max_priority} does not grant it
   */
  public Priority grantPriority(
      ApplicationId id,
      @Nullable Priority requested,
      String queueName,
      UserGroupInformation user,
      Priority clusterMaximum)
      throws YarnException {
    QueueSpec queue = spec(queueName);
    int wanted = requested == null ? defaultPriority(queue, user) : requested.getPriority();
    int granted = Math.min(wanted, clusterMaximum.getPriority());
    if (queue != null
        && access.isEnabled()
        && !queue.access().priorities().isEmpty()
        && matching(queue, user).filter(acl -> granted <= acl.maximum()).isEmpty()) {
      throw RPCUtil.getRemoteException(
          new AccessControlException(
              "User %s does not have permission for priority %d of %s in queue %s"
                  .formatted(LogText.of(user.getShortUserName()), granted, id, queue.path())));
    }
    return Priority.newInstance(granted);
  }

  /**
   * Returns the lifetime of applications in a queue that exists or would be created; null if it
   * does neither or is no leaf queue. Any thread.
   */
  public @Nullable ApplicationLifetime lifetime(String queueName) {
    QueueSpec queue = spec(queueName);
    return queue == null || !queue.isLeaf() ? null : queue.limits().lifetime();
  }

  /**
   * Returns the most that one container may have in a queue that exists or would be created; any
   * thread.
   *
   * @param queueName null for no queue
   * @param ofCluster the most that any container may have; applies unless there is a leaf queue
   */
  public Resource maximumAllocation(@Nullable String queueName, Resource ofCluster) {
    if (queueName == null || !queues.file().limitsAllocations()) {
      return ofCluster;
    }
    QueueSpec queue = spec(queueName);
    return queue == null || !queue.isLeaf()
        ? ofCluster
        : queue.limits().allocation().within(ofCluster);
  }

  /** Returns the configuration of a queue that exists or would be created. */
  private @Nullable QueueSpec spec(String queueName) {
    List<QueueSpec> missing = missingIfAny(queueName);
    return missing.isEmpty() ? queues.names().find(queueName) : missing.get(missing.size() - 1);
  }

  private int defaultPriority(@Nullable QueueSpec queue, UserGroupInformation user) {
    if (queue == null) {
      return 0;
    }
    int ofQueue = queue.values().get(QueueKeys.DEFAULT_PRIORITY);
    return access.isEnabled()
        ? matching(queue, user).map(PriorityAcl::byDefault).orElse(ofQueue)
        : ofQueue;
  }

  private static Optional<PriorityAcl> matching(QueueSpec queue, UserGroupInformation user) {
    return queue.access().priorities().stream()
        .filter(acl -> acl.users().isUserAllowed(user))
        .max(Comparator.comparingInt(PriorityAcl::maximum));
  }
}
