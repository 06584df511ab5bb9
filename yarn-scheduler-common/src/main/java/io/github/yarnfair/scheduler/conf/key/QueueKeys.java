// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.key;

import static io.github.yarnfair.scheduler.conf.key.QueueKind.CREATED;
import static io.github.yarnfair.scheduler.conf.key.QueueKind.LEAF;
import static io.github.yarnfair.scheduler.conf.key.QueueKind.PARENT;
import static io.github.yarnfair.scheduler.conf.key.QueueKind.ROOT;

import io.github.yarnfair.scheduler.conf.ParallelSettings;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The keys of a queue that the schedulers act on, below {@code yarn.scheduler.capacity.<queue>.}.
 * All else that is known of these keys, the table in {@code docs/configuration.md} included, is
 * derived from these declarations.
 */
public final class QueueKeys {
  private static final List<QueueKey<?>> ALL = new ArrayList<>();

  private static final String LABELS = "accessible-node-labels";
  private static final String FLEXIBLE = "auto-queue-creation-v2.";
  private static final String LEGACY = "auto-create-child-queue.";

  /** Begins the keys of a queue's part of a partition. */
  static final String LABEL_PREFIX = LABELS + ".";

  public static final QueueKey<String> QUEUES =
      parsed("queues")
          .of(ROOT, PARENT)
          .ownedBy(KeyOwner.QUEUE)
          .atRefresh(Refresh.KEEPS_APPLICATIONS)
          .says("Names of the queues directly below it.");

  public static final QueueKey<String> CAPACITY =
      parsed("capacity")
          .of(PARENT, LEAF, CREATED)
          .says(
              "The weight among the siblings; only ratios matter. `4w` is 4; a percentage is its"
                  + " number; a vector such as `[memory=4096,vcores=4,yarn.io/gpu=2]` is its"
                  + " dominant share of the cluster. Siblings may be of several kinds, and so may"
                  + " a vector's components, such as `[memory=50%,vcores=2w]`"
                  + " ([how](decisions/0040-files-that-capacity-scheduler-starts-with-start-here.md)).");

  public static final QueueKey<String> MAXIMUM_CAPACITY =
      parsed("maximum-capacity")
          .byDefault("no cap")
          .says(
              "A hard cap for each resource type: a percentage of the parent's, or a vector of"
                  + " amounts and percentages. A type that is not named is not capped.");

  public static final QueueKey<String> STATE =
      parsed("state")
          .inherited()
          .byDefault("`RUNNING`")
          .ownedBy(KeyOwner.QUEUE)
          .says("`RUNNING` or `STOPPED`.");

  public static final QueueKey<String> SUBMIT_ACL =
      parsed("acl_submit_applications")
          .ownedBy(KeyOwner.QUEUE)
          .says(
              "Users and groups that may submit to the queue and those below it; `root`: all users"
                  + " unless set.");

  public static final QueueKey<String> ADMINISTER_ACL =
      parsed("acl_administer_queue")
          .ownedBy(KeyOwner.QUEUE)
          .says(
              "Users and groups that may administer the queue and those below it; `root`: all users"
                  + " unless set.");

  public static final QueueKey<String> PRIORITY_ACL =
      parsed("acl_application_max_priority")
          .ofLeafQueues()
          .byDefault("any")
          .ownedBy(KeyOwner.QUEUE)
          .atRefresh(Refresh.LATER_APPLICATIONS)
          .says("Highest and default application priority of users and groups.");

  public static final QueueKey<Integer> DEFAULT_PRIORITY =
      value("default-application-priority", KeyType.PRIORITY, 0)
          .ofLeafQueues()
          .ownedBy(KeyOwner.QUEUE)
          .atRefresh(Refresh.LATER_APPLICATIONS)
          .says(
              "Priority of an application that asks for none. Under `fair` an application weighs 1"
                  + " + its priority; under `fifo` a higher priority is served first.");

