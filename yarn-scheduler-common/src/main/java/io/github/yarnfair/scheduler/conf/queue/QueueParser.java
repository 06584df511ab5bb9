// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import io.github.yarnfair.scheduler.conf.Findings;
import io.github.yarnfair.scheduler.conf.KeyReader;
import io.github.yarnfair.scheduler.conf.key.KeyLookup;
import io.github.yarnfair.scheduler.conf.ParallelSettings;
import io.github.yarnfair.scheduler.conf.SchedulerSettings;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.security.authorize.AccessControlList;
import org.apache.hadoop.yarn.api.records.QueueState;
import org.jspecify.annotations.Nullable;

/** Reads the configuration of one queue from its own keys or those of a template. */
final class QueueParser {
  private static final String EVERYBODY = "*";
  private static final String NO_USER = " ";
  private static final String PRIORITY_ACL_SYNTAX =
      "* or groups such as [user=a,b group=g max_priority=7 default_priority=2]";

  private static final String MASTER_SHARE = "maximum-am-resource-percent";

  /** As under CapacityScheduler. */
  private static final double MOST_FOR_MASTERS = 0.1;

  private static final double ALL = 1;

  private final KeyReader keys;
  private final Findings findings;
  private final OrderParser orders;
  private final UserParser users;
  private final double maximumMasterShareByDefault;

  QueueParser(KeyReader keys, Findings findings) {
    this.keys = keys;
    this.findings = findings;
    orders = new OrderParser(keys, findings);
    users = new UserParser(keys, findings);
    this.maximumMasterShareByDefault =
        keys.fraction(KeyReader.PREFIX + MASTER_SHARE, MOST_FOR_MASTERS, findings);
  }

  /**
   * Reads one queue.
   *
   * @param queue whose keys are read
   * @param weight beside its siblings
   * @param inherited as {@link #inherited} reads it
   * @param creation how queues are created below it, null if none are
   * @param children those that are listed
   */
  QueueSpec parse(
      KeyLookup queue,
      QueueWeight weight,
      Inherited inherited,
      @Nullable QueueCreation creation,
      List<QueueSpec> children) {
    ApplicationOrder order = ApplicationOrder.FAIR;
    if (creation == null && children.isEmpty()) {
      labelParser(queue).checkDefault(queue, inherited.labels());
      users.check(queue, inherited.userWeights());
      order = orders.ofLeaf(queue);
    } else {
      orders.checkParent(queue);
    }
    return new QueueSpec(
        queue.path(),
        queue.name(),
        weight,
        limit(queue),
        inherited.state(),
        acl(queue, "acl_submit_applications"),
        acl(queue, "acl_administer_queue"),
        priorityAcls(queue),
        defaultPriority(queue),
        maximumApplications(queue, weight),
        maximumParallel(queue),
        maximumMasterShare(queue),
        inherited.isPreemptable(),
        inherited.isPreemptableWithin(),
        inherited.lifetime(),
        inherited.allocation(),
        inherited.labels(),
        order,
        users.parse(queue, inherited.userWeights()),
        origin(queue),
        creation,
        children);
  }

  private QueueOrigin origin(KeyLookup queue) {
    if (!queue.isCreated()) {
      return QueueOrigin.LISTED;
    }
    boolean goes = keys.bool(queue.key(QueueCreation.REMOVAL), true, findings);
    return goes ? QueueOrigin.CREATED : QueueOrigin.CREATED_TO_STAY;
  }

  private QueueLimit limit(KeyLookup queue) {
    String key = queue.key("maximum-capacity");
    String text = keys.trimmed(key);
    try {
      return text == null ? QueueLimit.UNLIMITED : CapacitySyntax.limit(text);
    } catch (IllegalArgumentException e) {
      findings.refuse(key, String.valueOf(e.getMessage()));
      return QueueLimit.UNLIMITED;
    }
  }

  /**
   * Reads the settings that the queues below inherit: the queue's own, else those that it inherits.
   */
  Inherited inherited(KeyLookup queue, Inherited parent) {
    return new Inherited(
        state(queue, parent.state()),
        !keys.bool(queue.key("disable_preemption"), !parent.isPreemptable(), findings),
        !keys.bool(
            queue.key("intra-queue-preemption.disable_preemption"),
            !parent.isPreemptableWithin(),
            findings),
        lifetime(queue, parent.lifetime()),
        new AllocationParser(keys, findings).parse(queue, parent.allocation()),
        labelParser(queue).parse(queue, parent.labels()),
        users.weights(queue, parent.userWeights()));
  }

