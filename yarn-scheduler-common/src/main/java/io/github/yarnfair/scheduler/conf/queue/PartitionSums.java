// SPDX-License-Identifier: Apache-2.0
package io.github.yarnfair.scheduler.conf.queue;

import io.github.yarnfair.scheduler.conf.Findings;
import io.github.yarnfair.scheduler.conf.KeyReader;
import io.github.yarnfair.scheduler.conf.capacity.QueueWeight;
import io.github.yarnfair.scheduler.conf.key.KeyLookup;
import io.github.yarnfair.scheduler.conf.key.QueueKeys;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Refuses percentages of a partition that do not add up, as CapacityScheduler does: those of a
 * queue's children must add up to 100, or to 0 if the queue itself has no part of the partition.
 * Percentages of the partition without a label are weights, of any sum.
 */
final class PartitionSums {
  /** CapacityScheduler's tolerance and arithmetic: fractions in single precision. */
  private static final float PRECISION = 0.0005f;

  private final KeyReader keys;
  private final Findings findings;
  private final boolean isChecked;

  PartitionSums(KeyReader keys, Findings findings) {
    this.keys = keys;
    this.findings = findings;
    // In the other mode CapacityScheduler checks no sums.
    isChecked = keys.bool(KeyReader.PREFIX + "legacy-queue-mode.enabled", true, findings);
  }

  /** Checks the children of a listed queue, in each partition that is configured for the queue. */
  void check(QueueSpec parent) {
    Set<String> labels = configured(parent);
    if (!isChecked || have(QueueWeight.Absolute.class, parent.children(), labels)) {
      // Beside an absolute capacity of any partition CapacityScheduler may not check sums either.
      return;
    }
    boolean isParentCompared =
        isPercentage(parent, labels)
            && parent.children().stream().allMatch(child -> isPercentage(child, labels));
    for (String label : labels) {
      if (parent.children().stream().allMatch(child -> isPercentage(child, label))) {
        check(parent, label, isParentCompared);
      }
    }
  }

  private void check(QueueSpec parent, String label, boolean isParentCompared) {
    float sum = 0;
    for (QueueSpec child : parent.children()) {
      sum += fraction(child, label);
    }
    boolean isNone = Math.abs(sum) <= PRECISION;
    if (!isNone && Math.abs(1 - sum) > PRECISION) {
      refuse(parent, label, "add up to 100");
    } else if (isParentCompared && !allowsNone(parent)) {
      float ofParent = fraction(parent, label);
      if (isNone && ofParent > PRECISION) {
        refuse(parent, label, "add up to 100, because %s has a part".formatted(parent.path()));
      } else if (!isNone && ofParent <= 0) {
        refuse(parent, label, "are 0, because %s has no part".formatted(parent.path()));
      }
    }
  }

  private void refuse(QueueSpec parent, String label, String expected) {
    String all =
        parent.children().stream()
            .map(child -> "%s %s".formatted(child.name(), text(child, label)))
            .collect(Collectors.joining(", "));
    String first =
        parent.children().stream()
            .map(child -> key(child, label))
            .filter(key -> keys.raw(key) != null)
            .findFirst()
            .orElseGet(() -> key(parent.children().get(0), label));
    findings.refuse(
        first,
        "percentages of partition %s below %s that %s, not %s"
            .formatted(label, parent.path(), expected, all));
  }

  private String text(QueueSpec child, String label) {
    return Objects.requireNonNullElse(keys.trimmed(key(child, label)), "0");
  }

  /** Root has a part of each partition that a listed queue has a part of. */
  private Set<String> configured(QueueSpec parent) {
    if (parent.children().isEmpty()) {
      return Set.of();
    }
    if (!isRoot(parent)) {
      return parent.labels().capacities().keySet();
    }
    Set<String> labels = KeyLookup.ofListed(keys, QueueSpec.ROOT).configuredLabels();
    parent.subtree().forEach(queue -> labels.addAll(queue.labels().capacities().keySet()));
    return labels;
  }

  private boolean allowsNone(QueueSpec parent) {
    return QueueKeys.ALLOW_ZERO_CAPACITY_SUM.read(
        keys, QueueKeys.ALLOW_ZERO_CAPACITY_SUM.of(parent.path()), findings);
  }

  private static boolean have(
      Class<? extends QueueWeight> kind, List<QueueSpec> queues, Set<String> labels) {
    return queues.stream()
        .anyMatch(
            queue -> all(labels).anyMatch(label -> kind.isInstance(queue.in(label).weight())));
  }

  /** The labels, and that of the nodes without one. */
  private static Stream<String> all(Set<String> labels) {
    return Stream.concat(Stream.of(""), labels.stream());
  }

  private boolean isPercentage(QueueSpec queue, Set<String> labels) {
    return all(labels).allMatch(label -> isPercentage(queue, label));
  }

  private boolean isPercentage(QueueSpec queue, String label) {
    if (isRoot(queue)) {
      String text = keys.trimmed(key(queue, label));
      return text == null || !(text.startsWith("[") || text.endsWith("w"));
    }
    return queue.in(label).weight() instanceof QueueWeight.Percentage;
  }

  private static float fraction(QueueSpec queue, String label) {
    if (isRoot(queue)) {
      return 1;
    }
    return queue.in(label).weight() instanceof QueueWeight.Percentage percentage
        ? (float) percentage.percent() / 100
        : 0;
  }

  private static String key(QueueSpec queue, String label) {
    return QueueKeys.CAPACITY.inPartition(queue.path(), label);
  }

  private static boolean isRoot(QueueSpec queue) {
    return queue.path().equals(QueueSpec.ROOT);
  }
}
