// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import io.github.yarnfair.scheduler.conf.Findings;
import io.github.yarnfair.scheduler.conf.KeyReader;
import io.github.yarnfair.scheduler.conf.capacity.CapacitySyntax;
import io.github.yarnfair.scheduler.conf.capacity.PartitionCapacity;
import io.github.yarnfair.scheduler.conf.capacity.QueueLimit;
import io.github.yarnfair.scheduler.conf.capacity.QueueWeight;
import io.github.yarnfair.scheduler.conf.key.KeyLookup;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads what a queue may use of the partitions that node labels name. */
final class LabelParser {
  private final KeyReader keys;
  private final Findings findings;
  private final double maximumMasterShare;

  /**
   * @param maximumMasterShare of the queue, where it has none for a partition
   */
  LabelParser(KeyReader keys, Findings findings, double maximumMasterShare) {
    this.keys = keys;
    this.findings = findings;
    this.maximumMasterShare = maximumMasterShare;
  }

  /** Reads the labels of a queue, and what it inherits of its parent's. */
  QueueLabels parse(KeyLookup queue, QueueLabels parent) {
    String ownDefault = keys.trimmed(queue.key(QueueKeys.DEFAULT_LABEL));
    if (queue.path().equals(QueueSpec.ROOT)) {
      return new QueueLabels(parent.accessible(), ownDefault, Map.of(), parent.otherwise());
    }
    Set<String> accessible = accessible(queue, parent.accessible());
    return new QueueLabels(
        accessible,
        ownDefault == null ? inheritedDefault(accessible, parent) : ownDefault,
        capacities(queue),
        otherwise(queue));
  }

  /** As under CapacityScheduler a created queue has weight 1 in each partition. */
  private PartitionCapacity otherwise(KeyLookup queue) {
    return queue.isCreated()
        ? new PartitionCapacity(QueueWeight.EQUAL, QueueLimit.UNLIMITED, maximumMasterShare)
        : QueueLabels.NOTHING;
  }

  /** As under CapacityScheduler: only from a parent that has no labels beyond the queue's. */
  private static @Nullable String inheritedDefault(Set<String> accessible, QueueLabels parent) {
    return accessible.containsAll(parent.accessible()) ? parent.defaultExpression() : null;
  }

  private Set<String> accessible(KeyLookup queue, Set<String> ofParent) {
    String text = keys.raw(queue.key(QueueKeys.ACCESSIBLE_LABELS));
    if (text == null) {
      return ofParent;
    }
    Set<String> labels = new TreeSet<>();
    for (String label : text.split(",", -1)) {
      if (!label.isBlank()) {
        labels.add(label.trim());
      }
    }
    Set<String> accessible = labels.contains(QueueLabels.ANY) ? Set.of(QueueLabels.ANY) : labels;
    if (!ofParent.contains(QueueLabels.ANY) && !ofParent.containsAll(accessible)) {
      findings.refuse(
          queue.key(QueueKeys.ACCESSIBLE_LABELS),
          "only labels that the queue above may use: " + list(ofParent));
    }
    return accessible;
  }

  /** Refuses a default label that requests in a leaf queue may not name. */
  void checkDefault(KeyLookup leaf, QueueLabels labels) {
    String expression = labels.defaultExpression();
    if (expression != null
        && !Stream.of(expression.split("&&", -1)).map(String::trim).allMatch(labels::mayUse)) {
      findings.refuse(
          leaf.key(QueueKeys.DEFAULT_LABEL),
          "a label that the queue may use: %s (not \"%s\")"
              .formatted(list(labels.accessible()), expression));
    }
  }

  private static String list(Set<String> labels) {
    return labels.isEmpty() ? "none" : String.join(", ", new TreeSet<>(labels));
  }

  private Map<String, PartitionCapacity> capacities(KeyLookup queue) {
    Map<String, PartitionCapacity> capacities = new HashMap<>();
    for (String label : queue.configuredLabels()) {
      String masters = queue.key(QueueKeys.LABEL_MASTER_SHARE, label);
      capacities.put(
          label,
          new PartitionCapacity(
              weight(queue, queue.key(QueueKeys.LABEL_CAPACITY, label)),
              limit(queue.key(QueueKeys.LABEL_MAXIMUM_CAPACITY, label)),
              keys.fraction(masters, maximumMasterShare, findings)));
    }
    return capacities;
  }

  /** A created queue without a capacity has weight 1, as in the partition without a label. */
  private QueueWeight weight(KeyLookup queue, String key) {
    QueueWeight byDefault = queue.isCreated() ? QueueWeight.EQUAL : new QueueWeight.Percentage(0);
    String text = keys.trimmed(key);
    try {
      return text == null ? byDefault : CapacitySyntax.weight(text);
    } catch (IllegalArgumentException e) {
      findings.refuse(key, String.valueOf(e.getMessage()));
      return byDefault;
    }
  }

  private QueueLimit limit(String key) {
    String text = keys.trimmed(key);
    try {
      return text == null ? QueueLimit.UNLIMITED : CapacitySyntax.limit(text);
    } catch (IllegalArgumentException e) {
      findings.refuse(key, String.valueOf(e.getMessage()));
      return QueueLimit.UNLIMITED;
    }
  }
}