  public static final QueueKey<String> ORDERING_POLICY =
      parsed("ordering-policy")
          .ownedBy(KeyOwner.QUEUE)
          .says(
              "Of a leaf queue: `fair`, the default, by the scheduler's rule, an application's"
                  + " priority being a weight; `fifo`, `fifo-with-partitions`,"
                  + " `fifo-for-pending-apps`, by priority, then submission"
                  + " ([how](decisions/0063-queues-that-serve-in-order.md)). Of any other:"
                  + " `utilization`; `priority-utilization` is named"
                  + " ([why](decisions/0064-priorities-of-queues-are-not-acted-on.md)).");

  public static final QueueKey<Integer> MAXIMUM_APPLICATIONS =
      value("maximum-applications", KeyType.wholeFrom(-1), -1)
          .ofLeafQueues()
          .byDefault("a part of the cluster's")
          .ownedBy(KeyOwner.CLUSTER)
          .says(
              "Applications that the queue takes, pending and running"
                  + " ([how](decisions/0041-how-many-applications-a-queue-takes.md)).");

  public static final QueueKey<Integer> MAX_PARALLEL_APPS =
      value(ParallelSettings.PROPERTY, KeyType.PARALLEL, ParallelSettings.UNLIMITED)
          .elseOfAllQueues()
          .byDefault("no limit")
          .says(
              "Applications that may run at a time in the queue and below it; others wait"
                  + " ([how](decisions/0069-applications-beyond-a-limit-wait.md)).");

  public static final QueueKey<String> MAXIMUM_ALLOCATION =
      parsed("maximum-allocation")
          .inherited()
          .byDefault("the cluster's")
          .atRefresh(Refresh.ONLY_RAISES)
          .says(
              "The most that one container may have, such as"
                  + " `memory-mb=4096,vcores=4,yarn.io/gpu=2`; 0 of a type that is not named; at"
                  + " most the cluster's.");

  public static final QueueKey<Integer> MAXIMUM_ALLOCATION_MB =
      parsed("maximum-allocation-mb", KeyType.wholeFrom(Integer.MIN_VALUE), -1)
          .inherited()
          .byDefault("the cluster's")
          .atRefresh(Refresh.ONLY_RAISES)
          .says("The same of memory, in MiB, unless `maximum-allocation` is set.");

  public static final QueueKey<Integer> MAXIMUM_ALLOCATION_VCORES =
      parsed("maximum-allocation-vcores", KeyType.wholeFrom(Integer.MIN_VALUE), -1)
          .inherited()
          .byDefault("the cluster's")
          .atRefresh(Refresh.ONLY_RAISES)
          .says("The same of vcores.");

  public static final QueueKey<Double> MASTER_SHARE =
      value("maximum-am-resource-percent", KeyType.FRACTION, 0.1)
          .ofLeafQueues()
          .elseOfAllQueuesBut(1.0)
          .says(
              "Part of the queue that application masters may take"
                  + " ([how](decisions/0028-masters-leave-room-for-tasks.md)); applications beyond"
                  + " it wait, and start by priority, then by submission, large and small masters"
                  + " [in turns](decisions/0042-large-and-small-masters-take-turns.md); a queue's"
                  + " own wins over the global one. A leaf queue that `auto-queue-creation-v2`"
                  + " creates has 1 unless a template, or a key of its own path, says otherwise;"
                  + " one of `auto-create-child-queue` has the global one.");

  public static final QueueKey<Long> MAXIMUM_LIFETIME =
      parsed("maximum-application-lifetime", KeyType.LONG, -1L)
          .inherited()
          .byDefault("unlimited")
          .ownedBy(KeyOwner.QUEUE)
          .atRefresh(Refresh.LATER_APPLICATIONS)
          .says("Most seconds that an application may ask for as its lifetime.");

  public static final QueueKey<Long> DEFAULT_LIFETIME =
      parsed("default-application-lifetime", KeyType.LONG, -1L)
          .inherited()
          .byDefault("the maximum")
          .ownedBy(KeyOwner.QUEUE)
          .atRefresh(Refresh.LATER_APPLICATIONS)
          .says(
              "Seconds after its submission when an application that asks for no lifetime is"
                  + " killed.");

