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
package io.github.yarnfair.scheduler.conf;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.security.authorize.AccessControlList;
import org.apache.hadoop.yarn.api.records.QueueState;

/** Builds the queues from the lists of their names, root first. */
final class QueueTreeParser {
  private static final String EVERYBODY = "*";
  private static final String NOBODY = " ";
  private static final String PRIORITY_ACL_SYNTAX =
      "* or groups such as [user=a,b group=g max_priority=7 default_priority=2]";

  private static final String MASTER_SHARE = "maximum-am-resource-percent";

  /** As under CapacityScheduler. */
  private static final double MOST_FOR_MASTERS = 0.1;

  private final KeyReader keys;
  private final Findings findings;
  private final int maximumApplicationsByDefault;
  private final double maximumMasterShareByDefault;

  QueueTreeParser(KeyReader keys, Findings findings) {
    this.keys = keys;
    this.findings = findings;
    int byDefault =
        keys.integer(KeyReader.PREFIX + "global-queue-max-application", -1, -1, findings);
    this.maximumApplicationsByDefault = byDefault > 0 ? byDefault : Integer.MAX_VALUE;
    this.maximumMasterShareByDefault =
        keys.fraction(KeyReader.PREFIX + MASTER_SHARE, MOST_FOR_MASTERS, findings);
  }

  /**
   * @throws QueueFileException at once if root has no queues: nothing else would make sense then
   */
  QueueSpec parse() throws QueueFileException {
    if (keys.list(KeyReader.queueKey(QueueSpec.ROOT, "queues")).isEmpty()) {
      findings.refuse(
          KeyReader.queueKey(QueueSpec.ROOT, "queues"), "the names of the queues below root");
      findings.throwIfRefused();
    }
    return queue(QueueSpec.ROOT, QueueSpec.ROOT, QueueWeight.EQUAL, QueueState.RUNNING);
  }

  private QueueSpec queue(String path, String name, QueueWeight weight, QueueState parentState) {
    QueueState state = state(path, parentState);
    return new QueueSpec(
        path,
        name,
        weight,
        limit(path),
        state,
        acl(path, "acl_submit_applications"),
        acl(path, "acl_administer_queue"),
        priorityAcls(path),
        keys.integer(KeyReader.queueKey(path, "default-application-priority"), 0, 0, findings),
        maximumApplications(path),
        maximumMasterShare(path),
        children(path, state));
  }

  private List<QueueSpec> children(String path, QueueState state) {
    Set<String> names = childNames(path);
    Map<String, QueueWeight> weights =
        new SiblingWeights(keys, findings)
            .read(names.stream().map(name -> path + "." + name).toList());
    List<QueueSpec> children = new ArrayList<>();
    for (String name : names) {
      String child = path + "." + name;
      children.add(queue(child, name, weights.getOrDefault(child, QueueWeight.EQUAL), state));
    }
    return children;
  }

  private Set<String> childNames(String path) {
    String key = KeyReader.queueKey(path, "queues");
    Set<String> names = new LinkedHashSet<>();
    Set<String> repeated = new LinkedHashSet<>();
    for (String name : keys.list(key)) {
      if (name.isEmpty()) {
        findings.refuse(key, "no empty name between the commas");
      } else if (name.contains(".")) {
        findings.refuse(key, "names without a dot, not \"" + name + "\"");
      } else if (!names.add(name)) {
        repeated.add(name);
      }
    }
    for (String name : repeated) {
      findings.refuse(key, "each name once, but \"" + name + "\" is repeated");
    }
    return names;
  }

  private QueueLimit limit(String path) {
    String key = KeyReader.queueKey(path, "maximum-capacity");
    String text = keys.trimmed(key);
    try {
      return text == null ? QueueLimit.UNLIMITED : CapacitySyntax.limit(text);
    } catch (IllegalArgumentException e) {
      findings.refuse(key, String.valueOf(e.getMessage()));
      return QueueLimit.UNLIMITED;
    }
  }

  private QueueState state(String path, QueueState parentState) {
    String key = KeyReader.queueKey(path, "state");
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

  private AccessControlList acl(String path, String property) {
    String text = keys.raw(KeyReader.queueKey(path, property));
    if (text == null) {
      text = path.equals(QueueSpec.ROOT) ? EVERYBODY : NOBODY;
    }
    return new AccessControlList(text);
  }

  private List<PriorityAcl> priorityAcls(String path) {
    String key = KeyReader.queueKey(path, "acl_application_max_priority");
    String text = keys.trimmed(key);
    if (text == null || text.isEmpty() || text.equals(EVERYBODY)) {
      return List.of();
    }
    try {
      List<PriorityAcl> acls = PriorityAcl.parse(text);
      if (acls.isEmpty()) {
        findings.warn(key, "restricts nobody; " + PRIORITY_ACL_SYNTAX + " would be understood");
      }
      return acls;
    } catch (IllegalArgumentException e) {
      findings.refuse(key, PRIORITY_ACL_SYNTAX);
      return List.of();
    }
  }

  private int maximumApplications(String path) {
    int own = keys.integer(KeyReader.queueKey(path, "maximum-applications"), -1, -1, findings);
    return own < 0 ? maximumApplicationsByDefault : own;
  }

  private double maximumMasterShare(String path) {
    return keys.fraction(
        KeyReader.queueKey(path, MASTER_SHARE), maximumMasterShareByDefault, findings);
  }
}