  private LabelParser labelParser(KeyLookup queue) {
    return new LabelParser(keys, findings, maximumMasterShare(queue));
  }

  private ApplicationLifetime lifetime(KeyLookup queue, ApplicationLifetime parent) {
    String defaultKey = queue.key("default-application-lifetime");
    long most = keys.wholeNumber(queue.key("maximum-application-lifetime"), -1, findings);
    long usual = keys.wholeNumber(defaultKey, -1, findings);
    if (queue.path().equals(QueueSpec.ROOT)) {
      return ApplicationLifetime.ofRoot(most, usual);
    }
    try {
      return parent.inheritedBy(most, usual);
    } catch (IllegalArgumentException e) {
      findings.refuse(defaultKey, String.valueOf(e.getMessage()));
      return parent;
    }
  }

  private QueueState state(KeyLookup queue, QueueState parentState) {
    String key = queue.key("state");
    String text = keys.trimmed(key);
    if (text == null) {
      return parentState;
    }
    return switch (text.toUpperCase(Locale.ROOT)) {
      case "STOPPED" -> QueueState.STOPPED;
      case "RUNNING" -> {
        if (parentState == QueueState.STOPPED) {
          findings.refuse(key, "STOPPED or nothing, because a queue above is STOPPED");
        }
        yield parentState;
      }
      default -> {
        findings.refuse(key, "RUNNING or STOPPED");
        yield parentState;
      }
    };
  }

  private AccessControlList acl(KeyLookup queue, String property) {
    String text = keys.raw(queue.key(property));
    if (text == null) {
      text = queue.path().equals(QueueSpec.ROOT) ? EVERYBODY : NO_USER;
    }
    return new AccessControlList(text);
  }

  private List<PriorityAcl> priorityAcls(KeyLookup queue) {
    String key = queue.key("acl_application_max_priority");
    String text = keys.trimmed(key);
    if (text == null || text.isEmpty() || text.equals(EVERYBODY)) {
      return List.of();
    }
    try {
      List<PriorityAcl> acls = PriorityAcl.parse(text);
      if (acls.isEmpty()) {
        findings.warn(key, "restricts no user; " + PRIORITY_ACL_SYNTAX + " would be understood");
      }
      return acls;
    } catch (IllegalArgumentException e) {
      findings.refuse(key, PRIORITY_ACL_SYNTAX);
      return List.of();
    }
  }

  /** Keeps a negative priority, as CapacityScheduler does. */
  private int defaultPriority(KeyLookup queue) {
    String key = queue.key("default-application-priority");
    int priority = keys.integer(key, 0, Integer.MIN_VALUE, findings);
    if (priority < 0) {
      findings.replace(
          key,
          "a whole number from 0 up",
          priority + " applies: masters start after others', and shares are those of priority 0");
    }
    return priority;
  }

  private ApplicationLimit maximumApplications(KeyLookup queue, QueueWeight weight) {
    int ofAll = SchedulerSettings.maximumApplications(keys, findings);
    int ofEach = keys.integer(KeyReader.PREFIX + "global-queue-max-application", -1, -1, findings);
    boolean isAbsolute = weight instanceof QueueWeight.Absolute;
    return new ApplicationLimit(
        keys.integer(queue.key("maximum-applications"), -1, -1, findings),
        ofEach > 0 ? Math.min(ofEach, ofAll) : ofAll,
        !queue.isOfLegacyKind() && (ofEach <= 0 || isAbsolute),
        users.partOfApplications(queue));
  }

  /** The default is each queue's, also of one that has queues below it. */
  private int maximumParallel(KeyLookup queue) {
    String key = ownOrOfAll(queue, ParallelSettings.PROPERTY);
    return ParallelSettings.most(keys, key, ParallelSettings.UNLIMITED, findings);
  }

  private String ownOrOfAll(KeyLookup queue, String property) {
    String own = queue.key(property);
    return keys.raw(own) == null ? KeyReader.PREFIX + property : own;
  }

  private double maximumMasterShare(KeyLookup queue) {
    double byDefault = queue.isOfFlexibleKind() ? ALL : maximumMasterShareByDefault;
    return keys.fraction(queue.key(MASTER_SHARE), byDefault, findings);
  }
}