  public static final QueueKey<Boolean> DISABLE_PREEMPTION =
      value("disable_preemption", KeyType.BOOLEAN, false)
          .inherited()
          .ownedBy(KeyOwner.CLUSTER)
          .says("Whether other queues leave its containers alone.");

  public static final QueueKey<Boolean> DISABLE_INTRA_QUEUE_PREEMPTION =
      value("intra-queue-preemption.disable_preemption", KeyType.BOOLEAN, false)
          .ofLeafQueues()
          .inherited()
          .ownedBy(KeyOwner.QUEUE)
          .says("Whether applications of the queue leave each other's containers alone.");

  public static final QueueKey<Double> MINIMUM_USER_LIMIT =
      value("minimum-user-limit-percent", KeyType.FRACTION, 100.0)
          .ofLeafQueues()
          .elseOfAllQueues()
          .byDefault("`100`")
          .ownedBy(KeyOwner.QUEUE)
          .says(
              "Below 100 the queue's share is divided among its users, by weight; it bounds their"
                  + " weights, their masters and how many applications are one user's"
                  + " ([how](decisions/0061-users-are-a-level-of-the-share-tree.md)).");

  public static final QueueKey<OptionalDouble> USER_LIMIT_FACTOR =
      value("user-limit-factor", KeyType.USER_FACTOR, OptionalDouble.empty())
          .ofLeafQueues()
          .elseOfAllQueuesBut(OptionalDouble.empty())
          .byDefault("no limit")
          .ownedBy(KeyOwner.QUEUE)
          .says(
              "How many times what the queue is entitled to one user may hold, the last container"
                  + " excepted; users divide the queue's share. -1: no limit"
                  + " ([why](decisions/0061-users-are-a-level-of-the-share-tree.md)).");

  public static final QueueKey<String> USER_WEIGHT =
      parsed("user-settings.<user>.weight")
          .inherited()
          .byDefault("`1`")
          .ownedBy(KeyOwner.QUEUE)
          .says(
              "The user's weight among the users of the leaf queues below; at most 100 /"
                  + " `minimum-user-limit-percent`. A queue's own wins over that of a queue above.");

  public static final QueueKey<String> ACCESSIBLE_LABELS =
      parsed(LABELS)
          .inherited()
          .byDefault("`*`")
          .says(
              "Labels that requests in the queue may name, separated by commas; `*`: all; blank:"
                  + " none. `root`: always all.");

  public static final QueueKey<String> LABEL_CAPACITY =
      parsed(LABEL_PREFIX + "<label>." + CAPACITY.name())
          .of(PARENT, LEAF, CREATED)
          .says(
              "The queue's weight in the label's partition, as `capacity` in the partition of the"
                  + " nodes without a label. Unless `legacy-queue-mode.enabled` is `false`,"
                  + " percentages of siblings add up to 100, or to 0 where the queue above has"
                  + " none.");

  public static final QueueKey<String> LABEL_MAXIMUM_CAPACITY =
      parsed(LABEL_PREFIX + "<label>." + MAXIMUM_CAPACITY.name())
          .of(PARENT, LEAF, CREATED)
          .says(
              "The queue's cap in the partition, as `maximum-capacity`. A queue that has no key of"
                  + " a label at all gets nothing of its partition, even if it may name it.");

  public static final QueueKey<String> LABEL_MASTER_SHARE =
      parsed(LABEL_PREFIX + "<label>." + MASTER_SHARE.name())
          .ofLeafQueues()
          .byDefault("the queue's `maximum-am-resource-percent`")
          .says("Part of the queue's share of the partition that application masters may take.");

  public static final QueueKey<String> DEFAULT_LABEL =
      parsed("default-node-label-expression")
          .ownedBy(KeyOwner.QUEUE)
          .atRefresh(Refresh.LATER_REQUESTS)
          .says(
              "Label of requests that name none; the queue must have access to it. Unless set, that"
                  + " of the queue above, if this one has access to all labels of that one.");

