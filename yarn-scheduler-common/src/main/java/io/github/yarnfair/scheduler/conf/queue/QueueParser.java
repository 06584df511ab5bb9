// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import io.github.yarnfair.scheduler.conf.Findings;
import io.github.yarnfair.scheduler.conf.KeyReader;
import io.github.yarnfair.scheduler.conf.SchedulerSettings;
import io.github.yarnfair.scheduler.conf.capacity.CapacitySyntax;
import io.github.yarnfair.scheduler.conf.capacity.QueueLimit;
import io.github.yarnfair.scheduler.conf.capacity.QueueWeight;
import io.github.yarnfair.scheduler.conf.key.KeyLookup;
import io.github.yarnfair.scheduler.conf.key.QueueKey;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import io.github.yarnfair.scheduler.conf.key.QueueValues;
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

  private final KeyReader keys;
  private final Findings findings;
  private final OrderParser orders;
  private final UserParser users;

  QueueParser(KeyReader keys, Findings findings) {
    this.keys = keys;
    this.findings = findings;
    orders = new OrderParser(keys, findings);
    users = new UserParser(keys, findings);
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
      labelParser(inherited.values()).checkDefault(queue, inherited.labels());
      users.check(queue, inherited);
      order = orders.ofLeaf(queue);
    } else {
      orders.checkParent(queue);
    }
    return new QueueSpec(
        queue.path(),
        queue.name(),
        weight,
        inherited.state(),
        access(queue),
        new QueueSpec.Limits(
            limit(queue),
            maximumApplications(queue, weight, inherited.values()),
            inherited.lifetime(),
            inherited.allocation()),
        inherited.values(),
        inherited.labels(),
        order,
        UserParser.parse(inherited),
        origin(queue),
        creation,
        children);
  }

  private QueueOrigin origin(KeyLookup queue) {
    if (!queue.isCreated()) {
      return QueueOrigin.LISTED;
    }
    boolean goes = QueueKeys.AUTO_REMOVAL.read(queue, findings);
    return goes ? QueueOrigin.CREATED : QueueOrigin.CREATED_TO_STAY;
  }

  private QueueLimit limit(KeyLookup queue) {
    String key = queue.key(QueueKeys.MAXIMUM_CAPACITY);
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
    QueueValues values = QueueValues.read(queue, parent.values(), findings);
    return new Inherited(
        state(queue, parent.state()),
        values,
        lifetime(queue, parent.lifetime()),
        new AllocationParser(keys, findings).parse(queue, parent.allocation()),
        labelParser(values).parse(queue, parent.labels()),
        users.weights(queue, parent.userWeights()));
  }

  private LabelParser labelParser(QueueValues values) {
    return new LabelParser(keys, findings, values.get(QueueKeys.MASTER_SHARE));
  }

  private ApplicationLifetime lifetime(KeyLookup queue, ApplicationLifetime parent) {
    long most = QueueKeys.MAXIMUM_LIFETIME.read(queue, findings);
    long usual = QueueKeys.DEFAULT_LIFETIME.read(queue, findings);
    if (queue.path().equals(QueueSpec.ROOT)) {
      return ApplicationLifetime.ofRoot(most, usual);
    }
    try {
      return parent.inheritedBy(most, usual);
    } catch (IllegalArgumentException e) {
      findings.refuse(queue.key(QueueKeys.DEFAULT_LIFETIME), String.valueOf(e.getMessage()));
      return parent;
    }
  }

  private QueueState state(KeyLookup queue, QueueState parentState) {
    String key = queue.key(QueueKeys.STATE);
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

  private QueueSpec.Access access(KeyLookup queue) {
    return new QueueSpec.Access(
        acl(queue, QueueKeys.SUBMIT_ACL),
        acl(queue, QueueKeys.ADMINISTER_ACL),
        priorityAcls(queue));
  }

  private AccessControlList acl(KeyLookup queue, QueueKey<String> key) {
    String text = keys.raw(queue.key(key));
    if (text == null) {
      text = queue.path().equals(QueueSpec.ROOT) ? EVERYBODY : NO_USER;
    }
    return new AccessControlList(text);
  }

  private List<PriorityAcl> priorityAcls(KeyLookup queue) {
    String key = queue.key(QueueKeys.PRIORITY_ACL);
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

  private ApplicationLimit maximumApplications(
      KeyLookup queue, QueueWeight weight, QueueValues values) {
    int ofAll = SchedulerSettings.maximumApplications(keys, findings);
    int ofEach = keys.integer(KeyReader.PREFIX + "global-queue-max-application", -1, -1, findings);
    boolean isAbsolute = weight instanceof QueueWeight.Absolute;
    return new ApplicationLimit(
        values.get(QueueKeys.MAXIMUM_APPLICATIONS),
        ofEach > 0 ? Math.min(ofEach, ofAll) : ofAll,
        !queue.isOfLegacyKind() && (ofEach <= 0 || isAbsolute),
        UserParser.partOfApplications(queue, values));
  }
}
