// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import io.github.yarnfair.scheduler.conf.Findings;
import io.github.yarnfair.scheduler.conf.KeyReader;
import io.github.yarnfair.scheduler.conf.key.KeyLookup;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;

/** Reads {@code ordering-policy}, which means one thing in a leaf queue and another above. */
final class OrderParser {
  private static final String UTILIZATION = "utilization";
  private static final String PRIORITY_UTILIZATION = "priority-utilization";

  private final KeyReader keys;
  private final Findings findings;

  OrderParser(KeyReader keys, Findings findings) {
    this.keys = keys;
    this.findings = findings;
  }

  /** Reads the order of a leaf queue's applications. */
  ApplicationOrder ofLeaf(KeyLookup queue) {
    String key = queue.key(QueueKeys.ORDERING_POLICY);
    String text = keys.trimmed(key);
    ApplicationOrder order = text == null ? ApplicationOrder.FAIR : ApplicationOrder.of(text);
    if (text == null || order != null) {
      return order == null ? ApplicationOrder.FAIR : order;
    }
    if (text.indexOf('.') >= 0) {
      findings.replace(
          key, ApplicationOrder.NAMES, "fair applies, as no classes of CapacityScheduler are used");
    } else {
      findings.refuse(key, ApplicationOrder.NAMES);
    }
    return ApplicationOrder.FAIR;
  }

  /** Checks what a queue with queues below it says of their order. */
  void checkParent(KeyLookup queue) {
    String key = queue.key(QueueKeys.ORDERING_POLICY);
    String text = keys.trimmed(key);
    if (PRIORITY_UTILIZATION.equals(text)) {
      findings.ignore(
          key, "siblings are served by their shares, and none waits for another's priority");
    } else if (text != null && !UTILIZATION.equals(text)) {
      findings.replace(
          key,
          UTILIZATION + " or " + PRIORITY_UTILIZATION + " in a queue that has queues below it",
          "the queues below are served by their shares");
    }
  }
}