  public static final QueueKey<Boolean> ALLOW_ZERO_CAPACITY_SUM =
      parsed("allow-zero-capacity-sum", KeyType.BOOLEAN, false)
          .of(ROOT, PARENT)
          .says(
              "Whether percentages of a label's partition may be 0 for all queues below one that"
                  + " has some, and the other way round. In the partition without a label any sum"
                  + " is allowed.");

  public static final QueueKey<Boolean> FLEXIBLE_CREATION =
      parsed(FLEXIBLE + "enabled", KeyType.BOOLEAN, false)
          .of(ROOT, PARENT)
          .ownedBy(KeyOwner.QUEUE)
          .says("Queues are created below the queue, by the keys of its templates.");

  public static final QueueKey<Integer> FLEXIBLE_MAX_QUEUES =
      parsed(FLEXIBLE + "max-queues", KeyType.wholeFrom(0), 1000)
          .of(ROOT, PARENT, CREATED)
          .ownedBy(KeyOwner.QUEUE)
          .says("Most queues directly below it.");

  public static final QueueKey<Integer> MAXIMUM_DEPTH =
      parsed(FLEXIBLE + "maximum-queue-depth", KeyType.wholeFrom(1), 2)
          .of(ROOT, PARENT)
          .elseOfAllQueues()
          .ownedBy(KeyOwner.QUEUE)
          .says("Most levels of queues created below it.");

  public static final QueueKey<Boolean> AUTO_REMOVAL =
      parsed(FLEXIBLE + "queue-auto-removal.enable", KeyType.BOOLEAN, true)
          .of(CREATED)
          .ownedBy(KeyOwner.QUEUE)
          .says(
              "Whether a created queue goes when it has had no application for"
                  + " `queue-expiration-time`.");

  public static final QueueKey<Boolean> LEGACY_CREATION =
      parsed(LEGACY + "enabled", KeyType.BOOLEAN, false)
          .of(ROOT, PARENT)
          .ownedBy(KeyOwner.QUEUE)
          .says("Leaf queues are created below the queue, by `leaf-queue-template.` keys.");

  public static final QueueKey<Integer> LEGACY_MAX_QUEUES =
      parsed(LEGACY + "max-queues", KeyType.wholeFrom(0), 1000)
          .of(ROOT, PARENT)
          .ownedBy(KeyOwner.QUEUE)
          .says("Most queues directly below it.");

  private static final List<QueueKey<?>> PLAIN = ALL.stream().filter(QueueKey::isPlain).toList();

  private QueueKeys() {}

  /** Declares a key whose value depends on it alone: {@link QueueValues} has it. */
  private static <T> KeyDeclaration<T> value(String name, KeyType<T> type, T byDefault) {
    return new KeyDeclaration<>(name, type, byDefault, true, ALL::add);
  }

  /** Declares a key that is read together with others. */
  private static <T> KeyDeclaration<T> parsed(String name, KeyType<T> type, T byDefault) {
    return new KeyDeclaration<>(name, type, byDefault, false, ALL::add);
  }

  /** Declares a key whose text a parser reads. */
  private static KeyDeclaration<String> parsed(String name) {
    return parsed(name, KeyType.TEXT, "");
  }

  /** Returns all keys, in the order of their declaration. */
  public static List<QueueKey<?>> all() {
    return Collections.unmodifiableList(ALL);
  }

  /** Returns the keys whose values {@link QueueValues} has. */
  static List<QueueKey<?>> plain() {
    return PLAIN;
  }

  /** Returns the names of all keys. */
  public static Set<String> names() {
    return ALL.stream().map(QueueKey::name).collect(Collectors.toUnmodifiableSet());
  }

  /** Returns the key of a name in which labels and users are written out. */
  public static Optional<QueueKey<?>> find(String property) {
    return ALL.stream().filter(key -> key.matches(property)).findFirst();
  }
}
