// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.file;

import io.github.yarnfair.scheduler.conf.Findings;
import io.github.yarnfair.scheduler.conf.KeyReader;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import io.github.yarnfair.scheduler.conf.queue.QueueLabels;
import io.github.yarnfair.scheduler.conf.queue.QueueSpec;
import java.util.Set;
import java.util.TreeSet;

/** Checks the node labels that a queue's keys name against those of the cluster. */
final class LabelAudit {
  private final KeyReader keys;
  private final Findings findings;
  private final Set<String> known;

  LabelAudit(KeyReader keys, Findings findings, Set<String> known) {
    this.keys = keys;
    this.findings = findings;
    this.known = Set.copyOf(known);
  }

  void run(QueueSpec queue) {
    String accessible = QueueKeys.ACCESSIBLE_LABELS.of(queue.path());
    if (keys.raw(accessible) != null) {
      warn(accessible, queue.labels().accessible());
    }
    for (String key : keys.startingWith(accessible + ".")) {
      warn(key, Set.of(key.substring(accessible.length() + 1).split("\\.", 2)[0]));
    }
    String byDefault = QueueKeys.DEFAULT_LABEL.of(queue.path());
    String label = keys.trimmed(byDefault);
    if (label != null && !label.isEmpty()) {
      warn(byDefault, Set.of(label));
    }
  }

  private void warn(String key, Set<String> labels) {
    Set<String> unknown = new TreeSet<>(labels);
    unknown.removeAll(known);
    unknown.remove(QueueLabels.ANY);
    if (!unknown.isEmpty()) {
      findings.replace(
          key,
          "node labels of the cluster, which are " + new TreeSet<>(known),
          "no request can name %s before it is added".formatted(String.join(", ", unknown)));
    }
  }
}
